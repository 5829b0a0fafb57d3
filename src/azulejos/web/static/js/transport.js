// The replay's own parts: the transport at the foot, the log that jumps, "play on from here". State in, elements out.
import { copyButton } from './copy.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';
import { realName } from './seat.js';

/** Icons that only a replay has. @type {Record<string, string>} */
const SIGNS = { first: 'M6 5v14M19 5l-10 7 10 7z', back: 'M17 5 7 12l10 7z', on: 'M7 5l10 7-10 7z', last: 'M18 5v14M5 5l10 7-10 7z', play: 'M7 4l13 8-13 8z', pause: 'M8 5v14M16 5v14' };
/** @param {string} name */
const sign = (name) => h('svg', { key: name, class: `icon sign-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: SIGNS[name] }));

export const SPEEDS = [0.5, 1, 2, 4];
/** Bots to play on against, weakest first. */
const LEVELS = ['greedy', 'apprentice', 'journeyman', 'artisan', 'master', 'strong'];

/** @param {string} name @param {string} label @param {() => void} onClick @param {boolean} off @param {string} [extra] */
const key = (name, label, onClick, off, extra = '') => h('button', {
  key: label, type: 'button', class: `btn ${extra || 'plain'} icon-only`, 'aria-label': label, title: label, 'aria-disabled': off ? 'true' : null, onClick: () => { if (!off) onClick(); },
}, sign(name));

/** @param {any} view @param {any} game @param {any} entry @returns {any[]} what happened, with who did it */
export function happened(view, game, entry) {
  if (!entry) return [];
  const words = entry.told?.kind ? game.sentence(entry, view) : entry.move;
  return entry.seat < 0 ? [h('b', { key: 'round' }, t('replay.round', { n: entry.told?.round ?? entry.round })), ' · ', words] : [h('b', { key: 'who' }, realName(view, entry.seat)), ' ', words];
}

/**
 * @param {any} it what the page holds: {view, game, stop, stops, rounds, round, entry, playing, speed, spoken}
 * @param {any} go what it does: {to(stop), toggle(), speed(n)}
 */
export function transport(it, go) {
  const last = it.stops.length - 1;
  return h('section', { key: 'transport', class: 'transport', 'aria-label': t('replay.transport') },
    h('p', { key: 'now', class: 'transport-now', 'data-seat': it.entry?.seat >= 0 ? it.entry.seat : null }, happened(it.view, it.game, it.entry)),
    h('div', { key: 'keys', class: 'transport-keys' },
      key('first', t('replay.first'), () => go.to(0), it.stop === 0),
      key('back', t('replay.back'), () => go.to(it.stop - 1), it.stop === 0),
      key(it.playing ? 'pause' : 'play', t(it.playing ? 'replay.pause' : 'replay.play'), go.toggle, false, 'primary'),
      key('on', t('replay.next'), () => go.to(it.stop + 1), it.stop === last),
      key('last', t('replay.last'), () => go.to(last), it.stop === last)),
    slider(it, go, last),
    h('div', { key: 'picks', class: 'transport-picks' },
      pick('round', t('replay.jump'), it.rounds.map((/** @type {any} */ one) => [one.round, t('replay.round', { n: one.round })]), it.round, (value) => go.to(it.rounds.find((/** @type {any} */ one) => one.round === value).stop)),
      pick('speed', t('replay.speed'), SPEEDS.map((n) => [n, `${n}×`]), it.speed, go.speed)));
}

/** The slider with a mark where each round begins. @param {any} it @param {any} go @param {number} last */
const slider = (it, go, last) => h('div', { key: 'slider', class: 'slider' },
  h('input', {
    type: 'range', min: 0, max: last, step: 1, value: String(it.stop), 'aria-label': t('replay.slider'), 'aria-valuetext': `${t('replay.where', { n: it.stop, all: last, round: it.round })} ${it.spoken}`,
    onInput: (/** @type {any} */ event) => go.to(Number(event.target.value)),
  }),
  h('div', { class: 'slider-marks', 'aria-hidden': 'true' }, it.rounds.map((/** @type {any} */ one) => h('span', { key: one.round, '--at': String(last ? one.stop / last : 0), class: one.round === it.round ? 'here' : null }, one.round))),
  h('span', { class: 'slider-count num', 'aria-hidden': 'true' }, `${it.stop} / ${last}`));

/** @param {string} name @param {string} label @param {Array<[number, string]>} options @param {number} held @param {(value: number) => void} set */
const pick = (name, label, options, held, set) => h('label', { key: name, class: `pick pick-${name}` }, h('span', { class: 'pick-name' }, label),
  h('select', { class: 'field', onChange: (/** @type {any} */ event) => set(Number(event.target.value)) }, options.map(([value, text]) => h('option', { key: value, value: String(value), selected: value === held }, text))));

/** Everything that was played, in order; a line takes the replay there. @param {any} it @param {any} go */
export const replayLog = (it, go) => h('section', { key: 'log', class: 'panel replay-log', 'aria-labelledby': 'log-title' },
  h('h2', { class: 'eyebrow', id: 'log-title' }, t('replay.log')),
  h('ol', { class: 'jump-list', tabindex: '0', 'aria-labelledby': 'log-title' }, it.stops.map((/** @type {number} */ _, /** @type {number} */ stop) => h('li', { key: stop, class: it.lines[stop].entry?.seat < 0 ? 'round' : null },
    h('button', { type: 'button', class: 'jump', 'data-seat': it.lines[stop].entry?.seat >= 0 ? it.lines[stop].entry.seat : null, 'aria-current': stop === it.stop ? 'step' : null, onClick: () => go.to(stop) }, h('span', null, it.lines[stop].words))))));

/** A link to here, a choice of the board in front, and the game taken up from here. @param {any} it @param {any} go */
export const tools = (it, go) => h('section', { key: 'tools', class: 'panel replay-tools', 'aria-labelledby': 'tools-title' },
  h('h2', { class: 'eyebrow', id: 'tools-title' }, t('replay.here')),
  h('div', { class: 'tools-row' },
    copyButton(t('replay.copy'), () => `/t/${it.view.table}/replay?ply=${it.view.ply}`),
    h('a', { key: 'table', class: 'btn', href: `/t/${it.view.table}` }, icon('eye'), t('replay.table'))),
  pick('front', t('replay.front'), it.view.seats.map((/** @type {any} */ one) => [one.seat, realName(it.view, one.seat)]), it.front, go.front),
  it.view.show.phase === 'over' ? null : it.rated ? h('p', { key: 'again', class: 'setting-why' }, t('replay.again.rated')) : playOn(it));

/** A real form: it works as soon as the page stands. @param {any} it */
const playOn = (it) => h('form', { key: 'again', class: 'play-on', method: 'post', action: `/t/${it.view.table}/again` },
  h('h3', { class: 'play-on-title' }, t('replay.again')), h('p', { class: 'setting-why' }, t('replay.again.why')),
  h('input', { type: 'hidden', name: 'ply', value: String(it.view.ply) }),
  h('label', { class: 'pick' }, h('span', { class: 'pick-name' }, t('replay.again.seat')), h('select', { class: 'field', name: 'seat' }, it.view.seats.map((/** @type {any} */ one) => h('option', { key: one.seat, value: String(one.seat) }, realName(it.view, one.seat))))),
  h('label', { class: 'pick' }, h('span', { class: 'pick-name' }, t('replay.again.level')), h('select', { class: 'field', name: 'level' }, LEVELS.map((level) => h('option', { key: level, value: level, selected: level === 'artisan' }, t(`bot.${level}`))))),
  h('button', { type: 'submit', class: 'btn' }, icon('play'), t('replay.again')));

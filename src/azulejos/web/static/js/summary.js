// The end of a game: who won and why, every point by reason, the score over the rounds, and what to do next.
import { NAMED, bars, curves, frame, legend, lineLegend } from './chart.js';
import { copyButton } from './copy.js';
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { icon } from './parts.js';
import { START, kinds, lines, standings, track } from './points.js';
import { owned, realName as named } from './seat.js';

/** Endings that came by the rules; the others broke the game off. */
const PLAYED = new Set(['row', 'stalemate', 'stopped', 'rounds']);

/** The one seat this viewer plays; on a shared device, or watching, nobody is "you". @param {any} view @returns {number|null} */
const own = (view) => (view.you?.length === 1 && view.kind !== 'device' ? view.you[0] : null);

/** @param {any} view @param {number} seat */
const who = (view, seat) => (seat === own(view) ? t('result.you') : named(view, seat));

/** A text in its form for "you" where that seat is the viewer's. @param {any} view @param {number} seat @param {string} key @param {Record<string, any>} [values] */
const told = (view, seat, key, values = {}) => t(seat === own(view) ? `${key}.you` : key, { name: named(view, seat), ...values });

/** Who made as many points as the winner or more, but did not play to the end: that wins no rated game. @param {any} view @returns {number[]} */
function passedOver({ result: { scores, winners }, seats, rated }) {
  const most = scores[winners[0]];
  const gone = (/** @type {number} */ seat) => rated && (seats[seat].out || seats[seat].resigned);
  return scores.map((/** @type {number} */ _, /** @type {number} */ seat) => seat)
    .filter((/** @type {number} */ seat) => !winners.includes(seat) && (scores[seat] > most || (scores[seat] === most && gone(seat))));
}

// --- the headline ---

/** "You win by 9", "Ana and Bea share the victory", "Ana resigned". @param {any} view @returns {string} */
export function headline(view) {
  const { scores, winners, ending, seat } = view.result;
  if (!PLAYED.has(ending)) return brokenOff(view, ending, seat, winners);
  if (winners.length > 1) return shared(view, winners);
  const [first] = winners;
  if (passedOver(view).length) return told(view, first, 'result.first'); // by how much would be about others
  const margin = scores[first] - Math.max(...scores.filter((/** @type {number} */ _, /** @type {number} */ other) => other !== first));
  return margin > 0 ? told(view, first, 'result.wins', { n: margin }) : told(view, first, 'result.tiebreak');
}

/** @param {any} view @param {string} ending @param {number|null} seat @param {number[]} winners */
function brokenOff(view, ending, seat, winners) {
  if (seat === null || seat === undefined) return t('result.broken');
  const mine = winners.includes(own(view) ?? -1) && winners.length === 1;
  return mine ? t(`result.${ending}.wins`, { name: named(view, seat) }) : told(view, seat, `result.${ending}`);
}

/** @param {any} view @param {number[]} winners */
function shared(view, winners) {
  const me = own(view);
  if (me === null || !winners.includes(me)) return t('result.shared', { names: list(winners.map((seat) => named(view, seat))) });
  return t('result.shared.you', { names: list([me, ...winners.filter((seat) => seat !== me)].map((seat) => who(view, seat))) });
}

// --- the line below it ---

/** The game, its variant, players, rounds, and why it ended. @param {any} view @returns {string[]} */
export function facts(view) {
  const { game, options, result } = view;
  const rounds = PLAYED.has(result.ending) ? result.breakdown[0].rounds.length : view.show.round; // who gives up does so in the middle of one
  return [
    t(`game.${game}`),
    options.wall === 'grey' && t('result.option.wall'), options.jokers && t('result.option.jokers'), options.side === 'grey' && t('result.option.side'),
    t('result.players', { n: view.seats.length }), t('result.rounds', { n: rounds }), why(view), ranOut(view), notCounted(view),
  ].filter(Boolean);
}

/** For whom a bot played on because their time had run out, unless that ended the game. @param {any} view */
const ranOut = ({ result, ...view }) => PLAYED.has(result.ending) && result.out?.length && t('result.out', { names: list(result.out.map((/** @type {number} */ seat) => named(view, seat))) });

/** Whose points did not win, since a bot made some of them. @param {any} view */
function notCounted(view) {
  const over = PLAYED.has(view.result.ending) ? passedOver(view) : [];
  return over.length > 0 && t('result.passed', { names: list(over.map((seat) => named(view, seat))) });
}

/** Why it ended, unless the headline has said so. @param {any} view @returns {string|null} */
function why(view) {
  const { ending, winners, scores } = view.result;
  if (!PLAYED.has(ending)) return winners.length && !winners.includes(own(view) ?? -1) ? winner(view, winners) : null;
  if (ending === 'stalemate' || ending === 'stopped') return t(`result.why.${ending}`);
  if (ending !== 'row') return null;
  const tied = winners.length === 1 && !passedOver(view).length && scores.filter((/** @type {number} */ s) => s === scores[winners[0]]).length > 1;
  return [rowsDone(view), tied && t('result.why.tiebreak')].filter(Boolean).join(' · ');
}

/** @param {any} view @param {number[]} winners */
const winner = (view, winners) => (winners.length === 1 ? t('result.why.winner', { name: named(view, winners[0]) }) : t('result.shared', { names: list(winners.map((seat) => named(view, seat))) }));

/** Who completed which rows (A43). @param {any} view @returns {string} */
function rowsDone(view) {
  const full = (/** @type {any} */ board) => board.wall.map((/** @type {string} */ row, /** @type {number} */ i) => (row.includes('.') ? 0 : i + 1)).filter(Boolean);
  const done = (view.show?.boards ?? []).map((/** @type {any} */ board, /** @type {number} */ seat) => ({ seat, rows: full(board) })).filter((/** @type {any} */ one) => one.rows.length);
  if (done.length === 1) return told(view, done[0].seat, 'result.why.row', { n: done[0].rows.length, rows: list(done[0].rows.map(String)) });
  return done.length ? t('result.why.rows', { names: list(done.map((/** @type {any} */ one) => (one.seat === own(view) ? t('room.you') : named(view, one.seat)))) }) : '';
}

// --- charts and table ---

/** The players from first to last, as the charts want them. @param {any} view */
function ranked(view) {
  const { scores, winners, breakdown } = view.result;
  return standings(scores, winners).map((seat) => ({ seat, name: who(view, seat), total: breakdown[seat].total }));
}

/** All lines of the table, the seats from first to last. @param {any} view */
function reckoned(view) {
  const { breakdown, ending } = view.result;
  const order = ranked(view).map(({ seat }) => breakdown[seat]);
  return lines(view.game, order, { finished: PLAYED.has(ending), grey: view.options.side === 'grey' });
}

/** @param {any} view @param {ReturnType<typeof ranked>} players */
function barChart(view, players) {
  const parts = kinds(reckoned(view)).map(({ kind, values }) => ({ kind, values, label: t(`result.kind.${kind}`) }));
  const said = players.map((one, i) => t('result.bars.one', { name: one.name, n: one.total, parts: parts.filter(({ values }) => values[i]).map(({ label, values }) => `${label} ${minus(values[i])}`).join(', ') })).join(' ');
  return [frame('bars', (width) => bars(width, players, parts, said)), legend(parts)];
}

/** @param {any} view @param {ReturnType<typeof ranked>} players */
function roundChart(view, players) {
  const { breakdown, ending } = view.result;
  const last = PLAYED.has(ending) ? t('result.chart.end') : t('result.chart.now');
  const tracks = players.map((one) => ({ ...one, track: [...track(view.game, breakdown[one.seat]), one.total] }));
  const marks = ['', ...breakdown[0].rounds.map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 1)), last];
  const said = tracks.map((one) => t('result.chart.one', { name: one.name, scores: one.track.slice(1).map(minus).join(', ') })).join(' ');
  return [frame('rounds', (width) => [curves(width, tracks, marks, `${t('result.chart')}. ${said}`), width < NAMED && lineLegend(players)])];
}

/** A number as people read it. @param {number} n */
const minus = (n) => (n < 0 ? `−${-n}` : String(n));

/** @param {any} view @param {ReturnType<typeof ranked>} players */
const table = (view, players) => h('table', { key: 'sums', class: 'sums' },
  h('caption', { class: 'sr' }, t('result.table')),
  h('thead', null, h('tr', null, h('td', null), players.map((one) => h('th', { key: one.seat, scope: 'col', 'data-seat': one.seat }, h('span', { class: 'sums-name', title: one.name }, one.name))))),
  h('tbody', null, reckoned(view).map((line) => h('tr', { key: line.key, class: `sums-${line.kind}` },
    h('th', { scope: 'row' }, t(...line.say)),
    line.values.map((value, i) => h('td', { key: players[i].seat, class: value < 0 && 'minus' }, value ? minus(value) : h('span', { class: 'nil' }, '0')))))),
  h('tfoot', null, h('tr', { class: 'total' }, h('th', { scope: 'row' }, t('result.total')), players.map((one) => h('td', { key: one.seat }, minus(one.total))))));

// --- what next ---

/** Who wants to play again, and what this viewer can do about it. @param {any} view @returns {'none'|'go'|'ask'|'answer'|'wait'} */
export function rematch(view) {
  const { agreed = [], table: next = null } = view.offers?.rematch ?? {};
  if (next) return 'go';
  const mine = owned(view);
  if (!view.can?.rematch && !mine.length) return 'none';
  if (!agreed.length) return view.can?.rematch ? 'ask' : 'none';
  return mine.some((seat) => agreed.includes(seat)) ? 'wait' : 'answer';
}

/** The first button of all, in whichever state the offer is. @param {any} view @param {any} act */
function again(view, act) {
  const state = rematch(view);
  if (state === 'go') return h('a', { key: 'again', class: 'btn primary', href: `/t/${view.offers.rematch.table}` }, icon('again'), t('result.rematch.go'));
  if (state === 'ask') return h('button', { key: 'again', type: 'button', class: 'btn primary', onClick: () => act.send({ type: 'rematch' }) }, icon('again'), t('result.rematch'));
  return null;
}

/** An offer that waits for an answer. @param {any} view @param {any} act */
function offer(view, act) {
  const state = rematch(view);
  const { agreed = [], needed = [] } = view.offers?.rematch ?? {};
  if (state === 'wait') {
    const open = needed.filter((/** @type {number} */ seat) => !agreed.includes(seat) && !owned(view).includes(seat));
    return h('p', { key: 'offer', class: 'banner', role: 'status' }, icon('again'), h('span', null, open.length ? t('result.rematch.wait', { names: list(open.map((/** @type {number} */ seat) => named(view, seat))) }) : t('result.rematch.soon')));
  }
  if (state !== 'answer') return null;
  const answer = (/** @type {boolean} */ yes) => () => act.send({ type: 'answer', to: 'rematch', yes });
  return h('div', { key: 'offer', class: 'banner rematch', role: 'status' }, icon('again'),
    h('b', null, t('result.rematch.asked', { n: agreed.length, names: list(agreed.map((/** @type {number} */ seat) => named(view, seat))) })),
    h('span', { class: 'banner-do' },
      h('button', { type: 'button', class: 'btn primary', onClick: answer(true) }, icon('check'), t('result.rematch.agree')),
      h('button', { type: 'button', class: 'btn', onClick: answer(false) }, t('result.rematch.decline'))));
}

/** @param {any} view @param {any} act */
const buttons = (view, act) => h('div', { key: 'do', class: 'result-do' },
  again(view, act),
  h('a', { key: 'replay', class: 'btn', href: `/t/${view.table}/replay` }, icon('play'), t('result.replay')),
  h('a', { key: 'record', class: 'btn', href: `/t/${view.table}/record`, download: '' }, icon('download'), t('result.record')),
  copyButton(t('result.copy'), () => `/t/${view.table}`),
  h('a', { key: 'new', class: 'btn', href: '/' }, icon('logo'), t('result.new')));

/**
 * What stands above the boards once a game is over.
 * @param {any} view @param {{send: (message: object) => void}} act
 */
export function summary(view, act) {
  if (!view.result) return [];
  const players = ranked(view);
  const broken = !PLAYED.has(view.result.ending);
  const bare = broken && view.result.breakdown.every((/** @type {any} */ seat) => !seat.rounds.length && seat.total === START[view.game]); // given up before anybody scored
  return [h('section', { key: 'summary', class: 'summary', 'aria-labelledby': 'result-title' },
    h('div', { key: 'head', class: 'panel result' },
      h('div', { class: 'result-head' },
        h('span', { class: 'avatar big', 'data-seat': view.result.winners[0] ?? view.result.seat ?? 0 }, icon(broken ? 'flag' : 'cup')),
        h('div', { class: 'result-words' }, h('h2', { id: 'result-title', class: 'result-title', tabindex: -1 }, headline(view)), h('p', { class: 'quiet' }, facts(view).join(' · '))),
        buttons(view, act)),
      offer(view, act),
      bare ? null : [h('h3', { key: 'bars', class: 'sr' }, t('result.bars')), barChart(view, players)]),
    bare ? null : h('div', { key: 'split', class: 'split' },
      h('div', { key: 'rounds', class: 'panel' }, h('h3', { class: 'panel-title' }, t('result.chart')), roundChart(view, players)),
      h('div', { key: 'sums', class: 'panel' }, h('h3', { class: 'panel-title' }, t('result.reasons')), h('div', { class: 'scroll-x' }, table(view, players)))))];
}

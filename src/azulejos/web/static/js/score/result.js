// The result of a sheet: who came where, where it is put on record, and what comes next.
import { h } from '../dom.js';
import { icon } from '../parts.js';
import { lang, list, t } from '../i18n.js';
import { called, refusals, seats } from './entering.js';
import { Model, browserStorage, newId, recall } from './model.js';
import { today } from './seats.js';
import { AZUL } from './tables.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const CHOSEN = 'azulejos.keep';
const OWN = 'own';
const MEDALS = ['🥇', '🥈', '🥉'];
const STAYS = ['game', 'wall', 'jokers', 'side', 'players', 'way'];

/** Complete rows as somebody says; what cannot be is not known, as it is for the reckoning. @param {any} said */
const rowsSaid = (said) => (Number.isInteger(said) && said >= 0 && said <= AZUL.mostRows ? said : null);

/** @param {State} state @param {number} seat */
const finalOf = ({ reckoning, fields }, seat) => ({
  total: reckoning.seats[seat].confirmed ?? reckoning.seats[seat].total ?? 0,
  rows: reckoning.game === 'azul' ? rowsSaid(fields[`rows/${seat}`]) ?? reckoning.seats[seat].rows ?? null : null, // R15: none in Pavilion
});

/** Everybody's place; who is level shares it. Rows part those level only where all of them are known (R5, R14, S53). @param {State} state @returns {number[]} */
export function places(state) {
  const all = seats(state).map((seat) => finalOf(state, seat));
  const open = all.map((own) => all.some((other) => other.total === own.total && other.rows === null));
  return all.map((own, seat) => 1 + all.filter((other) => other.total > own.total || (other.total === own.total && !open[seat] && (other.rows ?? 0) > (own.rows ?? 0))).length);
}

/** Who won, once everybody's total is confirmed; used at the end of every way. @param {State} state @param {Act} act */
export function outcome(state, act) {
  const missing = seats(state).filter((seat) => state.reckoning.seats[seat].confirmed === null);
  if (missing.length) return h('p', { key: 'outcome', class: 'hint' }, t('score.finish.wait', { n: missing.length, names: list(missing.map((seat) => called(state.fields, seat))) }));
  const ranks = places(state);
  return h('section', { key: 'outcome', class: 'panel outcome', 'aria-labelledby': 'outcome-title' },
    h('h2', { id: 'outcome-title', tabindex: '-1', 'aria-live': 'polite' }, heading(state, ranks)),
    h('ol', { key: 'places', class: 'places' }, seats(state).toSorted((a, b) => ranks[a] - ranks[b]).map((seat) => placeOf(state, seat, ranks))),
    state.reckoning.unresolved.length > 0 && h('p', { key: 'tie', class: 'field-odd' }, t('score.finish.unresolved', { names: list(state.reckoning.unresolved.map((/** @type {number} */ seat) => called(state.fields, seat))) })),
    keeping(state, act),
    h('p', { key: 'after', class: 'outcome-do' }, sharing(state, act, ranks),
      h('button', { key: 'again', type: 'button', class: 'btn', 'data-do': 'again', onClick: () => again(state.fields) }, icon('again'), t('score.finish.again'))));
}

/** @param {State} state @param {number[]} ranks */
function heading(state, ranks) {
  const first = seats(state).filter((seat) => ranks[seat] === 1);
  const names = list(first.map((seat) => called(state.fields, seat)));
  return first.length === 1 ? t('score.finish.wins', { name: names, n: finalOf(state, first[0]).total }) : t('score.finish.share', { names });
}

/** @param {State} state @param {number} seat @param {number[]} ranks */
function placeOf(state, seat, ranks) {
  const { total, rows } = finalOf(state, seat);
  return h('li', { key: `place-${seat}`, class: ranks[seat] === 1 ? 'first' : '', 'data-seat': seat },
    h('span', { class: 'place-n num' }, h('span', { class: 'sr' }, t('score.finish.place')), ` ${ranks[seat]} `),
    h('b', null, called(state.fields, seat)),
    parted(state, seat, ranks) && h('small', null, t('score.tell.rows', { n: rows ?? 0 })),
    h('span', { class: 'place-points num' }, total, h('span', { class: 'sr' }, ` ${t('score.finish.points', { n: total })}`)));
}

/** Whether somebody made the same points and yet took another place. @param {State} state @param {number} seat @param {number[]} ranks */
const parted = (state, seat, ranks) => seats(state).some((other) => finalOf(state, other).total === finalOf(state, seat).total && ranks[other] !== ranks[seat]);

// --- on record ---

/** The lists that the game can be kept in; one's own is always among them. @param {State} state @returns {Array<{id: string, name: string}>} */
function listsOf({ leagues }) {
  const own = leagues.find((league) => league.kind === OWN);
  const others = leagues.filter((league) => league.kind !== OWN && league.kind !== 'online');
  return [...others, own ?? { id: OWN, name: t('score.finish.own') }];
}

/** The one chosen now, chosen last, or the only league. @param {State} state */
function chosenList(state) {
  const lists = listsOf(state);
  const wished = [state.ui.keepIn, state.kept?.league, recall(browserStorage(), CHOSEN)].find((id) => lists.some((one) => one.id === id));
  return wished ?? lists[0].id;
}

/** @param {State} state @param {Act} act */
function keeping(state, act) {
  const { kept, changed } = state;
  const bad = Object.keys(state.problems).flatMap((key) => refusals(state, key));
  const keep = (/** @type {string} */ where) => () => {
    try { browserStorage()?.setItem(CHOSEN, JSON.stringify(where)); } catch { /* asked again next time */ }
    act.set({ keep: where });
    act.say(t(state.line === 'away' ? 'score.finish.keep.later' : 'score.finish.keep.sent'));
    document.getElementById('outcome-title')?.focus({ preventScroll: true }); // the button goes once it is kept
  };
  return h('div', { key: 'keeping', class: 'keeping' },
    kept ? onRecord(state, keep) : choosing(state, act, keep),
    bad.length > 0 && h('ul', { key: 'bad', class: 'field-bad' }, bad.map((words, i) => h('li', { key: String(i) }, words))),
    !bad.length && state.fields.keep && (!kept || changed) && state.line !== 'sent' && h('p', { key: 'later', class: 'hint' }, t(state.line === 'away' ? 'score.finish.keep.later' : 'score.finish.keep.sending')));
}

/** @param {State} state @param {Act} act @param {(where: string) => () => void} keep */
function choosing(state, act, keep) {
  const lists = listsOf(state);
  const where = chosenList(state);
  return [
    lists.length > 1 && h('label', { key: 'where', class: 'labelled' }, h('span', null, t('score.finish.keep.where')),
      h('select', { class: 'select', 'data-do': 'keep-in', value: where, onChange: (/** @type {any} */ event) => act.ui({ keepIn: event.currentTarget.value }) },
        lists.map((one) => h('option', { key: one.id, value: one.id, selected: one.id === where }, one.name)))),
    h('button', { key: 'keep', type: 'button', class: 'btn primary big', 'data-do': 'keep', onClick: keep(where) }, icon('check'), lists.length > 1 ? t('score.finish.keep') : t('score.finish.keep.own')),
  ];
}

/** @param {State} state @param {(where: string) => () => void} keep */
function onRecord(state, keep) {
  const { kept } = state;
  const league = state.leagues.find((one) => one.id === kept.league);
  return [
    h('p', { key: 'kept', class: 'kept' }, icon('check'), h('span', null, league ? t('score.finish.kept.in', { name: league.name }) : t('score.finish.kept')),
      h('a', { class: 'btn', 'data-do': 'record', href: `/l/${kept.league}/games/${kept.result}` }, t('score.finish.record')),
      h('a', { class: 'btn', 'data-do': 'board', href: `/l/${kept.league}` }, t('score.finish.board'))),
    state.changed && h('p', { key: 'changed', class: 'kept-changed' }, h('span', null, t('score.finish.changed')),
      h('button', { type: 'button', class: 'btn primary', 'data-do': 'keep', onClick: keep(kept.league) }, t('score.finish.keep.again'))),
  ];
}

// --- telling others, and another game ---

/** The game and its variant in words. @param {State} state */
export function gameWords({ fields }) {
  if (fields.game === 'pavilion') return t(`score.tell.pavilion${fields.side === 'grey' ? '-grey' : ''}`);
  return t(`score.tell.azul${fields.wall === 'grey' ? '-grey' : ''}${fields.jokers === true ? '-jokers' : ''}`);
}

/** The result as lines of text. @param {State} state @param {number[]} ranks */
export function telling(state, ranks) {
  const { fields } = state;
  const day = /^\d{4}-\d\d-\d\d$/.test(fields.played ?? '') ? new Date(`${fields.played}T12:00`) : new Date();
  const order = seats(state).toSorted((a, b) => ranks[a] - ranks[b]);
  const line = (/** @type {number} */ seat) => {
    const { total, rows } = finalOf(state, seat);
    const told = t('score.tell.line', { place: MEDALS[ranks[seat] - 1] ?? `${ranks[seat]}.`, name: called(fields, seat), n: total });
    return parted(state, seat, ranks) ? `${told} ${t('score.tell.rows', { n: rows ?? 0 })}` : told;
  };
  return [
    t('score.tell.title', { game: gameWords(state), date: new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(day) }),
    ...order.map(line),
    ranks.filter((rank) => rank === 1).length > 1 && t('score.tell.shared'),
    state.reckoning.unresolved.length > 0 && t('score.tell.unresolved'),
    fields.note,
  ].filter(Boolean).join('\n');
}

/** @param {State} state @param {Act} act @param {number[]} ranks */
function sharing(state, act, ranks) {
  const share = async () => {
    const text = telling(state, ranks);
    try {
      if (navigator.share) await navigator.share({ text });
      else { await navigator.clipboard.writeText(text); act.ui({ shared: true }); act.say(t('score.finish.copied')); }
    } catch (error) {
      if (/** @type {any} */ (error)?.name !== 'AbortError') act.ui({ shareText: text }); // refused: to be copied by hand
    }
  };
  return [
    h('button', { key: 'share', type: 'button', class: 'btn', 'data-do': 'share', onClick: share }, icon('share'), state.ui.shared ? t('score.finish.copied') : t('score.finish.text')),
    state.ui.shareText && h('textarea', { key: 'text', class: 'field share-text', readonly: true, rows: 5, 'aria-label': t('score.finish.text'), value: state.ui.shareText }),
  ];
}

/** The fields of another game with the same people. @param {Record<string, any>} fields @param {Date} [now] @returns {Record<string, any>} */
export function another(fields, now = new Date()) {
  const people = Object.entries(fields).filter(([key]) => /^(name|person)\/[0-3]$/.test(key));
  const same = STAYS.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]);
  return { ...Object.fromEntries([...same, ...people]), rounds: 1, played: today(now) };
}

/** @param {Record<string, any>} fields */
function again(fields) {
  const model = new Model(newId());
  model.set(another(fields));
  location.assign(`/s/${model.id}`);
}

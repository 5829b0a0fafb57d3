// Passing: what is kept, what is lost, said exactly; and passing by itself when nothing can be placed.
import { h } from './dom.js';
import { colour, groups, rhomb } from './parts.js';
import { t } from './i18n.js';
import { follow } from './paying.js';
import { prefs } from './prefs.js';
import { counted, written } from './pavwords.js';

/** Which tiles the player means to keep: the server's proposal until something was changed. @param {any} view @param {any} ui @returns {Record<string, number>} */
export const keeping = (view, ui) => ui.keep ?? counted(view.choices.pass.keep);

const sum = (/** @type {Record<string, number>} */ counts) => Object.values(counts).reduce((a, b) => a + b, 0);

/** What passing with these tiles kept means. A score never falls below 1 (S5). @param {any} view @param {Record<string, number>} keep */
export function passCost(view, keep) {
  const { hand, most, lost, keep: proposed } = view.choices.pass;
  const kept = sum(keep); const discards = hand.length - kept; const score = view.show.boards[view.acting].score;
  return { kept, discards, most: Math.min(most, hand.length), lost: kept === proposed.length ? lost : Math.min(discards, score - 1) };
}

/** "Passing now keeps 4, loses 4 tiles: −4". @param {{kept: number, discards: number, lost: number}} cost */
export function passWords({ kept, discards, lost }) {
  if (!kept && !discards) return t('pavilion.pass.empty');
  if (!discards) return t('pavilion.pass.all', { n: kept });
  return kept ? t('pavilion.pass.some', { kept, n: discards, lost: lost ? `−${lost}` : '0' }) : t('pavilion.pass.none', { n: discards, lost: lost ? `−${lost}` : '0' });
}

/** The line below the payments. @param {any} view @param {any} act */
export function passLine(view, act) {
  const cost = passCost(view, counted(view.choices.pass.keep));
  return h('div', { key: 'pass', class: 'pass' },
    h('p', null, passWords(cost)),
    h('button', { key: 'pass', type: 'button', class: `btn${view.choices.spaces.length ? '' : ' primary'}`, 'data-do': 'pass', 'aria-keyshortcuts': 'p', onClick: (/** @type {MouseEvent} */ event) => { openPass(view, act); follow(event, '[data-do="pass-now"]', act); } }, t('pavilion.pass.open')));
}

/** Nothing in hand: nothing to choose. @param {any} view @param {any} act */
export function openPass(view, act) {
  if (!view.choices.pass.hand) act.play('pass');
  else act.set({ passing: true, star: null, picked: null, pay: null });
}

/** Whether the chooser is open: asked for, or because nothing else is left to do. @param {any} view @param {any} ui */
export const isPassing = (view, ui) => Boolean(ui.passing) || (!view.choices.spaces.length && view.choices.pass.hand !== '');

/** The chooser of what to keep. @param {any} view @param {any} ui @param {any} act */
export function passing(view, ui, act) {
  const keep = keeping(view, ui); const cost = passCost(view, keep); const text = `pass${cost.kept ? `=${written(keep)}` : ''}`;
  return [
    h('h2', { key: 'head', class: 'eyebrow', id: 'pay-title' }, t('pavilion.pass.title', { n: cost.most })),
    !view.choices.spaces.length && h('p', { key: 'must', class: 'pay-hint' }, t('pavilion.pay.none')),
    h('ul', { key: 'keep', class: 'keep' }, groups(view.choices.pass.hand, 'pavilion').map(([letter, n]) => stepper(letter, n, keep, cost, view, act))),
    h('p', { key: 'cost', class: 'pass-cost', role: 'status' }, passWords(cost), cost.lost < cost.discards && h('small', null, ' ', t('pavilion.pass.least'))),
    warning(view, cost),
    h('div', { key: 'do', class: 'pass-do' },
      view.choices.spaces.length > 0 && h('button', { key: 'back', type: 'button', class: 'btn', 'data-do': 'stay', onClick: (/** @type {MouseEvent} */ event) => { act.set({ passing: false, keep: null }); follow(event, '[data-do="pass"]', act); } }, t('pavilion.pass.back')),
      h('button', { key: 'go', type: 'button', class: 'btn primary', 'data-do': 'pass-now', onClick: () => act.play(text) }, cost.lost ? t('pavilion.pass.cost', { lost: `−${cost.lost}` }) : t('pavilion.pass.go'))),
  ];
}

/** @param {string} letter @param {number} has @param {Record<string, number>} keep @param {any} cost @param {any} view @param {any} act */
function stepper(letter, has, keep, cost, view, act) {
  const n = keep[letter] ?? 0; const set = (/** @type {number} */ to) => act.set({ keep: { ...keep, [letter]: to } });
  const full = cost.kept >= cost.most;
  return h('li', { key: letter, class: letter === view.show.wild ? 'is-wild' : '' }, rhomb(letter),
    h('button', { key: 'less', type: 'button', class: 'btn icon-only', 'aria-disabled': n ? null : 'true', 'aria-label': t('pavilion.keep.less', { colour: colour(letter), n }), onClick: () => n && set(n - 1) }, '−'),
    h('span', { key: 'n', class: 'num' }, h('b', null, n), h('small', null, t('pavilion.keep.of', { n: has }))),
    h('button', { key: 'more', type: 'button', class: 'btn icon-only', 'aria-disabled': n < has && !full ? null : 'true', 'aria-label': t('pavilion.keep.more', { colour: colour(letter), n }), onClick: () => n < has && !full && set(n + 1) }, '+'));
}

/** Only where the choice is worse whatever happens. @param {any} view @param {any} cost */
function warning(view, cost) {
  if (view.show.round === 6) return cost.kept > 0 && h('p', { key: 'warn', class: 'warn' }, t('pavilion.warn.last', { n: cost.kept }));
  return cost.kept < cost.most && h('p', { key: 'warn', class: 'warn' }, t('pavilion.warn.fewer', { n: cost.most - cost.kept }));
}

// --- passing by itself: a switch that holds for one round ---

/** The round for which this table's switch was turned, and the plies at which this page passed by itself. */
const auto = { round: '', on: false, passed: new Set() };
const roundOf = (/** @type {any} */ view) => `${view.table} ${view.show.round}`;

/** @param {any} view */
export const autopass = (view) => (auto.round === roundOf(view) ? auto.on : prefs.get().autopass);
/** Whether this page made that entry by itself. @param {any} view @param {number} ply */
export const passedByItself = (view, ply) => auto.passed.has(`${view.table} ${ply}`);

/** @param {any} view @param {any} act */
export const autoSwitch = (view, act) => h('label', { key: 'auto', class: 'autopass' },
  h('input', { type: 'checkbox', checked: autopass(view), onChange: (/** @type {any} */ event) => { Object.assign(auto, { round: roundOf(view), on: event.target.checked }); act.set({}); } }),
  h('span', null, t('pavilion.auto')));

/** Passes with the server's proposal where nothing can be placed and the player asked for it. @param {any} view @param {any} ui @param {any} act */
export function passByItself(view, ui, act) {
  const { choices } = view; const mark = `${view.table} ${view.ply}`;
  if (!act.can || choices?.kind !== 'place' || choices.spaces.length || ui.keep || !autopass(view) || auto.passed.has(mark)) return;
  auto.passed.add(mark);
  setTimeout(() => act.play(`pass${choices.pass.keep ? `=${choices.pass.keep}` : ''}`), 0); // after this drawing
}

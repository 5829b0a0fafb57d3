// Summer Pavilion on the table page: where everything stands in each phase, and the move in hand. It knows no rules.
import { h } from './dom.js';
import { ORDER, colour, icon, rhomb } from './parts.js';
import { t } from './i18n.js';
import { takenFrom } from './market.js';
import { autoSwitch, isPassing, passByItself, passLine, passing } from './passing.js';
import { follow, payOf, paying, usable, waiting } from './paying.js';
import { narrow, otherBoard, ownBoard, remember } from './pavboards.js';
import { counts, goals } from './goals.js';
import { reveal } from './reveal.js';
import { order } from './seat.js';
import { bonus, hand, pickedTiles, supply } from './supply.js';
import { acquiring, groupOf, groupWords } from './taking.js';
import { capital, payWords, spaceName } from './pavwords.js';

export { drop, keys, lift, start } from './pavkeys.js';
export { passedByItself as byItself } from './passing.js';
export { account, spokenStory, steps } from './pavstory.js';
export { sentence, spoken } from './pavlog.js';
export const typedExample = 'B4=BBBO';
/** For the list of keys in the menu. */
export const shortcuts = [['←↑→↓', 'pavilion.keys.arrows'], ['Enter', 'pavilion.keys.enter'], ['1–9', 'pavilion.keys.digits'], ['P', 'pavilion.keys.pass'], ['Esc', 'pavilion.keys.back']];

/** Draws the page again: stars or spaces are the buttons as the width has it. */
let again = () => {};
narrow?.addEventListener?.('change', () => again());

/** @param {any} view */
const taking = (view) => view.show.phase === 'acquire' || view.show.phase === 'deal';

/** @param {any} view @param {any} ui @param {any} act */
export function draw(view, ui, act) {
  again = () => act.set({});
  remember(view);
  passByItself(view, ui, act);
  reveal(view, ui);
  const [own, ...others] = order(view); const market = taking(view);
  return [
    view.show.phase !== 'over' && wildOf(view),
    h('div', { key: 'pavilion', class: `pavtable ${market ? 'is-taking' : 'is-placing'}` },
      market && h('div', { key: 'taking', class: 'taking' }, view.show.round === 1 && h('p', { key: 'hint', class: 'taking-hint' }, t('pavilion.hint.acquire')), acquiring(view, ui, act), act.can && tray(view, ui, act)),
      ownBoard(view, own, ui, act),
      desk(view, own, ui, act),
      h('div', { key: 'rest', class: 'rest' }, others.map((seat) => otherBoard(view, seat)), act.rail),
      h('div', { key: 'aids', class: 'aids' }, goals(view, own), counts(view))),
  ];
}

/** "Taking tiles", "Placing". @param {any} view */
export const phaseName = (view) => t(`pavilion.phase.${view.show.phase === 'deal' ? 'acquire' : view.show.phase}`);

/** What is to be decided, in a few words. @param {any} view */
export function asks(view) {
  const { choices } = view;
  if (choices?.kind === 'bonus') return t('pavilion.bonus.title', { n: choices.due });
  if (choices?.kind !== 'place') return phaseName(view);
  return choices.spaces.length ? t('pavilion.star.open', { n: choices.spaces.length }) : t('pavilion.pay.none');
}

/** The end in sight. @param {any} view */
export const banner = (view) => (view.show?.round === 6 && view.status === 'playing' ? { icon: 'flag', body: [h('b', null, t('pavilion.last')), ' ', t('pavilion.last.note')] } : null);

// --- round and wild colour, always in sight ---

/** @param {any} view */
function wildOf(view) {
  const { round, wild } = view.show;
  return h('section', { key: 'wild', class: 'panel wild', 'aria-label': t('pavilion.wild.title') },
    wild && h('p', { key: 'now', class: 'wild-now' }, rhomb(wild), h('span', null, h('small', null, t('pavilion.round', { n: round })), h('b', null, t(`pavilion.wild.${wild}`)))),
    view.you?.length > 0 && view.status === 'playing' && h('p', { key: 'hint', class: 'wild-hint' }, t(`pavilion.hint.${taking(view) ? 'acquire' : 'place'}`)),
    h('ol', { key: 'track', class: 'wild-track', 'aria-label': t('pavilion.track') }, [...ORDER.pavilion].map((letter, i) =>
      h('li', { key: letter, class: i + 1 < round ? 'past' : '', 'aria-current': i + 1 === round ? 'step' : null }, rhomb(letter), h('span', null, i + 1), h('span', { class: 'sr' }, colour(letter))))));
}

// --- the move in hand, where the player wants to confirm it ---

/** @param {any} view @param {any} ui @param {any} act */
export function tray(view, ui, act) {
  const group = groupOf(view, ui.picked);
  if (group) return trayOf(rhomb(group.colour), capital(takenFrom(groupWords(group), group.from)), [group.lost > 0 && h('span', { key: 'lost', class: 'chip bad' }, t('pavilion.lost', { n: group.lost }))], t('pavilion.take'), () => act.play(group.move), (event) => { act.set({ picked: null }); follow(event, `[data-group="${group.key}"]`, act); });
  const one = ui.pay && usable(view).get(ui.picked); const pay = one && payOf(one, ui);
  if (!pay) return null;
  const chips = [h('span', { key: 'points', class: 'chip good' }, t('pavilion.points', { n: one.points })), one.due > 0 && h('span', { key: 'due', class: 'chip cobalt' }, t('pavilion.bonus', { n: one.due }))];
  return trayOf(rhomb(pay.tile), t('site.says', { who: capital(spaceName(one.space, view.show)), what: payWords(pay) }), chips, t('pavilion.lay'), () => act.play(pay.move), (event) => { act.set({ pay: null }); follow(event, `[data-pay="${pay.move}"]`, act); });
}

/** @param {any} sign @param {string} words @param {any[]} chips @param {string} go @param {() => void} play @param {(event: MouseEvent) => void} cancel */
const trayOf = (sign, words, chips, go, play, cancel) => h('div', { key: 'tray', class: 'tray', role: 'group', 'aria-label': t('pavilion.tray') },
  h('p', { class: 'tray-what' }, sign, h('span', null, words)), chips,
  h('div', { class: 'tray-do' }, h('button', { key: 'no', type: 'button', class: 'btn', 'data-do': 'cancel', onClick: cancel }, t('pavilion.cancel')),
    h('button', { key: 'yes', type: 'button', class: 'btn primary', 'data-do': 'confirm', onClick: play }, icon('check'), go)));

// --- the desk: paying, passing, bonus, hand, supply ---

/** @param {any} view @param {number} seat @param {any} ui @param {any} act */
function desk(view, seat, ui, act) {
  const kind = act.can ? view.choices?.kind : null; const one = kind === 'place' ? usable(view).get(ui.picked) : null; const group = groupOf(view, ui.picked);
  const change = group ? { more: group.colour.repeat(group.count) + (view.show.wild ?? '').repeat(group.wild) } : kind === 'bonus' ? { more: pickedTiles(ui) } : one ? { less: payOf(one, ui).paid } : {};
  const playing = view.you?.length > 0 && view.status === 'playing'; const over = view.show.phase === 'over';
  return h('div', { key: 'desk', class: 'desk' }, // the hand first: it stays where it is whatever there is to do
    !over && h('section', { key: 'hand', class: 'panel in-hand', 'aria-labelledby': 'hand-title' }, h('h2', { class: 'eyebrow', id: 'hand-title' }, t('pavilion.hand')), hand(view, seat, { ...change, drag: kind === 'place' && !narrow?.matches })),
    kind === 'place' && placing(view, ui, act),
    kind === 'bonus' && h('section', { key: 'bonus', class: 'panel now', 'aria-labelledby': 'supply-title' }, bonus(view, ui, act)),
    !kind && playing && !over && !taking(view) && h('section', { key: 'paying', class: 'panel paying waiting', 'aria-labelledby': 'pay-title' }, waiting(view, seat)),
    kind !== 'bonus' && !over && h('section', { key: 'supply', class: 'panel', 'aria-labelledby': 'supply-title' }, h('h2', { class: 'eyebrow', id: 'supply-title' }, t('pavilion.supply'), ' ', h('span', { class: 'quiet' }, t('pavilion.supply.note'))), supply(view)),
    playing && view.show.phase === 'place' && autoSwitch(view, act));
}

/** @param {any} view @param {any} ui @param {any} act */
function placing(view, ui, act) {
  return h('section', { key: 'paying', class: `panel paying${isPassing(view, ui) || ui.star || ui.picked ? ' now' : ''}`, 'aria-labelledby': 'pay-title' },
    isPassing(view, ui) ? passing(view, ui, act) : [paying(view, ui, act), tray(view, ui, act), passLine(view, act)]);
}

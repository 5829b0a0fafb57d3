// Taking tiles: the shared market with rhombi. A colour brings one wild along; the price of the marker stands on the groups.
import { h } from './dom.js';
import { t } from './i18n.js';
import { market, takenFrom, tilesOf } from './market.js';

/** What a group would bring. @param {any} view @param {string|null} key */
export const groupOf = (view, key) => (view.choices?.kind === 'acquire' ? view.choices.groups.find((/** @type {any} */ one) => one.key === key) : null);

/** "2 red and one wild". @param {any} group */
export const groupWords = (group) => (group.wild ? t('pavilion.with_wild', { tiles: tilesOf(group.colour, group.count) }) : tilesOf(group.colour, group.count));

/** @param {any} view @param {any} ui @param {any} act */
export function acquiring(view, ui, act) {
  const { wild } = view.show;
  const arrange = (/** @type {string} */ _tiles, /** @type {string} */ from, /** @type {any[]} */ all) => all.map((lot) => {
    const group = groupOf(view, lot.key);
    const label = group ? [takenFrom(groupWords(group), from), group.lost > 0 && t('pavilion.costs', { n: group.lost })].filter(Boolean).join(', ') : lot.label;
    const still = lot.colour === wild && all.length > 1; // a wild is never chosen beside another colour: one comes along (S22, S25)
    return { ...lot, label, still, can: Boolean(act.can && group), pressed: ui.picked === lot.key, comes: still && ui.picked?.[0] === from };
  }).sort((a, b) => Number(a.still) - Number(b.still));
  const node = market(view, ui, act, { arrange, pick: (key, byKeyboard) => take(key, view, ui, act, byKeyboard), note: t('pavilion.marker.centre') });
  return priced(node, view);
}

/** The first to take from the centre sees the price on every group there (S26). @param {any} node @param {any} view */
function priced(node, view) {
  const group = node.props?.['data-group'] && groupOf(view, node.props['data-group']);
  const children = node.children?.map((/** @type {any} */ child) => (typeof child === 'string' ? child : priced(child, view)));
  if (group?.lost) children.push(h('span', { key: 'price', class: 'chip bad', 'aria-hidden': 'true' }, `−${group.lost}`));
  return { ...node, children };
}

/** @param {string} key @param {any} view @param {any} ui @param {any} act @param {boolean} [byKeyboard] */
export function take(key, view, ui, act, byKeyboard = false) {
  const group = groupOf(view, key);
  if (!group) return;
  if (!act.confirm) { act.play(group.move); return; }
  const letGo = ui.picked === key;
  act.set({ picked: letGo ? null : key });
  if (byKeyboard && !letGo) act.focus?.('[data-do="confirm"]');
}

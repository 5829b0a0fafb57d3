// Pillars, statues and windows: our own ornaments, what each pays, and a pip for each space around it.
import { h } from './dom.js';
import { t } from './i18n.js';
import { at, middleOf } from './starmap.js';
import { capital, structureWords } from './pavwords.js';

export const RHOMBUS = 'M0-84 48.4 0 0 84-48.4 0z';
export const fixed = (/** @type {number} */ n) => Number(n.toFixed(1));

/** Ornaments of our own: a fluted column seen from above, an urn, an arched lattice. All upright. */
const ORNAMENT = {
  pillar: () => [h('circle', { class: 'draw', r: 23 }), h('circle', { class: 'draw thin', r: 27, 'stroke-dasharray': '3 7.6' })],
  statue: () => [h('path', { class: 'draw', d: 'M-13-29h26M-9-29c-1 7-15 11-15 25 0 13 10 18 14 24h20c4-6 14-11 14-24 0-14-14-18-15-25M-14 26h28' })],
  window: () => [h('path', { class: 'draw', d: 'M-23 24V-6a23 23 0 0 1 46 0v30z' })],
};

/** A pillar, statue or window: what it pays, and a pip for each space around. @param {import('./starmap.js').Structure} one @param {any} board @param {string} side @param {{done?: string[]}} marks @param {boolean} named */
export function structure(one, board, side, marks, named) {
  const { name, needs } = board.structures[one.index];
  const soon = marks.done?.includes(name); // the placement in hand completes it
  const state = !needs.length ? 'done' : soon ? 'soon' : needs.length === 1 ? 'near' : '';
  const words = structureWords(one.kind, one.stars, side);
  const says = needs.length ? t('pavilion.structure.open', { what: words, n: needs.length, all: one.spaces.length, pays: one.pays }) : t('pavilion.structure.done', { what: words });
  return h('g', { key: `s${one.index}`, class: `structure ${one.kind} ${state}`, 'data-structure': one.index, transform: `translate(${fixed(one.spot[0])} ${fixed(one.spot[1])})`, ...(named ? { role: 'img', 'aria-label': capital(says) } : null) },
    one.kind === 'window'
      ? h('path', { class: 'body', d: 'M-34 0 16-80Q44 0 16 80z', transform: `rotate(${one.turn})` })
      : h('path', { class: 'body', d: RHOMBUS, transform: `rotate(${one.kind === 'statue' ? one.turn + 90 : one.turn})` }), // the short diagonal joins the two stars
    ORNAMENT[one.kind](),
    h('text', { class: 'open', y: 9 }, needs.length ? `+${one.pays}` : '✓'),
    one.spaces.map((name) => pip(one, name, needs.includes(name))));
}

/** Each pip lies on the side of the space it stands for. @param {import('./starmap.js').Structure} one @param {string} name @param {boolean} open */
function pip(one, name, open) {
  const [x, y] = one.spot; const [sx, sy] = middleOf(name); const d = Math.hypot(sx - x, sy - y);
  const [px, py] = one.kind === 'window' ? at(one.turn + (name.endsWith('6') ? 90 : -90), 0.46) : [((sx - x) / d) * 36, ((sy - y) / d) * 36];
  return h('circle', { key: name, class: open ? 'pip' : 'pip on', cx: fixed(px), cy: fixed(py), r: 6 });
}

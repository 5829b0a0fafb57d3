// Charts of a finished game, drawn at the true width of their frame: points by reason as bars, the score over the rounds as lines.
// They get words and numbers; no rules and no texts live here.
import { h, patch } from './dom.js';

// --- scales: pure ---

/** Round numbers from at most `least` to at least `most`, about `wanted` of them. @param {number} least @param {number} most @param {number} [wanted] @returns {number[]} */
export function ticks(least, most, wanted = 4) {
  const rough = Math.max(most - least, 1) / wanted;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 3, 5, 10].map((n) => n * ten).find((n) => n >= rough * 0.999) ?? 10 * ten);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** A straight scale. @param {number} from @param {number} to @param {number} start @param {number} end */
export const scale = (from, to, start, end) => (/** @type {number} */ value) => start + (value - from) / (to - from || 1) * (end - start);

/** Moves labels apart so that none is nearer than `gap` to another and none leaves least..most; their order stays. @param {number[]} wanted @param {number} gap @param {number} least @param {number} most @returns {number[]} */
export function spread(wanted, gap, least, most) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const at = [...wanted];
  order.forEach((i, n) => { at[i] = Math.max(at[i], n ? at[order[n - 1]] + gap : least); });
  [...order].reverse().forEach((i, n, back) => { at[i] = Math.min(at[i], n ? at[back[n - 1]] - gap : most); });
  return at;
}

/** @param {string} text @param {number} most @returns {string} */
export const short = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text);

/** @param {number} n */
const px = (n) => n.toFixed(1);
/** @param {number} n */
const number = (n) => (n < 0 ? `−${-n}` : String(n));

// --- the frame: measures itself ---

/** @type {Map<string, number>} */
const widths = new Map();
const watch = globalThis.ResizeObserver && new ResizeObserver((seen) => seen.forEach(({ target, contentRect }) => /** @type {any} */ (target).redraw?.(Math.round(contentRect.width))));

/**
 * A place for a chart, drawn again whenever its width changes, so that type keeps its size on a phone.
 * @param {string} name @param {(width: number) => import('./dom.js').Child} draw
 */
export function frame(name, draw) {
  const width = widths.get(name);
  const ref = (/** @type {any} */ el) => {
    if (!el.redraw) watch?.observe(el);
    el.redraw = (/** @type {number} */ wide) => {
      if (wide < 1 || (wide === widths.get(name) && el.firstChild)) return;
      widths.set(name, wide);
      patch(el, draw(wide));
    };
  };
  return h('div', { key: name, class: 'chart-frame', ref }, width ? draw(width) : null);
}

// --- textures: each reason has a hue and a weave, so that the bars also read in grey ---

const WEAVE = 8;
/** What is drawn into a square of 8. @type {Record<string, Array<[string, Record<string, any>]>>} */
const WEAVES = {
  rows: [['rect', { y: 1, width: WEAVE, height: 3 }]],
  columns: [['rect', { x: 1, width: 3, height: WEAVE }]],
  colours: [['circle', { cx: 4, cy: 4, r: 2.2 }]],
  slant: [['path', { d: 'M-2 2 2-2M0 8 8 0M6 10l4-4', class: 'thread-line' }]],
  cross: [['path', { d: 'M0 0 8 8M8 0 0 8', class: 'thread-line' }]],
  zigzag: [['path', { d: 'M0 6 4 2 8 6', class: 'thread-line' }]],
};
/** Which weave a reason wears; wall and placed tiles, the most of every score, stay plain. @type {Record<string, string>} */
const WORN = { rows: 'rows', columns: 'columns', colours: 'colours', floor: 'slant', stars: 'columns', numbers: 'colours', marker: 'zigzag', discards: 'slant', corners: 'cross', clamp: 'slant', unfinished: 'rows', start: 'zigzag' };

/** The patterns of these reasons; one takes its colour where it is defined, so each reason has its own. @param {string[]} kinds */
const weaves = (kinds) => h('defs', { key: 'weaves' }, kinds.filter((kind) => WORN[kind]).map((kind) =>
  h('pattern', { key: kind, id: `weave-${kind}`, class: `reason reason-${kind}`, width: WEAVE, height: WEAVE, patternUnits: 'userSpaceOnUse' },
    WEAVES[WORN[kind]].map(([tag, props]) => h(tag, { class: 'thread', ...props })))));

/** A piece of a bar: the hue, below it a frieze in its weave. @param {string} kind @param {{x: number, y: number, width: number, height: number}} box @param {number} band how high the frieze is */
function cloth(kind, { x, y, width, height }, band) {
  return [
    h('rect', { class: 'bar-part', x: px(x), y, width: px(width), height, rx: 4 }),
    WORN[kind] && h('rect', { class: 'bar-weave', x: px(x + 1), y: y + height - band - 1, width: px(Math.max(width - 2, 0)), height: band, fill: `url(#weave-${kind})` }),
    h('rect', { class: 'bar-edge', x: px(x), y, width: px(width), height, rx: 4 }),
  ];
}

// --- bars ---

/** @typedef {{seat: number, name: string, total: number}} Who */
/** @typedef {{kind: string, label: string, values: number[]}} Kind values in the order of `who` */

/** Heights are chosen so that the weaves, laid out in squares of 8, start at the edge of every frieze. */
const TALL = 36;
const PITCH = { wide: 56, narrow: 72 };
const TOP = { wide: 1, narrow: 25 };

/** What the bars' colours mean; the weaves are those of the bars beside it. @param {Kind[]} kinds */
export const legend = (kinds) => h('ul', { key: 'legend', class: 'legend' }, kinds.map(({ kind, label }) =>
  h('li', { key: kind }, h('svg', { class: `reason reason-${kind}`, viewBox: '0 0 22 18', 'aria-hidden': 'true' }, cloth(kind, { x: 1, y: 1, width: 20, height: 16 }, 8)), label)));

/**
 * Stacked bars: gains to the right of the axis, losses to the left, the total at the end.
 * @param {number} width @param {Who[]} who @param {Kind[]} kinds @param {string} label
 */
export function bars(width, who, kinds, label) {
  const narrow = width < 560;
  const size = narrow ? 'narrow' : 'wide';
  const left = narrow ? 1 : Math.min(150, 24 + 8.5 * Math.max(...who.map(({ name }) => Math.min([...name].length, 16))));
  const total = (/** @type {number} */ i, /** @type {number} */ sign) => kinds.reduce((all, { values }) => all + (values[i] * sign > 0 ? values[i] : 0), 0);
  const most = Math.max(1, ...who.map((_, i) => total(i, 1)));
  const least = Math.min(0, ...who.map((_, i) => total(i, -1)));
  const x = scale(least, most, left, width - 54);
  const high = TOP[size] + PITCH[size] * (who.length - 1) + TALL + 4;
  return h('svg', { class: 'chart', viewBox: `0 0 ${width} ${high}`, width, height: high, role: 'img', 'aria-label': label },
    weaves(kinds.map(({ kind }) => kind)),
    who.map((one, i) => bar(one, kinds.map(({ kind, values }) => ({ kind, value: values[i] })), x, TOP[size] + i * PITCH[size], narrow)));
}

/** One player's bar. @param {Who} one @param {Array<{kind: string, value: number}>} parts @param {(value: number) => number} x @param {number} y @param {boolean} narrow */
function bar(one, parts, x, y, narrow) {
  const end = { plus: 0, minus: 0 };
  const pieces = parts.filter(({ value }) => value).map(({ kind, value }) => {
    const side = value > 0 ? 'plus' : 'minus';
    const from = end[side];
    end[side] += value;
    const [a, b] = [x(Math.min(from, end[side])), x(Math.max(from, end[side]))];
    const text = number(value);
    return h('g', { key: kind, class: `reason reason-${kind}` },
      h('title', null, text),
      cloth(kind, { x: a, y, width: b - a, height: TALL }, 12),
      b - a > 10 + 8 * text.length && h('text', { class: 'in', x: px((a + b) / 2), y: y + 17, 'text-anchor': 'middle' }, text));
  });
  return h('g', { key: one.seat, 'data-seat': one.seat },
    narrow ? h('text', { class: 'who', x: 0, y: y - 7 }, short(one.name, 28)) : h('text', { class: 'who', x: 0, y: y + 24 }, short(one.name, 16)),
    pieces,
    h('line', { class: 'axis', x1: px(x(0)), x2: px(x(0)), y1: y - 4, y2: y + TALL + 4 }),
    h('text', { class: 'bar-sum', x: px(x(end.plus) + 9), y: y + 26 }, number(one.total)));
}

// --- lines ---

/** From this width on names stand at the ends of their lines; below it a legend has them. */
export const NAMED = 420;

/** A dot of its own shape for every seat, so that lines also tell apart in grey. @param {number} seat @param {number} x @param {number} y @param {string} [key] */
function dot(seat, x, y, key) {
  const shape = [`M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0`, 'M-4-4h8v8h-8z', 'M0-5.5 5.5 0 0 5.5-5.5 0z', 'M0-5.2 5 4h-10z'][seat % 4];
  return h('path', { key, class: 'dot', d: shape, transform: `translate(${px(x)} ${px(y)})` });
}

/** A short piece of a seat's line, for the legend. @param {number} seat */
const sample = (seat) => h('svg', { class: 'line-sample', viewBox: '0 0 40 14', 'data-seat': seat, 'aria-hidden': 'true' },
  h('path', { class: 'curve', 'data-seat': seat, d: 'M2 7H38' }), dot(seat, 20, 7));

/** @param {Who[]} who */
export const lineLegend = (who) => h('ul', { key: 'lines', class: 'legend' }, who.map(({ seat, name }) => h('li', { key: seat }, sample(seat), name)));

/**
 * One line per player over the rounds; `marks` names the places along the bottom (the first is the start).
 * @param {number} width @param {Array<Who & {track: number[]}>} who @param {string[]} marks @param {string} label
 */
export function curves(width, who, marks, label) {
  const height = width < NAMED ? 240 : 300;
  const named = width >= NAMED;
  const right = width - (named ? 28 + 8 * Math.max(...who.map(({ name }) => Math.min([...name].length, 14))) : 40);
  const steps = ticks(Math.min(0, ...who.flatMap(({ track }) => track)), Math.max(1, ...who.flatMap(({ track }) => track)), height < 300 ? 3 : 4);
  const x = scale(0, Math.max(marks.length - 1, 1), 34, right);
  const y = scale(steps[0], steps.at(-1) ?? 1, height - 30, 14);
  const every = Math.ceil(marks.length * 26 / Math.max(right - 34, 1)); // thin the marks out where many rounds meet a narrow screen
  const ends = spread(who.map(({ track }) => y(track.at(-1) ?? 0)), 17, 14, height - 30);
  return h('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    steps.map((v) => h('g', { key: `y${v}` },
      h('line', { class: 'grid', x1: 34, x2: px(right), y1: px(y(v)), y2: px(y(v)) }),
      h('text', { x: 26, y: px(y(v) + 4), 'text-anchor': 'end' }, number(v)))),
    marks.map((mark, i) => (i === marks.length - 1 || (i % every === 0 && i < marks.length - every)) && mark
      && h('text', { key: `x${i}`, x: px(x(i)), y: height - 8, 'text-anchor': 'middle' }, mark)),
    who.map((one) => h('path', { key: `line${one.seat}`, class: 'curve', 'data-seat': one.seat, d: `M${one.track.map((v, r) => `${px(x(r))} ${px(y(v))}`).join('L')}` })),
    who.map((one, i) => h('g', { key: `dots${one.seat}`, 'data-seat': one.seat },
      one.track.map((v, r) => r > 0 && dot(one.seat, x(r), y(v), String(r))),
      h('text', { class: 'who', x: px(right + 10), y: px(ends[i] + 5) }, named ? short(one.name, 14) : number(one.total)))));
}

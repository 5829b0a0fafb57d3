// Motion as the difference of two drawings: which pieces lay where before, where they lie now. It never holds the state back.
//
// capture(root) before a patch, animate(root, before, pace) after it. Pieces carry data-piece="B" and
// data-at="factory-3|centre|line-0-2|wall-0-2-4|floor-0|hand-0|star-0-B4|supply|bag|lid" (data-many="3" for a numbered heap).
// A piece of a letter that is new at a place flies there from a place that lost one of that letter. Numbers in [data-score] count.

const MOVE = 320;
const APART = 40;
const DEAL_APART = 60;
const DEAL_LONGEST = 1200;
const OUT = 'cubic-bezier(.2, .8, .2, 1)';
const SET = 'cubic-bezier(.3, 1.25, .5, 1)';

/**
 * @typedef {{at: string, letter: string, rect: DOMRect, el: Element}} Piece one tile as it lay
 * @typedef {{pieces: Piece[], scores: Map<string, number>}} Drawing
 */

/** @type {Set<Animation>} */
const running = new Set();
/** Numbers on their way: the text and what it will be. @type {Map<Node, {frame: number, to: number}>} */
const counting = new Map();

/** Where flying pieces are drawn: above everything, out of the way of the page. */
function sky() {
  let el = document.querySelector('.flights');
  if (!el) {
    el = document.createElement('div');
    el.className = 'flights';
    el.setAttribute('aria-hidden', 'true');
    document.body.append(el);
  }
  return el;
}

/** The drawing before a change. Ends what still moves: a new state interrupts. @param {Element} root @returns {Drawing} */
export function capture(root) {
  still();
  return look(root);
}

/** All pieces as they lie; a numbered heap is as many. @param {Element} root @returns {Drawing} */
function look(root) {
  /** @type {Piece[]} */
  const pieces = [];
  if (!document.hidden) {
    for (const el of root.querySelectorAll('[data-piece]')) {
      const { piece, at, many } = /** @type {any} */ (el).dataset;
      const rect = el.getBoundingClientRect();
      for (let i = 0; i < Number(many ?? 1); i += 1) pieces.push({ at, letter: piece, rect, el });
    }
  }
  const scores = new Map([...root.querySelectorAll('[data-score]')].map((el) => [/** @type {any} */ (el).dataset.score, Number(el.textContent)]));
  return { pieces, scores };
}

/** Ends every flight at once: what is drawn below is already right. */
export function still() {
  for (const one of running) one.cancel();
  running.clear();
  for (const [text, { frame, to }] of counting) {
    cancelAnimationFrame(frame);
    text.nodeValue = String(to);
  }
  counting.clear();
  document.querySelector('.flights')?.replaceChildren();
}

/** What is here and not there, as a list: pieces of `here` beyond those of the same place and letter in `there`. @param {Piece[]} here @param {Piece[]} there */
function beyond(here, there) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const { at, letter } of there) left.set(at + letter, (left.get(at + letter) ?? 0) + 1);
  return here.filter(({ at, letter }) => {
    const n = left.get(at + letter) ?? 0;
    if (n) left.set(at + letter, n - 1);
    return !n;
  });
}

/** Where a piece that arrived most likely came from. @param {Piece} arrived @param {Piece[]} gone @returns {Piece|null} */
function origin(arrived, gone) {
  const same = gone.filter((one) => one.letter === arrived.letter);
  if (!same.length) return null;
  const likely = (/** @type {Piece} */ one) => {
    const [kind, seat, row] = one.at.split('-');
    const [to, toSeat, toRow] = arrived.at.split('-');
    if (to === 'wall') return kind === 'line' && seat === toSeat && row === toRow ? 4 : 0;
    if (to === 'centre') return kind === 'factory' ? 3 : 0;
    if (to === 'line' || to === 'floor' || to === 'hand') return kind === 'factory' || kind === 'centre' || kind === 'supply' ? 3 : kind === 'line' && seat === toSeat ? 1 : 0;
    if (to === 'star') return kind === 'hand' && seat === toSeat ? 3 : 0;
    return 0;
  };
  const best = same.reduce((a, b) => (likely(b) > likely(a) ? b : a));
  if (likely(best) === 0) return null;
  gone.splice(gone.indexOf(best), 1);
  return best;
}

/** @param {Element} el @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how @param {() => void} [then] */
function run(el, frames, how, then) {
  const one = el.animate(frames, { fill: 'backwards', ...how });
  running.add(one);
  one.onfinish = () => { running.delete(one); then?.(); };
}

/** A piece of a class that flies, with a slight arc, and the piece itself that waits for it. @param {Piece} to @param {DOMRect} from @param {number} delay @param {number} pace */
function fly(to, from, delay, pace) {
  const copy = /** @type {any} */ (to.el.cloneNode(true));
  for (const name of ['data-piece', 'data-at', 'data-many']) copy.removeAttribute(name);
  const { left, top, width, height } = to.rect;
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  sky().append(copy);
  const [dx, dy] = [from.left + from.width / 2 - left - width / 2, from.top + from.height / 2 - top - height / 2];
  const lift = Math.min(48, Math.hypot(dx, dy) * 0.12);
  const scale = from.width / width || 1;
  const how = { duration: MOVE * pace, delay: delay * pace, easing: OUT };
  run(copy, [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { transform: `translate(${dx * 0.45}px, ${dy * 0.45 - lift}px) scale(${(scale + 1.06) / 2 + 0.04})`, offset: 0.45 },
    { transform: 'none' },
  ], how, () => copy.remove());
  const setting = to.at.startsWith('wall');
  run(to.el, [{ opacity: 0 }, { opacity: 0 }], { duration: how.duration, delay: how.delay });
  if (setting) run(to.el, [{ transform: 'scale(1.06)' }, { transform: 'none' }], { duration: 160 * pace, delay: how.delay + how.duration, easing: SET, fill: 'none' });
}

/** A deal: plates fill one after another, every tile dropping onto its plate. @param {Piece[]} dealt @param {number} pace */
function deal(dealt, pace) {
  const apart = Math.min(DEAL_APART, (DEAL_LONGEST - 200) / Math.max(1, dealt.length));
  dealt.forEach((piece, i) => run(piece.el, [{ opacity: 0, transform: 'translateY(-14px) scale(1.12)' }, { opacity: 1, transform: 'none' }], { duration: 200 * pace, delay: i * apart * pace, easing: OUT }));
}

/** What is gone from the boards with nowhere to go fades where it lay: it went to the lid. @param {Piece} piece @param {number} delay @param {number} pace */
function fade(piece, delay, pace) {
  const copy = /** @type {any} */ (piece.el.cloneNode(true));
  for (const name of ['data-piece', 'data-at', 'data-many']) copy.removeAttribute(name);
  const { left, top, width, height } = piece.rect;
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  sky().append(copy);
  run(copy, [{ opacity: 1 }, { opacity: 0, transform: 'scale(.7)' }], { duration: 260 * pace, delay: delay * pace, easing: 'ease-in', fill: 'both' }, () => copy.remove());
}

/** A score runs to its new value. @param {Element} el @param {number} from @param {number} to @param {number} pace */
function count(el, from, to, pace) {
  const text = el.firstChild;
  if (!text || from === to) return;
  const start = performance.now();
  const length = Math.min(700, 180 + 45 * Math.abs(to - from)) * pace;
  const step = (/** @type {number} */ now) => {
    const share = Math.min(1, (now - start) / length);
    text.nodeValue = String(Math.round(from + (to - from) * share));
    if (share < 1) counting.set(text, { frame: requestAnimationFrame(step), to });
    else counting.delete(text);
  };
  text.nodeValue = String(from);
  counting.set(text, { frame: requestAnimationFrame(step), to });
}

/** Without motion a new piece has a gold edge for a second. @param {Piece[]} arrived */
function edge(arrived) {
  for (const { el } of arrived) {
    const gold = { outline: '3px solid var(--gold)', outlineOffset: '1px', borderRadius: '18%' };
    run(el, [gold, gold], { duration: 1000, fill: 'none' });
  }
}

/** Shows how one drawing became the next. @param {Element} root @param {Drawing} before @param {number} pace 0: no motion */
export function animate(root, before, pace) {
  if (document.hidden) return;
  const now = look(root);
  const arrived = beyond(now.pieces, before.pieces).sort((a, b) => Number(a.at === 'centre') - Number(b.at === 'centre')); // what was taken goes first, the rest after it
  const gone = beyond(before.pieces, now.pieces);
  if (pace === 0) { edge(arrived.filter(({ at }) => !/^(factory|star)/.test(at))); return; }
  /** @type {Piece[]} */
  const dealt = [];
  let turn = 0;
  for (const piece of arrived) {
    const from = piece.at.startsWith('factory') || piece.at === 'supply' ? null : origin(piece, gone);
    if (from) { fly(piece, from.rect, turn * APART, pace); turn += 1; } else if (/^(factory|supply|centre)/.test(piece.at)) dealt.push(piece);
  }
  deal(dealt, pace);
  gone.filter(({ at }) => /^(line|floor|wall|hand)/.test(at)).forEach((piece, i) => fade(piece, Math.min(i, 8) * 20, pace));
  for (const el of root.querySelectorAll('[data-score]')) {
    const seat = /** @type {any} */ (el).dataset.score;
    if (before.scores.has(seat)) count(el, /** @type {number} */ (before.scores.get(seat)), Number(el.textContent), pace);
  }
}

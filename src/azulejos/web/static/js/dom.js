// A small virtual DOM: `h` describes, `patch` changes only what differs, so that focus and motion survive.
// State in, elements out; it knows nothing of games.

const SVG = 'http://www.w3.org/2000/svg';
const INSIDE_SVG = new Set(['svg', 'g', 'use', 'path', 'rect', 'circle', 'line', 'polyline', 'text', 'tspan', 'defs', 'pattern', 'title']);

/**
 * @typedef {{tag: string, props: Record<string, any>, children: Array<VNode|string>}} VNode
 * @typedef {VNode|string|number|null|undefined|false|Array<any>} Child
 */

/**
 * An element. `key` tells siblings apart, `onClick` and the like are listeners, `value`, `checked` and `disabled`
 * are set as properties; null, undefined and false leave an attribute out, true sets it empty.
 * @param {string} tag @param {Record<string, any>|null} [props] @param {...Child} children @returns {VNode}
 */
export const h = (tag, props, ...children) => ({
  tag,
  props: props ?? {},
  children: /** @type {any[]} */ (children.flat(Infinity)).filter((c) => c !== null && c !== undefined && c !== false && c !== '').map((c) => (typeof c === 'object' ? c : String(c))),
});

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'open', 'selected']);

/** @param {any} el @param {string} name @param {any} value @param {any} old */
function set(el, name, value, old) {
  if (name === 'key' || name === 'ref') return;
  if (name.startsWith('on')) {
    const event = name.slice(2).toLowerCase();
    (el.listeners ??= {})[event] ??= (el.addEventListener(event, (/** @type {Event} */ e) => el.listeners[event].now?.(e)), {});
    el.listeners[event].now = value;
  } else if (PROPERTIES.has(name)) {
    if (name === 'open') el.toggleAttribute('open', Boolean(value));
    else if (el[name] !== value) el[name] = value ?? (name === 'value' ? '' : false);
  } else if (name.startsWith('--')) {
    if (value !== old) el.style.setProperty(name, value ?? '');
  } else if (value === null || value === undefined || value === false) el.removeAttribute(name);
  else if (value !== old) el.setAttribute(name, value === true ? '' : String(value));
}

/** @param {VNode|string} node @param {boolean} drawn @returns {Node} */
function create(node, drawn) {
  if (typeof node === 'string') return document.createTextNode(node);
  const inSvg = drawn || INSIDE_SVG.has(node.tag);
  const el = /** @type {any} */ (inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag));
  el.vnode = { tag: node.tag, props: {}, children: [] };
  update(el, node, inSvg);
  return el;
}

/** @param {any} el @param {VNode} node @param {boolean} drawn */
function update(el, node, drawn) {
  const before = el.vnode.props;
  for (const name of Object.keys(before)) if (!(name in node.props)) set(el, name, null, before[name]);
  children(el, node.children, drawn);
  for (const [name, value] of Object.entries(node.props)) set(el, name, value, before[name]);
  el.vnode = node;
  node.props.ref?.(el);
}

/** @param {any} el @param {Array<VNode|string>} wanted @param {boolean} drawn */
function children(el, wanted, drawn) {
  const keyed = new Map();
  const staying = new Set(wanted.map((node) => (typeof node === 'string' ? undefined : node.props.key)));
  for (const child of [...el.childNodes]) {
    const key = child.vnode?.props.key;
    if (key === undefined) continue;
    if (staying.has(key)) keyed.set(key, child);
    else child.remove(); // first, so that those that stay need not move: a moved element loses its focus
  }
  let here = el.firstChild;
  for (const node of wanted) {
    const key = typeof node === 'string' ? undefined : node.props.key;
    let match = key === undefined ? here : keyed.get(key);
    while (key === undefined && match?.vnode && match.vnode.props.key !== undefined) match = match.nextSibling; // keyed ones wait for their own
    if (match && fits(match, node)) {
      keyed.delete(key);
      if (match !== here) el.insertBefore(match, here);
      else here = here.nextSibling;
      if (typeof node === 'string') { if (match.data !== node) match.data = node; } else update(match, node, drawn || INSIDE_SVG.has(node.tag));
    } else el.insertBefore(create(node, drawn && el.localName !== 'foreignObject'), here);
  }
  while (here) { const next = here.nextSibling; here.remove(); here = next; }
}

/** @param {any} el @param {VNode|string} node */
const fits = (el, node) => (typeof node === 'string' ? el.nodeType === 3 : el.vnode?.tag === node.tag && el.vnode.props.key === node.props.key);

let busy = false;
/** @type {Array<[any, Child[]]>} */
const waiting = [];

/**
 * Make the children of `root` these, changing as little as possible. Removing what has the focus calls listeners;
 * a drawing that they ask for waits until this one is done.
 * @param {any} root @param {...Child} nodes
 */
export function patch(root, ...nodes) {
  if (busy) { waiting.push([root, nodes]); return; }
  busy = true;
  try { children(root, h('root', null, ...nodes).children, root.namespaceURI === SVG); } finally { busy = false; }
  const next = waiting.shift();
  if (next) patch(next[0], ...next[1]);
}

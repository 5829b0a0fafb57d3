// Small parts of the scorecard's forms: a number being typed, steps up and down, and beside each what is wrong with it.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { noteWords } from './saying.js';

/**
 * What a view draws and what it may do; a sheet's fields are in docs/scorecard.md.
 * @typedef {{id: string, fields: Record<string, any>, reckoning: Record<string, any>, seat: number, round: number, ui: Record<string, any>, kept: any, changed: boolean, line: string, leagues: any[], problems: Record<string, any[]>}} State
 * @typedef {{set: (changes: Record<string, any>, typing?: boolean) => void, undo: () => void, ui: (changes: Record<string, any>) => void, seat: (n: number) => void, round: (n: number) => void, say: (text: string) => void, next: () => void}} Act
 * @typedef {{key: string, label: string, hidden?: boolean, value: any, range: [number, number], wrong?: string[], note?: any, big?: boolean, placeholder?: string}} Asked
 */

/** What is being typed, by field: it is shown as it was typed, also where it is no number. @type {Map<string, string>} */
const drafts = new Map();

/** A number of a text; null for nothing, undefined for what is none. @param {string} text */
export function parsed(text) {
  const plain = text.trim().replace('−', '-');
  if (!plain) return null;
  return /^[-+]?\d{1,6}$/.test(plain) ? Number(plain) : undefined;
}

/** A seat's name, or what stands for it. @param {Record<string, any>} fields @param {number} seat */
export const called = (fields, seat) => String(fields[`name/${seat}`] ?? '').trim() || t('score.player', { n: seat + 1 });

/** The seats of a sheet. @param {State} state */
export const seats = (state) => Array.from({ length: state.reckoning.players }, (_, seat) => seat);

/** What the server has against a field, in words. @param {State} state @param {string} key */
export const refusals = (state, key) => (state.problems[key] ?? []).map((problem) => {
  const said = t(problem.text ?? '', problem.values);
  return said && said !== problem.text ? said : problem.message;
});

/** What is wrong with a field: by the reckoning, else by the server. @param {State} state @param {number | null} seat @param {number | null} round @param {string} cell @param {string} key */
export function wrongs(state, seat, round, cell, key) {
  const own = state.reckoning.errors.filter((/** @type {any} */ note) => note.seat === seat && note.round === round && note.cell === cell);
  return own.length ? own.map((/** @type {any} */ note) => noteWords('error', note, state.fields.side)) : refusals(state, key);
}

/** What looks odd about a seat, in one round or anywhere, in words. @param {State} state @param {number} seat @param {string[]} codes @param {number} [round] */
export const hints = (state, seat, codes, round) => state.reckoning.hints
  .filter((/** @type {any} */ note) => note.seat === seat && codes.includes(note.code) && (round === undefined || note.round === round))
  .map((/** @type {any} */ note) => noteWords('hint', note, state.fields.side));

const idOf = (/** @type {string} */ key) => `f-${key.replaceAll('/', '-')}`;

/** Enter goes to the next number, after the last to the button. @param {any} event */
function entered(event) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const all = [...event.target.closest('main, dialog').querySelectorAll('.field.entry-field, .btn.primary')];
  all[all.indexOf(event.target) + 1]?.focus();
}

/** What a field shows: what is being typed, unless somebody else has changed it since. @param {Asked} asked */
function shown({ key, value }) {
  const draft = drafts.get(key);
  const now = value ?? null;
  if (draft !== undefined && (parsed(draft) ?? null) === now) return draft;
  return now === null ? '' : String(now);
}

/** The field itself. @param {Asked} asked @param {Act} act */
function box(asked, act) {
  const { key, range } = asked;
  const bad = complaints(asked);
  const onInput = (/** @type {any} */ event) => {
    const text = event.target.value;
    drafts.set(key, text);
    act.set({ [key]: parsed(text) ?? null }, true);
    act.ui({});
  };
  const onBlur = () => { if (parsed(drafts.get(key) ?? '') !== undefined) drafts.delete(key); act.ui({}); };
  return h('input', {
    id: idOf(key), class: `field num entry-field${asked.big ? ' big-field' : ''}`, inputmode: range[0] < 0 ? 'text' : 'numeric', autocomplete: 'off', enterkeyhint: 'next', maxlength: 7,
    'aria-invalid': bad.length ? 'true' : null, 'aria-describedby': bad.length ? `${idOf(key)}-bad` : null, 'aria-label': asked.hidden ? asked.label : null,
    placeholder: asked.placeholder ?? null, value: shown(asked),
    onInput, onBlur, onKeydown: entered, onFocus: (/** @type {any} */ event) => event.target.select(),
  });
}

/** @param {Asked} asked */
function complaints(asked) {
  const junk = (asked.value ?? null) === null && parsed(drafts.get(asked.key) ?? '') === undefined;
  return junk ? [t('score.error.number', { low: asked.range[0], high: asked.range[1] })] : asked.wrong ?? [];
}

/** What is wrong, beside the field. @param {string} key @param {string[]} said */
export const beside = (key, said) => (said.length ? h('p', { key: `bad-${key}`, id: `${idOf(key)}-bad`, class: 'field-bad' }, said.join(' ')) : null);

/** A number with its words above it. @param {Asked} asked @param {Act} act */
export const numberField = (asked, act) => h('div', { key: asked.key, class: 'asked' },
  !asked.hidden && h('label', { for: idOf(asked.key) }, asked.label), box(asked, act), asked.note, beside(asked.key, complaints(asked)));

/** A small number with a button on either side. @param {Asked} asked @param {Act} act */
export function stepper(asked, act) {
  const { key, label, value, range: [low, high] } = asked;
  const step = (/** @type {number} */ by) => () => {
    drafts.delete(key);
    act.set({ [key]: Math.max(low, Math.min(high, (Number(value) || 0) + by)) });
  };
  const button = (/** @type {string} */ name, /** @type {number} */ by, /** @type {string} */ sign) => h('button', {
    key: name, type: 'button', class: 'btn icon-only', 'aria-label': t(`score.${name}`, { what: label }), disabled: by < 0 ? !value || value <= low : (value ?? 0) >= high, onClick: step(by),
  }, sign);
  return h('div', { key, class: 'asked' },
    h('label', { for: idOf(key) }, label),
    h('span', { class: 'stepper' }, button('fewer', -1, '−'), box(asked, act), button('more', 1, '+')), asked.note, beside(key, complaints(asked)));
}

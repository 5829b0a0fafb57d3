// Who plays what, and when: asked before a game, and to be put right during one.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { beside } from './entering.js';

/** @typedef {Record<string, any>} Fields */

const MOST_NAME = 40;

/** Today by this device's own calendar. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** What is wrong with names and date, by field, in words. @param {Fields} fields @param {Date} [now] @returns {Record<string, string[]>} */
export function check(fields, now = new Date()) {
  /** @type {Record<string, string[]>} */
  const wrong = {};
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (let seat = 0; seat < Number(fields.players); seat += 1) {
    const name = String(fields[`name/${seat}`] ?? '').trim();
    const key = name.toLocaleLowerCase();
    if (name && seen.has(key)) wrong[`name/${seat}`] = [t('score.problem.twice', { name })];
    if (name.length > MOST_NAME) wrong[`name/${seat}`] = [t('score.problem.name_long', { most: MOST_NAME, n: name.length })];
    seen.set(key, seat);
  }
  const { played } = fields;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(played ?? ''))) wrong.played = [t('score.problem.day', { value: played || '–' })];
  else if (played > today(now)) wrong.played = [t('score.problem.future', { value: played })];
  return wrong;
}

/** @param {string} name @param {Array<[any, string]>} values @param {any} held @param {(value: any) => void} choose @param {string} legend @param {string} [extra] */
const oneOf = (name, values, held, choose, legend, extra = '') => h('fieldset', { key: name, class: `choice ${extra}`.trim() },
  h('legend', { class: 'eyebrow' }, legend),
  values.map(([value, words]) => h('label', { key: String(value) },
    h('input', { type: 'radio', name: `sheet-${name}`, value: String(value), checked: held === value, onChange: () => choose(value) }), words)));

/** The options of the chosen game. @param {Fields} fields @param {(changes: Fields, typing?: boolean) => void} set */
export function options(fields, set) {
  const sides = (/** @type {string} */ name) => /** @type {Array<[any, string]>} */ (['coloured', 'grey'].map((side) => [side, t(`home.${name}.${side}`)]));
  if (fields.game === 'pavilion') return [oneOf('side', sides('side'), fields.side ?? 'coloured', (side) => set({ side }), t('home.side'))];
  return [oneOf('wall', sides('wall'), fields.wall ?? 'coloured', (wall) => set({ wall }), t('home.wall')),
    h('label', { key: 'jokers', class: 'setting switch' }, h('span', { class: 'switch-words' }, h('b', null, t('home.jokers')), h('span', { class: 'setting-why', id: 'jokers-why' }, t('home.jokers.note'))),
      h('input', { type: 'checkbox', role: 'switch', checked: fields.jokers === true, 'aria-label': t('home.jokers'), 'aria-describedby': 'jokers-why', onChange: (/** @type {any} */ e) => set({ jokers: e.target.checked }) }), h('i', { class: 'switch-rail', 'aria-hidden': 'true' }))];
}

/** @param {Fields} fields @param {(changes: Fields, typing?: boolean) => void} set */
export const players = (fields, set) => oneOf('players', [2, 3, 4].map((n) => [n, String(n)]), Number(fields.players), (n) => set({ players: n }), t('score.count'), 'players-choice');

/** @param {Fields} fields @param {Record<string, string[]>} wrong @param {(changes: Fields, typing?: boolean) => void} set @param {string[]} known names to suggest */
export function names(fields, wrong, set, known) {
  const count = Number(fields.players);
  const taken = new Set(Array.from({ length: count }, (_, seat) => String(fields[`name/${seat}`] ?? '').trim().toLocaleLowerCase()));
  return h('fieldset', { key: 'names', class: 'bare name-fields' }, h('legend', { class: 'eyebrow' }, t('score.names')),
    h('datalist', { id: 'known-names' }, known.filter((name) => !taken.has(name.toLocaleLowerCase())).map((name) => h('option', { key: name, value: name }))),
    Array.from({ length: count }, (_, seat) => nameField(fields, wrong, set, seat)));
}

/** @param {Fields} fields @param {Record<string, string[]>} wrong @param {(changes: Fields, typing?: boolean) => void} set @param {number} seat */
function nameField(fields, wrong, set, seat) {
  const key = `name/${seat}`;
  const bad = wrong[key] ?? [];
  return h('div', { key, class: 'asked', 'data-seat': seat },
    h('label', { for: `f-name-${seat}` }, h('span', { class: 'seat-dot', 'aria-hidden': 'true' }), t('score.player', { n: seat + 1 })),
    h('input', { id: `f-name-${seat}`, class: 'field', maxlength: MOST_NAME, list: 'known-names', autocomplete: 'off', autocapitalize: 'words', spellcheck: 'false', enterkeyhint: 'next', value: fields[key] ?? '',
      'aria-invalid': bad.length ? 'true' : null, 'aria-describedby': bad.length ? `f-name-${seat}-bad` : null, onInput: (/** @type {any} */ e) => set({ [key]: e.target.value }, true) }),
    beside(key, bad));
}

/** @param {Fields} fields @param {Record<string, string[]>} wrong @param {(changes: Fields, typing?: boolean) => void} set */
export function day(fields, wrong, set) {
  const bad = wrong.played ?? [];
  return h('div', { key: 'played', class: 'asked' }, h('label', { for: 'f-played' }, t('score.played')),
    h('input', { id: 'f-played', class: 'field', type: 'date', min: '2017-01-01', value: fields.played ?? '', 'aria-invalid': bad.length ? 'true' : null, 'aria-describedby': bad.length ? 'f-played-bad' : null,
      onChange: (/** @type {any} */ e) => set({ played: e.target.value }) }),
    beside('played', bad));
}

/** A word about the game, kept with it. @param {Fields} fields @param {(changes: Fields, typing?: boolean) => void} set */
export const note = (fields, set) => h('div', { key: 'note', class: 'asked' }, h('label', { for: 'f-note' }, t('score.note')),
  h('input', { id: 'f-note', class: 'field', maxlength: 500, autocomplete: 'off', value: fields.note ?? '', onInput: (/** @type {any} */ e) => set({ note: e.target.value }, true) }));

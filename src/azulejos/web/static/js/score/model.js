// A sheet as this browser has it: every field with the time of its last edit, what the server has of it, and undo.
// Each edit is in the browser's storage before anything else happens; the later edit of a field wins, wherever it was made.

/**
 * A field: its value, when and on which device it was set; `k`: the server has it; `was`: the time it was sent with, where the server
 * answered with another; `over`: the time it had before this device's clock was put right; `bad`: the server does not take it.
 * @typedef {{v: any, t: number, by: string, k?: boolean, was?: number, over?: number, bad?: boolean}} Entry
 * @typedef {Record<string, Entry>} Entries
 * @typedef {{id: string, revision: number, fields: Record<string, {v: any, t: number, by: string}>, kept: any, problems: any[]}} View
 * @typedef {{id: string, game: string, names: string[], played: string, updated: number, kept: boolean, unsent: boolean}} Card
 * @typedef {{getItem(key: string): string | null, setItem(key: string, value: string): void, removeItem(key: string): void}} Storage
 * @typedef {'kept'|'full'|'forbidden'} Kept how the browser's storage took the last edit
 */

const SHEET = 'azulejos.sheet.';
const LIST = 'azulejos.sheets';
const DEVICE = 'azulejos.device';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LISTED = 60;
const UNDOS = 200;
const SET_BACK = 60_000; // milliseconds
const TOGETHER = 1500; // milliseconds within which digits typed into one field are one edit to undo

/** So many letters by chance. @param {number} n */
export const random = (n) => [...crypto.getRandomValues(new Uint32Array(n))].map((x) => LETTERS[x % LETTERS.length]).join('');

/** A name for a new sheet, that nobody guesses. */
export const newId = () => random(20);

/** The browser's storage, or null where it is forbidden: even asking may throw. @returns {Storage | null} */
export function browserStorage() {
  try { return globalThis.localStorage ?? null; } catch { return null; }
}

/** What is kept at a place, or null. @param {Storage | null} storage @param {string} place @returns {any} */
export function recall(storage, place) {
  try { return JSON.parse(storage?.getItem(place) ?? 'null'); } catch { return null; }
}

/** This browser's own name among devices. @param {Storage | null} storage @param {boolean} another a new one */
export function deviceName(storage, another = false) {
  const known = another ? null : recall(storage, DEVICE);
  if (typeof known === 'string' && /^[A-Za-z0-9_-]{1,24}$/.test(known)) return known;
  const made = random(10);
  try { storage?.setItem(DEVICE, JSON.stringify(made)); } catch { /* a new one next time */ }
  return made;
}

/** Whether an edit is later than another; where the clock says the same, the device's name decides, on every device alike. @param {{t: number, by: string}} a @param {{t: number, by: string}} b */
export const later = (a, b) => a.t > b.t || (a.t === b.t && a.by > b.by);

/** Two copies of a field made one: this page's and what the storage has. @param {Entry | undefined} a @param {Entry} b @param {boolean} news whether another page has just written `b` @returns {Entry} */
function joined(a, b, news) {
  if (!a) return b;
  if (a.t === b.t && a.by === b.by) return news ? b : a;
  if (b.was === a.t || b.over === a.t) return b; // the same edit, with the time that holds now
  if (a.was === b.t || a.over === b.t) return a;
  return later(b, a) ? b : a;
}

/** Sheets that this browser knows, latest first. @param {Storage | null} storage @returns {Card[]} */
export function listed(storage) {
  const found = recall(storage, LIST);
  return Array.isArray(found) ? found.filter((card) => typeof card?.id === 'string') : [];
}

/** This browser forgets a sheet; the server's copy stays. @param {Storage | null} storage @param {string} id */
export function forget(storage, id) {
  try {
    storage?.removeItem(SHEET + id);
    storage?.setItem(LIST, JSON.stringify(listed(storage).filter((card) => card.id !== id)));
  } catch { /* forbidden: then nothing is there */ }
}

export class Model {
  /** @type {Entries} */
  entries = {};
  revision = -1;
  /** Where it is on record. @type {any} */
  kept = null;
  /** What the server has against fields, by field. @type {Record<string, any[]>} */
  problems = {};
  /** @type {Kept} */
  storage = 'kept';
  /** @type {Array<{before: Record<string, any>, t: number}>} */
  #undos = [];
  #fresh = true;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Record<string, any> | null} */
  #plain = null;
  #store; #now; #by;

  /** @param {string} id @param {{storage?: Storage | null, now?: () => number, by?: string}} [env] */
  constructor(id, env = {}) {
    this.id = id;
    this.#store = env.storage === undefined ? browserStorage() : env.storage;
    this.#now = env.now ?? Date.now;
    this.#by = env.by ?? deviceName(this.#store);
    this.#join();
  }

  // --- looking ---

  /** The fields as plain values. @returns {Record<string, any>} */
  get fields() {
    this.#plain ??= Object.fromEntries(Object.entries(this.entries).map(([key, entry]) => [key, entry.v]));
    return this.#plain;
  }

  /** Whether this browser has anything of the sheet. */
  get any() { return Object.keys(this.entries).length > 0; }

  get canUndo() { return this.#undos.length > 0; }

  /** Whether something was edited since it was put on record. */
  get changed() { return this.kept !== null && (this.revision > this.kept.revision || this.unsent); }

  /** Whether the server lacks something. */
  get unsent() { return Object.values(this.entries).some((entry) => !entry.k); }

  /** Calls back after every change. @param {() => void} fn */
  subscribe(fn) { this.#listeners.add(fn); }

  // --- editing ---

  /** Sets fields; null empties one. `keep` is a wish, so the same again is a new one. @param {Record<string, any>} changes @param {boolean} [typing] digits or letters of one field: one edit to undo */
  set(changes, typing = false) {
    const news = Object.entries(changes).filter(([key, value]) => key === 'keep' || (this.fields[key] ?? null) !== (value ?? null));
    if (!news.length) return;
    const before = Object.fromEntries(news.filter(([key]) => key !== 'keep').map(([key]) => [key, this.fields[key] ?? null]));
    const t = this.#write(news);
    if (!Object.keys(before).length) return;
    const last = this.#undos.at(-1);
    const one = typing && last && t - last.t < TOGETHER && news.length === 1 && Object.keys(last.before).join() === news[0][0];
    if (one) last.t = t;
    else this.#undos.push({ before, t });
    if (this.#undos.length > UNDOS) this.#undos.shift();
  }

  /** Takes back the last edit made here, but nothing that somebody else has changed since. @returns {string[]} the fields taken back */
  undo() {
    const last = this.#undos.pop();
    if (!last) return [];
    const own = Object.entries(last.before).filter(([key]) => this.entries[key]?.by === this.#by);
    if (own.length) this.#write(own);
    return own.map(([key]) => key);
  }

  /** @param {Array<[string, any]>} news */
  #write(news) {
    this.#settle();
    const t = this.#stamp();
    for (const [key, value] of news) {
      this.entries[key] = { v: value ?? null, t, by: this.#by };
      delete this.problems[key];
    }
    this.#changed();
    return t;
  }

  /** Later than everything seen so far. */
  #stamp() { return Math.max(this.#now(), ...Object.values(this.entries).map((entry) => entry.t + 1)); }

  /**
   * The clock of this device was far ahead and has been put right: the server has noted how far ahead this device is, so it goes on
   * as another one, and what it has not sent yet is given the time of now.
   */
  #settle() {
    const own = Object.entries(this.entries).filter(([, entry]) => entry.by === this.#by);
    const ahead = Math.max(0, ...own.map(([, entry]) => entry.was ?? entry.t)) - this.#now();
    if (ahead < SET_BACK) return;
    this.#by = deviceName(this.#store, true);
    const unsent = own.filter(([, entry]) => !entry.k).sort(([, a], [, b]) => a.t - b.t);
    for (const [key] of unsent) delete this.entries[key];
    for (const [key, { v, t }] of unsent) this.entries[key] = { v, t: this.#stamp(), by: this.#by, over: t };
  }

  // --- the server's copy ---

  /** What to send: so many edits that the server lacks; the wish to keep it comes last, with everything before it sent. @param {number} most @returns {Record<string, {v: any, t: number, by: string}>} */
  pending(most = 150) {
    const lacking = Object.entries(this.entries).filter(([, entry]) => !entry.k);
    const ordered = [...lacking.filter(([key]) => key !== 'keep'), ...lacking.filter(([key]) => key === 'keep')];
    return Object.fromEntries(ordered.slice(0, most).map(([key, { v, t, by }]) => [key, { v, t, by }]));
  }

  /** The server has taken what was sent: its word holds for each field that was not edited here since. @param {Record<string, {t: number, by: string}>} sent @param {View} view @returns {string[]} the fields that are others now */
  acknowledge(sent, view) {
    /** @type {string[]} */
    const changed = [];
    for (const [key, { t, by }] of Object.entries(sent)) {
      const own = this.entries[key];
      const there = view.fields[key];
      if (!own || own.t !== t || own.by !== by) continue;
      if (there && own.v !== there.v) changed.push(key);
      this.entries[key] = there ? { ...there, k: true, ...(there.t !== t ? { was: t } : {}) } : { ...own, k: true, bad: true };
    }
    if ('keep' in sent) this.problems = {};
    for (const key of Object.keys(sent)) delete this.problems[key];
    for (const problem of view.problems ?? []) (this.problems[problem.field] ??= []).push(problem);
    return [...changed, ...this.take(view)];
  }

  /** The server's copy joined to this one. What it lost or never had is sent again. @param {View} view @returns {string[]} the fields that are others now */
  take(view) {
    /** @type {string[]} */
    const changed = [];
    if (this.#fresh || view.revision >= this.revision) {
      this.#fresh = false;
      this.revision = view.revision;
      this.kept = view.kept ?? null;
      for (const [key, there] of Object.entries(view.fields)) if (this.#takeField(key, there)) changed.push(key);
      for (const [key, own] of Object.entries(this.entries)) if (own.k && !own.bad && !view.fields[key]) delete own.k;
    }
    this.#changed();
    return changed;
  }

  /** @param {string} key @param {{v: any, t: number, by: string}} there */
  #takeField(key, there) {
    const own = this.entries[key];
    if (own && there.t === own.t && there.by === own.by) own.k = true;
    else if (!own || later(there, own)) {
      this.entries[key] = { ...there, k: true };
      return !own || own.v !== there.v;
    } else if (own.k) delete own.k; // an older edit is there: ours was lost
    return false;
  }

  /** A new line to the server: whatever it tells first is how things stand. */
  listenAfresh() { this.#fresh = true; }

  /** The server does not know this sheet: all of it is sent. */
  unsend() {
    for (const entry of Object.values(this.entries)) if (!entry.bad) delete entry.k;
    this.#fresh = true;
    this.#changed();
  }

  // --- storage ---

  /** Another page of this browser has written: its copy joined to this one. */
  rejoin() {
    this.#join(true);
    this.#plain = null;
    for (const fn of [...this.#listeners]) fn();
  }

  #join(news = false) {
    const held = recall(this.#store, SHEET + this.id);
    const fields = held?.fields && typeof held.fields === 'object' ? held.fields : {};
    for (const [key, entry] of Object.entries(fields)) {
      if (entry && typeof entry.t === 'number' && typeof entry.by === 'string') this.entries[key] = joined(this.entries[key], entry, news);
    }
    if ((news || this.revision < 0) && typeof held?.revision === 'number' && held.revision > this.revision) {
      this.revision = held.revision;
      this.kept = held.kept ?? null;
    }
  }

  #changed() {
    this.#join(); // what another page of this browser wrote is not overwritten
    this.#plain = null;
    this.#keep();
    for (const fn of [...this.#listeners]) fn();
  }

  /** Where there is no room, sheets that the server has are let go first. */
  #keep() {
    if (!this.#store) { this.storage = 'forbidden'; return; }
    const text = JSON.stringify({ fields: this.entries, revision: this.revision, kept: this.kept });
    const cards = [this.#card(), ...listed(this.#store).filter((card) => card.id !== this.id)].slice(0, LISTED);
    const spare = cards.slice(1).filter((card) => !card.unsent).map((card) => card.id);
    for (;;) {
      try {
        this.#store.setItem(SHEET + this.id, text);
        this.#store.setItem(LIST, JSON.stringify(cards));
        this.storage = 'kept';
        return;
      } catch (error) {
        this.storage = /** @type {any} */ (error)?.name === 'SecurityError' ? 'forbidden' : 'full';
        const oldest = spare.pop();
        if (!oldest) return;
        forget(this.#store, oldest);
        cards.splice(cards.findIndex((card) => card.id === oldest), 1);
      }
    }
  }

  /** @returns {Card} */
  #card() {
    const { fields } = this;
    const players = Math.max(2, Math.min(4, Number(fields.players) || 2));
    const names = Array.from({ length: players }, (_, seat) => String(fields[`name/${seat}`] ?? ''));
    return { id: this.id, game: fields.game === 'pavilion' ? 'pavilion' : 'azul', names, played: String(fields.played ?? ''), updated: this.#now(), kept: this.kept !== null && !this.changed, unsent: this.unsent };
  }
}

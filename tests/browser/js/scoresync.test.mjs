// Sending a sheet: lost answers, doubled and late ones, a server that is away, clocks that differ, two phones at once. Nothing is
// lost and nothing happens twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const [{ Model, later }, { connect }] = await load('en', 'score/model.js', 'score/sync.js');
const ID = 'abcdefghjkmnpqrstuvw';
const AHEAD = 300_000;

/** Time that passes when it is told to. */
class Time {
  at = 10_000_000;
  #timers = new Map();
  #n = 0;
  later = (fn, ms) => { this.#n += 1; this.#timers.set(this.#n, { fn, at: this.at + ms }); return this.#n; };
  never = (timer) => this.#timers.delete(timer);
  async pass(ms) {
    const end = this.at + ms;
    for (;;) {
      await settle();
      const next = [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next[0]);
      this.at = Math.max(this.at, next[1].at);
      next[1].fn();
    }
    this.at = end;
    await settle();
  }
}
const settle = async () => { for (let i = 0; i < 20; i += 1) await Promise.resolve(); };

/** A server as service/sheets.py is one: the later edit of a field wins, a clock ahead is noted once, streams are told. */
class Server {
  sheet = null;
  skews = {};
  writes = 0; // how often anything changed
  away = false;
  streams = new Set();
  /** What happens to each request: 'answer', 'lose' (it never comes), 'mute' (it comes, the answer is lost), a status. */
  fate = () => 'answer';
  constructor(time) { this.time = time; }

  async fetch(address, how = {}) {
    const fate = this.away ? 'lose' : this.fate(address, how);
    if (fate === 'lose') throw new TypeError('network');
    if (typeof fate === 'number') return answer(fate, {});
    const told = how.method === 'PUT' ? this.put(JSON.parse(how.body).edits) : this.sheet;
    if (fate === 'mute') throw new TypeError('network');
    return told ? answer(200, this.view()) : answer(404, {});
  }

  put(edits) {
    this.sheet ??= { revision: 0, fields: {} };
    let changed = false;
    for (const [key, edit] of Object.entries(edits)) {
      let t = edit.t - (this.skews[edit.by] ?? 0);
      if (t > this.time.at + AHEAD) { this.skews[edit.by] = edit.t - this.time.at; t = this.time.at; }
      const now = { v: edit.v, t, by: edit.by };
      if (!this.sheet.fields[key] || later(now, this.sheet.fields[key])) { this.sheet.fields[key] = now; changed = true; }
    }
    if (changed) {
      this.sheet.revision += 1;
      this.writes += 1;
      for (const stream of this.streams) stream.tell(this.view());
    }
    return this.sheet;
  }

  view() { return structuredClone({ id: ID, revision: this.sheet.revision, fields: this.sheet.fields, kept: null, problems: [] }); }

  /** A browser's event source. */
  stream() {
    const stream = { readyState: 0, listeners: {}, addEventListener(name, fn) { this.listeners[name] = fn; }, close() { this.readyState = 2; } };
    stream.tell = (view) => { if (stream.readyState === 1) queueMicrotask(() => stream.listeners.view({ data: JSON.stringify(view) })); };
    this.streams.add(stream);
    queueMicrotask(() => this.open(stream));
    return stream;
  }

  open(stream) {
    if (this.away || !this.sheet) { stream.readyState = this.sheet ? 0 : 2; stream.onerror?.(); return; }
    stream.readyState = 1;
    stream.onopen?.();
    stream.tell(this.view());
  }

  stop() { this.away = true; for (const stream of this.streams) { stream.readyState = 0; stream.onerror?.(); } }
  start() { this.away = false; for (const stream of this.streams) if (stream.readyState === 0) this.open(stream); }
  get values() { return Object.fromEntries(Object.entries(this.sheet?.fields ?? {}).map(([key, { v }]) => [key, v])); }
}
const answer = (status, body, headers = {}) => ({ status, ok: status < 300, json: async () => structuredClone(body), headers: { get: (name) => headers[name] ?? null } });

/** A phone at the table, its clock so far ahead. */
function phone(server, by, ahead = 0, storage = null) {
  const held = storage ?? new Map();
  const shelf = { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => held.set(key, value), removeItem: (key) => held.delete(key) };
  const model = new Model(ID, { storage: shelf, now: () => server.time.at + ahead, by });
  const states = [];
  const others = [];
  const line = connect(model, { state: (now) => states.push(now), others: (keys) => others.push(...keys) }, {
    fetch: (address, how) => server.fetch(address, how), stream: () => server.stream(), later: server.time.later, never: server.time.never, chance: () => 0.5,
  });
  model.subscribe(() => line.edited());
  return { model, line, states, others, held };
}
const table = () => { const time = new Time(); return { time, server: new Server(time) }; };

test('what is typed goes together, and once', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  ana.model.set({ game: 'azul', 'total/0': 6 });
  await time.pass(100);
  ana.model.set({ 'total/0': 61 });
  await time.pass(1000);
  assert.deepEqual(server.values, { game: 'azul', 'total/0': 61 });
  assert.equal(ana.line.line, 'sent');
  assert.equal(ana.model.unsent, false);
  const before = server.writes;
  await time.pass(60_000);
  assert.equal(server.writes, before);
});

test('a sheet that was begun without the server is there once it is back, also after a reload', async () => {
  const { time, server } = table();
  server.away = true;
  const first = phone(server, 'a');
  first.model.set({ game: 'azul', 'total/0': 40 });
  await time.pass(5000);
  assert.equal(first.line.line, 'away');
  first.line.close(); // the battery dies
  const again = phone(server, 'a', 0, first.held);
  assert.deepEqual(again.model.fields, { game: 'azul', 'total/0': 40 });
  again.model.set({ 'total/1': 30 });
  await time.pass(10_000);
  assert.equal(server.sheet, null);
  server.start();
  await time.pass(60_000);
  assert.deepEqual(server.values, { game: 'azul', 'total/0': 40, 'total/1': 30 });
  assert.equal(again.line.line, 'sent');
});

test('a lost answer is asked for again and changes nothing twice', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  let muted = 2;
  server.fate = (_, how) => (how.method === 'PUT' && muted-- > 0 ? 'mute' : 'answer');
  ana.model.set({ 'total/0': 61 });
  await time.pass(20_000);
  assert.equal(ana.line.line, 'sent');
  assert.equal(server.writes, 1);
  assert.deepEqual(ana.states.filter((state) => state === 'away').length > 0, true);
});

test('the server asks for patience, or has a fault: nothing is given up', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  const fates = [429, 503, 500, 502, 409];
  server.fate = (_, how) => (how.method === 'PUT' ? fates.shift() ?? 'answer' : 'answer');
  ana.model.set({ 'total/0': 61 });
  await time.pass(120_000);
  assert.deepEqual(server.values, { 'total/0': 61 });
});

test('what is refused as a whole is said, and tried again with the next edit', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  server.fate = (_, how) => (how.method === 'PUT' ? 422 : 'answer');
  ana.model.set({ 'total/0': 61 });
  await time.pass(60_000);
  assert.equal(ana.line.line, 'refused');
  server.fate = () => 'answer';
  ana.model.set({ 'total/1': 30 });
  await time.pass(2000);
  assert.deepEqual(server.values, { 'total/0': 61, 'total/1': 30 });
});

test('two phones see each other, and the later edit of a field holds on both', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  ana.model.set({ 'total/0': 10 });
  await time.pass(1000);
  const bea = phone(server, 'b');
  await time.pass(1000);
  assert.deepEqual(bea.model.fields, { 'total/0': 10 });
  bea.model.set({ 'total/0': 20, 'total/1': 21 });
  await time.pass(1000);
  assert.deepEqual(ana.model.fields, { 'total/0': 20, 'total/1': 21 });
  assert.deepEqual(ana.others, ['total/0', 'total/1']);
  ana.model.set({ 'total/0': 30 });
  await time.pass(1000);
  assert.equal(bea.model.fields['total/0'], 30);
  assert.deepEqual([ana.line.line, bea.line.line], ['sent', 'sent']);
});

test('both go on without the server; back again, they agree on the later edit of each field', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  ana.model.set({ 'total/0': 1 });
  const bea = phone(server, 'b');
  await time.pass(5000);
  server.stop();
  await time.pass(10_000);
  ana.model.set({ 'total/0': 2, 'total/2': 5 });
  await time.pass(10_000);
  bea.model.set({ 'total/0': 3 });
  await time.pass(10_000);
  ana.model.set({ 'total/1': 4 });
  assert.deepEqual([ana.line.line, bea.line.line], ['away', 'away']);
  server.start();
  await time.pass(90_000);
  const agreed = { 'total/0': 3, 'total/1': 4, 'total/2': 5 };
  assert.deepEqual([server.values, ana.model.fields, bea.model.fields], [agreed, agreed, agreed]);
});

test('a phone whose clock is hours ahead or behind does not win or lose by that', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a', 7_200_000);
  const bea = phone(server, 'b', -7_200_000);
  ana.model.set({ 'total/0': 1 });
  await time.pass(2000);
  await time.pass(30_000); // bea finds the sheet, which was not there at first
  bea.line.wake();
  await time.pass(2000);
  for (const [who, value] of [[bea, 2], [ana, 3], [bea, 4], [ana, 5]]) {
    who.model.set({ 'total/0': value });
    await time.pass(2000);
    assert.deepEqual([server.values['total/0'], ana.model.fields['total/0'], bea.model.fields['total/0']], [value, value, value]);
  }
});

test('a server that was put back from a backup gets what it has lost', async () => {
  const { time, server } = table();
  const ana = phone(server, 'a');
  ana.model.set({ 'total/0': 1 });
  await time.pass(1000);
  const backup = server.view();
  ana.model.set({ 'total/1': 2 });
  await time.pass(1000);
  server.stop();
  server.sheet = { revision: backup.revision, fields: backup.fields };
  server.start();
  await time.pass(60_000);
  assert.deepEqual(server.values, { 'total/0': 1, 'total/1': 2 });
  server.stop();
  server.sheet = null; // and one that knows nothing at all
  for (const stream of server.streams) stream.readyState = 2;
  server.away = false;
  for (const stream of server.streams) stream.onerror();
  await time.pass(60_000);
  assert.deepEqual(server.values, { 'total/0': 1, 'total/1': 2 });
});

test('a server that takes nothing of a sheet has none, and is not asked for ever', async () => {
  const { time, server } = table();
  let asked = 0;
  server.fetch = async (_, how) => { asked += 1; return how.method === 'PUT' ? answer(200, { id: ID, revision: 0, fields: {}, kept: null, problems: [] }) : answer(404, {}); };
  const ana = phone(server, 'a');
  ana.model.set({ 'total/9': 1 });
  await time.pass(600_000);
  assert.equal(ana.line.line, 'refused');
  assert.ok(asked < 10, String(asked));
});

test('whoever opens a link to a sheet that is not there is told, and finds it later', async () => {
  const { time, server } = table();
  const bea = phone(server, 'b');
  await time.pass(2000);
  assert.equal(bea.line.line, 'unknown');
  const ana = phone(server, 'a');
  ana.model.set({ 'total/0': 1 });
  await time.pass(2000);
  bea.line.wake();
  await time.pass(2000);
  assert.deepEqual(bea.model.fields, { 'total/0': 1 });
});

test('any mix of lost requests, lost answers and breaks ends with everything there and everybody agreed', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let state = seed * 2654435761 % 4294967296;
    const chance = () => { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296; };
    const { time, server } = table();
    server.fate = () => (chance() < 0.25 ? 'lose' : chance() < 0.25 ? 'mute' : 'answer');
    const phones = [phone(server, 'a', 0), phone(server, 'b', chance() < 0.5 ? 900_000 : -900_000), phone(server, 'c')];
    phones[0].model.set({ game: 'azul' });
    await time.pass(20_000);
    for (const one of phones) one.line.wake();
    await time.pass(20_000);
    /** The last value that somebody set and could know of as the last. */
    const last = {};
    for (let step = 0; step < 40; step += 1) {
      const one = phones[Math.floor(chance() * 3)];
      const key = `total/${Math.floor(chance() * 4)}`;
      if (chance() < 0.1) server.stop();
      if (chance() < 0.3) server.start();
      one.model.set({ [key]: step });
      last[key] = step;
      await time.pass(Math.floor(chance() * 4000));
    }
    server.fate = () => 'answer';
    server.start();
    for (const one of phones) one.line.wake();
    await time.pass(200_000);
    for (const one of phones) {
      assert.deepEqual(one.model.fields, server.values, `seed ${seed}`);
      assert.equal(one.model.unsent, false, `seed ${seed}`);
    }
    assert.deepEqual(Object.keys(server.values).sort(), ['game', ...Object.keys(last)].sort(), `seed ${seed}`);
  }
});

// A sheet in the browser: each edit is stored at once, the later one of a field wins on every device, undo takes back one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const [{ Model, forget, listed, newId }] = await load('en', 'score/model.js');

/** A browser's storage with room for so many characters. */
export function shelf(room = Infinity) {
  const held = new Map();
  return {
    held,
    room,
    getItem: (key) => held.get(key) ?? null,
    setItem(key, value) {
      const others = [...held].filter(([name]) => name !== key).reduce((sum, [, text]) => sum + text.length, 0);
      if (others + value.length > this.room) throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
      held.set(key, value);
    },
    removeItem: (key) => held.delete(key),
  };
}
const ID = 'abcdefghjkmnpqrstuvw';
const clock = (at = 1_000_000) => { const now = () => now.at; now.at = at; return now; };
const device = (by, now = clock(), storage = shelf()) => new Model(ID, { storage, now, by });

test('an edit is in the storage before anything else, and there again after the battery died', () => {
  const storage = shelf();
  const model = device('a', clock(), storage);
  model.set({ 'name/0': 'Ana', 'total/0': 61 });
  const again = device('a', clock(), storage);
  assert.deepEqual(again.fields, { 'name/0': 'Ana', 'total/0': 61 });
  assert.equal(again.unsent, true);
  assert.deepEqual(listed(storage).map((card) => [card.id, card.names, card.unsent]), [[ID, ['Ana', ''], true]]);
});

test('what is not changed is not written again; a wish to keep the game is, each time', () => {
  const now = clock();
  const model = device('a', now);
  model.set({ way: 'round', note: null });
  assert.deepEqual(Object.keys(model.entries), ['way']);
  now.at += 5000;
  model.set({ way: 'round' });
  assert.equal(model.entries.way.t, 1_000_000);
  model.set({ keep: 'own' });
  const first = model.entries.keep.t;
  model.set({ keep: 'own' });
  assert.ok(model.entries.keep.t > first);
  assert.equal(Object.keys(model.pending()).at(-1), 'keep');
  assert.deepEqual(Object.keys(model.pending(1)), ['way']); // what it keeps goes before it
});

test('a clock that stands or goes back still makes each edit later than what was seen', () => {
  const now = clock();
  const model = device('a', now);
  model.set({ 'total/0': 1 });
  model.set({ 'total/0': 2 });
  assert.equal(model.entries['total/0'].t, 1_000_001);
  model.take({ revision: 1, fields: { 'total/0': { v: 7, t: 1_030_000, by: 'b' } }, kept: null });
  assert.equal(model.fields['total/0'], 7);
  model.set({ 'total/0': 8 }); // this device is half a minute behind
  assert.equal(model.entries['total/0'].t, 1_030_001);
});

test('undo takes back the last edit, several digits at once, but nothing that another phone has changed since', () => {
  const now = clock();
  const model = device('a', now);
  model.set({ 'total/0': 4 }, true);
  now.at += 300;
  model.set({ 'total/0': 47 }, true);
  now.at += 5000;
  model.set({ 'total/1': 30 });
  assert.deepEqual(model.undo(), ['total/1']);
  assert.deepEqual(model.undo(), ['total/0']);
  assert.equal(model.fields['total/0'], null);
  assert.equal(model.canUndo, false);
  model.set({ rounds: 2 });
  now.at += 10;
  model.set({ rounds: 3 }); // two presses of a button are two edits
  model.undo();
  assert.equal(model.fields.rounds, 2);
  model.undo();
  now.at += 5000;
  model.set({ 'total/0': 50 });
  model.take({ revision: 1, fields: { 'total/0': { v: 51, t: now.at + 1, by: 'b' } }, kept: null });
  assert.deepEqual(model.undo(), []);
  assert.equal(model.fields['total/0'], 51);
});

test('of two edits of a field the later one wins, whichever comes first, on both devices', () => {
  const a = device('a', clock(2000));
  const b = device('b', clock(3000));
  a.set({ 'total/0': 10, 'total/1': 11 });
  b.set({ 'total/0': 20 });
  const view = (...models) => ({ revision: 5, kept: null, fields: Object.assign({}, ...models.map((m) => m.pending())) });
  const both = view(a, b);
  a.take(both);
  b.take(both);
  assert.deepEqual(a.fields, { 'total/0': 20, 'total/1': 11 });
  assert.deepEqual(b.fields, a.fields);
  assert.equal(a.unsent || b.unsent, false);
  // the same millisecond: the same device's edit on both
  const c = device('c', clock(3000));
  c.set({ 'total/0': 30 });
  const d = device('d', clock(3000));
  d.set({ 'total/0': 40 });
  c.take(view(d));
  d.take({ ...view(c), fields: {} });
  assert.deepEqual([c.fields, d.fields], [{ 'total/0': 40 }, { 'total/0': 40 }]);
});

test('an answer of the server holds for what was not edited since it was asked', () => {
  const now = clock();
  const model = device('a', now);
  model.set({ 'total/0': 1, 'total/1': 2 });
  const sent = model.pending();
  now.at += 2000;
  model.set({ 'total/1': 3 });
  model.acknowledge(sent, { revision: 1, kept: null, problems: [], fields: sent });
  assert.deepEqual(Object.keys(model.pending()), ['total/1']);
  assert.equal(model.fields['total/1'], 3);
});

test('a clock that is an hour ahead: the server gives the edit another time, and that holds, also in the storage', () => {
  const storage = shelf();
  const model = device('a', clock(3_600_000 + 1_000_000), storage);
  model.set({ 'total/0': 1 });
  const sent = model.pending();
  model.acknowledge(sent, { revision: 1, kept: null, problems: [], fields: { 'total/0': { v: 1, t: 1_000_000, by: 'a' } } });
  assert.equal(model.entries['total/0'].t, 1_000_000);
  assert.equal(model.unsent, false);
  assert.equal(device('a', clock(), storage).entries['total/0'].t, 1_000_000);
  model.take({ revision: 2, kept: null, fields: { 'total/0': { v: 9, t: 1_000_500, by: 'b' } } }); // somebody else, a moment later
  assert.equal(model.fields['total/0'], 9);
});

test('a clock that is put right after it was ahead: this device goes on as another, and its edits count', () => {
  const now = clock(3_600_000 + 1_000_000);
  const storage = shelf();
  const model = device('a', now, storage);
  model.set({ 'total/0': 1 });
  now.at = 1_010_000;
  model.set({ 'total/1': 2 });
  const { 'total/0': first, 'total/1': second } = model.pending();
  assert.notEqual(second.by, 'a');
  assert.equal(first.by, second.by);
  assert.deepEqual([first.t, second.t], [1_010_000, 1_010_001]);
  assert.deepEqual(device('a', now, storage).pending(), model.pending());
});

test('what the server has lost is sent again, and what it refuses is not sent for ever', () => {
  const model = device('a');
  model.set({ 'total/0': 1, nonsense: 2 });
  const sent = model.pending();
  const { nonsense, ...good } = sent;
  model.acknowledge(sent, { revision: 9, kept: null, problems: [{ field: 'nonsense', code: 'unknown_field' }], fields: good });
  assert.equal(model.unsent, false);
  assert.equal(model.problems.nonsense[0].code, 'unknown_field');
  model.listenAfresh(); // the server was put back from a backup
  model.take({ revision: 2, kept: null, fields: {} });
  assert.deepEqual(Object.keys(model.pending()), ['total/0']);
  assert.equal(model.revision, 2);
});

test('an older view that comes late changes nothing', () => {
  const model = device('a');
  model.take({ revision: 5, kept: { league: 'l', result: 'r', revision: 5 }, fields: { 'total/0': { v: 5, t: 50, by: 'b' } } });
  model.take({ revision: 4, kept: null, fields: {} });
  assert.equal(model.unsent, false);
  assert.equal(model.kept.result, 'r');
  assert.equal(model.changed, false);
  model.set({ 'total/0': 6 });
  assert.equal(model.changed, true);
});

test('two pages of one browser lose nothing of each other', () => {
  const storage = shelf();
  const one = device('a', clock(1000), storage);
  const two = device('a', clock(2000), storage);
  one.set({ 'total/0': 1 });
  two.set({ 'total/1': 2 });
  assert.deepEqual(device('a', clock(), storage).fields, { 'total/0': 1, 'total/1': 2 });
  one.rejoin();
  assert.deepEqual(one.fields, { 'total/0': 1, 'total/1': 2 });
});

test('where there is no room, sheets that the server has make some; else it is said', () => {
  const storage = shelf();
  const old = new Model('old'.padEnd(20, 'x'), { storage, now: clock(), by: 'a' });
  old.set({ note: 'x'.repeat(300) });
  old.acknowledge(old.pending(), { revision: 1, kept: null, problems: [], fields: old.pending() });
  storage.room = [...storage.held.values()].join('').length + 150;
  const model = device('a', clock(), storage);
  model.set({ 'name/0': 'Ana', note: 'y'.repeat(200) });
  assert.equal(model.storage, 'kept');
  assert.deepEqual(listed(storage).map((card) => card.id), [ID]);
  model.set({ 'note/0': 'z'.repeat(900) });
  assert.equal(model.storage, 'full');
  assert.equal(model.fields['note/0'].length, 900); // it stays on the page
  assert.equal(new Model(ID, { storage: null, now: clock(), by: 'a' }).any, false);
  const bare = new Model(ID, { storage: null, now: clock(), by: 'a' });
  bare.set({ way: 'quick' });
  assert.equal(bare.storage, 'forbidden');
});

test('spoiled storage is as if there were none', () => {
  const storage = shelf();
  for (const text of ['{', '[]', '{"fields": 3}', '{"fields": {"total/0": 5, "total/1": {"v": 1}}}', 'null']) {
    storage.held.set(`azulejos.sheet.${ID}`, text);
    storage.held.set('azulejos.sheets', text);
    assert.equal(device('a', clock(), storage).any, false);
    assert.deepEqual(listed(storage), []);
  }
});

test('a sheet can be let go here; its name was nobody\'s guess', () => {
  const storage = shelf();
  device('a', clock(), storage).set({ way: 'quick' });
  forget(storage, ID);
  assert.equal(storage.held.has(`azulejos.sheet.${ID}`), false);
  assert.deepEqual(listed(storage), []);
  assert.match(newId(), /^[a-z0-9]{20}$/);
  assert.notEqual(newId(), newId());
});

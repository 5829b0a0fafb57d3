// Clocks: what a page shows of them, how it counts between two words of the server, and when it speaks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, load, words } from './page.mjs';

const [{ clockOf, face, passed, received, remaining, terms, ticking }, { facts, people }, { banner }] = await load('en', 'clock.js', 'cards.js', 'banner.js');

const seat = (n, changes = {}) => ({ seat: n, kind: 'person', name: ['Ana', 'Bea', 'Carl'][n], level: null, here: true, you: n === 0, resigned: false, out: null, lent: false, ...changes });
const clock = (changes = {}) => ({ kind: 'live', base: 600, increment: 10, seconds: [61, 600, null], running: [0], now: 0, ...changes });
const view = (changes = {}) => ({ status: 'playing', kind: 'friends', you: [0], seats: [seat(0), seat(1), seat(2, { kind: 'bot', level: 'artisan', name: '' })], clock: clock(), can: {}, offers: {}, waiting: [0], acting: 0, ...changes });

test('seconds are shown as on a clock, tenths at the end', () => {
  assert.deepEqual([600, 599.2, 61, 60, 10, 9.99, 0.05, 0].map((s) => face(s, 'live')), ['10:00', '10:00', '1:01', '1:00', '0:10', '9.9', '0.0', '0.0']);
  assert.equal(face(3605, 'live'), '60:05');
});

test('days are days and hours, then hours and minutes, then a clock', () => {
  assert.deepEqual([2 * 86400 + 3 * 3600 + 59, 86400, 86399, 3600, 3599].map((s) => face(s, 'days')), ['2 d 3 h', '1 d 0 h', '23 h 59 min', '1 h 0 min', '59:59']);
});

test('what was agreed on, in words', () => {
  assert.equal(terms({ kind: 'live', base: 600, increment: 0 }), '10 min each');
  assert.equal(terms({ kind: 'live', base: 300, increment: 30 }), '5 min each + 30 s a move');
  assert.deepEqual([1, 3].map((n) => terms({ kind: 'days', base: n * 86400, increment: 0 })), ['1 day a move', '3 days a move']);
  assert.equal(terms(null), null);
});

test('only a running clock counts, from when the view came', () => {
  const it = view();
  received(it, 5000);
  assert.equal(remaining(it.clock, 0, 6500), 59.5);
  assert.equal(remaining(it.clock, 1, 6500), 600);
  assert.equal(remaining(it.clock, 2, 6500), null);
  assert.equal(remaining(it.clock, 0, 999_999_999), 0);
  assert.equal(remaining(null, 0), null);
});

test('gold is for the own clock when it presses', () => {
  const drawn = (changes, n = 0) => clockOf(view({ clock: clock(changes) }), n)?.props.class;
  assert.equal(drawn({}), 'clock num runs');
  assert.equal(drawn({ seconds: [59, 600, null] }), 'clock num runs low');
  assert.equal(drawn({ seconds: [600, 5, null], running: [1] }, 1), 'clock num runs');
  assert.equal(drawn({}, 2), undefined);
  assert.equal(words(clockOf(view(), 0)), 'Time left  1:01');
  assert.equal(clockOf(view({ clock: null }), 0), null);
});

test('it speaks three times and no more', () => {
  assert.deepEqual([[61, 60], [60, 59.9], [31, 29], [10.1, 10], [9, 8]].map(([a, b]) => passed(a, b)), [60, null, 30, 10, null]);
});

test('a page that counts speaks for the own seat only, and stops at the end', async () => {
  const said = [];
  let it = view({ clock: clock({ seconds: [30.05, 30.05, null], running: [0, 1] }) });
  received(it);
  const tick = ticking({ view: () => it, root: { querySelector: () => null }, draw() {}, say: (text) => said.push(text) });
  tick();
  await new Promise((done) => { setTimeout(done, 700); });
  it = view({ status: 'over' });
  tick();
  assert.deepEqual(said, ['30 seconds left on your clock']);
});

test('a row tells the clock, whether it is rated, and whose turn it is', () => {
  const card = { id: 'abc', game: 'azul', options: {}, status: 'playing', seats: [seat(0), seat(1)], free: 0, round: 2, scores: [3, 4], your_turn: false, turn: [1], clock: { kind: 'days', base: 86400, increment: 0 }, rated: true };
  assert.equal(facts(card), 'Azul · 1 day a move · rated · Round 2 · 3–4 points · Bea to play');
  assert.equal(facts({ ...card, your_turn: true, turn: [0], clock: null, rated: false }), 'Azul · Round 2 · 3–4 points');
});

test('who is away can be replaced, and comes back with one press', () => {
  const sent = [];
  const act = { send: (message) => sent.push(message) };
  const drawn = (changes) => banner(view(changes), null, { connection: 'open' }, act);
  const press = (node, n = 0) => find(node, (one) => one.tag === 'button')[n].props.onClick();
  const vote = { seat: 1, agreed: [], needed: [0, 2] };
  assert.match(words(drawn({ offers: { vote } })), /Bea has been away.*Let a bot play/);
  press(drawn({ offers: { vote } }));
  press(drawn({ offers: { vote: { ...vote, agreed: [0] } } }));
  assert.equal(drawn({ offers: { vote }, you: [] }), null);
  press(drawn({ can: { return: true }, you: [] }));
  assert.deepEqual(sent, [{ type: 'vote', seat: 1, yes: true }, { type: 'vote', seat: 1, yes: false }, { type: 'return' }]);
  assert.match(words(drawn({ seats: [seat(0, { kind: 'bot', out: 'time', lent: true }), seat(1)], you: [] })), /Your time has run out/);
});

test('a card says that it is a lesson, whose seat a bot plays, and everybody who is waited for', () => {
  const card = (changes) => ({ id: 'x', game: 'azul', kind: 'friends', options: {}, status: 'playing', seats: [seat(0), seat(1), seat(2)], free: 0, round: 2, scores: null, your_turn: false, turn: [0, 1], ...changes });
  assert.match(facts(card({ kind: 'lesson', turn: [] })), /^Azul · Lesson · Round 2$/);
  assert.match(facts(card({})), /Ana, Bea to play/);
  const lent = [seat(0, { kind: 'bot', level: 'artisan', out: 'time' }), seat(1), seat(2, { kind: 'bot', level: 'master', name: '' })];
  assert.match(facts(card({ seats: lent })), /· Bea to play/); // not the bot's turn beside hers
  assert.equal(people(card({ seats: lent })), 'Ana, Bea, Master');
});

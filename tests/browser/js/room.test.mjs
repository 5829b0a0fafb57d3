// The waiting room and the home page's lists: who may do what, what a row says, what the theme button does next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, load, words } from './page.mjs';

globalThis.location = { origin: 'http://here', href: 'http://here/t/abc' };
const [{ role, room, what }, { facts, list, people }, { following }] = await load('en', 'room.js', 'cards.js', 'theme.js');

const seat = (n, kind, name = '', level = null, you = false) => ({ seat: n, kind, name, level, here: kind === 'person', you, resigned: false });
const open = (changes = {}) => ({
  table: 'abc', game: 'azul', options: { players: 3, wall: 'grey', jokers: true }, kind: 'friends', status: 'open', host: true, watching: 0, you: [0],
  seats: [seat(0, 'person', 'Ana', null, true), seat(1, 'bot', 'Artisan', 'artisan'), seat(2, 'open')],
  can: { start: false, sit: [2] }, ...changes,
});
const full = (changes = {}) => open({ seats: [seat(0, 'person', 'Ana', null, true), seat(1, 'bot', 'Artisan', 'artisan'), seat(2, 'person', 'Bea')], can: { start: true, sit: [] }, ...changes });
const act = () => { const sent = []; return { sent, send: (message) => sent.push(message) }; };
const buttons = (view, hands = act()) => find(room(view, hands), (node) => node.tag === 'button');
const named = (view, text, hands) => buttons(view, hands).find((button) => words(button).includes(text));

test('who a viewer is to the table', () => {
  assert.equal(role(open()), 'host');
  assert.equal(role(open({ you: [] })), 'host'); // who stood up is still the host
  assert.equal(role(open({ host: false })), 'seated');
  assert.equal(role(open({ host: false, you: [] })), 'guest');
  assert.equal(role(full({ host: false, you: [] })), 'watch');
});

test('the host starts when all seats are taken', () => {
  assert.equal(named(open(), 'Start').props.disabled, true);
  assert.match(words(room(open(), act())), /1 seat is still free/);
  const hands = act();
  named(full(), 'Start', hands).props.onClick();
  assert.deepEqual(hands.sent, [{ type: 'start' }]);
  assert.equal(named(full({ host: false }), 'Start'), undefined);
  const late = full({ can: { start: false, sit: [], free: [2] } }); // a live clock, and somebody has gone
  assert.ok(named(late, 'Start').props.disabled);
  assert.match(words(room(late, act())), /Somebody is away, and their clock would run/);
});

test('the host puts bots on free seats and takes them away, nobody else does', () => {
  const hands = act();
  named(open(), 'Add bot', hands).props.onClick();
  named(open(), 'Open the seat', hands).props.onClick();
  assert.deepEqual(hands.sent, [{ type: 'bot', seat: 2, level: 'apprentice' }, { type: 'bot', seat: 1, level: null }]);
  assert.equal(named(open({ host: false }), 'Add bot'), undefined);
});

test('a guest sits down with one field and one button', () => {
  const hands = act();
  const view = open({ host: false, you: [] });
  const [form] = find(room(view, hands), (node) => node.tag === 'form');
  find(form, (node) => node.tag === 'input')[0].props.onInput({ target: { value: ' Bea ' } });
  form.props.onSubmit({ preventDefault() {} });
  assert.deepEqual(hands.sent, [{ type: 'sit', seat: 2, name: 'Bea' }]);
  assert.equal(find(room(full({ host: false, you: [] }), act()), (node) => node.tag === 'form').length, 0);
});

test('bots are called by their level, in the language of the page', () => {
  assert.equal(what(open()), 'Azul for 3 · grey wall · jokers');
  assert.match(words(room(open({ seats: [seat(0, 'bot', 'Greedy', 'greedy'), seat(1, 'open'), seat(2, 'open')] }), act())), /Beginner/);
});

const card = (changes = {}) => ({ id: 'abc', game: 'azul', options: { wall: 'coloured' }, status: 'playing', seats: [seat(0, 'person', 'Ana'), seat(1, 'bot', 'Greedy', 'greedy')], free: 0, round: 2, scores: [3, 4], your_turn: false, ...changes });

test('a row says who plays what and how far', () => {
  assert.equal(people(card()), 'Ana, Beginner');
  assert.equal(facts(card()), 'Azul · Round 2 · 3–4 points');
  assert.equal(facts(card({ status: 'open', free: 1, round: null, scores: null, options: { side: 'grey' }, game: 'pavilion' })), 'Summer Pavilion · grey side · 1 seat free');
});

test('your turn comes first; an empty list has one sentence and, where it helps, one way on', () => {
  const rows = find(list([card(), card({ id: 'xyz', your_turn: true })], 'mine'), (node) => node.tag === 'a');
  assert.deepEqual(rows.map((row) => row.props.href), ['/t/xyz', '/t/abc']);
  assert.equal(find(list([], 'open'), (node) => node.tag === 'a').length, 1);
  assert.equal(find(list([], 'watch'), (node) => node.tag === 'a').length, 0);
});

test('the first press on the theme button changes what is seen', () => {
  assert.deepEqual([following('system', false), following('dark', false), following('light', false)], ['dark', 'light', 'system']);
  assert.deepEqual([following('system', true), following('light', true), following('dark', true)], ['light', 'dark', 'system']);
});

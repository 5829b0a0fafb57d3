// A replay: where it stops, where rounds begin, what a frame shows; and sounds that end when they should, preferences that heal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryAt, restAt, roundAt, roundsOf, stopAt, stopsOf, storyAt, viewOf } from '../../../src/azulejos/web/static/js/frames.js';
import { load } from './page.mjs';

const [{ LEVEL, voices }, { CHOICES, confirms, prefs, read }] = await load('en', 'sound.js', 'prefs.js');

const deal = (round, factories) => ({ seat: -1, move: 'deal', round, told: { kind: 'deal', round, factories } });
const move = (seat) => ({ seat, move: '3R', round: 1, told: { kind: 'take' } });
const frames = [deal(1, 20), move(0), move(1), deal(1, 0), move(0), deal(2, 20), move(1)]
  .map((entry, i) => ({ ply: i + 1, entry, show: { round: i < 5 ? 1 : 2, turn: i % 2, phase: 'acquire', boards: [{}, {}] }, story: i === 4 ? { round: 1, ply: 5, seats: [] } : null }));
const game = { game: 'pavilion', options: { players: 2 }, seats: [{ name: 'Ana', kind: 'person' }, { name: 'Bo', kind: 'bot' }], frames, result: { ending: 'rounds' } };
const stops = stopsOf(frames);
const rounds = roundsOf(frames, stops);

test('a refill of the supply belongs to the move before it', () => {
  assert.deepEqual(stops, [0, 1, 3, 4, 5, 6]);
  assert.equal(entryAt(frames, 3), frames[2].entry);
});

test('an address leads to the table after that many entries', () => {
  assert.equal(stopAt(frames, stops, 0), 0);
  assert.equal(stops[stopAt(frames, stops, 3)], 3); // its refill is already made
  assert.equal(stopAt(frames, stops, 999), stops.length - 1);
});

test('rounds begin with their deal', () => {
  assert.deepEqual(rounds, [{ round: 1, stop: 0 }, { round: 2, stop: 4 }]);
  assert.deepEqual([0, 3, 4, 5].map((stop) => roundAt(rounds, stop)), [1, 1, 2, 2]);
});

test('a story is told where its round ended', () => {
  assert.equal(storyAt(frames, 4).round, 1);
  assert.equal(storyAt(frames, 5), null);
  assert.ok(restAt(game, 4, 1) > restAt(game, 1, 1) && restAt(game, 1, 2) < restAt(game, 1, 1));
});

test('in a frame nobody decides and nobody is "you"', () => {
  const view = viewOf(game, 1, 'abc', 1);
  assert.deepEqual([view.choices, view.you, view.result, view.acting, view.ply, view.status], [null, [], null, 1, 2, 'playing']);
  assert.equal(view.log.length, 2);
  assert.equal(viewOf(game, 6, 'abc', 0).status, 'over');
});

test('sounds are short and quiet', () => {
  for (const what of ['take', 'set', 'score', 'floor', 'turn', 'end']) {
    const all = voices(what, 5);
    assert.ok(all.length, what);
    assert.ok(Math.max(...all.map((voice) => voice.at + voice.for)) <= (what === 'end' ? 1.5 : 0.4), what);
    const loudest = Math.max(...all.map(({ at }) => all.filter((other) => other.at <= at && at < other.at + other.for).reduce((sum, other) => sum + other.share, 0)));
    assert.ok(loudest <= 1.3, `${what}: ${loudest}`);
  }
  assert.ok(Math.abs(20 * Math.log10(LEVEL) + 18) < 0.01);
  const pitches = voices('score', 5).map((voice) => voice.pitch);
  assert.deepEqual(pitches, [...pitches].sort((a, b) => a - b));
  assert.equal(new Set([0, 1, 2, 3, 4, 5].map((colour) => voices('take', colour)[0].pitch)).size, 6);
});

test('spoiled preferences heal, good ones stay', () => {
  const fresh = Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first]));
  assert.deepEqual(fresh, { theme: 'system', pace: 1, sounds: false, confirm: 'auto', autopass: false, notify: false });
  for (const text of [null, '', '{', 'null', '[]', '{"theme": "<script>", "pace": 99}']) assert.deepEqual(read(text), fresh);
  assert.deepEqual(read('{"pace": 0.5, "sounds": true}'), { ...fresh, pace: 0.5, sounds: true });
});

test('a change is told to who listens, and kept in a cookie for the server', () => {
  const heard = [];
  const end = prefs.subscribe((now) => heard.push(now.theme));
  prefs.set({ theme: 'dark', pace: 'fast' });
  end();
  prefs.set({ theme: 'light' });
  assert.deepEqual(heard, ['dark']);
  assert.equal(prefs.get().pace, 1);
  assert.match(document.cookie, /^theme=light; path=\/; max-age=31536000; SameSite=Lax$/);
});

test('moves are confirmed with people, not against bots', () => {
  assert.deepEqual([confirms('bots'), confirms('friends'), confirms('device')], [false, true, true]);
  prefs.set({ confirm: 'on' });
  assert.equal(confirms('bots'), true);
  prefs.set({ confirm: 'off' });
  assert.equal(confirms('friends'), false);
});

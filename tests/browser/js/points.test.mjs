// Every point has a reason, and the reasons add up: by hand, and over the games that the Python side has played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kinds, lines, standings, track } from '../../../src/azulejos/web/static/js/points.js';
import { azul } from './page.mjs';

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const line = (all, key) => all.find((one) => one.key === key)?.values;

test('a track that stopped at 0 gives back what it did not lose', () => {
  const all = lines('azul', azul().result.breakdown);
  assert.deepEqual(line(all, 'wall'), [22, 5, 4]);
  assert.deepEqual(line(all, 'floor'), [-5, 0, -1]);
  assert.deepEqual(line(all, 'clamp'), [2, 0, 0]); // 2 - 4 showed 0
  assert.deepEqual(line(all, 'columns'), [0, 7, 0]);
});

test('a game broken off in a round has a line for what that round had brought', () => {
  const seat = { rounds: [{ placed: 9, marker: -3, discards: -1, score: 10 }], bonuses: { stars: {}, numbers: {}, corners: 0 }, total: 14 };
  const all = lines('pavilion', [seat], { finished: false });
  assert.deepEqual(line(all, 'start'), [5]);
  assert.deepEqual(line(all, 'unfinished'), [4]);
  assert.equal(line(all, 'clamp'), undefined);
  assert.equal(sum(all.map((one) => one.values[0])), 14);
});

test('stars and number sets have a line each, and one colour together', () => {
  const seat = { rounds: [], bonuses: { stars: { R: 14, '*': 12 }, numbers: { 1: 4, 3: 12 }, corners: -2 }, total: 45 };
  const all = lines('pavilion', [seat]);
  assert.deepEqual(all.filter((one) => one.kind === 'stars').map((one) => one.say[0]), ['result.star.R', 'result.star.centre']);
  assert.deepEqual(kinds(all).filter((one) => ['stars', 'numbers'].includes(one.kind)).map((one) => one.values[0]), [26, 16]);
  assert.deepEqual(lines('pavilion', [seat], { grey: true }).find((one) => one.key === 'star-R').say, ['result.place.R', {}]);
});

test('winners stand first, even where points alone would not say so', () => {
  assert.deepEqual(standings([40, 52, 52, 10], [2]), [2, 1, 0, 3]);
});

test('the track begins where the game does', () => {
  assert.deepEqual(track('pavilion', { rounds: [{ score: 8 }] }), [5, 8]);
  assert.deepEqual(track('azul', { rounds: [] }), [0]);
});

const PLAYED = process.env.AZULEJOS_GAMES;
test('the lines of hundreds of games add up to their totals', { skip: !PLAYED && 'AZULEJOS_GAMES names no games; tests/web/test_scripts.py plays them' }, () => {
  const games = JSON.parse(readFileSync(PLAYED, 'utf8'));
  assert.ok(games.length >= 200);
  let clamped = 0;
  for (const { game, breakdown, scores, finished } of games) {
    const all = lines(game, breakdown, { finished });
    for (const [seat, total] of scores.entries()) {
      assert.equal(sum(all.map((one) => one.values[seat])), total, JSON.stringify(breakdown[seat]));
      assert.equal(sum(kinds(all).map((one) => one.values[seat])), total);
      const clamp = line(all, 'clamp')?.[seat] ?? 0;
      assert.ok(clamp >= 0, `a track cannot take more than was lost: ${clamp}`);
      clamped += clamp > 0;
    }
  }
  assert.ok(clamped > 0, 'some game must have met the end of the track');
});

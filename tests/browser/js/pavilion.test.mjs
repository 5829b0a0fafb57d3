// What the Pavilion table says of paying, passing and final bonuses: numbers and plurals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, load, words } from './page.mjs';

const [{ passCost, passWords }, { payOf, shownPays }, { payWords, written, counted, spaceName }, { goals, worthOf }] = await load('en', 'passing.js', 'paying.js', 'pavwords.js', 'goals.js');

const passing = (hand, keep, lost, score) => ({ acting: 0, choices: { pass: { most: 4, hand, keep, lost } }, show: { boards: [{ score }] } });
const NUMBERS = { coloured: Object.fromEntries([...'PORBYG*'].map((star) => [star, [1, 2, 3, 4, 5, 6]])), grey: { ...Object.fromEntries([...'PORBYG'].map((star) => [star, [3, 2, 1, 4, 5, 6]])), '*': [3, 3, 3, 3, 3, 3] } };
const board = (stars) => ({ boards: [{ stars: { ...Object.fromEntries([...'PORBYG*'].map((star) => [star, '......'])), ...stars } }] });

test('passing costs a point for each tile given up, never the last point (S5, S44)', () => {
  assert.deepEqual(passCost(passing('PPGGOO', 'PPGG', 2, 9), counted('PPGG')), { kept: 4, discards: 2, most: 4, lost: 2 });
  assert.equal(passCost(passing('PPGGOO', 'PPGG', 2, 9), counted('P')).lost, 5);
  assert.equal(passCost(passing('PPGGOO', 'PPGG', 2, 3), counted('')).lost, 2);
  assert.deepEqual(passCost(passing('PG', 'PG', 0, 1), counted('PG')), { kept: 2, discards: 0, most: 2, lost: 0 });
});

test('what passing means is said with the right plurals', () => {
  assert.equal(passWords({ kept: 1, discards: 0, lost: 0 }), 'Passing now keeps your tile.');
  assert.equal(passWords({ kept: 3, discards: 0, lost: 0 }), 'Passing now keeps your 3 tiles.');
  assert.match(passWords({ kept: 4, discards: 1, lost: 1 }), /keeps 4, loses 1 tile: −1/);
  assert.match(passWords({ kept: 0, discards: 2, lost: 0 }), /keeps none, loses 2 tiles: 0/);
  assert.equal(passWords({ kept: 0, discards: 0, lost: 0 }), 'Passing ends your round.');
});

test('a payment names its own colour first, then its wilds (S31, S32)', () => {
  assert.equal(payWords({ tile: 'B', paid: 'BBBO', wilds: 1 }), '3 blue + 1 wild');
  assert.equal(payWords({ tile: 'G', paid: 'G', wilds: 0 }), '1 green');
});

test('of several colours the cheapest way each is shown, of one colour all ways', () => {
  const one = { pays: [{ tile: 'B', move: 'a' }, { tile: 'B', move: 'b' }, { tile: 'G', move: 'c' }] };
  assert.deepEqual(shownPays(one, false).map((pay) => pay.move), ['a', 'c']);
  assert.equal(shownPays(one, true).length, 3);
  assert.equal(shownPays({ pays: one.pays.slice(0, 2) }, false).length, 2);
  assert.equal(payOf(one, { pay: 'c' }).move, 'c');
  assert.equal(payOf(one, {}).move, 'a');
});

test('tiles are written in the order of the formats', () => {
  assert.equal(written({ R: 1, P: 2, G: 0 }), 'PPR');
  assert.equal(written(counted('RGRP')), 'PGRR');
});

test('a grey space is told apart from its twin by its name (S15)', () => {
  assert.equal(spaceName('*4', { options: { side: 'grey' }, numbers: NUMBERS.grey }), 'centre star, space 3 (*4)');
  assert.equal(spaceName('B4', { options: { side: 'coloured' }, numbers: NUMBERS.coloured }), 'blue star, space 4');
});

test('what a star will bring: sure on the coloured side, open on the grey one while it may become either (S50, S55, S56)', () => {
  assert.deepEqual([...'PGOYBR*'].map((star) => worthOf('......', star, 'coloured')[1]), [20, 18, 17, 16, 15, 14, 12]);
  assert.deepEqual(worthOf('......', 'R', 'grey'), [12, 20]);
  assert.deepEqual(worthOf('..B...', 'R', 'grey'), [12, 15]);
  assert.deepEqual(worthOf('..BB..', '*', 'grey'), [15, 15]);
  assert.deepEqual(worthOf('G.B...', 'P', 'grey'), [12, 12]);
});

test('the sets of numbers: seven spaces each, on the grey side six and twelve threes (S49, S57)', () => {
  const sets = (side, stars) => find(goals({ show: { options: { side }, numbers: NUMBERS[side], ...board(stars) } }, 0), (node) => node.props.class === 'far').slice(7).map((node) => words(node));
  assert.deepEqual(sets('coloured', { B: 'B.B...', '*': 'P.....' }), ['2/7 +4', '0/7 +8', '1/7 +12', '0/7 +16']);
  assert.deepEqual(sets('grey', { B: 'B.B...', '*': 'P.....' }), ['1/6 +4', '0/6 +8', '2/12 +12', '0/6 +16']);
});

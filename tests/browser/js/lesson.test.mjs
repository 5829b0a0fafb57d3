// Where the coach of Summer Pavilion points: never to nothing while the player is to decide, wherever they have strayed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const media = { matches: false };
globalThis.matchMedia = () => media;
const [{ steps }] = await load('en', 'lessonpavilion.js');
const [FIRST, BONUS] = [steps[5], steps[9]];

const R2 = { space: 'R2', number: 2, points: 1, due: 0, pays: [{ move: 'R2=RR' }, { move: 'R2=RP' }] };
const placing = (ui, spaces = [R2]) => ({ view: { choices: { kind: 'place', spaces }, show: { round: 1, phase: 'place', boards: [{ passed: false }] } }, ui, seat: 0, own: [], can: true });
const spot = (ui, spaces) => FIRST.spot(placing(ui, spaces));

test('on a phone the star comes first, from another star over the board', () => {
  media.matches = true;
  assert.equal(spot({}), '[data-pick-star="R"]');
  assert.equal(spot({ star: 'R' }), '[data-step="R2"]');
  assert.equal(spot({ star: '*' }), '.own [data-star="R"]');
  assert.equal(spot({ star: '*', picked: '*1' }), '.own [data-star="R"]');
  media.matches = false;
  assert.equal(spot({ star: '*' }), '.own [data-space="R2"]');
});

test('a space in hand is paid for, and confirmed where that is wanted', () => {
  assert.equal(spot({ picked: 'R2' }), '.pays [data-pay="R2=RR"]');
  assert.equal(spot({ picked: 'R2', pay: 'R2=RP' }), '.pays [data-pay="R2=RR"]');
  assert.equal(spot({ picked: 'R2', pay: 'R2=RR' }), '.tray [data-do="confirm"]');
});

test('who is about to pass too early is led back, who can lay nothing is led to passing', () => {
  assert.equal(spot({ passing: true }), '[data-do="stay"]');
  assert.equal(spot({}, []), '[data-do="pass-now"], [data-do="pass"]');
  const last = (ui) => steps[10].spot(placing(ui));
  assert.equal(last({ star: 'R' }), '[data-do="pass"]');
  media.matches = true;
  assert.equal(last({}), '[data-do="pass"]');
  assert.equal(last({ star: 'R' }), '.paying .pay-head .btn'); // an open star hides it there
  media.matches = false;
});

test('bonus tiles are chosen, then taken', () => {
  const facts = (take) => ({ ...placing({ take }), view: { choices: { kind: 'bonus', due: 2, supply: 'GGR' } } });
  assert.equal(BONUS.spot(facts({ G: 1 })), '.supply');
  assert.equal(BONUS.spot(facts({ G: 1, R: 1 })), '[data-do="bonus"]');
});

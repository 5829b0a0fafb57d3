// Why a move is refused, in the words of the board: places by name, tiles counted, the rule as a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const [{ ruleLink, whyWords }] = await load('en', 'why.js');

const NUMBERS = { coloured: [1, 2, 3, 4, 5, 6], grey: [3, 2, 1, 4, 5, 6] };
const pavilion = (side = 'coloured') => ({ game: 'pavilion', options: { side }, show: { options: { side }, numbers: { B: NUMBERS[side], '*': side === 'grey' ? [3, 3, 3, 3, 3, 3] : NUMBERS.coloured } } });
const says = (code, values, view = pavilion()) => whyWords({ code, clause: 'S31', values }, view);

test('a space is called what the board calls it, not by the letters of a record', () => {
  assert.equal(says('space_taken', { space: 'B4' }), 'Blue star, space 4: it already holds a tile.');
  assert.equal(says('space_taken', { space: '*4' }), 'Centre star, space 4: it already holds a tile.');
  assert.match(says('space_taken', { space: 'B1' }, pavilion('grey')), /^Right star, space 3 \(B1\): /);
});

test('what a hand lacks is told with what it has (S31 to S33)', () => {
  assert.equal(says('pay_too_few', { space: 'B6', cost: 6, colour: 'B', wild: 'P', usable: 'BBP', hand: 'PBBR' }), 'Blue star, space 6: it costs 6 tiles, and to pay you have only 1 purple and 2 blue (wild: purple).');
  assert.equal(says('pay_too_few_own', { space: '*4', cost: 4, colour: 'P', usable: 'P', hand: 'PR' }), 'Centre star, space 4: it costs 4 purple tiles, and you have only 1 purple; nothing stands in for the wild colour.');
  assert.equal(says('pay_lacks_colour', { space: 'B1', colour: 'B', hand: 'PPP' }), 'Blue star, space 1: at least one blue tile is needed, and you have none.');
});

test('the rule is a link into the rules of the game', () => {
  const link = ruleLink({ clause: 'S33' }, pavilion());
  assert.equal(link.props.href, '/rules/pavilion#S33');
  assert.equal(ruleLink({ clause: '' }, pavilion()), null);
});

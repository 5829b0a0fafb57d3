// What a sheet points out, in the words of the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const [{ noteWords }, { reckon }] = await load('en', 'score/saying.js', 'score/reckon.js');
const errors = (fields, side) => reckon({ way: 'wall', ...fields }).errors.map((note) => noteWords('error', note, side));

test('colours and rows are said as people say them', () => {
  assert.deepEqual(errors({ 't/0/11': '1R' }), ['This cell takes a blue tile, not a red one.']);
  assert.deepEqual(errors({ wall: 'grey', rounds: 2, 't/0/11': '1R', 't/0/12': '2R', 't/0/31': '1R' }), ['Column 1 has a red tile already.', 'Row 1 has a red tile already.']);
  assert.deepEqual(errors({ 't/1/21': '1W', 't/1/22': '1B' }), ['Row 2 got two tiles in round 1: a line brings one.']);
});

test('stars have their names, on the grey side by where they lie', () => {
  const tiles = { game: 'pavilion', 't/0/B1': '1R.1', 't/0/B2': '1R.2', 't/0/B3': '1G.3' };
  assert.equal(errors(tiles)[0], 'The blue star takes only its own colour, no red tile.');
  assert.deepEqual(errors({ ...tiles, side: 'grey' }, 'grey'), ['The right star takes no green tile: after its first two tiles it takes only red.']);
  assert.deepEqual(errors({ game: 'pavilion', 't/0/C1': '1R.1', 't/0/C2': '1R.2' }), ['The centre star has a tile of this colour already: red.']);
});

test('a difference is told, with what counts', () => {
  const { hints } = reckon({ way: 'round', over: true, 'r1/0/wall': 5, 'total/0': 7 });
  assert.ok(hints.map((note) => noteWords('hint', note)).includes('The sheet makes it 5, you say 7. What you say counts.'));
});

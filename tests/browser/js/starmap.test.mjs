// The map of the stars against the tables of the rules (S9-S17), written out by hand; and against the edges it draws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RING, SPACES, STRUCTURES, centreOf, cornersOf, middleOf, tipOf, towards } from '../../../src/azulejos/web/static/js/starmap.js';

/** S11: the position whose tip points N, NE, SE, S, SW, NW. */
const TIPS = { '*': '123456', P: '123456', O: '612345', R: '561234', B: '456123', Y: '345612', G: '234561' };
/** S12 to S14, in the order in which the server names them. */
const AROUND = {
  'P pillar': 'P2 P3 *5 *6', 'O pillar': 'O2 O3 *6 *1', 'R pillar': 'R2 R3 *1 *2', 'B pillar': 'B2 B3 *2 *3', 'Y pillar': 'Y2 Y3 *3 *4', 'G pillar': 'G2 G3 *4 *5',
  'PO statue': 'P1 P2 O3 O4', 'OR statue': 'O1 O2 R3 R4', 'RB statue': 'R1 R2 B3 B4', 'BY statue': 'B1 B2 Y3 Y4', 'YG statue': 'Y1 Y2 G3 G4', 'GP statue': 'G1 G2 P3 P4',
  'P window': 'P5 P6', 'O window': 'O5 O6', 'R window': 'R5 R6', 'B window': 'B5 B6', 'Y window': 'Y5 Y6', 'G window': 'G5 G6',
};
const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01;
const edgesOf = (corners) => corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
const same = ([a, b], [c, d]) => (near(a, c) && near(b, d)) || (near(a, d) && near(b, c));

test('the outer stars stand clockwise from the left, all equally far (S9, S17)', () => {
  assert.deepEqual(RING, ['P', 'O', 'R', 'B', 'Y', 'G']);
  const places = { P: [-300, 0], O: [-150, -259.8], R: [150, -259.8], B: [300, 0], Y: [150, 259.8], G: [-150, 259.8] };
  for (const [star, [x, y]] of Object.entries(places)) assert.ok(Math.hypot(centreOf(star)[0] - x, centreOf(star)[1] - y) < 0.1, star);
});

test('every tip points where the rules say (S11)', () => {
  for (const [star, order] of Object.entries(TIPS)) {
    [...order].forEach((position, i) => assert.equal(((tipOf(star, Number(position)) % 360) + 360) % 360, (270 + 60 * i) % 360, `${star}${position}`));
  }
});

test('every structure has its spaces and its prize (S12-S14, S38)', () => {
  assert.deepEqual(STRUCTURES.map((one) => [`${one.stars.join('')} ${one.kind}`, one.spaces.join(' ')]), Object.entries(AROUND));
  assert.deepEqual(STRUCTURES.map((one) => one.pays), [...Array(6).fill(1), ...Array(6).fill(2), ...Array(6).fill(3)]);
  assert.deepEqual(STRUCTURES.map((one) => one.index), [...Array(18).keys()]);
});

test('the spaces of a star touch in a ring, and no two of different stars (S10)', () => {
  for (const one of SPACES) {
    const touching = SPACES.filter((other) => other !== one && edgesOf(cornersOf(one)).some((a) => edgesOf(cornersOf(other)).some((b) => same(a, b))));
    const k = Number(one[1]);
    assert.deepEqual(touching.sort(), [`${one[0]}${(k % 6) + 1}`, `${one[0]}${((k + 4) % 6) + 1}`].sort(), one);
  }
});

test('pillars and statues are the gaps whose four edges are those of their spaces (S12, S13, S17)', () => {
  for (const one of STRUCTURES.filter(({ kind }) => kind !== 'window')) {
    const free = one.spaces.map((space) => edgesOf(cornersOf(space)).filter(([a, b]) => [a, b].every((point) => Math.hypot(point[0] - one.spot[0], point[1] - one.spot[1]) < 87)));
    assert.deepEqual(free.map((edges) => edges.length), [1, 1, 1, 1], `${one.stars} ${one.kind}`);
    const ends = free.flat(2);
    for (const end of ends) assert.equal(ends.filter((other) => near(end, other)).length, 2, 'the four edges close');
  }
});

test('a window lies outside, between positions 5 and 6 of its star (S14)', () => {
  for (const one of STRUCTURES.filter(({ kind }) => kind === 'window')) {
    const far = (space) => Math.hypot(middleOf(space)[0] - one.spot[0], middleOf(space)[1] - one.spot[1]);
    const nearest = [...SPACES].sort((a, b) => far(a) - far(b)).slice(0, 2).sort();
    assert.deepEqual(nearest, one.spaces);
    assert.ok(Math.hypot(...one.spot) > Math.hypot(...centreOf(one.stars[0])));
  }
});

test('up and down lead to the nearest space in that direction; right and left alone reach every space', () => {
  assert.equal(towards('*1', 'ArrowDown', ['*1', '*4', 'P5']), '*4');
  assert.equal(towards('*4', 'ArrowDown', ['*1', '*4']), null);
  assert.equal(towards('*6', 'ArrowRight', SPACES), '*2');
  assert.equal(towards('P5', 'ArrowRight', ['P5']), null);
  for (const among of [SPACES, SPACES.filter((_, i) => i % 3), ['P5', 'R1', 'G6', '*3']]) {
    for (const arrow of ['ArrowRight', 'ArrowLeft']) {
      const seen = new Set([among[0]]);
      for (const from of seen) seen.add(towards(from, arrow, among));
      assert.equal(seen.size, among.length, arrow);
    }
  }
  assert.equal(towards('*1', 'ArrowRight', ['P1', 'B4']), 'B4', 'also from a space that is no longer free');
});

// Tapping a sheet's boards: what a tap writes, which colours fit, what is said; the points are the reckoning's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, load, words } from './page.mjs';

globalThis.requestAnimationFrame = () => 0; // the focus stays where it is: there is none
const [taps, wall, stars, { reckon }] = await load('en', 'score/taps.js', 'score/tapwall.js', 'score/tapstars.js', 'score/reckon.js');
const GREY = { game: 'azul', wall: 'grey', jokers: false, players: 2, way: 'wall', rounds: 1 };
const COLOURED = { ...GREY, wall: 'coloured' };
const PAVILION = { game: 'pavilion', side: 'coloured', players: 2, way: 'wall', rounds: 1 };

/** A sheet in the hands of somebody: what is pressed is done, what is said is kept. */
function sheet(view, fields, seat = 0) {
  const own = { fields: { ...fields }, ui: {}, said: [], round: fields.rounds };
  const act = {
    set: (changes) => { own.fields = { ...own.fields, ...changes }; }, ui: (changes) => { own.ui = { ...own.ui, ...changes }; },
    say: (text) => own.said.push(text), seat() {}, round() {}, undo() {}, next() {},
  };
  const draw = () => view({ id: 'x', fields: own.fields, reckoning: reckon(own.fields), seat, round: own.round, ui: own.ui, kept: null, changed: false, line: 'sent', leagues: [], problems: {} }, act);
  const one = (name, value) => find(draw(), (node) => node.props[name] === value)[0];
  return Object.assign(own, { draw, one, press: (name, value) => one(name, value).props.onClick() });
}

test('a tap lays the printed colour, another takes it away', () => {
  const page = sheet(wall.view, COLOURED, 1);
  page.press('data-cell', '23');
  assert.equal(page.fields['t/1/23'], '1Y');
  assert.equal(page.one('data-cell', '23').props['aria-label'], 'Row 2, column 3: yellow, laid now, 1 point');
  page.press('data-cell', '24'); // a row's second tile in one round is a mistake that is pointed out
  assert.match(page.one('data-cell', '24').props['aria-label'], /Row 2 got two tiles in round 1/);
  page.press('data-cell', '23');
  assert.equal(page.fields['t/1/23'], null);
  assert.deepEqual(page.said, ['Row 2: yellow laid, 1 point. The score is 1.', 'Row 2: red laid, 2 points. The score is 3.', 'Tile taken away: yellow.']);
});

test('the sums are written as at the table', () => {
  const page = sheet(wall.view, { ...COLOURED, rounds: 2, 't/0/11': '1B', 't/0/12': '2Y', 't/0/21': '2W', 'r2/0/floor': 3 });
  const reckoned = find(page.draw(), (node) => node.props.class === 'reckon')[0];
  assert.equal(words(reckoned), 'Tiles this round +2 +2 =  +4 Floor −4 1 becomes 1');
  page.press('data-step', 'floor-less');
  assert.equal(page.fields['r2/0/floor'], 2);
});

test('a score that would fall below nothing says so', () => {
  const page = sheet(wall.view, { ...COLOURED, 'r1/0/floor': 2 });
  assert.match(words(page.draw()), /never falls below 0/);
  assert.doesNotMatch(words(sheet(wall.view, COLOURED).draw()), /never falls below 0/);
});

test('points that were typed stand until tiles are tapped', () => {
  const page = sheet(wall.view, { ...COLOURED, 'r1/0/wall': 7 });
  assert.match(words(page.draw()), /Typed for this round \+7/);
  assert.match(words(page.draw()), /Round 1 has points, but no tiles/);
  page.press('data-cell', '11');
  assert.match(words(page.draw()), /Tiles this round \+1/);
  assert.doesNotMatch(words(page.draw()), /but no tiles/);
});

test('a tile of an earlier round is set: it can be put into another round or taken away', () => {
  const page = sheet(wall.view, { ...COLOURED, rounds: 3, 't/0/11': '1B' });
  page.press('data-cell', '11');
  assert.equal(page.fields['t/0/11'], '1B');
  assert.match(words(page.draw()), /blue, from round 1/);
  page.one('data-do', 'move').props.onChange({ currentTarget: { value: '3' } });
  assert.equal(page.fields['t/0/11'], '3B');
  page.round = 2;
  page.press('data-cell', '11');
  page.press('data-do', 'lift');
  assert.equal(page.fields['t/0/11'], null);
});

test('on the grey wall the colour is asked for; one that the row has is refused once', () => {
  const page = sheet(wall.view, { ...GREY, rounds: 2, 't/0/11': '1R', 't/0/23': '1K' });
  page.press('data-cell', '13');
  assert.equal(page.fields['t/0/13'], undefined);
  const refused = find(page.draw(), (node) => node.props['data-colour'] && / no( |$)/.test(node.props.class)).map((node) => node.props['data-colour']);
  assert.deepEqual(refused, ['R', 'K']);
  page.press('data-colour', 'R');
  assert.equal(page.fields['t/0/13'], undefined);
  assert.match(words(page.draw()), /Row 1 has a red tile already. Tap it again/);
  page.press('data-colour', 'R');
  assert.equal(page.fields['t/0/13'], '2R');
  assert.match(page.one('data-cell', '13').props['aria-label'], /Row 1 has a red tile already/);
});

test('where a single colour is left it is laid at once', () => {
  const page = sheet(wall.view, { ...GREY, rounds: 2, 't/0/11': '1R', 't/0/12': '1K', 't/0/13': '1B', 't/0/14': '1Y' });
  page.press('data-cell', '15');
  assert.equal(page.fields['t/0/15'], '2W');
});

test('with jokers a tile may be one, whatever is printed', () => {
  const page = sheet(wall.view, { ...COLOURED, jokers: true });
  page.press('data-cell', '11');
  assert.equal(page.fields['t/0/11'], '1B');
  page.press('data-colour', 'J');
  assert.equal(page.fields['t/0/11'], '1J');
  assert.deepEqual(reckon(page.fields).errors, []);
});

test('lines that lack one or two tiles, the fullest first', () => {
  const fields = Object.fromEntries(['11', '12', '13', '14', '21', '31'].map((cell) => [`t/0/${cell}`, `1${taps.printed(cell)}`]));
  assert.deepEqual(taps.nearly(fields, 0), [{ kind: 'row', line: 1, n: 4 }, { kind: 'column', line: 1, n: 3 }]);
});

// --- stars ---

test('tiles are numbered as they are placed, and again when one is lifted', () => {
  const page = sheet(stars.view, PAVILION);
  for (const cell of ['B1', 'B3', 'B2']) page.press('data-space', cell);
  assert.deepEqual([page.fields['t/0/B1'], page.fields['t/0/B3'], page.fields['t/0/B2']], ['1B.1', '1B.2', '1B.3']);
  assert.equal(page.one('data-space', 'B2').props['aria-label'], 'Blue star, space 2: blue, placed now as number 3, 3 points');
  page.press('data-space', 'B3');
  assert.deepEqual([page.fields['t/0/B1'], page.fields['t/0/B3'], page.fields['t/0/B2']], ['1B.1', null, '1B.2']);
  assert.equal(reckon(page.fields).seats[0].rounds[0].placed, 3);
});

test('a tile that moves to another round is its last, and its old round closes up', () => {
  const fields = { ...PAVILION, rounds: 2, 't/0/B1': '1B.1', 't/0/B2': '1B.2', 't/0/R1': '2R.1' };
  assert.deepEqual(taps.placing(fields, 0, 'B1', 2, 'B'), { 't/0/B1': '2B.2', 't/0/B2': '1B.1', 't/0/R1': '2R.1' });
});

test('the centre star asks for a colour and marks those that it has', () => {
  const page = sheet(stars.view, { ...PAVILION, 't/0/C1': '1P.1' });
  page.press('data-space', 'C2');
  assert.match(page.one('data-colour', 'P').props['aria-label'], /The centre star has a tile of this colour already: purple/);
  page.press('data-colour', 'G');
  assert.equal(page.fields['t/0/C2'], '1G.2');
});

test('a grey star with two tiles takes what fits them', () => {
  const grey = { ...PAVILION, side: 'grey' };
  assert.equal(taps.starTaken({ ...grey, 't/0/B1': '1R.1' }, 0, 'B2'), '');
  assert.equal(taps.starTaken({ ...grey, 't/0/B1': '1R.1', 't/0/B2': '1R.2' }, 0, 'B3'), 'PGOYB');
  assert.equal(taps.starTaken({ ...grey, 't/0/B1': '1R.1', 't/0/B2': '1G.2' }, 0, 'B3'), 'RG');
  const page = sheet(stars.view, { ...grey, 't/0/B1': '1R.1', 't/0/B2': '1R.2' });
  page.press('data-space', 'B3'); // nothing but red is left
  assert.equal(page.fields['t/0/B3'], '1R.3');
});

test('the round and its wild colour are in sight', () => {
  const page = sheet(stars.view, { ...PAVILION, rounds: 3 });
  assert.match(words(page.draw()), /Round 3 of 6 {2}·  ?Orange is wild/);
});

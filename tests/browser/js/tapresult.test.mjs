// The end of a sheet: bonuses, totals to confirm, places, what is told to others, another game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, load, words } from './page.mjs';

const [finish, result, { reckon }, sheet] = await load('en', 'score/finish.js', 'score/result.js', 'score/reckon.js', 'score/sheet.js');
const NAMES = { 'name/0': 'Ana', 'name/1': 'Bea', 'name/2': 'Cid' };
const QUICK = { game: 'azul', wall: 'coloured', players: 3, way: 'quick', played: '2026-11-15', ...NAMES };
const ROUND = { ...QUICK, way: 'round', players: 2, over: true, 'r1/0/wall': 20, 'r1/1/wall': 20 };

function page(fields, more = {}) {
  const own = { fields: { ...fields }, ui: {} };
  const act = { set: (changes) => { own.fields = { ...own.fields, ...changes }; }, ui: (changes) => { own.ui = { ...own.ui, ...changes }; }, say() {}, seat() {}, round() {}, undo() {}, next() {} };
  own.state = () => ({ id: 'x', fields: own.fields, reckoning: reckon(own.fields), seat: 0, round: 1, ui: own.ui, kept: null, changed: false, line: 'sent', leagues: [], problems: {}, ...more });
  own.draw = (view = finish.view) => view(own.state(), act);
  own.one = (name, value, view) => find(own.draw(view), (node) => node.props[name] === value)[0];
  return own;
}

const places = (totals, rows, fields = QUICK) => result.places(page({ ...fields, ...Object.fromEntries(totals.map((n, i) => [`total/${i}`, n])), ...Object.fromEntries(rows.map((n, i) => [`rows/${i}`, n])) }).state());

test('more points come first; who is level is parted by rows, where all of them are known', () => {
  assert.deepEqual(places([40, 50, 30], []), [2, 1, 3]);
  assert.deepEqual(places([50, 50, 30], [1, 2, 0]), [2, 1, 3]);
  assert.deepEqual(places([50, 50, 30], [1, 1, 0]), [1, 1, 3]);
  assert.deepEqual(places([50, 50, 30], [1, null, 0]), [1, 1, 3]);
  assert.deepEqual(places([50, 50, 30], [1, 2, 0], { ...QUICK, game: 'pavilion' }), [1, 1, 3]); // S53
});

test('rows that cannot be are not known: they part nobody, as keeping would refuse them', () => {
  assert.deepEqual(places([50, 50, 30], [7, 2, 0]), [1, 1, 3]);
  assert.deepEqual(places([50, 50, 30], [-1, 2, 0]), [1, 1, 3]);
  assert.deepEqual(places([50, 50, 30], ['2', 1, 0]), [1, 1, 3]);
  const own = page({ ...QUICK, 'total/0': 50, 'total/1': 50, 'total/2': 30, 'rows/0': 7, 'rows/1': 2 });
  assert.match(words(own.draw(result.outcome)), /Ana and Bea share the victory/);
});

for (const game of ['azul', 'pavilion']) {
  test(`a board of ${game} that nobody touched is asked for, not taken as empty`, () => {
    const tile = game === 'azul' ? { 't/0/11': '1B' } : { 't/0/P1': '1P.1' };
    const own = page({ ...QUICK, game, way: 'wall', players: 2, over: true, ...tile });
    assert.equal(own.one('data-do', 'confirm'), undefined);
    assert.equal(own.one('data-do', 'take-1'), undefined);
    assert.match(words(own.draw()), /Type the totals that could not be counted/);
    own.fields['total/1'] = 31;
    own.one('data-do', 'confirm').props.onClick();
    assert.equal(own.fields['total/1'], 31);
    assert.ok(own.fields['total/0'] > 0);
  });
}

test('totals are offered, and count once they are confirmed', () => {
  const own = page(ROUND);
  assert.match(words(own.draw()), /These totals are right/);
  assert.equal(find(own.draw(), (node) => node.props.class === 'panel outcome').length, 0);
  own.one('data-do', 'confirm').props.onClick();
  assert.deepEqual([own.fields['total/0'], own.fields['total/1']], [20, 20]);
  assert.match(words(own.draw()), /Ana and Bea share the victory/);
  assert.match(words(own.draw()), /Ana and Bea are level on points/); // R14: their rows are not known
});

test('a total that differs is kept as it was said, with a hint and a way back', () => {
  const own = page({ ...ROUND, 'total/0': 23, 'total/1': 20 });
  assert.match(words(own.draw()), /The sheet makes it 20, you say 23/);
  own.one('data-do', 'take-0').props.onClick();
  assert.equal(own.fields['total/0'], 20);
});

test('bonuses that were not tapped are asked for by kind', () => {
  const own = page({ ...ROUND, 'b/0/columns': 2 });
  assert.equal(own.one('data-total', 34).tag, 'dd');
  const stars = page({ ...ROUND, game: 'pavilion', 'r1/0/placed': 9, 'r1/1/placed': 9 });
  stars.one('data-star', 'B').props.onClick();
  assert.equal(stars.fields['b/0/stars/B'], 'B');
  stars.one('data-number', '2').props.onClick();
  assert.equal(stars.fields['b/0/numbers/2'], true);
  assert.equal(stars.one('data-total', 5 + 9 + 15 + 8).tag, 'dd');
});

test('a game goes into the league that was chosen, or into one’s own games', () => {
  const done = { ...QUICK, 'total/0': 50, 'total/1': 40, 'total/2': 30 };
  const own = page(done);
  own.one('data-do', 'keep', result.outcome).props.onClick();
  assert.equal(own.fields.keep, 'own');
  const many = page(done, { leagues: [{ id: 'fam', name: 'Family', kind: 'private', people: [] }, { id: 'club', name: 'Club', kind: 'private', people: [] }] });
  many.one('data-do', 'keep-in', result.outcome).props.onChange({ currentTarget: { value: 'club' } });
  many.one('data-do', 'keep', result.outcome).props.onClick();
  assert.equal(many.fields.keep, 'club');
});

test('on record it says where, and what has changed since', () => {
  const done = { ...QUICK, 'total/0': 50, 'total/1': 40, 'total/2': 30, keep: 'fam' };
  const kept = page(done, { kept: { league: 'fam', result: 's-1', revision: 4 }, leagues: [{ id: 'fam', name: 'Family', kind: 'private', people: [] }] });
  assert.match(words(kept.draw(result.outcome)), /On record in Family/);
  assert.equal(kept.one('data-do', 'record', result.outcome).props.href, '/l/fam/games/s-1');
  assert.equal(kept.one('data-do', 'keep', result.outcome), undefined);
  const changed = page(done, { kept: { league: 'fam', result: 's-1', revision: 4 }, changed: true });
  assert.match(words(changed.draw(result.outcome)), /Something was changed since/);
});

test('what the server has against a game is told', () => {
  const own = page({ ...QUICK, 'total/0': 50, 'total/1': 40, 'total/2': 30, keep: 'fam' }, { problems: { keep: [{ code: 'x', text: 'score.problem.future', values: { value: '2030-01-01' }, message: 'm' }] } });
  assert.match(words(own.draw(result.outcome)), /2030-01-01 lies in the future/);
});

test('the result as text', () => {
  const own = page({ ...QUICK, 'total/0': 40, 'total/1': 50, 'total/2': 50, 'rows/1': 1, 'rows/2': 2, 'rows/0': 1, note: 'Rain.' });
  assert.deepEqual(result.telling(own.state(), result.places(own.state())).split('\n'), ['Azul, November 15, 2026', '🥇 Cid: 50 points (2 complete rows)', '🥈 Bea: 50 points (1 complete row)', '🥉 Ana: 40 points', 'Rain.']);
});

test('another game has the same people and nothing of this one', () => {
  const next = result.another({ ...QUICK, way: 'wall', rounds: 5, over: true, 't/0/11': '1B', 'total/0': 4, keep: 'own', 'person/1': 'p2' }, new Date(2026, 10, 16, 20));
  assert.deepEqual(next, { game: 'azul', wall: 'coloured', players: 3, way: 'wall', ...NAMES, 'person/1': 'p2', rounds: 1, played: '2026-11-16' });
});

test('a finished sheet that is opened again shows the result, and the entries when they are asked for', () => {
  const done = { ...ROUND, 'total/0': 23, 'total/1': 20 };
  const own = page(done);
  own.ui = { phase: 'end', result: true };
  const cards = () => find(own.draw(sheet.body), (node) => node.props.class === 'panel final').length;
  assert.equal(cards(), 0);
  assert.match(words(own.draw(sheet.body)), /^Back to the entries Ana wins/);
  own.one('data-do', 'entries', sheet.body).props.onClick();
  assert.equal(cards(), 2);
});

test('a sheet is done with when its end was declared or it was kept', () => {
  const done = (fields, more) => sheet.settled(page(fields, more).state());
  const totals = { 'total/0': 23, 'total/1': 20, 'total/2': 9 };
  assert.equal(done({ ...ROUND, ...totals }), true);
  assert.equal(done({ ...ROUND, 'total/0': 23 }), false);
  assert.equal(done({ ...ROUND, ...totals, 'total/1': 23 }), false); // a tie waits for rows
  assert.equal(done({ ...QUICK, ...totals }), false); // the last total may be half typed
  assert.equal(done({ ...QUICK, ...totals, keep: 'own' }), true);
  assert.equal(done({ ...QUICK, ...totals }, { kept: { league: 'fam', result: 's-1', revision: 4 } }), true);
});

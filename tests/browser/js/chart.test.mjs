// Charts: scales that fit their numbers, labels that do not touch, drawings that stay in their frame on the narrowest phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bars, curves, scale, short, spread, ticks } from '../../../src/azulejos/web/static/js/chart.js';
import { find, words } from './page.mjs';

test('ticks are round, few, and hold every score', () => {
  assert.deepEqual(ticks(0, 84), [0, 30, 60, 90]);
  assert.deepEqual(ticks(0, 1), [0, 1]);
  assert.deepEqual(ticks(-3, 18), [-10, 0, 10, 20]);
  for (let most = 1; most < 300; most += 1) {
    const found = ticks(0, most);
    assert.ok(found[0] === 0 && found.at(-1) >= most && found.length <= 7, `${most}: ${found}`);
    assert.ok(found.every(Number.isInteger));
  }
});

test('a scale goes from end to end', () => {
  const x = scale(-10, 90, 100, 600);
  assert.deepEqual([x(-10), x(0), x(90)], [100, 150, 600]);
  assert.equal(scale(5, 5, 0, 10)(5), 0); // nothing to divide by
});

test('labels move apart and stay inside', () => {
  const at = spread([100, 101, 102, 290], 17, 10, 290);
  assert.deepEqual(at.map((y, i) => y >= (at[i - 1] ?? -7) + 17), [true, true, true, true]);
  assert.ok(Math.max(...spread([290, 290, 290], 17, 10, 290)) <= 290);
  assert.deepEqual(spread([30, 200], 17, 10, 290), [30, 200]);
});

test('a long name is cut where it would not fit', () => {
  assert.equal(short('Maximiliane', 6), 'Maxim…');
  assert.equal(short('Ana', 6), 'Ana');
});

const WHO = [['Ana', 21], ['Maximiliane von Habsburg', 12], ['Bo', 3], ['Ed', 1]].map(([name, total], seat) => ({ seat, name, total }));
const KINDS = [{ kind: 'wall', label: 'Wall', values: [22, 5, 4, 1] }, { kind: 'floor', label: 'Floor', values: [-5, 0, -1, 0] }, { kind: 'columns', label: 'Columns', values: [4, 7, 0, 0] }];

for (const width of [240, 320, 560, 1000]) {
  test(`bars stay inside ${width} px, losses left of gains`, () => {
    const drawn = bars(width, WHO, KINDS, 'spoken');
    const parts = find(drawn, (node) => node.props.class === 'bar-part');
    assert.equal(parts.length, 4 + 2 + 2);
    for (const { props } of parts) assert.ok(Number(props.x) >= 0 && Number(props.x) + Number(props.width) <= width, JSON.stringify(props));
    assert.equal(drawn.props['aria-label'], 'spoken');
    assert.deepEqual(find(drawn, (node) => node.props.class === 'bar-sum').map(words), ['21', '12', '3', '1']);
  });

  test(`lines stay inside ${width} px, one for every player`, () => {
    const drawn = curves(width, WHO.map((one) => ({ ...one, track: [0, 2, one.total] })), ['', '1', 'end'], 'spoken');
    const paths = find(drawn, (node) => node.props.class === 'curve');
    assert.equal(paths.length, 4);
    for (const { props } of paths) for (const point of props.d.slice(1).split('L')) { const [x, y] = point.split(' ').map(Number); assert.ok(x >= 0 && x <= width && y >= 0 && y <= 300); }
  });
}

test('many rounds on a narrow screen: marks are thinned out, the end stays', () => {
  const marks = ['', ...Array.from({ length: 20 }, (_, i) => String(i + 1)), 'end'];
  const drawn = curves(280, [{ ...WHO[0], track: marks.map((_, i) => i) }], marks, '');
  const shown = find(drawn, (node) => node.tag === 'text' && node.props.y === 232).map(words);
  assert.ok(shown.length <= 12 && shown.at(-1) === 'end', shown.join());
});

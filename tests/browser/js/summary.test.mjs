// What the summary says, in English: headlines for every ending and viewer, plurals, offers, sums that a reader can check.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { azul, find, load, words } from './page.mjs';

const [{ facts, headline, rematch, summary }, { t }] = await load('en', 'summary.js', 'i18n.js');

const ended = (changes) => { const view = azul(); return { ...view, ...changes, result: { ...view.result, ...changes.result } }; };

test('who won, as each viewer reads it', () => {
  assert.equal(headline(azul()), 'You win by 9');
  assert.equal(headline(ended({ you: [1] })), 'Ana wins by 9');
  assert.equal(headline(ended({ you: [] })), 'Ana wins by 9');
  assert.equal(headline(ended({ you: [0, 1, 2], kind: 'device' })), 'Ana wins by 9');
  assert.equal(headline(ended({ you: [0], kind: 'device' })), 'Ana wins by 9');
  assert.equal(headline(ended({ you: [], result: { scores: [13, 12, 3] } })), 'Ana wins by 1 point');
});

test('a shared victory, and one by the tie-break', () => {
  assert.equal(headline(ended({ you: [2], result: { winners: [0, 1], scores: [12, 12, 3] } })), 'Ana and Inês share the victory');
  assert.equal(headline(ended({ you: [1], result: { winners: [0, 1], scores: [12, 12, 3] } })), 'You and Ana share the victory');
  assert.equal(headline(ended({ result: { scores: [12, 12, 3] } })), 'You win the tie-break');
  assert.match(facts(ended({ result: { scores: [12, 12, 3] } })).join(' · '), /equal points, more complete rows$/);
});

test('in a rated game points that a bot made for somebody who had gone do not win', () => {
  const seats = azul().seats.map((seat) => ({ ...seat, out: seat.seat === 1 ? 'time' : null }));
  const ahead = ended({ seats, rated: true, result: { scores: [21, 30, 3], winners: [0], out: [1] } });
  assert.equal(headline(ahead), 'You win');
  assert.equal(headline({ ...ahead, you: [2] }), 'Ana wins');
  assert.equal(facts(ahead).at(-1), 'a bot played on for Inês, who cannot win a rated game that way');
  const level = ended({ seats, rated: true, result: { scores: [21, 21, 3], winners: [0] } });
  assert.equal(headline(level), 'You win');
  assert.doesNotMatch(facts(level).join(' · '), /more complete rows/);
  assert.equal(headline({ ...level, rated: false }), 'You win the tie-break');
});

test('games that were broken off', () => {
  const resigned = { ending: 'resigned', seat: 1, winners: [0] };
  assert.equal(headline(ended({ result: resigned })), 'You win: Inês resigned');
  assert.equal(headline(ended({ you: [1], result: resigned })), 'You resigned');
  assert.equal(headline(ended({ you: [], result: resigned })), 'Inês resigned');
  assert.match(facts(ended({ you: [], result: resigned })).join(' · '), /Ana wins$/);
  assert.equal(headline(ended({ you: [], result: { ending: 'left', seat: 2, winners: [] } })), 'Bo left the table');
  assert.equal(headline(ended({ result: { ending: 'left', seat: null, winners: [] } })), 'The game was broken off');
});

test('the line below says game, players, rounds and why', () => {
  assert.deepEqual(facts(azul()), ['Azul', '3 players', '2 rounds', 'you completed row 1']);
  assert.equal(facts(ended({ you: [] })).at(-1), 'Ana completed row 1');
  assert.deepEqual(facts(ended({ options: { players: 3, wall: 'grey', jokers: true } })).slice(1, 3), ['grey wall', 'jokers']);
});

test('one of something is not several', () => {
  assert.equal(t('result.rounds', { n: 1 }), '1 round');
  assert.equal(t('result.rematch.asked', { n: 1, names: 'Ana' }), 'Ana wants a rematch');
  assert.equal(t('result.rematch.asked', { n: 2, names: 'Ana and Bo' }), 'Ana and Bo want a rematch');
});

test('the table of points adds up, column by column', () => {
  const rows = find(summary(azul(), { send() {} }), (node) => node.tag === 'tr').map((row) => row.children.map(words));
  const number = (text) => Number(text.replace('−', '-'));
  const body = rows.slice(1, -1);
  for (const column of [1, 2, 3]) assert.equal(body.reduce((all, row) => all + number(row[column]), 0), number(rows.at(-1)[column]));
  assert.deepEqual(rows[0].slice(1), ['You', 'Inês', 'Bo']);
  assert.ok(body.some(([name]) => name === 'Not lost: the track stops at 0'));
});

test('a rematch is asked for, answered, waited for, and gone to', () => {
  const offered = (agreed, table = null) => ({ takeback: null, rematch: { agreed, needed: [0, 1, 2], table } });
  assert.equal(rematch(azul()), 'ask');
  assert.equal(rematch(ended({ offers: offered([1]) })), 'answer');
  assert.equal(rematch(ended({ offers: offered([0]) })), 'wait');
  assert.equal(rematch(ended({ offers: offered([0, 1, 2], 'next') })), 'go');
  assert.equal(rematch(ended({ you: [], can: {}, offers: offered([1]) })), 'none');
  const sent = [];
  const page = summary(ended({ offers: offered([1]) }), { send: (message) => sent.push(message) });
  assert.match(words(page), /Inês wants a rematch/);
  find(page, (node) => node.tag === 'button' && words(node).includes('Agree'))[0].props.onClick();
  assert.deepEqual(sent, [{ type: 'answer', to: 'rematch', yes: true }]);
  assert.match(words(summary(ended({ offers: offered([0]) }), { send() {} })), /waiting for Inês and Bo/);
});

test('who ran out of time is asked for a rematch too, and waited for', () => {
  const late = (changes) => ended({ you: [], can: { rematch: true }, seats: azul().seats.map((s) => (s.seat ? s : { ...s, kind: 'bot', level: 'artisan', out: 'time', you: false, lent: true })), ...changes });
  const offered = (agreed) => ({ takeback: null, rematch: { agreed, needed: [0, 1, 2], table: null } });
  assert.equal(rematch(late({})), 'ask');
  assert.equal(rematch(late({ offers: offered([1]) })), 'answer');
  assert.equal(rematch(late({ offers: offered([0]) })), 'wait');
  assert.match(words(summary(late({ you: [1], seats: late({}).seats.map((s) => ({ ...s, lent: false })), offers: offered([1]) }), { send() {} })), /waiting for Ana and Bo/);
});

test('what can be done next is a link or a button', () => {
  const page = summary(azul(), { send() {} });
  assert.deepEqual(find(page, (node) => node.tag === 'a').map((node) => node.props.href), ['/t/abc/replay', '/t/abc/record', '/']);
});

test('without a result there is no summary', () => assert.deepEqual(summary({ ...azul(), result: null }, { send() {} }), []));

test('the end of a first game names the reasons as the bars do', () => {
  const reasons = { azul: ['wall', 'floor', 'rows', 'columns', 'colours'], pavilion: ['placed', 'stars', 'numbers', 'marker', 'discards'] };
  for (const [game, kinds] of Object.entries(reasons)) for (const kind of kinds) assert.ok(t(`learn.over.${game}`).includes(t(`result.kind.${kind}`).toLowerCase()), kind);
});

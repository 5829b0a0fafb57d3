// The same in French, where none and one are singular.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { azul, load } from './page.mjs';

const [{ facts, headline }, { t }, { lines }, { capital, starName }, { spoken }, azulWords] = await load('fr', 'summary.js', 'i18n.js', 'points.js', 'pavwords.js', 'pavlog.js', 'azulwords.js');

test('a winner has a verb of the right person', () => {
  assert.equal(headline(azul()), 'Vous gagnez de 9 points');
  assert.equal(headline({ ...azul(), you: [] }), 'Ana gagne de 9 points');
  const shared = azul();
  Object.assign(shared.result, { winners: [0, 1], scores: [12, 12, 3] });
  assert.equal(headline(shared), 'Vous et Inês partagez la victoire');
  assert.equal(headline({ ...shared, you: [2] }), 'Ana et Inês partagent la victoire');
});

test('none and one are singular', () => {
  assert.equal(t('result.rounds', { n: 0 }), '0 manche');
  assert.equal(t('result.rounds', { n: 1 }), '1 manche');
  assert.equal(t('result.rounds', { n: 2 }), '2 manches');
  assert.deepEqual(facts(azul()).slice(1), ['3 joueurs', '2 manches', 'vous avez complété la rangée 1']);
});

test('before a colon stands a space that breaks no line', () => {
  const view = { you: [], options: { side: 'coloured' }, show: {}, seats: [{ seat: 0, name: 'Ana', kind: 'person' }] };
  assert.equal(spoken({ seat: 0, ply: 4, told: { kind: 'bonus', tiles: 'GG' } }, view), `Ana\u00a0: ${t('pavilion.log.bonus', { n: 2 })}\u00a0: 2 vertes`);
  assert.equal(azulWords.spoken({ seat: 0, move: 'x' }, view), 'Ana\u00a0: x');
});

test('a grey star has one name on the board and in the reckoning', () => {
  for (const star of 'PORBYG*') {
    const seat = { rounds: [], bonuses: { stars: { [star]: 12 }, numbers: {}, corners: 0 }, total: 17 };
    const { say } = lines('pavilion', [seat], { grey: true }).find((one) => one.kind === 'stars');
    assert.equal(t(...say), capital(starName(star, 'grey')));
  }
});

test('the end of a first game names the reasons as the bars do', () => {
  const reasons = { azul: ['wall', 'floor', 'rows', 'columns', 'colours'], pavilion: ['placed', 'stars', 'numbers', 'marker', 'discards'] };
  for (const [game, kinds] of Object.entries(reasons)) for (const kind of kinds) assert.ok(t(`learn.over.${game}`).includes(t(`result.kind.${kind}`).toLowerCase()), kind);
});

// The same in French, where none and one are singular.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { azul, load } from './page.mjs';

const [{ facts, headline }, { t }] = await load('fr', 'summary.js', 'i18n.js');

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

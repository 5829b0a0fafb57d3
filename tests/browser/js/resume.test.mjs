// The mark of a page's record is the server's (tests/web/test_socket.py has the same values).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mark } from '../../../src/azulejos/web/static/js/resume.js';

const LOG = [{ seat: -1, move: 'BBRK YYWW' }, { seat: 0, move: '3B>2' }];

test('a mark counts the entries and tells others in their place', () => {
  assert.deepEqual([0, 1, 2].map((n) => mark(LOG.slice(0, n))), ['0-00000000', '1-05a71282', '2-407b077a']);
  assert.notEqual(mark([LOG[0], { seat: 0, move: '3B>1' }]), mark(LOG));
});

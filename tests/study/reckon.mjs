// Reads a list of sheets and writes the list of their reckonings: for tests/study/test_sheet_twin.py.
import { readFileSync } from 'node:fs';
import { reckon } from '../../src/azulejos/web/static/js/score/reckon.js';

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf-8')).map(reckon)));

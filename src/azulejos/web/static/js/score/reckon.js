// What follows from a sheet's fields, worked out here because a table may have no network. Twin of azulejos/study/sheet.py:
// the same fields give the same answer there, which a test holds with thousands of sheets.
import { Sheet } from './sheetfields.js';
import { AzulSheet } from './reckonazul.js';
import { PavilionSheet } from './reckonpav.js';
import { AZUL, MOST_POINTS, PAVILION } from './tables.js';

/** @typedef {Record<string, any>} Told @typedef {{total: number | null, rows: number | null}} Final */

/** Everything that follows from a sheet's fields; junk in them is pointed out, never thrown. @param {Told} fields @returns {Told} */
export function reckon(fields) {
  const sheet = new Sheet(fields);
  const board = sheet.way === 'quick' ? null : new (sheet.game === 'azul' ? AzulSheet : PavilionSheet)(sheet);
  const ends = board ? board.ends() : [];
  const over = sheet.over || ends.length > 0;
  const seats = [...Array(sheet.players).keys()].map((seat) => (board ? board.finish(seat, over) : quick()));
  const finals = seats.map((told, seat) => confirmed(sheet, seat, told));
  hintAboutTheEnd(sheet, over, finals);
  checkNames(sheet);
  return {
    way: sheet.way, game: sheet.game, players: sheet.players, rounds: sheet.rounds, over, ends,
    end_round: board ? board.endRound : null, seats, errors: sheet.errors, hints: sheet.hints, ...outcome(sheet, finals),
  };
}

/** A seat of which only the end is asked. @returns {Told} */
const quick = () => ({ rounds: [], typed: [], score: null, tiles: {}, bonuses: null, rows: null, total: null });

/** More than this no board can bring. @param {Sheet} sheet */
const mostPoints = (sheet) => /** @type {Told} */ (MOST_POINTS)[`${sheet.game}${sheet.grey ? '-grey' : ''}${sheet.jokers ? '-jokers' : ''}`];

/**
 * Points and rows that count for a seat: as confirmed, or else as computed (R2, R11). A difference is worth a hint, no more (R12).
 * @param {Sheet} sheet @param {number} seat @param {Told} told @returns {Final}
 */
function confirmed(sheet, seat, told) {
  const total = sheet.whole(`total/${seat}`, 0, mostPoints(sheet), seat, null, 'total');
  const azul = sheet.game === 'azul'; // R15: Pavilion has no tie-break
  const rows = azul ? sheet.whole(`rows/${seat}`, 0, AZUL.mostRows, seat, null, 'rows') : null;
  told.confirmed = total;
  told.differs = total !== null && told.total !== null && total !== told.total;
  if (told.differs) sheet.hint('total_differs', seat, null, 'total', { confirmed: total, computed: told.total });
  if (rows !== null && told.rows !== null && rows !== told.rows) sheet.hint('rows_differ', seat, null, 'rows', { confirmed: rows, computed: told.rows });
  return { total: total ?? told.total, rows: rows ?? told.rows };
}

/** A game may be stopped, but it does not end like that (R13; S19). @param {Sheet} sheet @param {boolean} over @param {Final[]} finals */
function hintAboutTheEnd(sheet, over, finals) {
  if (sheet.game === 'azul') {
    if (finals.every(({ rows }) => rows === 0) && (over || sheet.way === 'quick')) sheet.hint('no_row');
  } else if (over && sheet.way !== 'quick' && sheet.rounds < PAVILION.mostRounds) sheet.hint('rounds_left', null, null, null, { rounds: sheet.rounds });
}

/** Nobody sits on two chairs. @param {Sheet} sheet */
function checkNames(sheet) {
  for (const [kind, code] of [['person', 'same_person'], ['name', 'same_name']]) {
    const seen = new Set();
    for (let seat = 0; seat < sheet.players; seat += 1) {
      const name = sheet.fields[`${kind}/${seat}`];
      const word = typeof name === 'string' ? name.replace(/^ +| +$/g, '').toLowerCase() : '';
      if (seen.has(word)) sheet.error(code, seat, null, 'name');
      if (word) seen.add(word);
    }
  }
}

/** Who has won, and who must still tell their rows (R5, R14); nothing while a total is missing. @param {Sheet} sheet @param {Final[]} finals */
function outcome(sheet, finals) {
  if (finals.some(({ total }) => total === null)) return { winners: null, unresolved: [] };
  const seats = [...finals.keys()];
  const level = (/** @type {number} */ seat) => seats.filter((other) => finals[other].total === finals[seat].total);
  const open = sheet.game === 'azul' ? seats.filter((seat) => level(seat).length > 1 && level(seat).some((other) => finals[other].rows === null)) : [];
  const most = Math.max(...finals.map(({ total }) => Number(total)));
  const first = seats.filter((seat) => finals[seat].total === most);
  const parted = sheet.game === 'azul' && !first.some((seat) => finals[seat].rows === null);
  const rows = Math.max(...first.map((seat) => finals[seat].rows ?? 0));
  return { winners: parted ? first.filter((seat) => finals[seat].rows === rows) : first, unresolved: open };
}

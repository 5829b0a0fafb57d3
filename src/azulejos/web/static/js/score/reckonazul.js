// A sheet of Azul: tiles tapped or points typed, floors, bonuses. Twin of azulejos/study/azulsheet.py.
import { known, minus } from './sheetfields.js';
import { AZUL } from './tables.js';

/** @typedef {import('./sheetfields.js').Sheet} Sheet @typedef {Record<string, any>} Told */
/** @typedef {{round: number, row: number, column: number, colour: number, cell: string}} Tap */

const TAP = new RegExp(`^([1-9][0-9]?)([${AZUL.letters}])$`);
const ROWS = AZUL.wall.length;
const FULL = (1 << ROWS) - 1;
const JOKER = AZUL.letters.indexOf('J');
const KINDS = Object.keys(AZUL.each);
const FIVE = [...Array(ROWS).keys()];

/** A wall while it is tiled: sets of columns by row, and by colour the rows and columns where it lies. */
class Wall {
  rows = Array(ROWS).fill(0);
  takenRows = Array(ROWS).fill(0);
  takenColumns = Array(ROWS).fill(0);
  /** The colours of the coloured wall that a joker lies on (A68). */
  spoilt = 0;

  /** The rows of a column that hold a tile, as a set. @param {number} column */
  column(column) {
    return this.rows.reduce((set, row, n) => set | ((row >> column) & 1) << n, 0);
  }

  /** Lays a tile and returns its points (A30). @param {Tap} tap @param {boolean} grey */
  lay({ row, column, colour }, grey) {
    this.rows[row] |= 1 << column;
    if (!grey) {
      const own = AZUL.letters.indexOf(AZUL.wall[row][column]);
      if (colour === JOKER) this.spoilt |= 1 << own; // A66: it occupies the colour of its cell
      this.takenRows[colour === JOKER ? own : colour] |= 1 << row;
    } else if (colour !== JOKER) {
      this.takenRows[colour] |= 1 << row;
      this.takenColumns[colour] |= 1 << column;
    }
    const across = AZUL.run[ROWS * this.rows[row] + column];
    const down = AZUL.run[ROWS * this.column(column) + row];
    return across === 1 || down === 1 ? across + down - 1 : across + down;
  }

  /** How many rows, columns and colours are complete (A44). @returns {Told} */
  counts() {
    return {
      rows: this.rows.filter((row) => row === FULL).length,
      columns: FIVE.filter((column) => this.column(column) === FULL).length,
      colours: FIVE.filter((colour) => this.takenRows[colour] === FULL && !((this.spoilt >> colour) & 1)).length,
    };
  }
}

/** The tiles tapped on a wall, in the order in which they are laid. @param {Sheet} sheet @param {number} seat @returns {Tap[]} */
function tapsOf(sheet, seat) {
  /** @type {Tap[]} */
  const found = [];
  for (const row of FIVE) {
    for (const column of FIVE) {
      const cell = `${row + 1}${column + 1}`;
      const tap = sheet.taps(seat, cell, TAP);
      if (tap) found.push({ round: Number(tap[1]), row, column, colour: AZUL.letters.indexOf(tap[2]), cell });
    }
  }
  return found.sort((a, b) => a.round - b.round || a.row - b.row || a.column - b.column);
}

export class AzulSheet {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** @type {number | null} */
    this.endRound = null;
    const seats = [...Array(sheet.players).keys()];
    this.taps = seats.map((seat) => tapsOf(sheet, seat));
    this.walls = seats.map(() => new Wall());
    this.running = seats.map(() => 0);
    /** @type {Told[]} */
    this.seats = seats.map(() => ({ rounds: [], typed: [], score: 0, tiles: {} }));
    for (let number = 1; number <= sheet.rounds; number += 1) this.#round(number);
  }

  /** @param {number} number */
  #round(number) {
    if (this.endRound !== null) this.sheet.error('after_end', null, number, null, { end: this.endRound });
    this.#count(number);
    this.seats.forEach((_, seat) => this.#roundOf(seat, number));
    if (this.endRound === null && this.ends().length) this.endRound = number; // A43: once everybody is done (R8)
  }

  /** More tiles of a colour than there are: those on walls, and whole lines tiled now (A2, A54). @param {number} number */
  #count(number) {
    const { sheet } = this;
    const used = Array(AZUL.letters.length).fill(0);
    const laid = new Set(); // now: what was too many before has been pointed out
    for (const tap of this.taps.flat()) {
      if (tap.round === number) laid.add(tap.colour);
      if (tap.round < number || (tap.round === number && tap.colour === JOKER)) used[tap.colour] += 1;
      else if (tap.round === number) used[tap.colour] += tap.row + 1; // A62: a line whose tile is no joker held none
    }
    /** @type {Record<string, number[]>} */
    const bags = AZUL.bag;
    const bag = bags[`${sheet.players}${sheet.jokers ? 'J' : ''}`];
    used.forEach((count, colour) => {
      if (count > bag[colour] && laid.has(colour) && (sheet.jokers || colour !== JOKER)) {
        sheet.error('too_many_tiles', null, number, null, { colour: AZUL.letters[colour], count, most: bag[colour] });
      }
    });
  }

  /** @param {number} seat @param {number} number */
  #roundOf(seat, number) {
    const { sheet } = this;
    const told = this.seats[seat];
    const tapped = this.taps[seat].filter((tap) => tap.round === number);
    const points = tapped.map((tap) => this.#lay(seat, tap)).reduce((a, b) => a + b, 0);
    const [wall, typed] = sheet.gained(seat, number, 'wall', AZUL.mostWall, tapped.length ? points : null);
    const floor = sheet.roundNumber(seat, number, 'floor', AZUL.mostFloor);
    const lost = AZUL.penalty[floor ?? 0];
    this.running[seat] = Math.max(0, this.running[seat] + (wall ?? 0) - lost); // A34, A35
    const score = sheet.running(told, seat, number, wall === null && floor === null, this.running[seat]);
    told.rounds.push({ wall, floor: floor === null && sheet.way !== 'wall' ? null : minus(lost), score });
    told.typed.push([...(typed ? ['wall'] : []), ...(floor !== null ? ['floor'] : [])]);
  }

  /** @param {number} seat @param {Tap} tap */
  #lay(seat, tap) {
    this.#check(seat, tap);
    const points = this.walls[seat].lay(tap, this.sheet.grey);
    this.seats[seat].tiles[tap.cell] = points;
    return points;
  }

  /** What the rules have against a tile is pointed out. @param {number} seat @param {Tap} tap */
  #check(seat, { round, row, column, colour, cell }) {
    const { sheet } = this;
    const letter = AZUL.letters[colour];
    if (this.taps[seat].some((other) => other.round === round && other.row === row && other.column < column)) {
      sheet.error('two_in_row', seat, round, cell, { row: row + 1 }); // A29
    }
    if (colour === JOKER) {
      if (!sheet.jokers) sheet.error('no_jokers', seat, round, cell);
    } else if (!sheet.grey) {
      const expected = AZUL.wall[row][column]; // A5
      if (letter !== expected) sheet.error('wrong_colour', seat, round, cell, { colour: letter, expected });
    } else {
      const { takenRows, takenColumns } = this.walls[seat]; // A21, A48
      if ((takenRows[colour] >> row) & 1) sheet.error('twice_in_row', seat, round, cell, { colour: letter, row: row + 1 });
      if ((takenColumns[colour] >> column) & 1) sheet.error('twice_in_column', seat, round, cell, { colour: letter, column: column + 1 });
    }
  }

  /** The seats with a complete row, which ends the game (A43). @returns {number[]} */
  ends() {
    return [...this.walls.keys()].filter((seat) => this.walls[seat].counts().rows > 0);
  }

  /** All that a sheet says of a seat, the bonuses included (A44, R6). @param {number} seat @param {boolean} over @returns {Told} */
  finish(seat, over) {
    const told = this.seats[seat];
    const tiled = Object.keys(told.tiles).length > 0;
    const shown = tiled || (this.sheet.way === 'wall' && told.typed.some((/** @type {string[]} */ parts) => parts.length)); // else nobody looked (R14)
    const lying = shown ? this.walls[seat].counts() : null;
    /** @type {Told} */
    const counts = {};
    /** @type {Told} */
    const points = {};
    for (const name of KINDS) {
      counts[name] = this.#counted(seat, name, lying, tiled);
      points[name] = counts[name] === null ? null : /** @type {Told} */ (AZUL.each)[name] * counts[name];
    }
    const total = over && known(told) ? KINDS.reduce((sum, name) => sum + (points[name] ?? 0), told.score) : null;
    return { ...told, bonuses: { ...points, counts }, rows: counts.rows, total };
  }

  /** How many rows, columns or colours: as typed or as they lie, by the sheet's way. @param {number} seat @param {string} name @param {Told | null} lying @param {boolean} tiled */
  #counted(seat, name, lying, tiled) {
    const tapped = lying === null ? null : lying[name];
    if (this.sheet.way === 'wall' && tiled) return tapped;
    return this.sheet.whole(`b/${seat}/${name}`, 0, ROWS, seat, null, name) ?? tapped;
  }
}

// A sheet of Summer Pavilion: stars tapped or points typed, marker, discards, bonuses. Twin of azulejos/study/pavsheet.py.
import { known, minus } from './sheetfields.js';
import { PAVILION } from './tables.js';

/** @typedef {import('./sheetfields.js').Sheet} Sheet @typedef {Record<string, any>} Told */
/** @typedef {{round: number, order: number, star: number, position: number, colour: number, cell: string}} Tap */

const { letters: LETTERS, places: PLACES } = PAVILION;
const TAP = new RegExp(`^([1-6])([${LETTERS}])\\.([1-9][0-9]?)$`);
const POINTS = 6;
const FULL = (1 << POINTS) - 1;
const CENTRE = PLACES.length - 1;
const MANY = 'C';
const NUMBERS = Object.keys(PAVILION.numberWorth);

/** Whether a set has one member or none. @param {number} set */
const single = (set) => (set & (set - 1)) === 0;
/** The letters of a set of colours. @param {number} set */
const lettersOf = (set) => [...LETTERS].filter((_, colour) => (set >> colour) & 1).join('');

/** A board while it is built: per star the positions that hold a tile and the colours that lie there, as sets. */
class Board {
  /** @param {boolean} grey */
  constructor(grey) {
    this.grey = grey;
    this.filled = Array(PLACES.length).fill(0);
    this.used = Array(PLACES.length).fill(0);
  }

  /** The colours that a star takes now (S35, S36, S55). @param {number} star */
  accepts(star) {
    const used = this.used[star];
    if (!this.grey) return star === CENTRE ? FULL & ~used : 1 << LETTERS.indexOf(PAVILION.starColour[star]);
    if (single(this.filled[star])) return FULL; // no tile, or one
    return single(used) ? used : FULL & ~used;
  }

  /** Lays a tile and returns the size of its group (S37). @param {Tap} tap */
  lay({ star, position, colour }) {
    this.filled[star] |= 1 << position;
    this.used[star] |= 1 << colour;
    return PAVILION.ring[POINTS * this.filled[star] + position];
  }

  /** What a complete star counts as, or nothing. @param {number} star */
  kind(star) {
    if (this.filled[star] !== FULL) return '';
    return single(this.used[star]) ? lettersOf(this.used[star]) : MANY;
  }

  /** Whether all spaces of a number are covered (S49, S57). @param {number} number */
  covered(number) {
    return PAVILION.printed[this.grey ? 'grey' : 'coloured']
      .every((printed, space) => printed !== number || (this.filled[Math.floor(space / POINTS)] >> (space % POINTS)) & 1);
  }
}

/** The tiles tapped on a board, in the order in which they were placed. @param {Sheet} sheet @param {number} seat @returns {Tap[]} */
function tapsOf(sheet, seat) {
  /** @type {Tap[]} */
  const found = [];
  for (let star = 0; star < PLACES.length; star += 1) {
    for (let position = 0; position < POINTS; position += 1) {
      const cell = `${PLACES[star]}${position + 1}`;
      const tap = sheet.taps(seat, cell, TAP);
      if (tap) found.push({ round: Number(tap[1]), order: Number(tap[3]), star, position, colour: LETTERS.indexOf(tap[2]), cell });
    }
  }
  return found.sort((a, b) => a.round - b.round || a.order - b.order || a.star - b.star || a.position - b.position);
}

/** What a complete star can be: on the coloured side only what its colours allow (S35, S36, S54). @param {number} star @param {boolean} grey */
function kinds(star, grey) {
  if (grey) return [...LETTERS, MANY];
  return star === CENTRE ? [MANY] : [PAVILION.starColour[star]];
}

export class PavilionSheet {
  /** Nothing but the sixth round ends this game (S19). */
  endRound = null;

  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    const seats = [...Array(sheet.players).keys()];
    this.taps = seats.map((seat) => tapsOf(sheet, seat));
    this.boards = seats.map(() => new Board(sheet.grey));
    /** The same with those tiles alone that nothing is against. */
    this.sound = seats.map(() => new Board(sheet.grey));
    this.running = seats.map(() => PAVILION.start);
    /** @type {Told[]} */
    this.seats = seats.map(() => ({ rounds: [], typed: [], score: PAVILION.start, tiles: {} }));
    this.#count();
    for (let number = 1; number <= sheet.rounds; number += 1) this.#round(number);
  }

  /** More tiles of a colour on all boards than there are (S1). */
  #count() {
    const all = this.taps.flat();
    [...LETTERS].forEach((letter, colour) => {
      const count = all.filter((tap) => tap.colour === colour).length;
      if (count > PAVILION.tiles) this.sheet.error('too_many_tiles', null, null, null, { colour: letter, count, most: PAVILION.tiles });
    });
  }

  /** @param {number} number */
  #round(number) {
    let owned = false;
    this.seats.forEach((_, seat) => {
      if (!this.#roundOf(seat, number)) return;
      if (owned) this.sheet.error('two_markers', seat, number, 'marker'); // S26: there is one marker
      owned = true;
    });
  }

  /** Take points off a score, never below one (S5). @param {number} seat @param {number} points */
  #lose(seat, points) {
    this.running[seat] = Math.max(PAVILION.least, this.running[seat] - points);
  }

  /** One seat's round: marker, tiles, discards, in this order (S26, S37, S44); did it pay for the marker? @param {number} seat @param {number} number */
  #roundOf(seat, number) {
    const { sheet } = this;
    const told = this.seats[seat];
    const marker = sheet.roundNumber(seat, number, 'marker', PAVILION.mostMarker);
    const discards = sheet.roundNumber(seat, number, 'discards', PAVILION.mostDiscards);
    this.#lose(seat, marker ?? 0);
    const tapped = this.taps[seat].filter((tap) => tap.round === number).map((tap) => this.#lay(seat, tap));
    const points = tapped.length ? tapped.reduce((a, b) => a + b, 0) : null;
    const [placed, typed] = sheet.gained(seat, number, 'placed', PAVILION.mostPlaced, points);
    this.running[seat] += placed ?? 0;
    this.#lose(seat, discards ?? 0);
    const score = sheet.running(told, seat, number, placed === null && marker === null && discards === null, this.running[seat]);
    const blank = sheet.way === 'wall' ? 0 : null;
    const loss = (/** @type {number | null} */ n) => (n === null ? blank : minus(n));
    told.rounds.push({ placed, marker: loss(marker), discards: loss(discards), score });
    const entered = { placed: typed, marker: marker !== null, discards: discards !== null };
    told.typed.push(Object.entries(entered).filter(([, there]) => there).map(([name]) => name));
    return Boolean(marker);
  }

  /** @param {number} seat @param {Tap} tap */
  #lay(seat, tap) {
    this.#check(seat, tap);
    const points = this.boards[seat].lay(tap);
    this.seats[seat].tiles[tap.cell] = points;
    return points;
  }

  /** What a star has against a tile is pointed out. @param {number} seat @param {Tap} tap */
  #check(seat, tap) {
    const takes = this.sound[seat].accepts(tap.star); // a wrong tile makes no wrong ones of those after it
    if ((takes >> tap.colour) & 1) {
      this.sound[seat].lay(tap);
      return;
    }
    const colour = LETTERS[tap.colour];
    const star = PLACES[tap.star];
    if (this.sheet.grey) this.sheet.error('star_fixed', seat, tap.round, tap.cell, { star, colour, allowed: lettersOf(takes) }); // S55
    else if (tap.star === CENTRE) this.sheet.error('centre_has_colour', seat, tap.round, tap.cell, { colour }); // S36
    else this.sheet.error('star_other_colour', seat, tap.round, tap.cell, { star, colour }); // S35
  }

  /** Nobody's board ends the game (S19). @returns {number[]} */
  ends() {
    return [];
  }

  /** All that a sheet says of a seat, the bonuses included (S49-S52). @param {number} seat @param {boolean} over @returns {Told} */
  finish(seat, over) {
    const told = this.seats[seat];
    /** @type {Told} */
    const stars = {};
    /** @type {Told} */
    const numbers = {};
    /** @type {Record<string, number>} */
    const starPoints = {};
    /** @type {Record<string, number>} */
    const numberPoints = {};
    [...PLACES].forEach((place, star) => {
      stars[place] = this.#star(seat, star);
      if (stars[place]) starPoints[PAVILION.stars[star]] = /** @type {Told} */ (PAVILION.starWorth)[stars[place]];
    });
    for (const number of NUMBERS) {
      numbers[number] = this.#number(seat, number);
      if (numbers[number]) numberPoints[number] = /** @type {Told} */ (PAVILION.numberWorth)[number];
    }
    const corners = this.sheet.whole(`b/${seat}/corners`, 0, PAVILION.mostCorners, seat, null, 'corners');
    let total = null;
    if (over && known(told)) {
      for (const points of [...Object.values(starPoints), ...Object.values(numberPoints)]) this.running[seat] += points;
      this.#lose(seat, corners ?? 0); // S51, S52
      total = this.running[seat];
    }
    const bonuses = { stars: starPoints, numbers: numberPoints, corners: minus(corners ?? 0), counts: { stars, numbers, corners } };
    return { ...told, bonuses, rows: null, total };
  }

  /** @param {number} seat */
  #tiled(seat) {
    return Object.keys(this.seats[seat].tiles).length > 0;
  }

  /** What a complete star counts as: a colour, or many; empty if it is not complete, null if unknown. @param {number} seat @param {number} star @returns {string | null} */
  #star(seat, star) {
    const place = PLACES[star];
    const typed = this.sheet.fields[`b/${seat}/stars/${place}`] ?? null;
    if (typed !== null && !(this.sheet.way === 'wall' && this.#tiled(seat))) {
      if (typed === '' || kinds(star, this.sheet.grey).includes(typed)) return typed;
      this.sheet.error('star_kind', seat, null, `stars/${place}`, { star: place });
    }
    if (this.#tiled(seat)) return this.boards[seat].kind(star);
    return this.sheet.way === 'wall' ? '' : null;
  }

  /** Whether all spaces of a number are covered; null if unknown. @param {number} seat @param {string} number @returns {boolean | null} */
  #number(seat, number) {
    const typed = this.sheet.fields[`b/${seat}/numbers/${number}`] ?? null;
    if (typed !== null && !(this.sheet.way === 'wall' && this.#tiled(seat))) {
      if (typeof typed === 'boolean') return typed;
      this.sheet.error('bad_value', seat, null, `numbers/${number}`);
    }
    if (this.#tiled(seat)) return this.boards[seat].covered(Number(number));
    return this.sheet.way === 'wall' ? false : null;
  }
}

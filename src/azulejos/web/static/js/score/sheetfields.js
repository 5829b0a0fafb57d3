// A sheet being read: what it is about, and what has been pointed out so far. Twin of azulejos/study/sheetfields.py.
import { AZUL, PAVILION } from './tables.js';

/** @typedef {Record<string, any>} Told */

const WAYS = ['quick', 'round', 'wall'];

/** A number, or null for anything else. @param {any} value @returns {number | null} */
const asWhole = (value) => (typeof value === 'number' && Number.isInteger(value) ? value : null);

/** Nothing was entered. @param {any} value */
const blank = (value) => value === null || value === undefined || value === '';

/** The same with its sign changed, never the -0 that is not 0. @param {number} n */
export const minus = (n) => (n === 0 ? 0 : -n);

/** Whether every round of a seat so far has a score. @param {Told} told */
export const known = (told) => told.rounds.every((/** @type {Told} */ one) => one.score !== null);

export class Sheet {
  /** @param {Told} fields */
  constructor(fields) {
    this.fields = fields;
    /** @type {Told[]} */
    this.errors = [];
    /** @type {Told[]} */
    this.hints = [];
    this.game = fields.game === 'pavilion' ? 'pavilion' : 'azul';
    this.grey = fields[this.game === 'azul' ? 'wall' : 'side'] === 'grey';
    this.jokers = this.game === 'azul' && fields.jokers === true;
    this.way = WAYS.includes(fields.way) ? fields.way : 'round';
    this.over = fields.over === true;
    this.players = this.#setting('players', 2, 4);
    this.rounds = this.#setting('rounds', 1, (this.game === 'azul' ? AZUL : PAVILION).mostRounds);
  }

  /** A number that there must be: the nearest allowed one where it is none. @param {string} key @param {number} low @param {number} high */
  #setting(key, low, high) {
    this.whole(key, low, high, null, null, key);
    return Math.max(low, Math.min(high, asWhole(this.fields[key]) ?? low));
  }

  /** Something cannot be; the sheet goes on all the same. @param {string} code @param {number | null} seat @param {number | null} round @param {string | null} cell @param {Told} values */
  error(code, seat = null, round = null, cell = null, values = {}) {
    this.errors.push({ code, seat, round, cell, values });
  }

  /** Something looks odd (R12, R13). @param {string} code @param {number | null} seat @param {number | null} round @param {string | null} cell @param {Told} values */
  hint(code, seat = null, round = null, cell = null, values = {}) {
    this.hints.push({ code, seat, round, cell, values });
  }

  /** A number as typed; null where none was, and where it cannot be. @param {string} key @param {number} low @param {number} high @param {number | null} seat @param {number | null} round @param {string} cell */
  whole(key, low, high, seat, round, cell) {
    const value = this.fields[key];
    if (blank(value)) return null;
    const number = asWhole(value);
    if (number === null || number < low || number > high) {
      this.error('number', seat, round, cell, { low, high });
      return null;
    }
    return number === 0 ? 0 : number;
  }

  /** One number of one round. @param {number} seat @param {number} round @param {string} name @param {number} high */
  roundNumber(seat, round, name, high) {
    return this.whole(`r${round}/${seat}/${name}`, 0, high, seat, round, name);
  }

  /**
   * The points of a round, and whether they were typed: the sheet's way says which of both wins.
   * @param {number} seat @param {number} round @param {string} name @param {number} high @param {number | null} tapped
   * @returns {[number | null, boolean]}
   */
  gained(seat, round, name, high, tapped) {
    if (this.way === 'wall' && tapped !== null) return [tapped, false];
    const typed = this.roundNumber(seat, round, name, high);
    if (this.way === 'wall' && typed) this.hint('round_not_tapped', seat, round);
    if (typed !== null) return [typed, true];
    return [this.way === 'wall' ? tapped ?? 0 : tapped, false];
  }

  /** What was tapped on a cell, if it was in a round that has begun; the first group is the round. @param {number} seat @param {string} cell @param {RegExp} pattern */
  taps(seat, cell, pattern) {
    const value = this.fields[`t/${seat}/${cell}`];
    if (blank(value)) return null;
    const found = typeof value === 'string' ? value.match(pattern) : null;
    if (!found) {
      this.error('bad_tap', seat, null, cell);
      return null;
    }
    if (Number(found[1]) <= this.rounds) return found;
    this.error('round_not_begun', seat, Number(found[1]), cell, { rounds: this.rounds });
    return null;
  }

  /**
   * The score after a round, which the seat has now; null from the first round with nothing entered.
   * @param {Told} told @param {number} seat @param {number} round @param {boolean} nothing @param {number} score
   */
  running(told, seat, round, nothing, score) {
    if (nothing && (round < this.rounds || this.over)) this.hint('round_missing', seat, round); // nobody is reminded of the round being played
    if (nothing || !known(told)) return null;
    told.score = score;
    return score;
  }
}

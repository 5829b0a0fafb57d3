// A game as frames: where a replay stops, where rounds begin, and the view that a frame shows. Pure; no page.

/**
 * @typedef {{ply: number, entry: any, show: any, story: any}} Frame the table after `ply` entries of the record
 * @typedef {{game: string, options: any, seats: any[], frames: Frame[], result: any}} Game
 */

/** A refill of the supply alone (Pavilion, S41): it belongs to the move before it. @param {Frame|undefined} frame */
export const refill = (frame) => frame?.entry?.told?.kind === 'deal' && frame.entry.told.factories === 0;

/** The frames at which stepping stops, by their place in the list. @param {Frame[]} frames @returns {number[]} */
export const stopsOf = (frames) => frames.map((_, i) => i).filter((i) => !refill(frames[i + 1]));

/** The stop that shows the table after so many entries. @param {Frame[]} frames @param {number[]} stops @param {number} ply */
export function stopAt(frames, stops, ply) {
  const found = stops.findIndex((i) => frames[i].ply >= ply);
  return found < 0 ? stops.length - 1 : found;
}

/** The first stop of every round. @param {Frame[]} frames @param {number[]} stops @returns {Array<{round: number, stop: number}>} */
export function roundsOf(frames, stops) {
  /** @type {Array<{round: number, stop: number}>} */
  const found = [];
  stops.forEach((i, stop) => {
    const { entry, show } = frames[i];
    const round = entry?.told?.round ?? entry?.round ?? show.round;
    if ((found.at(-1)?.round ?? 0) < round && (!entry || entry.seat < 0)) found.push({ round, stop });
  });
  return found;
}

/** The round a stop is in. @param {Array<{round: number, stop: number}>} rounds @param {number} stop */
export const roundAt = (rounds, stop) => rounds.findLast((one) => one.stop <= stop)?.round ?? rounds[0]?.round ?? 1;

/** What has just happened at a frame: its entry, or the move before a refill. @param {Frame[]} frames @param {number} i */
export const entryAt = (frames, i) => frames[refill(frames[i]) ? i - 1 : i]?.entry ?? null;

/** How a round was scored, where this frame ended one. @param {Frame[]} frames @param {number} i */
export const storyAt = (frames, i) => (frames[i]?.story && frames[i].story.ply === frames[i].ply ? frames[i].story : null);

/**
 * The view the game modules draw: nobody decides, nobody is "you"; `front` is the seat whose board stands first.
 * @param {Game} game @param {number} i @param {string} table @param {number} front
 */
export function viewOf(game, i, table, front) {
  const { ply, show, story } = game.frames[i];
  const over = Boolean(game.result) && i === game.frames.length - 1;
  return {
    type: 'view', table, game: game.game, options: game.options,
    kind: 'device', // on one device nobody is present or away
    listed: false, status: over ? 'over' : 'playing', ply, from: 0, log: game.frames.slice(0, i + 1).map((frame) => frame.entry).filter(Boolean),
    seats: game.seats.map((seat, n) => ({ resigned: false, ...seat, seat: n, here: true, you: true })),
    you: [], host: false, watching: 0, show, acting: front, choices: null,
    waiting: over || show.turn === null || show.turn === undefined ? [] : [show.turn],
    near: [], last_round: false, story, thinking: null, offers: { takeback: null, rematch: { agreed: [], table: null } }, can: {}, result: null, again: null,
  };
}

/** How long autoplay rests at a stop before it goes on, in milliseconds: a round's end wants to be read. @param {Game} game @param {number} i @param {number} speed */
export function restAt(game, i, speed) {
  const entry = entryAt(game.frames, i);
  const rest = storyAt(game.frames, i) ? 4200 : entry?.seat < 0 || entry?.auto ? 1000 : 1700;
  return rest / speed;
}

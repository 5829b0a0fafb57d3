// What a round of Summer Pavilion brought, seat by seat. Points fell as tiles were laid, so it is told in one step.
import { t } from './i18n.js';
import { signed } from './parts.js';

export const steps = () => 1;

/** What a seat really paid for its discards: a score never falls below 1 (S5). @param {any} seat */
const paid = (seat) => seat.before + seat.placed - seat.marker - seat.score;

/** @param {any} seat */
function chips(seat) {
  const cost = paid(seat);
  return [
    { key: 'placed', kind: 'good', text: t('pavilion.story.placed', { points: signed(seat.placed), n: seat.tiles.length }) },
    seat.marker > 0 && { key: 'marker', kind: 'bad', text: t('pavilion.story.marker', { points: signed(-seat.marker) }) },
    cost > 0 && { key: 'discards', kind: 'bad', text: t('pavilion.story.discards', { points: signed(-cost) }) },
    seat.kept && { key: 'kept', kind: '', text: t('pavilion.story.kept', { n: seat.kept.length }) },
  ].filter(Boolean);
}

/** The rows of the story card. @param {any} story @param {number} step */
export const account = (story, step) => story.seats.map((/** @type {any} */ seat) => ({ seat: seat.seat, score: step ? seat.score : seat.before, chips: step ? chips(seat) : [] }));

/** The same for the live region. @param {any} story @param {(seat: number) => string} name */
export const spokenStory = (story, name) => story.seats.map((/** @type {any} */ seat) => `${t('site.says', { who: name(seat.seat), what: [...chips(seat).map((chip) => /** @type {any} */ (chip).text), t('pavilion.story.score', { n: seat.score })].join(', ') })}.`).join(' ');

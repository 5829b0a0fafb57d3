// The coach of a first game: small steps, each with words, something to look at, and a sign that it is done. It knows no rules.
//
// A step (lessonazul.js, lessonpavilion.js) is
//   words(facts) -> what to read; does(facts) -> what to do now, in strong words, or ''; spot(facts) -> selector of what it speaks of, or null
//   done(facts) -> whether it is over by what has happened: the game may run ahead of the reader
//   acts: it waits for the player, so there is no Next; last: the lesson ends with it
// facts = {view, ui, seat, own: this seat's moves so far, can: it may decide now}
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';
import { pace } from './prefs.js';

/** @typedef {{view: any, ui: any, seat: number, own: any[], can: boolean}} Facts */
/** @typedef {{words: (facts: Facts) => string, does?: (facts: Facts) => string, spot: (facts: Facts) => string|null, done?: (facts: Facts) => boolean, acts?: boolean, last?: boolean}} Step */

const OFF = -1; // the lesson is skipped, and can be taken up again
const OVER = -2;

/** Which step is on, by table: a page opened again goes on there. @type {{table: string, at: number, left: number, spot: string|null, seen: string, draw: () => void, plan: Step[], shown: boolean}} */
const lesson = { table: '', at: 0, left: 0, spot: null, seen: '', draw: () => {}, plan: [], shown: false };

const place = () => `azulejos.lesson.${lesson.table}`;

/** Storage may be refused: then a lesson begins again with the page. */
function recall() {
  try { [lesson.at, lesson.left] = JSON.parse(localStorage.getItem(place()) ?? '[0, 0]'); } catch { /* from the beginning */ }
}

function keep() {
  try { localStorage.setItem(place(), JSON.stringify([lesson.at, lesson.left])); } catch { /* it lives as long as the page */ }
}

/** @param {number} at */
function go(at) {
  if (at === OFF) lesson.left = lesson.at;
  lesson.at = at;
  keep();
  lesson.draw();
}

const next = () => go(lesson.at + 1);

/**
 * What the page shows above the table.
 * @param {Step[]} plan @param {{view: any, ui: any, log: any[], act: any, draw: () => void}} page
 */
export function coach(plan, { view, ui, log, act, draw }) {
  if (lesson.table !== view.table) { lesson.table = view.table; recall(); }
  Object.assign(lesson, { plan, draw, spot: null, shown: false });
  if (view.status === 'over') return onward(view);
  if (view.status !== 'playing' || lesson.at === OVER) return null;
  if (lesson.at === OFF) return strip();
  const seat = view.you[0];
  const facts = { view, ui, seat, own: log.filter((entry) => entry.seat === seat && !entry.auto), can: act.can };
  lesson.at = Math.min(lesson.at, plan.length - 1);
  const from = lesson.at;
  while (lesson.at < plan.length - 1 && plan[lesson.at].done?.(facts)) lesson.at += 1;
  if (lesson.at !== from) keep();
  const step = plan[lesson.at];
  Object.assign(lesson, { spot: step.spot(facts), shown: true });
  return card(step, facts);
}

/** @param {Step} step @param {Facts} facts */
const card = (step, facts) => h('section', { key: 'coach', class: 'coach', 'aria-label': t('learn.coach'), 'data-step': lesson.at + 1 },
  h('p', { key: 'words', class: 'coach-words', id: 'coach-words', role: 'status' }, h('span', { class: 'sr' }, `${t('learn.step', { n: lesson.at + 1, all: lesson.plan.length })} `), step.words(facts), ' ', doing(step.does?.(facts))),
  h('ol', { key: 'dots', class: 'coach-dots', 'aria-hidden': 'true' }, lesson.plan.map((_, i) => h('li', { key: i, class: i < lesson.at ? 'past' : i === lesson.at ? 'now' : null }))),
  h('div', { key: 'do', class: 'coach-do' }, step.last ? farewell(facts.view) : [
    h('button', { key: 'skip', type: 'button', class: 'btn plain', onClick: () => go(OFF) }, t('learn.skip')),
    step.acts ? null : h('button', { key: 'next', type: 'button', class: 'btn primary', 'data-do': 'next', 'aria-describedby': lesson.at ? null : 'coach-words', onClick: next }, t('learn.next'), icon('next'))]));

/** @param {string|undefined} words */
const doing = (words) => (words ? h('b', { key: 'does' }, words) : null);

/** Play on here, or begin afresh against somebody a little better. @param {any} view */
const farewell = (view) => [
  apprentice(view),
  h('button', { key: 'on', type: 'button', class: 'btn primary', 'data-do': 'next', onClick: () => go(OVER) }, t('learn.on'))];

/** @param {any} view @param {string} [look] */
const apprentice = (view, look = '') => h('a', { key: 'new', class: `btn${look}`, href: `/?game=${view.game}&level=apprentice#start` }, t('learn.new'));

/** The first game is played to its end: below stands where the points came from, and this is the next step. @param {any} view */
const onward = (view) => h('section', { key: 'coach', class: 'coach after', 'aria-label': t('learn.coach') },
  h('p', { key: 'words', class: 'coach-words' }, t(`learn.over.${view.game}`)),
  h('div', { key: 'do', class: 'coach-do' }, apprentice(view, ' primary')));

/** A skipped lesson waits in one quiet line. */
const strip = () => h('section', { key: 'coach', class: 'coach away', 'aria-label': t('learn.coach') },
  h('button', { type: 'button', class: 'btn plain', 'data-do': 'resume', onClick: () => go(lesson.left) }, icon('help'), t('learn.resume')));

// --- what a step speaks of: a gold ring, in sight, and under the keyboard player's hand ---

/** After a drawing. @param {boolean} byKeys whether the player last used the keyboard */
export function point(byKeys) {
  const spot = lesson.shown && lesson.spot ? document.querySelector(lesson.spot) : null;
  for (const el of document.querySelectorAll('[data-spot]')) if (el !== spot) el.removeAttribute('data-spot');
  spot?.setAttribute('data-spot', '');
  room();
  const news = lesson.shown ? `${lesson.at} ${spot ? lesson.spot : ''}` : '';
  if (news === lesson.seen) return;
  const turned = parseInt(news, 10) !== parseInt(lesson.seen, 10);
  lesson.seen = news;
  if (!news) return;
  requestAnimationFrame(() => { // after the game has led the focus its own way
    uncover();
    if (byKeys || document.activeElement === document.body) lead(document.querySelector('[data-spot]'), turned);
  });
}

/** How much of the top edge the coach holds: what else sticks there (table.css) stays below. */
function room() {
  const height = document.querySelector('.coach:not(.away)')?.clientHeight ?? 0;
  document.documentElement.style.setProperty('--coach', `${height}px`);
}

/** Next where there is one, else what is to be pressed. @param {Element|null} spot @param {boolean} turned */
function lead(spot, turned) {
  const onward = /** @type {HTMLElement|null} */ (document.querySelector('.coach [data-do="next"]'));
  if (onward && turned) onward.focus({ preventScroll: true });
  else if (!onward && spot?.matches('button:enabled, [tabindex]')) /** @type {HTMLElement} */ (spot).focus({ preventScroll: true });
}

/** Scrolls what is spoken of out from under the coach, and above what lies at the foot of a phone. */
function uncover() {
  const spot = document.querySelector('[data-spot]');
  const sheet = document.querySelector('.coach');
  if (!spot || !sheet) return;
  const box = spot.getBoundingClientRect();
  const top = sheet.getBoundingClientRect().height + 12;
  const foot = Math.min(innerHeight, ...[...document.querySelectorAll('.panel.now, .tray:not(.hint), .story')].filter((el) => !el.contains(spot)).map(upper)) - 8;
  const by = box.bottom > foot ? Math.min(box.bottom - foot, box.top - top) : Math.min(0, box.top - top);
  if (Math.abs(by) > 2) scrollBy({ top: by, behavior: pace() ? 'smooth' : 'instant' });
}

/** Where something that lies at the foot begins; a tray grows by a line of chips. @param {Element} el */
function upper(el) {
  const { top } = el.getBoundingClientRect();
  if (!['fixed', 'sticky'].includes(getComputedStyle(el).position) || top < innerHeight / 2) return innerHeight;
  return el.matches('.tray') ? top - 48 : top;
}

/** Enter goes on when nothing else has the focus. */
document.addEventListener('keydown', (event) => {
  const free = document.activeElement === document.body || document.activeElement?.id === 'main';
  if (event.key !== 'Enter' || !free || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const onward = /** @type {HTMLElement|null} */ (document.querySelector('.coach [data-do="next"]'));
  if (onward) { event.preventDefault(); onward.click(); }
});

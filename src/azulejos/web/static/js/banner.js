// The banner above the table: one at a time, the most pressing first.
import { h } from './dom.js';
import { lang, list, t } from './i18n.js';
import { icon } from './parts.js';
import { realName } from './seat.js';
import { ruleLink, whyWords } from './why.js';

/** @typedef {{kind?: string, icon: string, body: any, does?: any[], role?: string}} Banner */

/** Why the server would not have it, in the page's language: by the rules, or by its code. @param {any} error @param {any} view */
export function refusal(error, view) {
  if (error.reason) return whyWords(error.reason, view);
  const key = `error.${error.code}`;
  const text = t(key);
  if (text === key) return error.message;
  // What is no move at all is explained in English only: "not a move: 'x' (expected ...)".
  return error.code === 'illegal_move' && lang === 'en' ? `${text} ${error.message.replace(/^at ply \d+, /, '')}` : text;
}

/** @param {string} text @param {() => void} onClick @param {boolean} [primary] */
const button = (text, onClick, primary = false) => h('button', { key: text, type: 'button', class: `btn${primary ? ' primary' : ''}`, onClick }, text);

/** Somebody would like the last move back. @param {any} view @param {any} act @returns {Banner|null} */
function takeback(view, act) {
  const offer = view.offers?.takeback;
  if (!offer) return null;
  const asked = view.you?.includes(offer.seat);
  const agreed = view.you?.some((/** @type {number} */ seat) => offer.agreed.includes(seat));
  if (asked || agreed || !view.you?.length) return { kind: 'plain', icon: 'undo', body: t(asked ? 'table.takeback.asked' : 'table.takeback.waits', { name: realName(view, offer.seat) }), does: asked ? [button(t('table.cancel'), () => act.send({ type: 'answer', to: 'takeback', yes: false }))] : [] };
  const answer = (/** @type {boolean} */ yes) => () => act.send({ type: 'answer', to: 'takeback', yes });
  return { icon: 'undo', body: t('table.takeback.wanted', { name: realName(view, offer.seat) }), does: [button(t('table.refuse'), answer(false)), button(t('table.agree'), answer(true), true)] };
}

/** A bot plays for this viewer, or could play for somebody who is away. @param {any} view @param {any} act @returns {Banner|null} */
function absence(view, act) {
  if (view.status !== 'playing') return null;
  if (view.can?.return) return { icon: 'bot', body: t('table.return.wanted'), does: [button(t('table.return'), () => act.send({ type: 'return' }), true)] };
  if (view.seats.some((/** @type {any} */ seat) => seat.lent && seat.out === 'time')) return { kind: 'plain', icon: 'clock', body: t('table.out.you') };
  const offer = view.offers?.vote;
  return offer && view.you.length ? vote(view, offer, act) : null;
}

/** @param {any} view @param {{seat: number, agreed: number[], needed: number[]}} offer @param {any} act @returns {Banner} */
function vote(view, offer, act) {
  const name = realName(view, offer.seat);
  const say = (/** @type {boolean} */ yes) => () => act.send({ type: 'vote', seat: offer.seat, yes });
  if (!view.you.some((/** @type {number} */ seat) => offer.agreed.includes(seat))) return { icon: 'clock', body: t('table.vote.away', { name }), does: [button(t('table.vote'), say(true), true)] };
  const names = list(offer.needed.filter((seat) => !offer.agreed.includes(seat)).map((seat) => realName(view, seat)));
  return { icon: 'clock', body: t('table.vote.wait', { name, names }), does: [button(t('table.cancel'), say(false))] };
}

/** Seats that must decide at the same time, seen by one who is done. @param {any} view @returns {Banner|null} */
function together(view) {
  if (view.show?.phase !== 'tiling' || view.acting !== null || !view.waiting?.length || view.status !== 'playing') return null;
  return { kind: 'plain', icon: 'clock', body: t('table.tiling.waits', { names: list(view.waiting.map((/** @type {number} */ seat) => realName(view, seat))) }) };
}

/** @param {any} view @param {any} game @param {any} page @param {any} act @returns {Banner|null} */
function pressing(view, game, page, act) {
  if (page.error) return { kind: 'error', icon: 'flag', body: [page.error, ' ', page.reason && ruleLink(page.reason, view)], does: [button(t('table.close'), page.forgive)] };
  if (page.connection === 'gone') return { kind: 'error', icon: 'link', body: t('table.gone') };
  if (page.connection === 'lost') return { kind: 'offline', icon: 'link', body: t('table.offline') };
  const offer = takeback(view, act);
  if (offer) return offer;
  const away = absence(view, act);
  if (away) return away;
  if (page.warming && view.status === 'playing') return { kind: 'plain', icon: 'bot', body: t('table.warming') };
  return together(view) ?? game?.banner?.(view) ?? null;
}

/** @param {any} view @param {any} game @param {any} page @param {any} act */
export function banner(view, game, page, act) {
  const it = pressing(view, game, page, act);
  if (!it) return null;
  return h('div', { key: 'banner', class: `banner ${it.kind ?? ''}`.trim() }, icon(it.icon), h('span', { class: 'banner-words' }, it.body), it.does?.length ? h('span', { class: 'banner-do' }, it.does) : null);
}

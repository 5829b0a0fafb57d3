// The leagues that a game can be kept in, with their people: from the server, or as this browser last heard of them.
import { browserStorage, recall } from './model.js';

const PLACE = 'azulejos.leagues';

/** @returns {any[]} */
export function remembered() {
  const found = recall(browserStorage(), PLACE);
  return Array.isArray(found) ? found.filter((league) => Array.isArray(league?.people)) : [];
}

/** Asks the server; null where it does not answer. @returns {Promise<{sheets: any[], leagues: any[]} | null>} */
export async function ask() {
  try {
    const answer = await fetch('/api/sheets', { headers: { Accept: 'application/json' }, cache: 'no-store' });
    if (!answer.ok) return null;
    const told = await answer.json();
    try { browserStorage()?.setItem(PLACE, JSON.stringify(told.leagues)); } catch { /* not remembered */ }
    return told;
  } catch {
    return null;
  }
}

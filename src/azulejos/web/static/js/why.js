// Why the rules refuse a move: the server's reason (code, clause, values) in the page's language, and where the rules say it.
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { colour } from './parts.js';
import { capital, spaceName, starName, tilesWords } from './pavwords.js';

/** How each value of a reason is said. @type {Record<string, (value: any, view: any) => string>} */
const SAID = {
  colour, wild: colour,
  columns: (value) => list(value.map(String)),
  allowed: (value) => list([...value].map(colour)),
  star: (value, view) => starName(value, view.options.side),
  space: (value, view) => spaceName(value, view.show), // the letters of the notation mean nothing on the board
  hand: (value) => tilesWords(value), usable: (value) => tilesWords(value), supply: (value) => tilesWords(value), paid: (value) => tilesWords(value),
};

/** The sentence. @param {{code: string, clause: string, values: Record<string, any>}} reason @param {any} view */
export function whyWords(reason, view) {
  const values = Object.entries(reason.values).map(([name, value]) => [name, SAID[name] ? SAID[name](value, view) : value]);
  return `${capital(t(`why.${reason.code}`, Object.fromEntries(values)))}.`;
}

/** The clause as a link into the rules, where there is one. @param {{clause: string}} reason @param {any} view */
export const ruleLink = (reason, view) => (reason.clause ? h('a', { href: `/rules/${view.game}#${reason.clause}`, target: '_blank', rel: 'noopener' }, t('why.rule', { clause: reason.clause })) : null);

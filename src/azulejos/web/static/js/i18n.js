// Texts in the page's language. The template puts the catalogue into <script type="application/json" id="texts">.
const source = document.getElementById('texts');
/** @type {Record<string, string|Record<string, string>>} */
const texts = source ? JSON.parse(source.textContent ?? '{}') : {};
export const lang = document.documentElement.lang || 'en';
const plural = new Intl.PluralRules(lang);

/**
 * The text of a key with {name} filled in. Where a text has plural forms, `n` chooses among them.
 * @param {string} key @param {Record<string, any>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const found = texts[key];
  if (found === undefined) return key;
  const text = typeof found === 'string' ? found : found[plural.select(values.n ?? 0)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(String(values[name])) : whole));
}

/** A name written from right to left must not turn the words round it. @param {string} word */
const isolated = (word) => (/[\u0590-\u08ff]/.test(word) ? `\u2068${word}\u2069` : word);

/** A list as people write it: "a, b and c". @param {string[]} words */
export const list = (words) => new Intl.ListFormat(lang, { type: 'conjunction' }).format(words);

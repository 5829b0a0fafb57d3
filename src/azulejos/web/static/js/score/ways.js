// The three ways to fill a sheet in. Going from one to another loses nothing: each reads what the others have entered where it can.
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

export const WAYS = ['quick', 'round', 'wall'];

/** @param {State} state @param {Act} act */
export const view = (state, act) => h('fieldset', { key: 'ways', class: 'choice thirds ways' },
  h('legend', { class: 'sr' }, t('score.way')),
  WAYS.map((way) => h('label', { key: way },
    h('input', { type: 'radio', name: 'way', value: way, checked: state.reckoning.way === way, onChange: () => act.set({ way }) }), t(`score.way.${way}`))));

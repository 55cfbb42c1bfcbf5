// Creates elements without a framework. Texts are always set as text, so no answer of the service is interpreted as HTML.
import { closedWord } from './words/closed.js';

const isAttribute = name => /^(class|role|lang|(aria|data)-.+)$/.test(name);

/**
 * @param {string} name
 * @param {Record<string, unknown>} properties set on the element; `class`, `role`, `lang`, `aria-…` and `data-…` as attributes.
 * @param {(Node | string | undefined)[]} children left out where undefined.
 */
export const el = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (isAttribute(key)) element.setAttribute(key, String(value));
    else element[key] = value;
  }
  element.append(...children.filter(child => child !== undefined));
  return element;
};

/** @param {{ class?: string, onClick: (event: Event) => void }} options */
export const button = (label, { onClick, ...properties }) => {
  const element = el('button', { type: 'button', ...properties }, label);
  element.addEventListener('click', onClick);
  return element;
};

/** Whether a text says something. */
const isSaid = text => text !== undefined && text !== null && text !== '';

/**
 * Texts of a record, each once and on a line of its own; undefined if there is none. Records are in Swedish, whatever the language of
 * the app.
 */
export const inSwedish = (...texts) => {
  const said = [...new Set(texts)].filter(isSaid).join('\n');
  return said === '' ? undefined : el('span', { lang: 'sv' }, said);
};

/** A word of a record, in the language of the app if it is a closed one. */
export const inWords = text => closedWord(text) ?? inSwedish(text);

/** Parts on one line with dots between them, without those that are undefined; undefined if none is left. */
export const dotted = (...parts) => {
  const said = parts.filter(isSaid);
  if (said.length === 0) return undefined;
  return el('span', {}, ...said.flatMap((part, index) => (index === 0 ? [part] : [' · ', part])));
};

/** A list of names and values, without the values that the record does not have. */
export const facts = pairs => {
  const said = pairs.filter(([, value]) => isSaid(value));
  if (said.length === 0) return undefined;
  return el(
    'dl',
    { class: 'facts' },
    ...said.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
};

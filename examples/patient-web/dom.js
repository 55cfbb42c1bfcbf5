// Creates elements without a framework. Texts are always set as text, so no answer of the service is interpreted as HTML.

/**
 * @param {string} name
 * @param {Record<string, unknown>} properties set on the element; `class` and `aria-…` as attributes.
 * @param {(Node | string | undefined)[]} children left out where undefined.
 */
export const el = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key === 'class' || key.startsWith('aria-')) element.setAttribute(key, String(value));
    else element[key] = value;
  }
  element.append(...children.filter(child => child !== undefined));
  return element;
};

/** Texts of a record, each once and on a line of its own; undefined if there is none. Records are in Swedish, the words of this app in English. */
export const inSwedish = (...texts) => {
  const said = [...new Set(texts)].filter(Boolean).join('\n');
  return said === '' ? undefined : el('span', { lang: 'sv' }, said);
};

/** A list of names and values, without the values that the record does not have. */
export const facts = pairs =>
  el(
    'dl',
    {},
    ...Object.entries(pairs)
      .filter(([, value]) => value !== undefined && value !== '')
      .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );

/** A card of a list. */
export const card = ({ title, kind = '', tag }, ...children) =>
  el(
    'li',
    { class: `card ${kind}`.trim() },
    el(
      'h3',
      {},
      title,
      tag === undefined ? '' : ' ',
      tag === undefined ? undefined : el('span', { class: 'tag' }, tag),
    ),
    ...children,
  );

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

/** A list of names and values, without the values that the record does not have. The texts of an answer are in Swedish. */
export const facts = pairs =>
  el(
    'dl',
    {},
    ...Object.entries(pairs)
      .filter(([, value]) => value !== undefined && value !== '')
      .flatMap(([name, value]) => [el('dt', {}, name), el('dd', { lang: 'sv' }, String(value))]),
  );

/** A card of a list. `lang` is the language of its title. */
export const card = ({ title, kind = '', tag, lang }, ...children) =>
  el(
    'li',
    { class: `card ${kind}`.trim() },
    el(
      'h3',
      {},
      el('span', { lang }, title),
      tag === undefined ? '' : ' ',
      tag === undefined ? undefined : el('span', { class: 'tag' }, tag),
    ),
    ...children,
  );

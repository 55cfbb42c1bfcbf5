// The parts that pages are made of: groups, rows, pills, date tiles.
import { button, el } from './dom.js';
import { tileOf } from './time.js';
import { w } from './words/words.js';

export const pill = (text, kind = '') => el('span', { class: `pill ${kind}`.trim() }, text);

export const quiet = (...children) => el('span', { class: 'quiet' }, ...children);

/** A day as a tile, `Wed 25 Nov`. What it says is said in words beside it. */
export const dateTile = compact => {
  const tile = tileOf(compact);
  if (tile === undefined) return undefined;
  return el(
    'span',
    { class: 'tile', 'aria-hidden': 'true' },
    el('span', {}, tile.weekday),
    el('b', { class: 'day' }, tile.day),
    el('span', {}, tile.month),
  );
};

/**
 * A row that leads to a page of its own.
 * @param {{ href: string, title: Node | string, beside?: Node | string, pill?: Node, lead?: Node, kind?: string }} row `beside`: in grey
 *   after the title.
 * @param {(Node | undefined)[]} lines below the title.
 */
export const row = ({ href, title, beside, pill: mark, lead, kind = '' }, ...lines) =>
  el(
    'li',
    { class: `row ${kind}`.trim() },
    el(
      'a',
      { href },
      lead,
      el(
        'span',
        { class: 'row-text' },
        el(
          'span',
          {},
          el('b', {}, title),
          ...(beside === undefined ? [] : [' ', quiet(beside)]),
          ...(mark === undefined ? [] : [' ', mark]),
        ),
        ...lines.filter(line => line !== undefined).map(line => el('span', { class: 'line' }, line)),
      ),
      el('span', { class: 'chevron', 'aria-hidden': 'true' }, '›'),
    ),
  );

/** A row that leads to a list. */
export const linkRow = (href, label) => row({ href, title: label, kind: 'to-list' });

export const rows = (...items) => el('ul', { class: 'rows' }, ...items);

export const panel = (...children) => el('div', { class: 'panel' }, ...children);

/** What to say in the place of a list, or of what it would show. */
export const nothingPanel = text => panel(el('p', { class: 'quiet' }, text));

/** The same in a list that has other rows. */
export const nothingRow = text => el('li', { class: 'row' }, el('p', { class: 'quiet' }, text));

/**
 * What a list lacks; undefined if the user lacks nothing: `unmapped` is for developers alone. The page explains it once (`explain`).
 */
export const leftOutNote = ({ records = 0, values = 0, sources = 0 }) => {
  const words = w().leftOut;
  const lacking = [
    records > 0 && words.records(records),
    values > 0 && words.values(values),
    sources > 0 && words.incomplete,
  ].filter(Boolean);
  if (lacking.length === 0) return undefined;
  return el('p', { class: 'left-out quiet', 'data-sources': sources }, lacking.join(' '));
};

/** Why something of a page cannot be shown, for all its lists at once: nodes for its beginning and its end. */
export const explain = content => {
  const words = w().leftOut;
  const notes = [...content.querySelectorAll('.left-out')];
  const sources = Math.max(0, ...notes.map(({ dataset }) => Number(dataset.sources)));
  return {
    // The missing records may be of any kind, such as an allergy.
    first: sources > 0 ? [el('p', { class: 'banner missing' }, words.sources(sources))] : [],
    last:
      notes.length > 0
        ? [el('details', { class: 'why' }, el('summary', {}, words.why), el('p', {}, words.because))]
        : [],
  };
};

/**
 * A list, or what to say without one; and what it lacks.
 * @param {{ items: Node[], none: string, leftOut: object }} list
 */
export const listOf = ({ items, none, leftOut }) => {
  const lacking = leftOutNote(leftOut);
  // An incomplete answer without a record does not mean that there is none.
  const nothing = lacking === undefined ? none : w().leftOut.nothing;
  return [items.length > 0 ? rows(...items) : nothingPanel(nothing), lacking].filter(Boolean);
};

/** A heading as a group has it. */
export const groupHeading = (text, level = 'h2') => el(level, { class: 'group' }, text);

/** A button that prints the page. */
export const printButton = () =>
  button(w().print.button, { class: 'not-print', onClick: () => window.print() });

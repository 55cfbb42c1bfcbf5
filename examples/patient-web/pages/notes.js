// Journal notes: entries of a timeline, and a page for each with its keywords as headings.
import { dotted, el, facts, inSwedish, inWords } from '../dom.js';
import { entriesOf, pathOfSlice } from '../journal.js';
import { everything } from '../record.js';
import {
  authorsOf,
  contentOf,
  isValid,
  noteOf,
  previewOf,
  timeOf,
  titleOf,
  typeOf,
  typesWithSignatures,
  unitOf,
} from '../records/notes.js';
import { pill, quiet } from '../rows.js';
import { dayOfYear, readable } from '../time.js';
import { closedText, closedWord } from '../words/closed.js';
import { w } from '../words/words.js';

const open = '-';

/** The URL of a note names its slice, so a reload reads that slice alone. */
const hrefOf = ({ key, slice: { from = open, to = open } }) =>
  `#journal/note/${from}/${to}/${encodeURIComponent(key)}`;
const sliceOf = (from, to) => ({
  ...(from === open ? {} : { from: Number(from) }),
  ...(to === open ? {} : { to: Number(to) }),
});

const nameOf = record => inWords(titleOf(record)) ?? w().journal.note;

/** Why a note is not valid. Without a reason it may be an earlier version. */
const whyInvalid = record => {
  const { NoteInactiveReason: reason } = noteOf(record);
  return reason ? el('span', {}, w().journal.withdrawn(''), inSwedish(reason)) : w().journal.inactive;
};

const unsignedPill = (record, signedTypes) =>
  signedTypes.has(typeOf(record)) && noteOf(record).NoteSignDateTime === undefined
    ? pill(w().journal.unsigned, 'caution')
    : undefined;

/** Who wrote a note, with roles in the language of the app. */
export const authors = record => authorsOf(record, role => closedWord(role) ?? role);

/** Who wrote a note, with role and unit. */
const byLine = record =>
  dotted(...authors(record).map(author => inSwedish(author)), inSwedish(unitOf(record)));

/**
 * A note in the timeline: two lines of it, and a link to all of it. One that is not valid says so, and nothing of its text.
 * @param {Set<string>} signedTypes the types of notes that are signed.
 */
export const timelineEntry = (entry, signedTypes) => {
  const { record } = entry;
  const isShown = isValid(record);
  const day = dayOfYear(timeOf(record));
  const link = el(
    'a',
    {
      href: hrefOf(entry),
      'aria-label': [
        isShown ? w().journal.readAll : w().journal.see,
        closedWord(titleOf(record)) ?? titleOf(record),
        day,
      ]
        .filter(Boolean)
        .join(', '),
    },
    isShown ? w().journal.readAll : w().journal.see,
  );
  return el(
    'li',
    { class: isShown ? 'entry' : 'entry invalid' },
    el(
      'p',
      {},
      el('b', {}, nameOf(record)),
      ' ',
      quiet(day ?? ''),
      ...(isShown ? [' ', unsignedPill(record, signedTypes) ?? ''] : []),
    ),
    isShown
      ? el('p', { class: 'preview', lang: 'sv' }, previewOf(record) || w().journal.justDocument)
      : el('p', { class: 'quiet' }, whyInvalid(record)),
    isShown ? el('p', { class: 'quiet' }, byLine(record)) : undefined,
    el('p', {}, link),
  );
};

/** Lines with tabs are rows of a table, whose cells stay under each other. It is scrolled in a box of its own. */
const table = lines =>
  el(
    'div',
    { class: 'table-box', role: 'region', tabIndex: 0, 'aria-label': w().journal.table },
    el(
      'table',
      { lang: 'sv' },
      el(
        'tbody',
        {},
        ...lines.map(line => el('tr', {}, ...line.split('\t').map(cell => el('td', {}, cell)))),
      ),
    ),
  );

/** A text, with its tables as tables. */
const textWithTables = text => {
  const parts = [];
  for (const line of text.split('\n')) {
    const isRow = line.includes('\t');
    if (parts.at(-1)?.isRow === isRow) parts.at(-1).lines.push(line);
    else parts.push({ isRow, lines: [line] });
  }
  return parts.map(({ isRow, lines }) =>
    isRow ? table(lines) : el('p', { class: 'text' }, inSwedish(lines.join('\n'))),
  );
};

/** A value without a text is a document or an image: the answers have no contents of them. */
const textOfValue = text =>
  text === undefined || closedText(text) !== undefined
    ? [el('p', { class: 'text' }, closedText(text) ?? w().journal.document)]
    : textWithTables(text);

/** Keywords as small headings above their texts. */
const contents = (all, level) =>
  all.flatMap(({ keyword, texts, measured, inner }) => [
    keyword === undefined ? undefined : el(`h${Math.min(level, 6)}`, { class: 'keyword' }, inWords(keyword)),
    ...texts.flatMap(textOfValue),
    ...measured.map(text => el('p', { class: 'text' }, inSwedish(text))),
    inner.length === 0
      ? undefined
      : el('div', { class: 'inner' }, ...contents(inner, level + 1).filter(Boolean)),
  ]);

const textPart = record => {
  const text = contents(contentOf(noteOf(record).Records?.Record ?? []), 2).filter(Boolean);
  if (isValid(record)) return el('section', { class: 'panel note' }, ...text);
  return el(
    'section',
    { class: 'panel note' },
    el('p', { class: 'banner caution' }, whyInvalid(record)),
    el('details', {}, el('summary', {}, w().journal.showAnyway), ...text),
  );
};

/** Everything about a note, for its own page. */
export const noteDetails = (record, signedTypes) => {
  const words = w().journal;
  return [
    el(
      'section',
      { class: 'panel' },
      unsignedPill(record, signedTypes) && el('p', {}, unsignedPill(record, signedTypes)),
      facts([
        [words.when, readable(timeOf(record)) ?? words.untimedTime],
        [words.by, inSwedish(...authors(record))],
        [words.unit, inSwedish(unitOf(record))],
        [words.signed, readable(noteOf(record).NoteSignDateTime?.value)],
      ]),
    ),
    textPart(record),
    everything(record),
  ];
};

export const note = {
  open: (context, from, to, key) => {
    const slice = sliceOf(from, to);
    const body = context.part({
      load: async () => {
        const { all } = context.journal().state();
        const known = all.find(one => hrefOf(one) === hrefOf({ key, slice }));
        if (known !== undefined) return { found: known, all };
        const { json } = await context.read(pathOfSlice(slice));
        const read = entriesOf(json, slice);
        return { found: read.find(one => one.key === key), all: read };
      },
      draw: ({ found, all }) => {
        if (found === undefined) return [el('p', {}, w().notFound)];
        context.setTitle(nameOf(found.record));
        return noteDetails(found.record, typesWithSignatures(all.map(({ record }) => record)));
      },
    });
    return { title: w().journal.note, nodes: [body] };
  },
};

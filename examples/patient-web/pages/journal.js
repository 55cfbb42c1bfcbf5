// The journal as a timeline: by year, the newest first, with filters, a search, and a jump to a year. Older notes are loaded by slices
// of time, to the beginning.
import { button, el } from '../dom.js';
import { refusal } from '../errors.js';
import {
  authorsOf,
  previewOf,
  timeOf,
  titleOf,
  typeOf,
  typesWithSignatures,
  unitOf,
} from '../records/notes.js';
import { groupHeading, leftOutNote, nothingPanel } from '../rows.js';
import { closedWord } from '../words/closed.js';
import { w } from '../words/words.js';
import { authors, timelineEntry } from './notes.js';

const yearOf = ({ record }) => timeOf(record)?.slice(0, 4);

/** Notes under their years, and those without a time in a group of their own at the top. */
export const timeline = notes => {
  const signedTypes = typesWithSignatures(notes.map(({ record }) => record));
  const group = (heading, entries) =>
    el(
      'section',
      { class: 'year', 'data-year': heading },
      groupHeading(heading),
      el('ol', { class: 'timeline' }, ...entries.map(one => timelineEntry(one, signedTypes))),
    );
  const years = Map.groupBy(notes, yearOf);
  const untimed = years.get(undefined);
  years.delete(undefined);
  return [
    ...(untimed === undefined ? [] : [group(w().journal.untimed, untimed)]),
    ...[...years].map(([year, entries]) => group(year, entries)),
  ];
};

/** A row of chips of which one is chosen; nothing if there is no choice. */
export const chips = ({ name, label, values, chosen, onChoose }) => {
  if (values.length < 2) return undefined;
  return el(
    'fieldset',
    { class: 'chips' },
    el('legend', {}, label),
    ...[undefined, ...values].map(value => {
      const input = el('input', { type: 'radio', name, checked: value === chosen });
      input.addEventListener('change', () => onChoose(value));
      const shown = value === undefined ? w().journal.all : closedWord(value);
      return el(
        'label',
        { class: 'chip' },
        input,
        el('span', shown === undefined ? { lang: 'sv' } : {}, shown ?? value),
      );
    }),
  );
};

/** Whether a note has all words of a search, as it is in the record or as it is shown. */
export const says = (record, words) => {
  const shown = [closedWord(titleOf(record)), ...authors(record)];
  const text = [titleOf(record), previewOf(record), unitOf(record), ...authorsOf(record), ...shown]
    .join(' ')
    .toLowerCase();
  return words.every(word => text.includes(word));
};

/** A field that searches in what has been read. */
const searchField = ({ value, onSearch }) => {
  const input = el('input', { type: 'search', value, autocomplete: 'off' });
  input.addEventListener('input', () => onSearch(input.value));
  return el('label', { class: 'search' }, w().journal.search, input);
};

/** Buttons that lead to the years of a timeline; none if there is one year. */
const yearJumps = (years, list) => {
  if (years.length < 2) return undefined;
  const jump = year => () => {
    const section = list.querySelector(`[data-year="${year}"]`);
    section.scrollIntoView();
    section.querySelector('a').focus({ preventScroll: true });
  };
  return el(
    'div',
    { class: 'years', role: 'group', 'aria-label': w().journal.years },
    ...years.map(year => button(year, { class: 'plain', onClick: jump(year) })),
  );
};

const distinct = values =>
  [...new Set(values.filter(value => value !== undefined))].toSorted((a, b) => a.localeCompare(b, 'sv'));

/** What is chosen outlives going to a note and back. */
const chosenOf = new WeakMap();

export const journal = {
  open: context => {
    const words = w().journal;
    const store = context.journal();
    const chosen = chosenOf.get(store) ?? {};
    chosenOf.set(store, chosen);
    const body = context.part({
      load: () => store.begin(),
      draw: () => {
        const filters = el('div', { class: 'filters', role: 'group', 'aria-label': words.filters });
        const jumps = el('div', {});
        const list = el('div', { class: 'stack' });
        const foot = el('div', { class: 'more stack' });
        const passes = ({ record }) =>
          says(record, (chosen.text ?? '').toLowerCase().split(/\s+/)) &&
          (chosen.type === undefined || typeOf(record) === chosen.type) &&
          (chosen.unit === undefined || unitOf(record) === chosen.unit);
        const choose = name => value => {
          chosen[name] = value;
          drawList();
        };
        const drawFilters = () => {
          const records = store.state().all.map(({ record }) => record);
          const both = [
            chips({
              name: 'type',
              label: words.filterType,
              values: distinct(records.map(typeOf)),
              chosen: chosen.type,
              onChoose: choose('type'),
            }),
            chips({
              name: 'unit',
              label: words.filterUnit,
              values: distinct(records.map(unitOf)),
              chosen: chosen.unit,
              onChoose: choose('unit'),
            }),
          ];
          filters.replaceChildren(...both.filter(Boolean));
        };
        const drawList = () => {
          const state = store.state();
          const shown = state.all.filter(passes);
          const total = state.all.length;
          const lacking = leftOutNote(state.leftOut);
          const none = lacking === undefined ? words.none : w().leftOut.nothing;
          list.replaceChildren(
            ...(shown.length > 0 ? timeline(shown) : [nothingPanel(total > 0 ? words.noneMatch : none)]),
          );
          const years = new Set(shown.map(yearOf).filter(Boolean));
          jumps.replaceChildren(...[yearJumps([...years], list)].filter(Boolean));
          const said = state.isEnd ? words.end(total) : words.loaded(total, state.since);
          foot.replaceChildren(
            ...[
              el('p', { class: 'quiet', tabIndex: -1 }, total === 0 && state.isEnd ? '' : said),
              lacking,
              state.isEnd ? undefined : button(words.older, { class: 'wide', onClick: older }),
            ].filter(Boolean),
          );
        };
        const older = async () => {
          const before = store.state().all.length;
          const waiting = el('p', { class: 'quiet', tabIndex: -1 }, words.loadingOlder);
          foot.replaceChildren(waiting);
          // The button that had the focus is gone.
          waiting.focus({ preventScroll: true });
          context.announce(words.loadingOlder);
          body.setAttribute('aria-busy', 'true');
          try {
            await store.more();
            drawFilters();
            drawList();
            context.drawn();
            context.announce(words.loadedMore(store.state().all.length - before));
            // The button was replaced: whoever used it by keyboard goes on from there.
            (foot.querySelector('button') ?? foot.firstChild).focus({ preventScroll: true });
          } catch (error) {
            foot.replaceChildren(refusal(error, { ...context, retry: older }));
          }
          body.removeAttribute('aria-busy');
        };
        drawFilters();
        drawList();
        const onSearch = value => {
          chosen.text = value;
          drawList();
        };
        return [searchField({ value: chosen.text ?? '', onSearch }), filters, jumps, list, foot];
      },
    });
    return { title: words.title, nodes: [body] };
  },
};

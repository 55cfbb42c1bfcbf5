// Measurements from the notes of the journal: the last value large, a drawing of all of them, and a table behind it.
import { button, dotted, el, inSwedish } from '../dom.js';
import { refusal } from '../errors.js';
import { measurementsIn } from '../records/measurements.js';
import { leftOutNote, nothingPanel, panel, quiet, row, rows } from '../rows.js';
import { barChart, lineChart } from '../svg.js';
import { readable, readableDay } from '../time.js';
import { w } from '../words/words.js';

const hrefOf = key => `#health/measurement/${encodeURIComponent(key)}`;

const nameOf = ({ kind, name }) =>
  kind === 'blood-pressure' ? w().measurements.bloodPressure : inSwedish(name);
const plainName = ({ kind, name }) => (kind === 'blood-pressure' ? w().measurements.bloodPressure : name);

const valueText = (series, { text }) => inSwedish([text, series.unit].filter(Boolean).join(' '));
const timeText = ({ time }) => readable(time) ?? w().measurements.unknownTime;

const notesIn = ({ all }) => all.map(({ record }) => record);

/** The drawing of a series of two values or more, whose times and numbers are known; undefined otherwise. */
export const drawingOf = series => {
  const drawn = series.readings.filter(
    ({ time, value, upper, lower }) =>
      time !== undefined &&
      (series.kind === undefined ? value !== undefined : upper !== undefined && lower !== undefined),
  );
  if (drawn.length < 2) return undefined;
  const label = w().measurements.chart(plainName(series), drawn.length);
  return series.kind === undefined ? lineChart({ label, points: drawn }) : barChart({ label, points: drawn });
};

/** The last value, large. */
export const lastValue = series => {
  const last = series.readings.at(-1);
  return el('p', { class: 'last-value' }, el('b', {}, valueText(series, last)), ' ', quiet(timeText(last)));
};

/** How far back the notes were read from which the measurements come. */
const extent = ({ isEnd, since }) =>
  isEnd ? w().measurements.loadedAll : w().measurements.loadedSince(since);

/** A button that reads older notes, and draws again. It is there until the beginning of the journal. */
const olderButton = (context, redraw) => {
  if (context.journal().state().isEnd) return undefined;
  const place = el('div', {});
  place.append(
    button(w().measurements.older, {
      onClick: async () => {
        place.replaceChildren(el('p', { class: 'quiet' }, w().loading));
        try {
          await context.journal().more();
          redraw();
          context.drawn();
        } catch (error) {
          place.replaceChildren(refusal(error, context));
        }
      },
    }),
  );
  return place;
};

/** The measurements as rows, as a part of a page. */
export const measurementsSection = context => {
  const draw = state => {
    const body = el('div', { class: 'stack' });
    const redraw = () => body.replaceChildren(...content(context.journal().state()));
    const content = ({ isEnd, since, ...now }) => {
      const series = measurementsIn(notesIn(now));
      return [
        series.length === 0
          ? nothingPanel(w().measurements.none)
          : rows(
              ...series.map(one =>
                row(
                  {
                    href: hrefOf(one.key),
                    title: nameOf(one),
                    beside: w().measurements.count(one.readings.length),
                  },
                  dotted(el('span', {}, valueText(one, one.readings.at(-1))), timeText(one.readings.at(-1))),
                ),
              ),
            ),
        el('p', { class: 'quiet' }, extent({ isEnd, since })),
        leftOutNote(now.leftOut),
        olderButton(context, redraw),
      ].filter(Boolean);
    };
    body.append(...content(state));
    return [body];
  };
  return { load: () => context.journal().begin(), draw };
};

const table = series => {
  const words = w().measurements;
  const hasRange = series.readings.some(({ range }) => range !== undefined);
  return el(
    'table',
    {},
    el('caption', {}, words.table),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...[words.when, words.value, ...(hasRange ? [words.range] : [])].map(name =>
          el('th', { scope: 'col' }, name),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      ...series.readings
        .toReversed()
        .map(reading =>
          el(
            'tr',
            {},
            el('td', {}, readableDay(reading.time) ?? words.unknownTime),
            el('td', {}, valueText(series, reading) ?? ''),
            hasRange ? el('td', {}, inSwedish(reading.range) ?? '') : undefined,
          ),
        ),
    ),
  );
};

export const measurement = {
  open: (context, key) => {
    const body = context.part({
      load: () => context.journal().begin(),
      draw: () => {
        const place = el('div', { class: 'stack' });
        const content = () => {
          const state = context.journal().state();
          const series = measurementsIn(notesIn(state)).find(one => one.key === key);
          if (series === undefined) return [el('p', {}, w().notFound), olderButton(context, redraw)];
          context.setTitle(nameOf(series));
          return [
            panel(lastValue(series), drawingOf(series) ?? ''),
            panel(table(series)),
            el('p', { class: 'quiet' }, `${w().measurements.from} ${extent(state)}`),
            leftOutNote(state.leftOut),
            olderButton(context, redraw),
          ];
        };
        const redraw = () => place.replaceChildren(...content().filter(Boolean));
        redraw();
        return [place];
      },
    });
    return { title: w().measurements.title, nodes: [body] };
  },
};

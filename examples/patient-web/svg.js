// Drawings without a library: icons, bars and lines of measurements, the dots of a week. Every drawing has its
// numbers as text beside it.
const namespace = 'http://www.w3.org/2000/svg';

const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

const icons = {
  today: 'M3 11 12 3l9 8v10h-6v-6H9v6H3z',
  visits: 'M4 5h16v16H4zM4 10h16M8 2v5M16 2v5',
  health: 'M12 21C3 14 2 9 5 6c3-2.500 6-.5 7 2 1-2.500 4-4.500 7-2 3 3 2 8-7 15z',
  journal: 'M5 4h14v17H5zM8 9h8M8 13h8M8 17h5',
};

export const icon = name =>
  svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: icons[name] }));

const text = (x, y, content, anchor = 'middle') => svg('text', { x, y, 'text-anchor': anchor }, content);

const frame = { width: 320, height: 150, left: 40, right: 12, top: 12, bottom: 26 };

/** Ticks of an axis that are round numbers, two to five of them. */
const ticksOf = (least, most) => {
  const range = most - least || Math.abs(most) || 1;
  const power = 10 ** Math.floor(Math.log10(range));
  const step = [0.2, 0.5, 1, 2, 5].map(factor => factor * power).find(size => range / size <= 4) ?? range;
  const first = Math.floor(least / step) * step;
  const count = Math.ceil((most - first) / step) + 1;
  return Array.from({ length: Math.max(count, 2) }, (_, index) =>
    Number((first + index * step).toPrecision(12)),
  );
};

const millisecondsOf = compact =>
  Date.UTC(compact.slice(0, 4), Number(compact.slice(4, 6) || 1) - 1, compact.slice(6, 8) || 1);

/** The scales of a chart: where times and values are. */
const scalesOf = (times, values) => {
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [bottom, top] = [ticks[0], ticks.at(-1)];
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const { width, height, left, right, top: above, bottom: below } = frame;
  return {
    ticks,
    x: time =>
      left + 10 + (end === start ? 0.5 : (time - start) / (end - start)) * (width - left - right - 20),
    y: value => height - below - ((value - bottom) / (top - bottom)) * (height - above - below),
  };
};

const axes = ({ ticks, x, y }, times, labelOf) => {
  const shown = [...new Set([times[0], times.at(-1)])];
  return [
    ...ticks.flatMap(tick => [
      svg('line', { x1: frame.left, x2: frame.width - frame.right, y1: y(tick), y2: y(tick), class: 'grid' }),
      text(frame.left - 6, y(tick) + 4, String(tick), 'end'),
    ]),
    ...shown.map((time, index) =>
      text(
        x(time),
        frame.height - 8,
        labelOf(time),
        shown.length === 1 ? 'middle' : index === 0 ? 'start' : 'end',
      ),
    ),
  ];
};

const chart = (label, ...children) =>
  svg(
    'svg',
    { viewBox: `0 0 ${frame.width} ${frame.height}`, class: 'chart', role: 'img', 'aria-label': label },
    ...children,
  );

const yearOf = time => String(new Date(time).getUTCFullYear());

/**
 * Values over time, as a line.
 * @param {{ label: string, points: { time: string, value: number }[] }} line the points have local times, the oldest first.
 */
export const lineChart = ({ label, points }) => {
  const times = points.map(({ time }) => millisecondsOf(time));
  const scales = scalesOf(
    times,
    points.map(({ value }) => value),
  );
  const places = points.map(({ value }, index) => [scales.x(times[index]), scales.y(value)]);
  return chart(
    label,
    ...axes(scales, times, yearOf),
    svg('polyline', { points: places.map(place => place.join(',')).join(' '), class: 'line' }),
    ...places.map(([cx, cy], index) =>
      svg('circle', { cx, cy, r: index === places.length - 1 ? 5 : 3, class: 'dot' }),
    ),
  );
};

/**
 * Pairs of values over time, as bars between them.
 * @param {{ label: string, points: { time: string, upper: number, lower: number }[] }} bars
 */
export const barChart = ({ label, points }) => {
  const times = points.map(({ time }) => millisecondsOf(time));
  const scales = scalesOf(
    times,
    points.flatMap(({ upper, lower }) => [upper, lower]),
  );
  return chart(
    label,
    ...axes(scales, times, yearOf),
    ...points.map(({ upper, lower }, index) =>
      svg('line', {
        x1: scales.x(times[index]),
        x2: scales.x(times[index]),
        y1: scales.y(upper),
        y2: scales.y(lower),
        class: 'pair',
      }),
    ),
  );
};

/**
 * A week as seven dots, filled on the days with a dose.
 * @param {{ label: string, days: string[], doses: (string | undefined)[] }} week
 */
export const weekDots = ({ label, days, doses }) =>
  svg(
    'svg',
    { viewBox: '0 0 280 62', class: 'week', role: 'img', 'aria-label': label },
    ...days.flatMap((day, index) => {
      const x = 20 + index * 40;
      const dose = doses[index];
      return [
        svg('circle', { cx: x, cy: 20, r: 16, class: dose === undefined ? 'no-dose' : 'dose' }),
        ...(dose === undefined
          ? []
          : [svg('text', { x, y: 25, 'text-anchor': 'middle', class: 'on-dose' }, dose)]),
        text(x, 56, day),
      ];
    }),
  );

// Tables for people: columns of fixed width, so each row can be printed as soon as it is known.
import { visible } from './command.ts';

/** @property width characters; 0 for a last column that may be as wide as its text. */
export type Column = { readonly title: string; readonly width: number };

/** Characters that a line of a table has at most. */
const lineWidth = 100;
const gap = '  ';

/** Shortens a text to `width` characters by cutting its middle, since ids often differ only at their start or end. */
export const shortened = (text: string, width: number): string => {
  const characters = [...text];
  if (characters.length <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  return [...characters.slice(0, width - 1 - tail), '…', ...characters.slice(characters.length - tail)].join(
    '',
  );
};

const cellOf = (text: string, width: number): string =>
  width === 0 ? visible(text) : shortened(visible(text), width).padEnd(width);

const lineOf = (columns: readonly Column[], cells: readonly string[]): string =>
  columns
    .map(({ width }, at) => cellOf(cells[at] ?? '', width))
    .join(gap)
    .trimEnd();

/** The width left in a line for a last column. */
export const widthBeside = (widths: readonly number[]): number =>
  lineWidth - widths.reduce((sum, width) => sum + width + gap.length, 0);

export const table = (columns: readonly Column[]) => ({
  head: lineOf(
    columns,
    columns.map(({ title }) => title),
  ),
  row: (cells: readonly string[]): string => lineOf(columns, cells),
});

// Tables for people: columns of fixed width, so that a row is printed as soon as it is known.
import { visible } from './command.ts';

export type Column = { readonly title: string; readonly width: number };

/** A line of a table; a cell wider than its column moves the others. */
const lineOf = (columns: readonly Column[], cells: readonly string[]): string =>
  columns
    .map(({ width }, at) => visible(cells[at] ?? '').padEnd(width))
    .join('  ')
    .trimEnd();

export const table = (columns: readonly Column[]) => ({
  head: lineOf(
    columns,
    columns.map(({ title }) => title),
  ),
  row: (cells: readonly string[]): string => lineOf(columns, cells),
});

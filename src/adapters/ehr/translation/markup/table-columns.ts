// The columns of a table's cells. A cell that spans columns or rows moves those behind and below it: without that, the dose of the
// evening would be in the column of the morning.

/** How many columns and rows a cell spans, and the column in which it begins at the earliest, from 0. */
export type Spans = {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly from?: number | undefined;
};

/** The value of `colspan` or `rowspan`: 1 unless it is a larger number. `rowspan="0"` spans all rows that follow. */
export const spanIn = (written: string | undefined): number => {
  const span = Number.parseInt(written ?? '', 10);
  return span === 0 ? Number.POSITIVE_INFINITY : Math.max(span || 1, 1);
};

type Row = { next: number; written: number };

/** The most columns that one cell spans. */
const maxColumns = 1000;

/**
 * The most columns that cells span in a document, counted in each row, with those that stay empty for them. A few cells could
 * otherwise fill the memory.
 */
const maxSpanned = 100_000;

export class TableColumns {
  private spanned = 0;
  /** For each open table, its columns that cells of earlier rows span, and for how many more rows. */
  private readonly tables: Map<number, number>[] = [];
  private readonly rows: Row[] = [];

  openTable(): void {
    this.tables.push(new Map());
  }

  closeTable(): void {
    this.tables.pop();
  }

  /** A span ends with its group of rows (`thead`, `tbody`, `tfoot`). */
  openGroup(): void {
    this.tables.at(-1)?.clear();
  }

  openRow(): void {
    this.rows.push({ next: 0, written: 0 });
  }

  closeRow(): void {
    this.rows.pop();
    const spanned = this.tables.at(-1);
    this.spanned += spanned?.size ?? 0;
    for (const [column, rows] of spanned ?? []) {
      if (rows > 1) spanned?.set(column, rows - 1);
      else spanned?.delete(column);
    }
  }

  /** Places a cell. @returns how many tabs come before it; undefined outside a row. */
  openCell({ columns = 1, rows = 1, from = 0 }: Spans): number | undefined {
    const row = this.rows.at(-1);
    if (row === undefined) return undefined;
    row.next = Math.max(row.next, from);
    const spanned = this.tables.at(-1);
    while (spanned?.has(row.next)) row.next++;
    const tabs = row.next - row.written;
    row.written = row.next;
    const width = Math.min(columns, maxColumns);
    this.spanned += width - 1;
    if (rows > 1 && !this.isTooLarge())
      for (let column = row.next; column < row.next + width; column++) spanned?.set(column, rows);
    row.next += width;
    return tabs;
  }

  isTooLarge(): boolean {
    return this.spanned > maxSpanned;
  }
}

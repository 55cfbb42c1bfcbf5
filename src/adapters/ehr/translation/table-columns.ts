// The columns of a table's cells, in HTML and DocBook. A cell that spans columns or rows moves those behind and below it: without that, the dose
// of the evening would stand in the column of the morning.

/** How many columns and rows a cell spans, as HTML writes it. */
type Spans = { readonly colspan?: string | undefined; readonly rowspan?: string | undefined };

/** How many columns or rows a cell spans: 1 unless its attribute is a larger number. `rowspan="0"` spans all rows that follow. */
const spanOf = (written: string | undefined): number => {
  const span = Number.parseInt(written ?? '', 10);
  return span === 0 ? Number.POSITIVE_INFINITY : Math.max(span || 1, 1);
};

type Row = { next: number; written: number };

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

  /**
   * Places a cell.
   * @param column where it stands at the earliest, from 0.
   * @returns how many tabs come before it; undefined outside a row.
   */
  openCell({ colspan, rowspan }: Spans, column = 0): number | undefined {
    const row = this.rows.at(-1);
    if (row === undefined) return undefined;
    row.next = Math.max(row.next, column);
    const spanned = this.tables.at(-1);
    while (spanned?.has(row.next)) row.next++;
    const tabs = row.next - row.written;
    row.written = row.next;
    const columns = Math.min(spanOf(colspan), 1000);
    const rows = spanOf(rowspan);
    this.spanned += columns - 1;
    if (rows > 1 && !this.isTooLarge())
      for (let column = row.next; column < row.next + columns; column++) spanned?.set(column, rows);
    row.next += columns;
    return tabs;
  }

  isTooLarge(): boolean {
    return this.spanned > maxSpanned;
  }
}

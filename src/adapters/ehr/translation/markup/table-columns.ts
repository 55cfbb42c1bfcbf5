// The columns of a table's cells. A cell that spans columns or rows moves those behind and below it: without that, the dose of the
// evening would be in the column of the morning.
import type { Meter } from '../../meter.ts';

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

/** `spans`: column → how many rows will have been closed where the last row ends that a cell in it reaches. */
type Table = { closedRows: number; readonly spans: Map<number, number> };

/** The most columns that one cell spans. */
const maxColumns = 1000;

/** An upper bound of the memory of a spanned column, in bytes. */
const columnBytes = 48;

export class TableColumns {
  private readonly meter: Meter;
  private readonly tables: Table[] = [];
  private readonly rows: Row[] = [];

  constructor(meter: Meter) {
    this.meter = meter;
  }

  /** An upper bound of the memory that is held, in bytes. */
  get heldBytes(): number {
    return columnBytes * this.tables.reduce((columns, { spans }) => columns + spans.size, 0);
  }

  openTable(): void {
    this.tables.push({ closedRows: 0, spans: new Map() });
  }

  closeTable(): void {
    this.tables.pop();
  }

  /** A span ends with its group of rows (`thead`, `tbody`, `tfoot`). */
  openGroup(): void {
    this.tables.at(-1)?.spans.clear();
  }

  openRow(): void {
    this.rows.push({ next: 0, written: 0 });
  }

  closeRow(): void {
    this.rows.pop();
    const table = this.tables.at(-1);
    if (table !== undefined) table.closedRows++;
  }

  /**
   * Places a cell. Throws `ehr-unusable` where it and the cells above span more columns than the record may.
   * @returns how many tabs come before it; undefined outside a row.
   */
  openCell({ columns = 1, rows = 1, from = 0 }: Spans): number | undefined {
    const row = this.rows.at(-1);
    if (row === undefined) return undefined;
    const table = this.tables.at(-1);
    const before = row.next;
    row.next = Math.max(row.next, from);
    while ((table?.spans.get(row.next) ?? 0) > (table?.closedRows ?? 0)) row.next++;
    const tabs = row.next - row.written;
    row.written = row.next;
    const end = row.next + Math.min(columns, maxColumns);
    if (end > before + 1) this.meter('column', end - before - 1);
    if (rows > 1 && table !== undefined)
      for (let column = row.next; column < end; column++) table.spans.set(column, table.closedRows + rows);
    row.next = end;
    return tabs;
  }
}

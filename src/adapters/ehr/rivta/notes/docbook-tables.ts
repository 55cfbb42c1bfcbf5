// The columns of DocBook's tables: those of CALS (`namest`, `nameend`, `morerows`), and those of HTML.
import { TableColumns } from '../../translation/table-columns.ts';

const tables: ReadonlySet<string> = new Set(['table', 'informaltable', 'tgroup', 'entrytbl']);
const groups: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** Rows, and cells: those of a row share a line. */
export const rows: ReadonlySet<string> = new Set(['row', 'tr']);
export const cells: ReadonlySet<string> = new Set(['entry', 'td', 'th']);

/** The most columns that a table names. More are not read. */
const maxNames = 1000;

const wholeNumber = /^\d{1,6}$/;

/** Follows the tables of one document. */
export class DocbookTables {
  private readonly columns = new TableColumns();
  /** For each open table, the names of its columns. */
  private readonly names: Map<string, number>[] = [];

  open(name: string): void {
    if (tables.has(name)) {
      this.columns.openTable();
      this.names.push(new Map());
    } else if (groups.has(name)) this.columns.openGroup();
    else if (rows.has(name)) this.columns.openRow();
  }

  close(name: string): void {
    if (tables.has(name)) {
      this.columns.closeTable();
      this.names.pop();
    } else if (rows.has(name)) this.columns.closeRow();
  }

  /** A `colspec`: the name of the next column. */
  nameColumn(attributes: ReadonlyMap<string, string>): void {
    const names = this.names.at(-1);
    if (names !== undefined && names.size < maxNames)
      names.set(attributes.get('colname') ?? `column ${names.size}`, names.size);
  }

  /** Places a cell. @returns how many tabs come before it; undefined outside a row. */
  openCell(attributes: ReadonlyMap<string, string>): number | undefined {
    const at = (name: string) => this.names.at(-1)?.get(attributes.get(name) ?? '');
    const [start, end] = [at('namest') ?? at('colname'), at('nameend')];
    const spanned =
      start === undefined || end === undefined || end < start ? undefined : String(end - start + 1);
    const more = attributes.get('morerows')?.trim() ?? '';
    return this.columns.openCell(
      {
        colspan: spanned ?? attributes.get('colspan'),
        rowspan: wholeNumber.test(more) ? String(Number(more) + 1) : attributes.get('rowspan'),
      },
      start,
    );
  }

  isTooLarge(): boolean {
    return this.columns.isTooLarge();
  }
}

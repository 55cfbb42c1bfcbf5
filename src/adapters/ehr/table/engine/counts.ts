// Counts what the tables of a system have read since it was opened: a word that never comes, or a mark that never withholds, is probably
// wrong, and shows only after some time. Names are those of the tables, never values of the EHR.
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TableCount } from '../../adapter.ts';
import { type CompiledRow, pathsOf, readingRows } from '../scope.ts';
import { pathText } from '../source-path.ts';
import type { KindTables, MarkTest } from '../tables.ts';

/** A list of more words, such as that of all diagnoses, or of longer ones, is counted as a whole. */
const [maxWords, maxWordLength] = [100, 100];

/** How often something has been seen. */
export type Counter = { count: number };

type Words = ReadonlyMap<string, Counter>;

/** What a row has read, or a mark has withheld, and which of its words have been seen. */
export type Count = Counter & {
  /** The member of the record; `visible` for a mark. */
  readonly member: string;
  readonly path: string;
  readonly words: Words | undefined;
};

/** The counts of rows. Those that read the same path for the same member share one. */
export type RowCounts = ReadonlyMap<CompiledRow, Count>;

const wordsOf = (listed: Iterable<string>): Words | undefined => {
  const words = new Map([...listed].map(word => [word, { count: 0 }]));
  const isCounted = words.size > 0 && words.size <= maxWords;
  return isCounted && [...words.keys()].every(word => word.length <= maxWordLength) ? words : undefined;
};

const rowCounts = (rows: readonly CompiledRow[]): RowCounts => {
  const counts = new Map<CompiledRow, Count>();
  const byName = new Map<string, Count>();
  for (const row of readingRows(rows)) {
    const { target, source } = row;
    const member = target.member.path;
    const path = pathsOf(source).map(pathText).join(' + ') || '.';
    const listed = source.kind === 'text' ? (source.reading.words?.keys() ?? []) : [];
    const count = byName.get(`${member}\n${path}`) ?? { member, path, count: 0, words: wordsOf(listed) };
    byName.set(`${member}\n${path}`, count);
    counts.set(row, count);
  }
  return counts;
};

/** The words that tables list for a mark; none if it counts whether there is a value, or when a time has come. */
export const wordsOfMark = (mark: MarkTest): readonly string[] =>
  mark.kind === 'words' && typeof mark.shown !== 'string' ? [...mark.shown, ...mark.hidden] : [];

/** A record of the patient: the counters of what was read of it, and the mark that withholds it. */
type Counted = {
  readonly seen: readonly Counter[];
  readonly hiding: MarkTest | undefined;
  readonly isProtected: boolean;
};

/** Counts a kind. All that its tables name is listed, also what has not been seen yet. */
export const kindCounts = (kind: SourceKind, requests: readonly KindTables[]) => {
  const rows = rowCounts(requests.flatMap(({ scope }) => scope.rows));
  const marks = new Map(
    requests
      .flatMap(({ visible }) => visible)
      .map((mark): [MarkTest, Count] => [
        mark,
        { member: 'visible', path: pathText(mark.steps), count: 0, words: wordsOf(wordsOfMark(mark)) },
      ]),
  );
  const statesProtection = requests.some(one => one.statesProtection === true);
  let [records, protectedPatients] = [0, 0];
  const counted = (of: TableCount['of'], labels: Omit<TableCount['labels'], 'kind'>, count: number) => ({
    of,
    labels: { kind, ...labels },
    count,
  });
  return {
    rows,
    marks,
    add: ({ seen, hiding, isProtected }: Counted): void => {
      records++;
      if (isProtected) protectedPatients++;
      for (const counter of seen) counter.count++;
      const mark = hiding && marks.get(hiding);
      if (mark !== undefined) mark.count++;
    },
    list: (): TableCount[] => {
      const allRows = [...new Set(rows.values())];
      const allMarks = [...marks.values()];
      return [
        counted('records', {}, records),
        ...(statesProtection ? [counted('protected', {}, protectedPatients)] : []),
        ...allMarks.map(({ path, count }) => counted('withheld', { mark: path }, count)),
        ...allRows.map(({ member, path, count }) => counted('values', { member, path }, count)),
        ...[...allRows, ...allMarks].flatMap(({ member, path, words = [] }) =>
          [...words].map(([word, { count }]) => counted('words', { member, path, word }, count)),
        ),
      ];
    },
  };
};
export type KindCounts = ReturnType<typeof kindCounts>;

// Counts what the tables of a system have read since it was opened: a word that never comes, or a mark that never withholds, is probably
// wrong, and shows only after some time. Names are those of the tables, never values of the EHR.
import type { Json } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TableCount } from '../../adapter.ts';
import { type CompiledRow, pathsOf, readingRows, type Scope } from '../scope.ts';
import { pathText, type Steps } from '../source-path.ts';
import type { KindTables, MarkTest, Tables } from '../tables.ts';
import { type Looking, type Outer, wordAt } from './find.ts';
import { wordsOfMark } from './marks.ts';
import type { SeenRows } from './record-reading.ts';

/** A list of more words, such as that of all diagnoses, or of longer ones, is counted as a whole. */
const [maxWords, maxWordLength] = [100, 100];

type Words = Map<string, number>;

type RowCount = {
  readonly member: string;
  readonly path: string;
  values: number;
  readonly words: Words | undefined;
};

type MarkCount = { readonly path: string; withheld: number; readonly words: Words | undefined };

const wordsOf = (listed: Iterable<string>): Words | undefined => {
  const words = new Map([...listed].map(word => [word, 0]));
  const isCounted = words.size > 0 && words.size <= maxWords;
  return isCounted && [...words.keys()].every(word => word.length <= maxWordLength) ? words : undefined;
};

const see = (words: Words | undefined, node: Json, steps: Steps, looking: Looking): void => {
  if (words === undefined) return;
  const word = wordAt(node, steps, looking);
  const seen = typeof word === 'string' ? words.get(word) : undefined;
  if (seen !== undefined) words.set(word as string, seen + 1);
};

/** The counts of the rows of a kind. Those that read the same path for the same member share one. */
const rowCounts = (scope: Scope): ReadonlyMap<CompiledRow, RowCount> => {
  const counts = new Map<CompiledRow, RowCount>();
  const byName = new Map<string, RowCount>();
  for (const row of readingRows(scope)) {
    const { target, source } = row;
    const member = target.member.path;
    const path = pathsOf(source).map(pathText).join(' + ') || '.';
    const listed = source.kind === 'text' ? (source.reading.words?.keys() ?? []) : [];
    const count = byName.get(`${member}\n${path}`) ?? { member, path, values: 0, words: wordsOf(listed) };
    byName.set(`${member}\n${path}`, count);
    counts.set(row, count);
  }
  return counts;
};

const markCounts = (marks: readonly MarkTest[]): ReadonlyMap<MarkTest, MarkCount> =>
  new Map(
    marks.map(mark => [mark, { path: pathText(mark.steps), withheld: 0, words: wordsOf(wordsOfMark(mark)) }]),
  );

/** A record of the patient, and what was read of it. */
type Counted = {
  readonly sent: Json;
  readonly outer: Outer;
  readonly seen: SeenRows;
  /** The mark that withholds it. */
  readonly hiding: MarkTest | undefined;
  readonly isProtected: boolean;
};

export type KindCounts = {
  add(record: Counted): void;
  list(): TableCount[];
};

/** Counts a kind. All that its tables name is listed, also what has not been seen yet. */
export const kindCounts = (
  kind: SourceKind,
  { scope, visible, statesProtection }: KindTables,
  { format }: Pick<Tables, 'format'>,
): KindCounts => {
  const rows = rowCounts(scope);
  const marks = markCounts(visible);
  let [records, protectedPatients] = [0, 0];
  return {
    add: ({ sent, outer, seen, hiding, isProtected }) => {
      const looking = { format, outer };
      records++;
      if (isProtected) protectedPatients++;
      for (const row of seen.read) {
        const count = rows.get(row);
        if (count !== undefined) count.values++;
      }
      for (const [at, row] of seen.worded.entries())
        if (row.source.kind === 'text')
          see(rows.get(row)?.words, seen.nodes[at] ?? null, row.source.steps, looking);
      for (const [mark, count] of marks) {
        if (mark === hiding) count.withheld++;
        see(count.words, sent, mark.steps, looking);
      }
    },
    list: () => [
      { of: 'records', labels: { kind }, count: records },
      ...(statesProtection === true
        ? [{ of: 'protected' as const, labels: { kind }, count: protectedPatients }]
        : []),
      ...[...marks.values()].map(
        ({ path, withheld }): TableCount => ({
          of: 'withheld',
          labels: { kind, mark: path },
          count: withheld,
        }),
      ),
      ...[...new Set(rows.values())].map(
        ({ member, path, values }): TableCount => ({
          of: 'values',
          labels: { kind, member, path },
          count: values,
        }),
      ),
      ...[
        ...new Set(rows.values()),
        ...[...marks.values()].map(one => ({ ...one, member: 'visible' })),
      ].flatMap(({ member, path, words }) =>
        [...(words ?? [])].map(
          ([word, count]): TableCount => ({ of: 'words', labels: { kind, member, path, word }, count }),
        ),
      ),
    ],
  };
};

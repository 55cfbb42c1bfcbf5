// Words that tables list and no sample has: perhaps misspelled, perhaps only rare.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isFailure } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import type { FileHint } from '../../adapter.ts';
import { unreadable } from '../../translation/written-values.ts';
import { fill, type RowRead } from '../engine/fill.ts';
import { wordAt } from '../engine/find.ts';
import type { HtmlReader } from '../engine/html-texts.ts';
import { type ListReferences, listReferencesIn } from '../engine/references.ts';
import { tableFiles } from '../format/kinds.ts';
import type { CompiledRow, Scope } from '../scope.ts';
import { pathText, type Steps } from '../source-path.ts';
import type { KindTables, Tables } from '../tables.ts';
import { type SampleFile, samplesOf } from './folder.ts';
import { readSample, recordsAt } from './sample.ts';

/** Words that are listed for a member of the record, or for a mark of `visible`, and have not been seen yet. */
type Unseen = Map<string, Set<string>>;

const add = (unseen: Unseen, name: string, words: Iterable<string>): void => {
  const listed = unseen.get(name) ?? new Set();
  unseen.set(name, listed);
  for (const word of words) listed.add(word);
};

const addRow = (unseen: Unseen, { source, target }: CompiledRow): void => {
  if (source.kind === 'text') add(unseen, target.member.path, source.reading.words?.keys() ?? []);
  else if (source.kind === 'items') addRow(unseen, source.row);
  else if (source.kind === 'refer') {
    if ('row' in source.content) addRow(unseen, source.content.row);
    else addScope(unseen, source.content.scope);
  } else if ('scope' in source) addScope(unseen, source.scope);
};

const addScope = (unseen: Unseen, { rows }: Scope): void => {
  for (const row of rows) addRow(unseen, row);
};

const markName = (steps: Steps): string => `the mark ${pathText(steps)}`;

const listedIn = ({ scope, visible }: KindTables): Unseen => {
  const unseen: Unseen = new Map();
  addScope(unseen, scope);
  for (const mark of visible)
    if (mark.kind === 'words' && typeof mark.shown !== 'string')
      add(unseen, markName(mark.steps), [...mark.shown, ...mark.hidden]);
  return unseen;
};

/** Removes the words that a record has. */
const see = (
  unseen: Unseen,
  record: Json,
  { kind, tables, refer }: { kind: KindTables; tables: Tables; refer: ListReferences },
): void => {
  const { format, decimals } = tables;
  const seeAt = (name: string, node: Json, steps: Steps): void => {
    const word = wordAt(node, steps, { format });
    if (typeof word === 'string') unseen.get(name)?.delete(word);
  };
  const note = ({ row: { source, target }, node }: RowRead): void => {
    if (source.kind === 'text') seeAt(target.member.path, node, source.steps);
  };
  const html: HtmlReader = () => unreadable;
  fill(kind.scope, record, {}, { format, decimals, losses: [], reads: new Map(), html, refer, note });
  for (const { steps } of kind.visible) seeAt(markName(steps), record, steps);
};

/** The records of a sample; none if it cannot be read, which `region test` reports. */
const recordsIn = async (
  { file }: SampleFile,
  kind: KindTables,
  tables: Tables,
): Promise<{ readonly records: readonly Json[]; readonly refer: ListReferences }> => {
  try {
    const { value } = await readSample(readFileSync(file), tables);
    return { records: recordsAt(value, kind.records.steps), refer: listReferencesIn(value, kind.references) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { records: [], refer: () => undefined };
  }
};

/** A hint for each member whose words the samples of its kind do not all have. Kinds without samples have none. */
export const unseenWords = async (folder: string, tables: Tables): Promise<FileHint[]> => {
  const samples = samplesOf(folder);
  const hints: FileHint[] = [];
  for (const [name, kind] of tables.kinds) {
    const own = samples.filter(sample => sample.kind === name);
    if (own.length === 0) continue;
    const unseen = listedIn(kind);
    for (const sample of own) {
      const { records, refer } = await recordsIn(sample, kind, tables);
      for (const record of records) see(unseen, record, { kind, tables, refer });
    }
    for (const [member, words] of unseen)
      if (words.size > 0)
        hints.push({
          where: `${basename(folder)}/${tableFiles[name]}`,
          message: `no sample has these words of ${member}: ${[...words].join(', ')}`,
        });
  }
  return hints;
};

// What the samples say of their tables: words that no sample has, marks that withhold nothing, answers that decide and that none is, and
// times of another time zone.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isFailure } from '../../../../domain/model/failure.ts';
import { isJsonList, type Json } from '../../../../domain/model/json.ts';
import { answerMeter } from '../../meter.ts';
import { isAbsent } from '../../values/values.ts';
import { unreadable } from '../../values/written-values.ts';
import type { TableHint } from '../compiler/files.ts';
import { wordsOfMark } from '../engine/counts.ts';
import { filler } from '../engine/fill.ts';
import { find, hasWords, wordAt } from '../engine/find.ts';
import { contextOfRecord, type ListedRecord } from '../engine/located-records.ts';
import { hidingMarkOf } from '../engine/marks.ts';
import { newRecordReading, noHtml, type RowRead } from '../engine/record-reading.ts';
import { type ListReferences, listReferencesIn } from '../engine/references.ts';
import { protectionMember } from '../records.ts';
import { addWords, readingRows } from '../scope.ts';
import { isOutward, pathText, type Steps } from '../source-path.ts';
import type { AnswerTest, KindTables, Tables } from '../tables.ts';
import { type SampleFile, samplesOf } from './folder.ts';
import { furtherPageIn } from './further-pages.ts';
import { readSample, recordsAt } from './sample.ts';
import { offsetContradiction } from './time-offsets.ts';

const markName = (steps: Steps): string => `the mark ${pathText(steps)}`;

/** Whether anything stands at a path, in any item of the lists on the way. */
const standsAt = (value: Json | undefined, steps: Steps): boolean => {
  const [step] = steps;
  if (step === undefined || isAbsent(value)) return !isAbsent(value);
  if (isJsonList(value) && typeof step === 'string') return value.some(item => standsAt(item, steps));
  const inner = find(value, [step]);
  return inner !== unreadable && standsAt(inner, steps.slice(1));
};

type SampleRecord = { readonly listed: ListedRecord; readonly refer: ListReferences };

/** What the samples of a kind do not show of its tables, in words. */
const unshownIn = (
  records: readonly SampleRecord[],
  { scope, visible, beside }: KindTables,
  { tables, now }: { readonly tables: Tables; readonly now: number },
): string[] => {
  const { format } = tables;
  const fill = filler(scope, tables);
  // Words that are listed for a member of the record, or for a mark, and have not been seen yet.
  const words = new Map<string, Set<string>>();
  for (const { source, target } of readingRows(scope.rows))
    if (source.kind === 'text') addWords(words, target.member.path, source.reading.words?.keys() ?? []);
  for (const mark of visible) addWords(words, markName(mark.steps), wordsOfMark(mark));
  // Marks without words that hide, none of which has withheld a record.
  const marks = new Map(
    visible
      .filter(mark => mark.kind !== 'words' || mark.hidden.size === 0)
      .map(mark => [mark, hidingMarkOf([mark], tables)]),
  );
  // Paths in `ignore` at which nothing stands.
  const ignored = new Set(beside.ignored);
  const protection = scope.rows.find(({ target }) => target.member.path === protectionMember)?.source;
  let isNobodyProtected = protection?.kind === 'text' && protection.reading.words === undefined;
  for (const { listed, refer } of records) {
    const { record } = listed;
    const context = contextOfRecord(listed, answerMeter()());
    const { outside } = context;
    const seeAt = (name: string, node: Json, steps: Steps): void => {
      const word = wordAt(node, steps, { format, outside });
      if (typeof word === 'string') words.get(name)?.delete(word);
    };
    const note = ({ row: { source, target }, node, values }: RowRead): void => {
      if (source.kind === 'text') seeAt(target.member.path, node, source.steps);
      if (target.member.path === protectionMember && values[0] === true) isNobodyProtected = false;
    };
    const reading = newRecordReading(tables, context, { html: noHtml, refer, note });
    fill(record, {}, reading);
    for (const { steps } of visible) seeAt(markName(steps), record, steps);
    for (const steps of ignored) {
      const outer = steps.filter(isOutward);
      const from = find(record, outer, { outside });
      if (from !== unreadable && standsAt(from, steps.slice(outer.length))) ignored.delete(steps);
    }
    for (const [mark, hidingMark] of marks)
      if (hidingMark(record, reading, now) !== undefined) marks.delete(mark);
  }
  return [
    ...[...words]
      .filter(([, unseen]) => unseen.size > 0)
      .map(([member, unseen]) => `no sample has these words of ${member}: ${[...unseen].join(', ')}`),
    ...[...marks.keys()].map(({ steps }) => `no sample has a record that ${markName(steps)} withholds`),
    ...(ignored.size === 0
      ? []
      : [`no sample has anything at these paths of ignore: ${[...ignored].map(pathText).join(', ')}`]),
    ...(isNobodyProtected ? ['no sample has a patient whose identity is protected'] : []),
  ];
};

/** A sample, and what it answers: null without a body, or if it cannot be read, which `region test` reports. */
type Answer = readonly [SampleFile, Json];

const answerIn = async (sample: SampleFile, tables: Tables): Promise<Answer> => {
  try {
    return [sample, (await readSample(readFileSync(sample.file), tables)).value];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [sample, null];
  }
};

/** The answers that decide and that no sample is: of the lookup, of a patient who is not known, each result of a write. */
const unshownAnswers = (answers: readonly Answer[], tables: Tables): string[] => {
  const { lookup, unknownPatient, writes, format } = tables;
  const ofTable = (table: string) => answers.filter(([sample]) => sample.table === table);
  const fits = ({ status, body }: AnswerTest, [sample, answer]: Answer) =>
    sample.status === status && hasWords(answer, body, format);
  const found = ofTable('lookup').flatMap(([{ status }, answer]) =>
    lookup === undefined || status !== 200 ? [] : [recordsAt(answer, lookup, format).length],
  );
  const hasUnknown =
    unknownPatient === 'empty-lookup' ? found.includes(0) : answers.some(one => fits(unknownPatient, one));
  const results = Object.entries(writes).flatMap(([name, { results: listed }]) => {
    const shown = new Set(ofTable(name).map(one => listed.find(result => fits(result, one))));
    return listed
      .filter(result => !shown.has(result))
      .map(({ result, status }) => `${result} of ${name} (status ${status})`);
  });
  return [
    ...(lookup === undefined || found.some(records => records > 0)
      ? []
      : ['a patient whom the lookup finds']),
    ...(hasUnknown ? [] : ['a patient who is not known']),
    ...results,
  ];
};

/**
 * A hint for each member whose words the samples of its kind do not all have, for each mark that withholds nothing, and for times of
 * another time zone. Kinds without samples have none.
 */
export const sampleHints = async (
  folder: string,
  tables: Tables,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Promise<TableHint[]> => {
  const answers: Answer[] = [];
  for (const sample of samplesOf(folder)) answers.push(await answerIn(sample, tables));
  const hints: TableHint[] = [];
  const add = (name: string, message: string) =>
    hints.push({ where: `${basename(folder)}/${name}`, message, acceptAs: `${name}: ${message}` });
  const all: Json[] = [];
  for (const kind of [...tables.kinds.values()].flat()) {
    const own = answers.filter(([{ table, status }]) => table === kind.table && status === 200);
    if (own.length === 0) continue;
    const ofKind: SampleRecord[] = [];
    for (const [sample, answer] of own) {
      const records = answer === null ? [] : recordsAt(answer, kind, tables.format);
      const refer = listReferencesIn(answer, kind.references);
      const isOnePage = kind.records.isList && kind.next === undefined;
      const further = isOnePage ? furtherPageIn(answer, records) : undefined;
      if (further !== undefined)
        add(
          `${kind.table}.json`,
          `the sample ${sample.name} says by "${further}" that there are other records: next says how a list goes on`,
        );
      for (const listed of records) {
        ofKind.push({ listed, refer });
        all.push(listed.record);
      }
    }
    for (const message of unshownIn(ofKind, kind, { tables, now })) add(`${kind.table}.json`, message);
  }
  const unshown = answers.length === 0 ? [] : unshownAnswers(answers, tables);
  if (unshown.length > 0) add('system.json', `no sample is the answer of: ${unshown.join(', ')}`);
  const contradiction = offsetContradiction(all, timeZone);
  if (contradiction !== undefined) add('samples', contradiction);
  return hints;
};

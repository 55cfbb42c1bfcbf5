// Explains what tables make of a saved answer: where each value is published, where it comes from, and why it is lost.
import {
  digitsOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonStep,
} from '../../../../domain/model/json.ts';
import type { Explained } from '../../adapter.ts';
import { answerMeter } from '../../meter.ts';
import { looksLikeHtml } from '../../translation/markup/looks-like-html.ts';
import { unreadable } from '../../values/written-values.ts';
import { filler } from '../engine/fill.ts';
import {
  find,
  isConditionMet,
  type Outside,
  type Sought,
  scalarOf,
  type ValueContext,
} from '../engine/find.ts';
import { contextOfRecord } from '../engine/located-records.ts';
import { hidingMarkOf } from '../engine/marks.ts';
import { ownerCheck, ownerFaultWords, type Wanted } from '../engine/owner.ts';
import { fillWithHtml, newRecordReading, type RowRead } from '../engine/record-reading.ts';
import { listReferencesIn } from '../engine/references.ts';
import { unreadFinder } from '../engine/unread.ts';
import { type JoinedPart, pathsOf, type TextReading } from '../scope.ts';
import { type Format, isOutward, pathText, type Steps, stepText } from '../source-path.ts';
import type { KindTables, Tables } from '../tables.ts';
import { readSample, recordsAt, type Sample } from './sample.ts';

/** What stood there, of a value; of an object or a list, that it is one. */
const stood = (value: Sought, why: string): string => {
  if (value === undefined || value === null || value === unreadable) return why;
  const found = isJsonList(value)
    ? 'a list'
    : isJsonObject(value)
      ? 'an object'
      : (digitsOf(value) ?? JSON.stringify(value));
  return `${why}: ${found}`;
};

/** Which part of a text, and why it is none. */
const whyNotJoined = (parts: readonly JoinedPart[], node: Json, { outside }: ValueContext): string => {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const value = find(node, part.steps, { outside });
    const name = pathText(part.steps);
    if (value === undefined && part.isRequired)
      return `the part ${name} is missing, without which there is no text`;
    if (value === unreadable || typeof value === 'boolean' || isJsonObject(value as Json))
      return stood(value, `the part ${name} is no text, number or list of them`);
  }
  return 'a part that is no text or number, or a missing one that the text needs';
};

/** Why a value cannot be read, and what stood there. */
const whyLost = ({ row, node }: RowRead, { format, outside }: ValueContext): string => {
  const { source, isSingle } = row;
  const required = row.isRequired ? 'required, and it is missing' : 'the member cannot hold it';
  if (source.kind === 'each')
    return find(node, source.steps, { outside }) === undefined
      ? required
      : 'a value where a list is expected';
  if (source.kind === 'value' || source.kind === 'born') return required;
  if (source.kind === 'join') return whyNotJoined(source.parts, node, { format, outside });
  if (source.kind === 'names') return 'the name in use is none of the names, or they cannot be read';
  const value = find(node, source.steps, { isSingle, outside });
  if (value === undefined) return required;
  if (value === unreadable) return 'a step of the path finds no object (a list?)';
  if (source.kind === 'block') return stood(value, 'a list or a value where an object is expected');
  if (source.kind === 'refer') return stood(value, 'the answer has nothing, or two things, under this key');
  const scalar = scalarOf(value, { format });
  if (scalar === unreadable) return stood(value, 'a list or an object where a value is expected');
  if (source.kind === 'text' && source.plus !== undefined)
    return stood(scalar, 'no time of a day, or no whole number of minutes after it');
  return stood(scalar, whyNotRead(source.reading, scalar, required));
};

/** Why a row cannot read a value. @param required what is said of a value that could be read. */
const whyNotRead = (
  { words, time, isDigits, isAmount, isHtml, type }: TextReading,
  scalar: Json | undefined,
  required: string,
): string => {
  if (words !== undefined) return 'a word that words does not list';
  if (time !== undefined) return 'not of the form in time';
  if (isAmount === true) return 'no amount: a number that is not below 0';
  if (isHtml === true) return 'HTML that cannot be read';
  if (type === 'text' && typeof scalar === 'string' && looksLikeHtml(scalar))
    return 'a text with markup: form?';
  if (type === 'time') return 'no time between 1800 and 2200 that exists in the region';
  const isNumber = scalar !== undefined && digitsOf(scalar) !== undefined;
  if (isNumber && isDigits !== true) return 'a number where a text is expected: digits?';
  return required;
};

/** Why a value is not published. */
const whyOf = (read: RowRead, context: ValueContext): string => {
  const { row, node, item, outcome } = read;
  if (outcome !== 'unknown') return whyLost(read, context);
  const isItem = item !== undefined && row.source.kind === 'each';
  const unknown = (isItem ? row.source.where : row.when).find(
    condition => isConditionMet(condition, item ?? node, context) === undefined,
  );
  const why = isItem
    ? 'an item with a word that no condition of where knows'
    : 'a word that no condition of when knows';
  return unknown === undefined
    ? why
    : stood(find(item ?? node, unknown.steps, context), `${why}: ${pathText(unknown.steps)}`);
};

/** Bookings publish a time in two forms, which are made of what a row reads: its local time tells both. */
const localOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'local' in value && 'epoch' in value ? value.local : value;

const textOf = (value: unknown): string =>
  JSON.stringify(localOf(value), (_, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  ) ?? '';

type RecordPlace = {
  readonly sample: Sample;
  readonly around: readonly JsonStep[];
  readonly outside: Outside;
};

/**
 * The place of a path from a value, with the index of each selected item; a selection that finds none is a step of its own, and none is
 * needed for an XML element that is the only one.
 */
const placeOfPath = (node: Json, steps: Steps, { sample, around, outside }: RecordPlace): JsonStep[] => {
  const outward = steps.filter(isOutward);
  let here: Sought = find(node, outward, { outside });
  const from = sample.pathOf(here === unreadable ? node : (here ?? node)) ?? around;
  const inner = steps.slice(outward.length).flatMap((step): JsonStep[] => {
    const list: Sought = here;
    here = here === undefined || here === unreadable ? undefined : find(here, [step]);
    if (typeof step === 'string') return [step];
    if (list !== undefined && list === here) return [];
    const at = isJsonList(list as Json) ? (list as readonly Json[]).indexOf(here as Json) : -1;
    return [at === -1 ? stepText(step) : at];
  });
  return [...from, ...inner];
};

const nameOf = (path: readonly JsonStep[]): string =>
  path
    .map(step => {
      if (typeof step === 'number') return `[${step}]`;
      return step.startsWith('[') ? step : `/${step}`;
    })
    .join('')
    .replace(/^\//, '') || '.';

const entryOf = (read: RowRead, at: RecordPlace, format: Format): Explained[] => {
  const { placeOf, pathOf } = at.sample;
  const { row, node, outcome, item, values } = read;
  // Conditions that are not met say nothing of a value that is not there.
  if (outcome === 'unmet') return [];
  const ofItem = item === undefined ? undefined : pathOf(item);
  const paths =
    ofItem === undefined ? pathsOf(row.source).map(steps => placeOfPath(node, steps, at)) : [ofItem];
  const [first] = paths;
  const entry = {
    published: row.target.member.path,
    source: first === undefined ? '(always)' : paths.map(nameOf).join(' + '),
    place: first && placeOf(first),
  };
  if (outcome === 'read') return [{ ...entry, outcome, text: values.map(textOf).join(', ') }];
  if (outcome === 'absent') return [{ ...entry, outcome, text: '' }];
  return [{ ...entry, outcome: 'lost', text: whyOf(read, { format, outside: at.outside }) }];
};

/** Says of a place of a record why none of its values is published. */
const unpublished = (
  path: readonly JsonStep[],
  { placeOf }: Sample,
  why: { readonly outcome: 'unmapped' | 'withheld'; readonly text: string },
): Explained => ({ published: '-', source: nameOf(path), place: placeOf(path), ...why });

type ExplainedKind = {
  readonly tables: Tables;
  readonly kind: KindTables;
  readonly now: number;
  readonly localNow: string | undefined;
  /** Whose the answer is; undefined if nobody knows it. */
  readonly wanted: Omit<Wanted, 'tables'> | undefined;
};

/** Explains each record of a saved answer, in the order of its rows; then what of it nothing reads. */
export const explainSample = async (
  bytes: Uint8Array,
  { tables, kind, now, localNow, wanted }: ExplainedKind,
): Promise<readonly (readonly Explained[])[]> => {
  const { format } = tables;
  const sample = await readSample(bytes, tables);
  const refer = listReferencesIn(sample.value, kind.references);
  const fill = filler(kind.scope, tables);
  const hidingMark = hidingMarkOf(kind.visible, tables);
  const owner = wanted && ownerCheck(kind, { ...wanted, tables });
  const findUnread = unreadFinder(kind.beside);
  const explained: (readonly Explained[])[] = [];
  const beginRecord = answerMeter();
  for (const listed of recordsAt(sample.value, kind, format)) {
    const { record } = listed;
    const around = sample.pathOf(record) ?? [];
    const context = contextOfRecord(listed, beginRecord());
    const at: RecordPlace = { sample, around, outside: context.outside };
    const { entries, reading } = await fillWithHtml(
      html => {
        const noted: Explained[] = [];
        const fresh = newRecordReading(tables, context, {
          html,
          refer,
          patient: wanted?.patient,
          now: localNow,
          note: read => void noted.push(...entryOf(read, at, format)),
        });
        fill(record, {}, fresh);
        return { entries: noted, reading: fresh };
      },
      { memory: undefined, meter: context.outside.meter },
    );
    findUnread(record, {
      reading,
      report: path => {
        const text = 'no row reads it: a row, or an entry in ignore';
        entries.push(unpublished([...around, ...path.split('/')], sample, { outcome: 'unmapped', text }));
      },
    });
    const withhold = (steps: Steps, text: string) =>
      entries.unshift(unpublished(placeOfPath(record, steps, at), sample, { outcome: 'withheld', text }));
    const mark = hidingMark(record, reading, now);
    if (mark !== undefined)
      withhold(
        mark.steps,
        `the mark ${pathText(mark.steps)} does not let patients see this record: ${mark.where}`,
      );
    const fault = owner?.ofRecord(listed, context.outside);
    if (fault !== undefined)
      withhold(kind.owner.record ?? [], `the record ${ownerFaultWords[fault]}: ${kind.owner.where}`);
    explained.push(entries);
  }
  return explained;
};

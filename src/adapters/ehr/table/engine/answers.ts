// Reads answers of the EHR: the records in them, and what is around these.
import { Failure, isFailure } from '../../../../domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { shownName } from '../../../../domain/model/loss-paths.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { readJson } from '../../json/read-json.ts';
import { readJsonList } from '../../json/read-json-list.ts';
import { readDocument } from '../../read-document.ts';
import { isAbsent } from '../../translation/values.ts';
import { unreadable } from '../../translation/written-values.ts';
import { limitBytes, sentAs, statusFailure, unreadableXml } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { maxListBytes } from '../../xml/limits.ts';
import type { SourceTree } from '../scope.ts';
import type { ListSource, Tables } from '../tables.ts';
import { find, hasWords } from './find.ts';
import { xmlTrees } from './xml-tree.ts';

/** The failure of an answer that is not what the tables say. */
export const unusable = (detail: string): Failure =>
  new Failure('ehr-unusable', { reason: 'ehr-document', detail });

/** The most bytes of an answer that is no list of records. */
const maxSmallBytes = 64 * 1024;

type Format = Pick<Tables, 'format' | 'namespaces'>;

/** The headers of a request. */
export const headersOf = ({ format }: Format): Readonly<Record<string, string>> =>
  format === 'json'
    ? { accept: 'application/json', 'content-type': 'application/json' }
    : { accept: 'application/xml', 'content-type': 'application/xml; charset=utf-8' };

/** Reads a small answer as a whole. Throws `ehr-unusable`. */
export const readSmall = async (
  { body, contentType }: Pick<UpstreamAnswer, 'body' | 'contentType'>,
  { format, namespaces }: Format,
  call: Call,
): Promise<Json> => {
  const limited = limitBytes(body, maxSmallBytes);
  if (format === 'json') {
    const { value, release } = await readJson(limited, { memory: call.memory });
    release();
    return value;
  }
  const { reader, envelope, held } = xmlTrees({
    onRecord: () => {},
    charset: charsetOf(contentType),
    namespaces,
  });
  for await (const _ of readDocument(limited, { reader, held, memory: call.memory }));
  return envelope();
};

/** Throws unless the status is 200. Only the EHR's own word says that it does not know the patient (D15). */
export const requireSuccess = async (answer: UpstreamAnswer, tables: Tables, call: Call): Promise<void> => {
  if (answer.status === 200) return;
  const { unknownPatient, format } = tables;
  if (unknownPatient !== 'empty-lookup' && answer.status === unknownPatient.status) {
    try {
      const body = await readSmall(answer, tables, call);
      if (hasWords(body, unknownPatient.body, format)) throw new Failure('patient-unknown');
    } catch (error) {
      // Not a word of the EHR's: the status counts.
      if (!isFailure(error, 'ehr-unusable')) throw error;
    }
  }
  throw statusFailure(answer);
};

/** Throws for anything beside the records that no table names: it may be the records under another name (D14). */
const checkEnvelope = (value: Json, tree: SourceTree): void => {
  if (tree.isRead || isAbsent(value)) return;
  if (!isJsonObject(value)) throw unusable('a list or a text where an object with the records was expected');
  for (const name of Object.keys(value)) {
    const child = tree.children.get(name);
    if (child === undefined)
      throw new Failure('ehr-unusable', {
        reason: 'ehr-unknown-element',
        detail: `the name "${shownName(name)}" beside the records is unknown`,
      });
    checkEnvelope(value[name] ?? null, child);
  }
};

/** Whether an object looks like a record: it has at least half of the names that tables read of one. */
const looksLikeRecord = (object: JsonObject, names: ReadonlyMap<string, unknown>): boolean => {
  const present = Object.keys(object).filter(name => names.has(name)).length;
  return present >= 2 && 2 * present >= names.size;
};

/** Throws for records at a path of `beside`: there they would be overlooked (D14). */
const checkApart = (around: Json, { apart: { paths, recordNames } }: ListSource): void => {
  const search = (value: Json): void => {
    if (isJsonList(value)) for (const item of value) search(item);
    if (!isJsonObject(value)) return;
    if (looksLikeRecord(value, recordNames))
      throw new Failure('ehr-unusable', {
        reason: 'ehr-unknown-element',
        detail: 'what tables name as beside the records looks like records',
      });
    for (const member of Object.values(value)) search(member ?? null);
  };
  for (const steps of paths) {
    const value = find(around, steps);
    if (value !== undefined && value !== unreadable) search(value);
  }
};

/** Throws unless an answer without records says that there are none: by its list, or in the words of the tables. */
const checkEmpty = (value: Json, { records, empty }: ListSource, format: Tables['format']): void => {
  if (empty === undefined) checkPresent(value, records.steps.slice(0, -1));
  else if (!hasWords(value, empty, format)) throw unusable('an answer without records that does not say so');
};

const checkPresent = (value: Json, steps: readonly string[]): void => {
  const around = find(value, steps);
  const isThere = around !== unreadable && isJsonObject(around as Json);
  // An element without children is an empty text.
  if (isThere) return;
  const parent = steps.length === 0 ? value : find(value, steps.slice(0, -1));
  const name = steps.at(-1) ?? '';
  if (parent === unreadable || !isJsonObject(parent as Json) || (parent as Record<string, Json>)[name] !== '')
    throw unusable('an answer without the list of records');
};

/** Throws if an answer of status 200 has the words by which the EHR says that it does not know the patient (D15). */
const requireKnown = (
  value: Json,
  { unknownPatient, format }: Tables,
  { hasRecords }: { hasRecords: boolean },
): void => {
  if (unknownPatient === 'empty-lookup' || unknownPatient.status !== 200) return;
  if (!hasWords(value, unknownPatient.body, format)) return;
  throw hasRecords
    ? unusable('an answer with records that says that the patient is unknown')
    : new Failure('patient-unknown');
};

type AnswerOptions = {
  readonly call: Call;
  /** Whether the caller keeps the records: then they count towards the budget until the request ends. */
  readonly keeps: boolean;
  readonly tables: Tables;
  /** Called for each record as it is found. */
  readonly onRecord: () => void;
  /** Called with the answer around the records before they are yielded. In XML, they are then held until it has ended. */
  readonly onAround?: ((around: Json) => void) | undefined;
};

/** An error in a JSON answer, with the media type that the EHR gave it if that is another one. */
const unreadableJson = (error: unknown, contentType: string | undefined): unknown => {
  if (!isFailure(error, 'ehr-unusable') || error.reason !== 'ehr-not-well-formed') return error;
  const sent = sentAs(contentType);
  if (sent.endsWith('/json')) return error;
  const { reason } = error;
  return new Failure('ehr-unusable', { reason, detail: `${error.message}${sent}`, cause: error });
};

/** The list of records in an answer; empty if the answer says in words that there are none. Throws for an answer without it. */
const listIn = (value: Json, { records, empty }: ListSource): readonly Json[] => {
  const sent = find(value, records.steps);
  const isAbsent = sent === undefined || sent === null;
  if (isAbsent && empty !== undefined && hasWords(value, empty, 'json')) return [];
  if (sent === unreadable || !isJsonList(sent)) throw unusable('an answer without the list of records');
  return sent;
};

/** The records of a list, each as it arrives. */
const listedRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  { call, tables, onRecord }: AnswerOptions,
): AsyncGenerator<Json, Json> {
  const items = readJsonList(answer.body, { path: source.records.steps, memory: call.memory });
  let count = 0;
  let step = await items.next();
  for (; step.done !== true; step = await items.next()) {
    count++;
    onRecord();
    yield step.value;
  }
  const around = step.value;
  requireKnown(around, tables, { hasRecords: count > 0 });
  listIn(around, source);
  checkEnvelope(around, source.envelope);
  checkApart(around, source);
  return around;
};

/** The records of an answer that is held as a whole: one record, a list that its reader keeps, or one that refers to what is beside it. */
const heldRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  { call, keeps, tables, onRecord, onAround }: AnswerOptions,
): AsyncGenerator<Json, Json> {
  const { records, envelope } = source;
  const { value, release } = await readJson(answer.body, { memory: call.memory });
  onAround?.(value);
  const sent = find(value, records.steps);
  const isRecord = !records.isList && records.steps.length > 0 && sent !== unreadable && sent !== undefined;
  const hasItems = sent !== unreadable && isJsonList(sent as Json) && (sent as readonly Json[]).length > 0;
  requireKnown(value, tables, { hasRecords: isRecord || hasItems });
  if (records.isList)
    for (const record of listIn(value, source)) {
      onRecord();
      yield record;
    }
  else {
    if (sent === unreadable || !isJsonObject(sent as Json)) throw unusable('an answer without the record');
    onRecord();
    yield sent as Json;
  }
  checkEnvelope(value, envelope);
  checkApart(value, source);
  if (!keeps) release();
  return value;
};

const jsonRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  options: AnswerOptions,
): AsyncGenerator<Json, Json> {
  const { keeps, onAround } = options;
  const isStreamed = source.records.isList && !keeps && onAround === undefined;
  try {
    return yield* (isStreamed ? listedRecords : heldRecords)(answer, source, options);
  } catch (error) {
    throw unreadableJson(error, answer.contentType);
  }
};

const xmlRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  { call, keeps: callerKeeps, tables, onRecord, onAround }: AnswerOptions,
): AsyncGenerator<Json, Json> {
  const { records } = source;
  // What they refer to may come after them.
  const isHeld = onAround !== undefined;
  const keeps = callerKeeps || isHeld;
  const found: Json[] = [];
  let count = 0;
  const { reader, envelope, held } = xmlTrees({
    records: records.steps.length === 0 ? undefined : records.steps,
    onRecord: record => {
      count++;
      onRecord();
      found.push(record);
    },
    charset: charsetOf(answer.contentType),
    namespaces: tables.namespaces,
  });
  try {
    const body = keeps ? limitBytes(answer.body, maxListBytes) : answer.body;
    const read = readDocument(body, { reader, items: found, held, keeps, memory: call.memory });
    const kept = isHeld ? await Array.fromAsync(read) : [];
    if (!isHeld) yield* read;
    const around = envelope();
    requireKnown(around, tables, { hasRecords: count > 0 });
    if (records.steps.length === 0) {
      onRecord();
      onAround?.(around);
      yield around;
    } else if (!records.isList && count !== 1) throw unusable(`${count} records where one was expected`);
    else if (count === 0) checkEmpty(around, source, tables.format);
    checkEnvelope(around, source.envelope);
    checkApart(around, source);
    onAround?.(around);
    yield* kept;
    return around;
  } catch (error) {
    throw unreadableXml(error, answer.contentType);
  }
};

/**
 * Yields the records of an answer as they arrive, and returns the answer around them, which has been checked for anything beside
 * them. Throws `Failure`: `ehr-unusable`, `patient-unknown`, and what the body throws.
 */
export const recordsIn = (answer: UpstreamAnswer, source: ListSource, options: AnswerOptions) =>
  (options.tables.format === 'json' ? jsonRecords : xmlRecords)(answer, source, options);

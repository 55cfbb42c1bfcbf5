// The records of an answer: one by one as they arrive, or all at once where the answer is held until it has ended.
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { maxListBytes } from '../../../../domain/model/list-limits.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { readJson } from '../../json/read-json.ts';
import { readJsonList } from '../../json/read-json-list.ts';
import { readDocument } from '../../read-document.ts';
import { limitBytes, sentAs, unreadableXml } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { areNames } from '../source-path.ts';
import type { ListSource, Tables } from '../tables.ts';
import { unusable } from './answers.ts';
import { checkAround, checkEmpty, requireKnownAndGood } from './envelope.ts';
import {
  type ListedRecord,
  locatedRecords,
  noRecord,
  objectsAround,
  recordsOrFailure,
} from './located-records.ts';
import { xmlTrees } from './xml-tree.ts';

export type AnswerOptions = {
  readonly call: Call;
  /** Whether the caller keeps the records: then they count towards the budget until the request ends. */
  readonly keeps: boolean;
  readonly tables: Tables;
  /** Called for each record as it is found. */
  readonly onRecord: () => void;
  /** Called with the answer around the records before they are yielded, if it is held until it has ended. */
  readonly onAround?: ((around: Json) => void) | undefined;
};

/** An error of an answer, with the media type that the EHR gave it if that is another one than the tables' format. */
export const unreadableAnswer = (
  error: unknown,
  { contentType }: Pick<UpstreamAnswer, 'contentType'>,
  { format }: Pick<Tables, 'format'>,
): unknown => {
  if (format === 'xml') return unreadableXml(error, contentType);
  if (!isFailure(error, 'ehr-unusable') || error.reason !== 'ehr-not-well-formed') return error;
  const sent = sentAs(contentType);
  if (sent.endsWith('/json')) return error;
  const { reason } = error;
  return unusableAnswer(reason, `${error.message}${sent}`, error);
};

const nothingAround = [] as const;

/** The records of a JSON list, each as it arrives. */
const listedRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  { call, tables, onRecord }: AnswerOptions,
): AsyncGenerator<readonly ListedRecord[], Json> {
  const { steps } = source.records;
  const items = readJsonList(answer.body, { path: areNames(steps) ? steps : [], memory: call.memory });
  let count = 0;
  let step = await items.next();
  for (; step.done !== true; step = await items.next()) {
    count++;
    onRecord();
    yield [{ record: step.value, around: nothingAround }];
  }
  const around = step.value;
  requireKnownAndGood(around, source, { tables, hasRecords: count > 0 });
  // Whether the list is there.
  locatedRecords(around, source, 'json');
  checkAround(around, source);
  return around;
};

/** The records of a document that is held as a whole. */
const recordsInWhole = (
  value: Json,
  source: ListSource,
  { tables, onRecord, onAround }: AnswerOptions,
): readonly ListedRecord[] => {
  const found = recordsOrFailure(value, source, tables.format);
  const { isList, steps } = source.records;
  const hasRecords = !(found instanceof Failure) && found.length > 0 && (isList || steps.length > 0);
  // Before its form: an error at status 200 has another one.
  requireKnownAndGood(value, source, { tables, hasRecords });
  if (found instanceof Failure) throw found;
  const [record] = found;
  if (!isList && (found.length !== 1 || !isJsonObject(record?.record as Json))) throw noRecord(source);
  checkAround(value, source);
  onAround?.(value);
  for (const _ of found) onRecord();
  return found;
};

/** The records of an answer that is held as a whole: one record, a list that its reader keeps, or one that refers to what is around it. */
const heldRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  options: AnswerOptions,
): AsyncGenerator<readonly ListedRecord[], Json> {
  const { value, release } = await readJson(answer.body, { memory: options.call.memory });
  yield recordsInWhole(value, source, options);
  if (!options.keeps) release();
  return value;
};

/** The path of the records in XML, if they are in one list: then the reader tells them apart as they arrive. */
const elementPath = ({ records: { steps, lists } }: ListSource): readonly string[] | undefined =>
  steps.length > 0 && lists.size < 2 && areNames(steps) ? steps : undefined;

const xmlRecords = async function* (
  answer: UpstreamAnswer,
  source: ListSource,
  options: AnswerOptions,
): AsyncGenerator<readonly ListedRecord[], Json> {
  const { call, tables, onRecord, onAround } = options;
  const keeps = options.keeps || source.isHeld;
  const found: Json[] = [];
  let count = 0;
  const path = elementPath(source);
  const { reader, envelope, held } = xmlTrees({
    records: path,
    onRecord: record => {
      count++;
      onRecord();
      found.push(record);
    },
    keeps,
    charset: charsetOf(answer.contentType),
    namespaces: tables.namespaces,
  });
  const body = keeps ? limitBytes(answer.body, maxListBytes) : answer.body;
  const read = readDocument(body, { reader, items: found, held, keeps, memory: call.memory });
  const kept: Json[] = [];
  for await (const record of read)
    if (source.isHeld) kept.push(record);
    else yield [{ record, around: nothingAround }];
  const around = envelope();
  if (path === undefined) {
    yield recordsInWhole(around, source, options);
    return around;
  }
  requireKnownAndGood(around, source, { tables, hasRecords: count > 0 });
  if (!source.records.isList && count !== 1)
    throw unusable(`${count} records of ${source.name} where one was expected`);
  if (count === 0) checkEmpty(around, source, tables.format);
  checkAround(around, source);
  onAround?.(around);
  const objects = objectsAround(around, source);
  yield kept.map(record => ({ record, around: objects }));
  return around;
};

/**
 * Yields the records of an answer as they arrive, those together that arrive together, and returns the answer around them, which has
 * been checked for anything beside them. Throws `Failure`: `ehr-unusable`, `patient-unknown`, and what the body throws.
 */
export const recordsIn = (
  answer: UpstreamAnswer,
  source: ListSource,
  options: AnswerOptions,
): AsyncGenerator<readonly ListedRecord[], Json> => {
  if (options.tables.format === 'xml') return xmlRecords(answer, source, options);
  const isStreamed = source.records.isList && !options.keeps && !source.isHeld;
  return (isStreamed ? listedRecords : heldRecords)(answer, source, options);
};

// What every answer of the EHR has in common: whether it is one, and the word that a patient is unknown.
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { readJson } from '../../json/read-json.ts';
import { limitBytes, statusFailure } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import type { AnswerTest, KindTables, Tables, WriteResult } from '../tables.ts';
import { hasWords, isUnclearAt } from './find.ts';
import { readXmlTree } from './xml-tree.ts';

/** The failure of an answer that is not what the tables say. */
export const unusable = (detail: string): Failure => unusableAnswer('ehr-document', detail);

/** The most bytes of an answer that is no list of records. */
const maxSmallBytes = 64 * 1024;

/** Reads a small answer as a whole. Throws `ehr-unusable`. */
const readSmall = async (
  { body, contentType }: Pick<UpstreamAnswer, 'body' | 'contentType'>,
  { format, namespaces }: Pick<Tables, 'format' | 'namespaces'>,
  call: Call,
): Promise<Json> => {
  const limited = limitBytes(body, maxSmallBytes);
  if (format === 'json') {
    const { value, release } = await readJson(limited, { memory: call.memory });
    release();
    return value;
  }
  return readXmlTree(limited, { charset: charsetOf(contentType), namespaces, memory: call.memory });
};

/**
 * Finds which of some tests an answer passes, by its status and its words. None passes if a word of one cannot be understood: another test
 * would say more than the EHR does.
 * @returns the body too, if one of the tests needs it.
 */
export const passedTest = async <T extends AnswerTest & Partial<Pick<WriteResult, 'comment'>>>(
  answer: UpstreamAnswer,
  tests: readonly T[],
  { tables, call }: { readonly tables: Tables; readonly call: Call },
): Promise<{ readonly passed: T | undefined; readonly body: Json }> => {
  const { format } = tables;
  const candidates = tests.filter(({ status }) => status === answer.status);
  const needsBody = candidates.some(({ body, comment }) => body.length > 0 || comment !== undefined);
  const body = needsBody ? await readSmall(answer, tables, call) : null;
  const isUnclear = candidates.some(one => one.body.some(test => isUnclearAt(body, test, format)));
  const passed = isUnclear ? undefined : candidates.find(one => hasWords(body, one.body, format));
  return { passed, body };
};

/**
 * What an answer says by its status: it has records, or there are none, or nobody knows whether there are any.
 * Throws for another status than 200, unless it is a word of the EHR's. Only that says that it does not know the patient (D15).
 */
export const saidByStatus = async (
  answer: UpstreamAnswer,
  {
    tables,
    none = [],
    unknown = [],
  }: { readonly tables: Tables } & Partial<Pick<KindTables, 'none' | 'unknown'>>,
  call: Call,
): Promise<'records' | 'none' | 'unknown'> => {
  if (answer.status === 200) return 'records';
  const { unknownPatient } = tables;
  const ofPatient = unknownPatient === 'empty-lookup' ? [] : [unknownPatient];
  try {
    // An answer that fits both is never none.
    const { passed } = await passedTest(answer, [...ofPatient, ...unknown, ...none], { tables, call });
    if (passed !== undefined && passed === unknownPatient) throw new Failure('patient-unknown');
    if (passed !== undefined) return none.includes(passed) ? 'none' : 'unknown';
  } catch (error) {
    // Not a word of the EHR's: the status counts.
    if (!isFailure(error, 'ehr-unusable')) throw error;
  }
  throw statusFailure(answer);
};

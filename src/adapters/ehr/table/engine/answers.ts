// What every answer of the EHR has in common: how it is asked for, whether it is one, and the word that a patient is unknown.
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { readJson } from '../../json/read-json.ts';
import { readDocument } from '../../read-document.ts';
import { limitBytes, statusFailure } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import type { KindTables, Tables } from '../tables.ts';
import { hasWords, isUnclearAt } from './find.ts';
import { xmlTrees } from './xml-tree.ts';

/** The failure of an answer that is not what the tables say. */
export const unusable = (detail: string): Failure => unusableAnswer('ehr-document', detail);

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
    keeps: false,
    charset: charsetOf(contentType),
    namespaces,
  });
  for await (const _ of readDocument(limited, { reader, held, memory: call.memory }));
  return envelope();
};

/** What an answer says by its status: it has records, or there are none, or nobody knows whether there are any. */
type SaidByStatus = 'records' | 'none' | 'unknown';

/** Throws for another status than 200, unless it is a word of the EHR's. Only that says that it does not know the patient (D15). */
export const saidByStatus = async (
  answer: UpstreamAnswer,
  {
    tables,
    none = [],
    unknown = [],
  }: { readonly tables: Tables } & Partial<Pick<KindTables, 'none' | 'unknown'>>,
  call: Call,
): Promise<SaidByStatus> => {
  if (answer.status === 200) return 'records';
  const { unknownPatient, format } = tables;
  const ofPatient = unknownPatient === 'empty-lookup' ? [] : [unknownPatient];
  // An answer that fits both is never none.
  const candidates = [...ofPatient, ...unknown, ...none].filter(({ status }) => status === answer.status);
  try {
    const body = candidates.some(one => one.body.length > 0) ? await readSmall(answer, tables, call) : null;
    const isUnclear = candidates.some(one => one.body.some(test => isUnclearAt(body, test, format)));
    const said = isUnclear ? undefined : candidates.find(one => hasWords(body, one.body, format));
    if (said !== undefined && said === unknownPatient) throw new Failure('patient-unknown');
    if (said !== undefined) return none.includes(said) ? 'none' : 'unknown';
  } catch (error) {
    // Not a word of the EHR's: the status counts.
    if (!isFailure(error, 'ehr-unusable')) throw error;
  }
  throw statusFailure(answer);
};

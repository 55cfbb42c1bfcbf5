// What every answer of the EHR has in common: how it is asked for, whether it is one, and the word that a patient is unknown.
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { readJson } from '../../json/read-json.ts';
import { readDocument } from '../../read-document.ts';
import { limitBytes, statusFailure } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import type { Tables } from '../tables.ts';
import { hasWords } from './find.ts';
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

// What an answer means that is no list of documents: a Fault, or a result other than OK (D14). Their words may name people
// and are never logged: only codes from known lists are (D34).
import { Failure } from '../../../../domain/model/failure.ts';
import type { ReasonOf } from '../../../../domain/model/failure-reasons.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { type ResultCode, resultCodes } from '../../../../domain/records/transition.ts';
import type { ResultType } from '../wire-types.ts';
import type { Said } from './envelope-reader.ts';

/** `faultcode` of SOAP 1.1, without its prefix. Some producers write them in small letters. */
const soapCodes = ['Client', 'Server', 'VersionMismatch', 'MustUnderstand'] as const;
/** `ErrorCodeEnum` of the contracts. */
const errorCodes = ['INVALID_REQUEST', 'TRANSFORMATION_ERROR', 'APPLICATION_ERROR', 'TECHNICAL_ERROR'];
/** A code of the national service platform (`VP007`), which stands first in the Fault's words. */
const platformCode = /^\s*(VP0\d\d)\b/;

const unusable = (reason: ReasonOf<'ehr-unusable'>, detail: string) =>
  new Failure('ehr-unusable', { reason, detail });

/** What happened, with the codes that are known. */
const withCodes = (what: string, ...codes: readonly (string | undefined)[]): string => {
  const known = codes.filter(code => code !== undefined);
  return known.length === 0 ? what : `${what} (${known.join(', ')})`;
};

const soapCodeIn = (faultcode = ''): string | undefined => {
  const code = faultcode.trim().replace(/^.*:/, '').toLowerCase();
  return soapCodes.find(known => known.toLowerCase() === code);
};

export const faultFailure = ({ faultcode, faultstring }: NonNullable<Said['fault']>): Failure => {
  const platform = platformCode.exec(faultcode ?? '')?.[1] ?? platformCode.exec(faultstring ?? '')?.[1];
  return unusable('ehr-fault', withCodes('a Fault', soapCodeIn(faultcode), platform));
};

const errorCodeOf = ({ errorCode }: ResultType) => errorCodes.find(known => known === errorCode);

export const resultFailure = (result: ResultType): Failure =>
  unusable('ehr-result-error', withCodes('result ERROR', errorCodeOf(result)));

/**
 * The word of a result, `OK` where the contract may leave it out.
 * Throws `Failure` `ehr-unusable` for a result that says nothing, and for one that is missing.
 */
export const resultCodeOf = (result: ResultType | undefined, isRequired: boolean): ResultCode => {
  if (result === undefined && !isRequired) return 'OK';
  const code = resultCodes.find(known => known === result?.resultCode);
  if (code === undefined) throw unusable('ehr-document', 'an answer without a known resultCode');
  return code;
};

/** What the log may hold of an `INFO`: its codes. Its `logId` is free text, and a person number fits into a UUID. */
export const remarkOf = (result: ResultType) =>
  omitUndefined({ resultCode: 'INFO', errorCode: errorCodeOf(result) });

// Faults, and results other than OK (D14). Their texts may name people, so only codes from known lists are logged (D34).
import { type Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { type ResultCode, resultCodes } from '../../../../domain/records/transition.ts';
import type { ResultType } from '../wire-types.ts';
import type { EnvelopeParts } from './envelope-reader.ts';

/** `faultcode` of SOAP 1.1, without its prefix. Some producers write it in lower case. */
const soapCodes = ['Client', 'Server', 'VersionMismatch', 'MustUnderstand'] as const;
/** `ErrorCodeEnum` of the contracts. */
const errorCodes = ['INVALID_REQUEST', 'TRANSFORMATION_ERROR', 'APPLICATION_ERROR', 'TECHNICAL_ERROR'];
/** A code of the national service platform (`VP007`), at the start of a Fault's text. */
const platformCode = /^\s*(VP0\d\d)\b/;

/** Adds the given codes to a message. */
const withCodes = (what: string, ...codes: readonly (string | undefined)[]): string => {
  const definedCodes = codes.filter(code => code !== undefined);
  return definedCodes.length === 0 ? what : `${what} (${definedCodes.join(', ')})`;
};

const soapCodeIn = (faultcode = ''): string | undefined => {
  const code = faultcode.trim().replace(/^.*:/, '').toLowerCase();
  return soapCodes.find(soapCode => soapCode.toLowerCase() === code);
};

/** The failure of a call that was answered by a Fault. Only known codes of it are logged (D34). */
export const faultFailure = ({ faultcode, faultstring }: NonNullable<EnvelopeParts['fault']>): Failure => {
  const platform = platformCode.exec(faultcode ?? '')?.[1] ?? platformCode.exec(faultstring ?? '')?.[1];
  return unusableAnswer('ehr-fault', withCodes('a Fault', soapCodeIn(faultcode), platform));
};

const errorCodeOf = ({ errorCode }: ResultType) => errorCodes.find(code => code === errorCode);

/** The failure of a call whose result is `ERROR`. Only a known code of it is logged (D34). */
export const resultFailure = (result: ResultType): Failure =>
  unusableAnswer('ehr-result-error', withCodes('result ERROR', errorCodeOf(result)));

/**
 * The code of a result; `OK` if it is missing and not required.
 * Throws `Failure` `ehr-unusable` if the result or a known code is missing.
 */
export const soapResultCode = (result: ResultType | undefined, isRequired: boolean): ResultCode => {
  if (result === undefined && !isRequired) return 'OK';
  const code = resultCodes.find(candidate => candidate === result?.resultCode);
  if (code === undefined) throw unusableAnswer('ehr-document', 'an answer without a known resultCode');
  return code;
};

/** What may be logged of an `INFO`: its codes. Not its `logId`, which is free text and may contain a person number. */
export const infoLogFields = (result: ResultType) =>
  omitUndefined({ resultCode: 'INFO', errorCode: errorCodeOf(result) });

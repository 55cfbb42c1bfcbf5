// Faults, and results other than OK (D14). Their texts may name people, so only codes from known lists are logged (D34).
import { type Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
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

/** The code of what went wrong, if it is a known one. */
export const errorCodeOf = ({ errorCode }: ResultType) => errorCodes.find(code => code === errorCode);

/** The failure of a call whose result is `ERROR`. Only a known code of it is logged (D34). */
export const resultFailure = (result: ResultType): Failure =>
  unusableAnswer('ehr-result-error', withCodes('result ERROR', errorCodeOf(result)));

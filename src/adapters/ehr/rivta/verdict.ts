// What an answer means that is no list of documents: a Fault, or a result other than OK (D14).
import { Failure } from '../../../domain/model/failure.ts';
import type { ReasonOf } from '../../../domain/model/failure-reasons.ts';
import { type ResultCode, resultCodes } from '../../../domain/records/transition.ts';
import type { Said } from './answer.ts';
import { filled } from './values.ts';
import type { ResultType } from './wire-types.ts';

const mostWords = 200;
/** Runs of digits that may be a person number, but not those of an HSA-id. */
const numbers = /(?<!SE|\d)\d{6,}(?:[-+ ]?\d{4})?/g;

/** Words of the EHR for the log: one line, not long, and without anything that looks like a person number. */
const loggable = (text: string | undefined): string =>
  (filled(text) ?? 'without words')
    .replace(numbers, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, mostWords);

const unusable = (reason: ReasonOf<'ehr-unusable'>, detail: string) =>
  new Failure('ehr-unusable', { reason, detail });

/** A Fault as a failure: its words are for the log alone. */
export const faultFailure = ({ faultcode, faultstring }: NonNullable<Said['fault']>): Failure =>
  unusable('ehr-fault', `a Fault (${loggable(faultcode)}): ${loggable(faultstring)}`);

export const resultFailure = ({ errorCode, message }: ResultType): Failure =>
  unusable('ehr-result-error', `result ERROR (${loggable(errorCode)}): ${loggable(message)}`);

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

/** What the log may hold of an `INFO`: where to ask, nothing of what it is about. */
export const remarkOf = ({ logId }: ResultType) => ({ logId: loggable(logId) });

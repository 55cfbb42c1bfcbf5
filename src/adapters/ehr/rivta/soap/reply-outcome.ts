// The outcome of an answer that has been read to its end: its result code, and what it lacks.
import type { TSchema } from 'typebox';
import type { Omission } from '../../../../domain/model/loss.ts';
import type { Call } from '../../../../ports/call.ts';
import type { ResultType } from '../wire-types.ts';
import type { Contract, SoapConnection } from './contract.ts';
import { infoLogFields, resultFailure, soapResultCode } from './fault-and-result.ts';
import { omissionsOf } from './processing-status.ts';
import type { ReplyEnd } from './reply.ts';

/**
 * The result code of an answer. An `INFO` is logged, without its message.
 * Throws `Failure` `ehr-unusable` if the result is missing or its code unknown.
 */
export const checkedResultCode = (
  { log, system }: SoapConnection,
  { name, hasResult }: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  { result, call }: { readonly result: ResultType | undefined; readonly call: Call },
) => {
  const code = soapResultCode(result, hasResult);
  if (code === 'INFO' && result !== undefined) {
    const { requestId } = call;
    log?.info(
      { requestId, system: system.name, contract: name, ...infoLogFields(result) },
      'the EHR answers with INFO',
    );
  }
  return code;
};

/**
 * Collects the outcome of an answer. `onEnd` throws `Failure`: `ehr-unusable` for the result `ERROR`, `ehr-unavailable` if
 * data of a source system are missing (`omissionsOf`).
 */
export const replyOutcome = (
  connection: SoapConnection,
  contract: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  call: Call,
) => {
  let omissions: readonly Omission[] = [];
  return {
    onEnd: ({ result, ...lacks }: ReplyEnd): void => {
      if (checkedResultCode(connection, contract, { result, call }) === 'ERROR')
        throw resultFailure(result ?? {});
      omissions = omissionsOf([lacks], connection.profile);
    },
    /** What the answer lacks. Known after `onEnd`. */
    omissions: () => omissions,
  };
};

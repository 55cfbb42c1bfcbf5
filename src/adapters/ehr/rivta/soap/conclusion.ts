// What an answer means when it has been read to its end: its result, and what it lacks.
import type { TSchema } from 'typebox';
import type { Omission } from '../../../../domain/model/loss.ts';
import type { Call } from '../../../../ports/call.ts';
import type { ResultType } from '../wire-types.ts';
import type { Connection, Contract } from './ask.ts';
import { omissionsOf } from './processing-status.ts';
import type { End } from './reply.ts';
import { remarkOf, resultCodeOf, resultFailure } from './verdict.ts';

/**
 * The word of an answer that has been read to its end; an `INFO` is logged, without what it is about.
 * Throws `Failure` `ehr-unusable` where a result is missing or not known.
 */
export const codeOf = (
  { log, system }: Connection,
  { name, hasResult }: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  { result, call }: { readonly result: ResultType | undefined; readonly call: Call },
) => {
  const code = resultCodeOf(result, hasResult);
  if (code === 'INFO' && result !== undefined) {
    const { requestId } = call;
    log?.info(
      { requestId, system: system.name, contract: name, ...remarkOf(result) },
      'the EHR adds a remark',
    );
  }
  return code;
};

/**
 * Hears of the end of an answer. Throws `Failure`: `ehr-unusable` for a result `ERROR`, `ehr-unavailable` where the data of a
 * source system are missing (`omissionsOf`).
 */
export const conclusion = (
  connection: Connection,
  contract: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  call: Call,
) => {
  let omissions: readonly Omission[] = [];
  return {
    ended: ({ result, ...lacks }: End): void => {
      if (codeOf(connection, contract, { result, call }) === 'ERROR') throw resultFailure(result ?? {});
      omissions = omissionsOf([lacks], connection.own);
    },
    /** What the answer lacks beside its documents. */
    omissions: () => omissions,
  };
};

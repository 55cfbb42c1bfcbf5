// The operation gate: a subscription may be for some of the operations only (D3).
import { Failure } from '../../domain/model/failure.ts';
import { type Gate, required } from '../request/context.ts';

/** A subscription that names its operations calls no other one. */
export const operationGate: Gate = context => {
  const { operations } = required(context.subscription);
  if (operations?.has(context.operation.name) === false) throw new Failure('operation-not-allowed');
};

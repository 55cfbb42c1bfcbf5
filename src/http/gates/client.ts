// The client gate: a subscription may accept only the tokens of certain clients (D3).
import { Failure } from '../../domain/model/failure.ts';
import { type Gate, required } from '../request/context.ts';

/** A subscription that names its clients is used by no other one (D3). */
export const clientGate: Gate = context => {
  const { clients } = required(context.subscription);
  const { client } = required(context.caller);
  if (clients === undefined || (client !== undefined && clients.includes(client))) return;
  throw new Failure('key-of-another-client');
};

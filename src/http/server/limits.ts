// The limits of the server: what one client may use, and when the server is overloaded.
import { type SendLimits, sendLimits } from '../answers/send-timeout.ts';
import { type OverloadLimits, overloadLimits } from '../load/overload.ts';
import { type BodyLimits, bodyLimits } from '../load/unfinished-bodies.ts';
import { type ConnectionLimits, connectionLimits } from './connection/limits.ts';

export type ServerLimits = ConnectionLimits & SendLimits & OverloadLimits & BodyLimits;

export const serverLimits: ServerLimits = {
  ...connectionLimits,
  ...sendLimits,
  ...overloadLimits,
  ...bodyLimits,
};

// The limits of the server: what one client may use, and when the server is overloaded.
import { sendLimits } from '../answers/send-timeout.ts';
import { overloadLimits } from '../load/overload.ts';
import { bodyLimits } from '../load/unfinished-bodies.ts';
import { connectionLimits } from './connection/limits.ts';

export const serverLimits = {
  ...connectionLimits,
  ...sendLimits,
  ...overloadLimits,
  ...bodyLimits,
};
export type ServerLimits = Readonly<typeof serverLimits>;

// The limits of the server: what one client may use, and when the server is overloaded.
import { type ConnectionLimits, connectionLimits } from './connection/limits.ts';
import { type OverloadLimits, overloadLimits } from './overload.ts';
import { type BodyLimits, bodyLimits } from './unfinished-bodies.ts';

export type ServerLimits = ConnectionLimits & OverloadLimits & BodyLimits;

export const serverLimits: ServerLimits = { ...connectionLimits, ...overloadLimits, ...bodyLimits };

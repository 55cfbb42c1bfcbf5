// The limits of the server: what one client may use, and when the server is overloaded.
import { type ConnectionLimits, connectionLimits } from './connection/limits.ts';
import { type OverloadLimits, overloadLimits } from './overload.ts';

export type ServerLimits = ConnectionLimits & OverloadLimits;

export const serverLimits: ServerLimits = { ...connectionLimits, ...overloadLimits };

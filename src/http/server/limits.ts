// The limits of the server: what one client may take of it, and beyond what it is overloaded.
import { type ConnectionLimits, connectionLimits } from './connection/limits.ts';
import { type OverloadLimits, overloadLimits } from './overload.ts';

export type ServerLimits = ConnectionLimits & OverloadLimits;

export const serverLimits: ServerLimits = { ...connectionLimits, ...overloadLimits };

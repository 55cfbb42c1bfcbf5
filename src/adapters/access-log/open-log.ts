// What composition holds of an access log, whichever it is: the port, and its ends.
import type { AccessLog } from '../../ports/access-log.ts';

export type OpenAccessLog = AccessLog & {
  /** Begins anew (SIGHUP): a file is opened again, for one that was renamed; a database is connected to again. */
  reopen(): Promise<void>;
  /** Writes what waits, and lets go of the log. */
  close(): Promise<void>;
};

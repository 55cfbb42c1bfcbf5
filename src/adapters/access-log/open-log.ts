// An access log as the composition sees it: the port, and what operators measure and control.
import type { AccessLog } from '../../ports/access-log.ts';

export type OpenAccessLog = AccessLog & {
  /** How many entries are not written yet; each of them holds up an answer. */
  waiting(): number;
  /** The first moment without a monthly partition; undefined where it is not known, and for a file. */
  partitionsUntil(): Date | undefined;
  /** On SIGHUP: opens the file again, which may have been renamed, or new connections to the database. */
  reopen(): Promise<void>;
  /** Writes the entries that wait, and closes the log. */
  close(): Promise<void>;
};

// An access log as the composition sees it: the port, and what operators measure and control.
import type { AccessLog } from '../../ports/access-log.ts';

export type OpenAccessLog = AccessLog & {
  /** How many entries are not written yet. Each of them delays an answer. */
  waiting(): number;
  /** The first moment without a monthly partition; undefined if it is not known, and for a file. */
  partitionsUntil(): Date | undefined;
  /** Reopens the file, which may have been renamed, or the connections to the database. Called on SIGHUP. */
  reopen(): Promise<void>;
  /** Writes the waiting entries, and closes the log. */
  close(): Promise<void>;
};

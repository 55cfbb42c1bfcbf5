// An access log as the composition sees it: the port, and what operators measure and control.
import type { AccessLog } from '../../ports/access-log.ts';
import type { Head } from './chain.ts';

export type OpenAccessLog = AccessLog & {
  /** The hash of the entry written last; null if this process has written none, and the file was empty. */
  head(): Head;
  /** How many entries are not written yet. Each of them delays an answer. */
  waiting(): number;
  /** The first moment without a monthly partition; undefined if it is not known, and for a file. */
  partitionsUntil(): Date | undefined;
  /** Reopens the file, which may have been renamed, or the connections to the database. Called on SIGHUP. */
  reopen(): Promise<void>;
  /** Writes the waiting entries, and closes the log. */
  close(): Promise<void>;
};

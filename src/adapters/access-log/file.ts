// The access log as a file of JSON lines, each on disk before its request is answered (D23).
import { Failure } from '../../domain/model/failure.ts';
import type { AccessEntry } from '../../ports/access-log.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Log } from '../telemetry/service-log.ts';
import { openLogFile } from './log-file.ts';
import type { OpenAccessLog } from './open-log.ts';

type Waiting = {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: Failure) => void;
};

const unavailable = (cause: unknown) =>
  new Failure('log-unavailable', { reason: 'access-log-unwritable', detail: 'the access log', cause });

/** It takes as long for an entry as the disk takes. */
export type AccessLogFile = Omit<OpenAccessLog, 'append'> & { append(entry: AccessEntry): Promise<void> };

/**
 * Opens the log. Requests that wait at the same time share one write and one sync.
 * @throws Error where the file cannot be opened or another process has it.
 */
export const accessLogFile = async (
  path: string,
  { log, written }: { log: Log; written?: TelemetryEvents['logWritten'] },
): Promise<AccessLogFile> => {
  const file = await openLogFile(path, log);
  let waiting: Waiting[] = [];
  /** Whether the last attempt failed; undefined before the first. */
  let isBroken: boolean | undefined;
  /** Everything that touches the file, one after the other. */
  let turn: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work);
    return turn;
  };

  const settle = (batch: readonly Waiting[], error: unknown) => {
    isBroken = error !== undefined;
    if (error === undefined) for (const { resolve } of batch) resolve();
    else for (const { reject } of batch) reject(unavailable(error));
  };

  const writeWaiting = async () => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    const began = performance.now();
    try {
      await file.append(batch.map(({ line }) => line).join(''));
      written?.({ entries: batch.length, durationMs: performance.now() - began });
      settle(batch, undefined);
    } catch (error) {
      reportBroken(error);
      settle(batch, error);
    }
  };

  /** Once, however many attempts fail. */
  const reportBroken = (error: unknown) => {
    if (!isBroken) log.error({ err: error }, 'the access log cannot be written: nothing is answered');
  };

  const tryIt = async () => {
    try {
      await file.probe();
      if (isBroken) log.info({}, 'the access log can be written again');
      isBroken = false;
    } catch (error) {
      reportBroken(error);
      isBroken = true;
    }
  };

  return {
    append: (entry: AccessEntry) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
        if (waiting.length === 1) void inTurn(writeWaiting);
      }),
    isWritable: async () => {
      if (isBroken !== false) await inTurn(tryIt);
      return isBroken === false;
    },
    reopen: () =>
      inTurn(async () => {
        try {
          await file.reopen();
          log.info({}, 'the access log was opened anew');
        } catch (error) {
          log.error({ err: error }, 'the access log could not be opened anew: the old file is kept');
        }
      }),
    close: async () => {
      await inTurn(writeWaiting);
      await inTurn(() => file.close());
    },
  };
};

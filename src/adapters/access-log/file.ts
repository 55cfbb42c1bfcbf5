// The access log as a file of JSON lines, each on disk before its request is answered (D23), or not answered (D34).
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { AccessEntry } from '../../ports/access-log.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import { fieldsOf } from '../telemetry/error-words.ts';
import type { Log } from '../telemetry/service-log.ts';
import { openLogFile } from './log-file.ts';
import { oneAfterTheOther } from './one-after-the-other.ts';
import type { OpenAccessLog } from './open-log.ts';
import { pendingLines } from './pending-lines.ts';

/** Milliseconds of one write after which the disk counts as hanging, and of a stop that waits for it. */
export type Patience = { readonly write: number; readonly stop: number };
const usualPatience: Patience = { write: 2000, stop: 10_000 };

const unavailable = (reason: ReasonOf<'log-unavailable'>, cause?: unknown) =>
  new Failure('log-unavailable', { reason, detail: 'the access log', cause });

/**
 * Opens the log. Requests that wait at the same time share one write and one sync.
 * @throws Error where the file cannot be opened or another process has it.
 */
export const accessLogFile = async (
  path: string,
  {
    log,
    written,
    patience = usualPatience,
  }: { log: Log; written?: TelemetryEvents['logWritten']; patience?: Patience },
): Promise<OpenAccessLog> => {
  const file = await openLogFile(path, log);
  const pending = pendingLines(() => unavailable('access-log-timeout'));
  /** Whether the last attempt failed; undefined before the first. */
  let isBroken: boolean | undefined;
  let isScheduled = false;
  let probing: Promise<void> | undefined;

  /** Everything that touches the file, one step after the other. */
  const queue = oneAfterTheOther(patience.write, {
    onHanging: () => log.error({}, 'the access log does not get to the disk: nothing is answered'),
    onMovedOn: durationMs => log.info({ durationMs }, 'the access log gets to the disk again'),
  });

  /** Logs once, however many attempts fail. */
  const reportBroken = (error: unknown) => {
    if (!isBroken) log.error(fieldsOf(error), 'the access log cannot be written: nothing is answered');
    isBroken = true;
  };

  const writeWaiting = async () => {
    isScheduled = false;
    const lines = pending.take();
    if (lines.length === 0) return;
    const began = performance.now();
    try {
      await file.append(lines.map(({ line }) => line).join(''));
      written?.({ entries: lines.length, durationMs: performance.now() - began });
      isBroken = false;
      pending.settle();
    } catch (error) {
      reportBroken(error);
      pending.settle(unavailable('access-log-unwritable', error));
    }
  };

  const probe = async () => {
    try {
      await file.probe();
      if (isBroken) log.info({}, 'the access log can be written again');
      isBroken = false;
    } catch (error) {
      reportBroken(error);
    }
  };

  /** What is ready in the same turn of the event loop shares a write. */
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => void queue.run(writeWaiting));
  };

  const append = (entry: AccessEntry, deadline: number): Promise<void> => {
    schedule();
    return pending.add(`${JSON.stringify(entry)}\n`, deadline);
  };

  return {
    append,
    isWritable: async () => {
      if (isBroken !== false) {
        probing ??= queue.run(probe).finally(() => {
          probing = undefined;
        });
        await Promise.race([probing, queue.hanging()]);
      }
      return isBroken === false && !queue.hangs();
    },
    waiting: pending.count,
    partitionsUntil: () => undefined,
    reopen: () =>
      queue.run(async () => {
        try {
          await file.reopen();
          log.info({}, 'the access log was opened anew');
        } catch (error) {
          log.error(fieldsOf(error), 'the access log could not be opened anew: the old file is kept');
        }
      }),
    close: async () => {
      void queue.run(writeWaiting);
      const isClosed = await queue.runWithin(file.close, patience.stop);
      if (!isClosed)
        log.error({}, 'the access log still does not get to the disk: the service stops without it');
    },
  };
};

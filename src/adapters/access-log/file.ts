// The access log as a file of JSON lines, each on disk before its request is answered (D23), or not answered (D34).
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import { printableJson } from '../../domain/model/printable.ts';
import type { AccessEntry } from '../../ports/access-log.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import { errorFields } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/service-log.ts';
import { logHealth } from './health.ts';
import { openLogFile } from './log-file.ts';
import type { OpenAccessLog } from './open-log.ts';
import { serialQueue } from './serial-queue.ts';
import { waitingEntries } from './waiting-entries.ts';

/** Milliseconds after which the disk counts as hanging, for one write and for a stop that waits for it (D34). */
export type Timeouts = { readonly write: number; readonly stop: number };
const defaultTimeouts: Timeouts = { write: 2000, stop: 10_000 };

const unavailable = (reason: ReasonOf<'log-unavailable'>, cause?: unknown) =>
  new Failure('log-unavailable', { reason, detail: 'the access log', cause });

/**
 * Opens the log. Requests that wait at the same time share one write and one sync.
 * @throws Error if the file cannot be opened, or another process has locked it.
 */
export const accessLogFile = async (
  path: string,
  {
    log,
    written,
    timeouts = defaultTimeouts,
  }: { log: Log; written?: TelemetryEvents['logWritten']; timeouts?: Timeouts },
): Promise<OpenAccessLog> => {
  const file = await openLogFile(path, log);
  const pending = waitingEntries<{ readonly line: string }>(() => unavailable('access-log-timeout'));
  const health = logHealth(log, { fieldsOf: errorFields, probe: () => queue.run(probe) });
  let isScheduled = false;

  /** Runs everything that touches the file, one step at a time. */
  const queue = serialQueue(timeouts.write, {
    onHanging: () => log.error({}, 'the disk of the access log does not respond: nothing is answered'),
    onResumed: durationMs => log.info({ durationMs }, 'the disk of the access log responds again'),
  });

  const writeWaiting = async () => {
    isScheduled = false;
    const lines = pending.take();
    if (lines.length === 0) return;
    const began = performance.now();
    try {
      await file.append(lines.map(({ line }) => line));
      written?.({ entries: lines.length, durationMs: performance.now() - began });
      health.succeeded();
      for (const line of lines) line.resolve();
    } catch (error) {
      health.failed(
        error,
        lines.reduce((bytes, { line }) => bytes + Buffer.byteLength(line), 0),
      );
      const failure = unavailable('access-log-unwritable', error);
      for (const line of lines) line.reject(failure);
    }
  };

  const probe = async () => {
    try {
      await file.probe(health.probeBytes());
      health.succeeded();
    } catch (error) {
      health.failed(error);
    }
  };

  /** Entries that are appended in the same iteration of the event loop share a write. */
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => void queue.run(writeWaiting));
  };

  const append = (entry: AccessEntry, deadline: number): Promise<void> => {
    schedule();
    return pending.add({ line: printableJson(entry) }, deadline);
  };

  return {
    append,
    isWritable: async () => {
      if (!health.isGood()) await Promise.race([health.probeNow(), queue.whenHanging()]);
      return health.isGood() && !queue.isHanging();
    },
    isKnownUnwritable: () => health.isBroken() || queue.isHanging(),
    head: file.head,
    waiting: pending.count,
    partitionsUntil: () => undefined,
    reopen: () =>
      queue.run(async () => {
        try {
          await file.reopen();
          log.info({ head: file.head() }, 'the access log was reopened');
        } catch (error) {
          log.error(errorFields(error), 'the access log could not be reopened: the old file stays in use');
        }
      }),
    close: async () => {
      health.stopProbing();
      void queue.run(writeWaiting);
      const isClosed = await queue.runWithin(file.close, timeouts.stop);
      // Where it cannot be changed together with the access log, the last hash proves that the end was not cut off.
      if (isClosed) log.info({ head: file.head() }, 'the access log is closed');
      else log.error({}, 'the disk of the access log still does not respond: the service stops without it');
    },
  };
};

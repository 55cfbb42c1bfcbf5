// Floods in a process of their own with a small heap: how a test starts it, and how it measures and reports each flood.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '../../src/domain/model/failure.ts';
import type { MemoryMeter } from '../../src/ports/call.ts';
import { turnsDuring } from './turns.ts';

/** What a process reports of a flood: how reading ended, the most that was counted towards the budget, and what still was at the end. */
export type FloodLine = {
  readonly name: string;
  /** What reading returned, or the reason of its `Failure`. */
  readonly outcome: string;
  readonly most: number;
  readonly held: number;
  /** How often the event loop ran meanwhile. */
  readonly turns: number;
};

/** The lines that a process prints, each in JSON. If it crashed, those before it did. */
export const floodLines = async <Line = FloodLine>(argv: readonly string[]): Promise<readonly Line[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, argv).catch(
    error => error as { stdout: string },
  );
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Line);
};

/** What one user may hold by default (D31, fair shares). */
const share = 64 * 1024 * 1024;

/** Reads a flood in the process, and prints its line. */
export const reportFlood = async (
  name: string,
  read: (memory: MemoryMeter) => Promise<string>,
): Promise<void> => {
  let outcome = '';
  let held = 0;
  let most = 0;
  const add = (bytes: number) => {
    if (held + bytes > share) throw new Failure('budget-exceeded', { reason: 'answer-share-exceeded' });
    held += bytes;
    most = Math.max(most, held);
  };
  const turns = await turnsDuring(async () => {
    try {
      outcome = await read({ add });
    } catch (error) {
      outcome = error instanceof Failure ? error.reason : String(error);
    }
  });
  const line: FloodLine = { name, outcome, most, held, turns };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

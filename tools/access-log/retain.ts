// npm run access-log -- retain: drops months past the retention period, after a confirmation.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { dropPartition, partitionsBefore } from '../../src/adapters/access-log/database/partitions.ts';
import { print, Refusal, UsageError } from '../command.ts';
import { withDatabase } from './place.ts';

/** Asks a question on standard error and reads a line from standard input; empty if the input has ended. */
const answerTo = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
};

export const runRetain = async (argv: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...argv],
    options: { months: { type: 'string' }, yes: { type: 'boolean' } },
  });
  const months = Number(values.months);
  if (!/^\d{1,4}$/.test(values.months ?? '') || months < 1) {
    throw new UsageError(
      '--months: the number of whole months to keep in addition to the current one, at least 1.',
    );
  }
  return withDatabase(async client => {
    const names = await partitionsBefore(client, { now: new Date(), months });
    if (names.length === 0) {
      print('There is nothing older to drop.');
      return 0;
    }
    print(`These months will be dropped with all their entries, for good: ${names.join(', ')}.`);
    const isMeant = values.yes === true || (await answerTo('Type "drop" to go on: ')).trim() === 'drop';
    if (!isMeant) throw new Refusal('Nothing was dropped.');
    for (const name of names) {
      await dropPartition(client, name);
      print(`${name} was dropped.`);
    }
    return 0;
  });
};

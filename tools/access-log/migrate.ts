// npm run access-log -- migrate: creates the tables of the access log in its database.
import { parseArgs } from 'node:util';
import { migrate } from '../../src/adapters/access-log/database/schema.ts';
import { print, UsageError } from '../command.ts';
import { withDatabase } from './place.ts';

/** Number of future months to create partitions for. */
const usualMonths = '24';

export const runMigrate = async (argv: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...argv],
    options: { months: { type: 'string', default: usualMonths } },
  });
  const months = Number(values.months);
  if (!/^\d{1,3}$/.test(values.months) || months < 1)
    throw new UsageError('--months: a number from 1 to 999.');
  const { from, to, partitions } = await withDatabase(client => migrate(client, { now: new Date(), months }));
  print(
    from === to
      ? `The tables have version ${to} already.`
      : `The tables were brought from version ${from} to ${to}.`,
  );
  print(
    partitions.length === 0
      ? 'No partition was missing.'
      : `${partitions.length} partitions were made: ${partitions[0]} to ${partitions.at(-1)}.`,
  );
  return 0;
};

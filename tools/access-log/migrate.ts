// npm run access-log -- migrate: creates the tables of the access log in its database.
import { indexNumbers, monthOfPartition } from '../../src/adapters/access-log/database/partitions.ts';
import { migrate, neededVersion, readVersion } from '../../src/adapters/access-log/database/schema.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { loginOf } from './administration.ts';
import { withDatabase } from './place.ts';

/** Number of future months to create partitions for. */
const defaultMonths = '24';

export const runMigrate = async (argv: readonly string[]): Promise<number> => {
  const { values } = readArguments(argv, {
    options: {
      months: { type: 'string', default: defaultMonths },
      json: { type: 'boolean' },
      reason: { type: 'string' },
    },
  });
  const months = Number(values.months);
  if (!/^\d{1,3}$/.test(values.months) || months < 1)
    throw new UsageError('--months: a number from 1 to 999.');
  const { from, to, partitions } = await withDatabase(async client => {
    // It would also set the rights of its own version, and take away those that a later one needs.
    const installed = await readVersion(client);
    if (installed !== undefined && installed.version > neededVersion)
      throw new Refusal(
        `The tables have version ${installed.version}, and this program knows ${neededVersion}: nothing was changed. Use the version of the program that belongs to them, or see "Going back" in docs/upgrading.md.`,
      );
    const migrated = await migrate(client, {
      now: new Date(),
      months,
      by: { login: loginOf(), reason: values.reason },
    });
    await indexNumbers(client);
    return migrated;
  });
  const created = partitions.map(monthOfPartition);
  if (values.json) {
    print(JSON.stringify({ from, to, created }));
    return 0;
  }
  print(
    from === to
      ? `The tables already have version ${to}.`
      : `Updated the tables from version ${from} to ${to}.`,
  );
  print(
    created.length === 0
      ? 'No partition was missing.'
      : `Created ${counted(created.length, 'partition')}: ${created[0]} to ${created.at(-1)}.`,
  );
  return 0;
};

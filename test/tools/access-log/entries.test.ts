// Entries of several files by time, while the files are rotated: what is not read is reported, never skipped in silence.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesByTime, type Trouble } from '../../../tools/access-log/entries.ts';
import { newFolder } from '../../support/new-folder.ts';

const lineOf = (time: string) =>
  `${JSON.stringify({ time: `2026-01-15T${time}.000Z`, requestId: 'r', operation: '10 journalNotes', subject: null })}\n`;

/** Two files, which are read to the end; `meanwhile` runs after the first entry. */
const readBoth = async (meanwhile: (newer: string) => void) => {
  const folder = newFolder();
  const [older, newer] = [join(folder, 'a.log'), join(folder, 'b.log')];
  writeFileSync(older, lineOf('08:00:00') + lineOf('08:00:01'));
  writeFileSync(newer, lineOf('09:00:00') + lineOf('09:00:01'));
  const [times, troubles]: [string[], Trouble[]] = [[], []];
  for await (const { time } of entriesByTime([older, newer], trouble => void troubles.push(trouble))) {
    if (times.length === 0) meanwhile(newer);
    times.push(time.slice(11, 19));
  }
  return { times, troubles: troubles.map(({ file, what }) => [file === newer, what]) };
};

test('without a rotation', async () => {
  expect(await readBoth(() => {})).toEqual({
    times: ['08:00:00', '08:00:01', '09:00:00', '09:00:01'],
    troubles: [],
  });
});

test('a file that grows is read to its end', async () => {
  const { times, troubles } = await readBoth(newer =>
    writeFileSync(newer, lineOf('09:00:02'), { flag: 'a' }),
  );
  expect(times.at(-1)).toBe('09:00:02');
  expect(troubles).toEqual([]);
});

test('a file that is renamed, and a new one begun: the command must be run again', async () => {
  const { times, troubles } = await readBoth(newer => {
    renameSync(newer, `${newer}.1`);
    writeFileSync(newer, lineOf('10:00:00') + lineOf('10:00:01'));
  });
  expect(times).toEqual(['08:00:00', '08:00:01', '09:00:00', '10:00:00', '10:00:01']);
  expect(troubles).toEqual([[true, 'was rotated while it was read: run the command again']]);
});

test('a new one that is still empty', async () => {
  const { times, troubles } = await readBoth(newer => {
    renameSync(newer, `${newer}.1`);
    writeFileSync(newer, '');
  });
  expect(times).toEqual(['08:00:00', '08:00:01', '09:00:00']);
  expect(troubles).toEqual([[true, 'was rotated while it was read: run the command again']]);
});

test('a file that is deleted is reported once', async () => {
  const { troubles } = await readBoth(newer => rmSync(newer));
  expect(troubles).toEqual([[true, 'could not be read to the end (ENOENT)']]);
});

test('a line whose time is out of range is not an entry', async () => {
  const file = join(newFolder(), 'a.log');
  writeFileSync(file, lineOf('08:00:00') + lineOf('25:00:00'));
  const [times, troubles]: [string[], Trouble[]] = [[], []];
  for await (const { time } of entriesByTime([file], trouble => void troubles.push(trouble)))
    times.push(time);
  expect(times).toHaveLength(1);
  expect(troubles).toMatchObject([{ lines: { count: 1, first: 2 } }]);
});

// npm run access-log -- verify: whether each entry follows the one before it (D23).
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkWithNumber } from '../../src/adapters/access-log/database/links.ts';
import { readArguments } from '../arguments.ts';
import { print, refusalBecause, UsageError, visible, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { recordAct } from './administration.ts';
import { headLine, keepHeads, keepReach, readReach, writeMetrics } from './kept.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';
import { verifyActsFile } from './verify-administration.ts';
import { verifyDatabase } from './verify-database.ts';
import { verifyFiles } from './verify-files.ts';
import { type Break, breakAt, type Walked } from './walked.ts';

/** The exit statuses besides 0: breaks, and with `--strict` what cannot be proved. */
const [broken, unproved] = [1, 3];

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * The lines of a file that an option names: where each is, its first word, and the rest. Blank lines and those that begin with `#` are
 * left out.
 */
const listIn = (
  option: string,
  file: string,
): { readonly place: string; readonly word: string; readonly rest: string }[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw refusalBecause(`--${option}: ${visible(file)} cannot be read`, error);
  }
  return text
    .split('\n')
    .map(line => line.trim())
    .map((line, at) => {
      const [word = ''] = line.split(/\s/, 1);
      return { place: `--${option}: ${visible(file)}:${at + 1}`, word, rest: line.slice(word.length).trim() };
    })
    .filter(({ word }) => word !== '' && !word.startsWith('#'));
};

/** The breaks that somebody has looked at, with the reason that was found. */
const knownIn = (option: string, file: string): Map<string, string> =>
  new Map(
    listIn(option, file).map(({ place, word, rest }) => {
      if (!/^[0-9a-f]{16}$/.test(word) || rest === '')
        throw new UsageError(`${place}: expected the id of a break and its reason, not ${visible(word)}.`);
      return [word, rest];
    }),
  );

/** What a list of heads says of an entry: its month, such as `2026-01`, and in a database its number. */
type Head = { readonly month?: string | undefined; readonly number?: string | undefined };

/** Hashes that must be in the log. */
type ExpectedHeads = Map<string, Head>;

/**
 * The hashes of a file that `--head` printed.
 * @param after the hash of the entry after which files are read. Heads above it in the list were kept before it was, and may be in files
 * that are not read; those below it must be found in what is read, or else an entry could be hidden by moving it to an earlier file.
 */
const headsIn = (option: string, file: string, after: string | undefined): ExpectedHeads => {
  const heads = listIn(option, file);
  const first = heads.findIndex(({ word }) => word === after);
  return new Map(
    heads.flatMap(({ place, word, rest }, index) => {
      if (!isHash(word))
        throw new UsageError(`${place}: expected a line that --head printed, not ${visible(word)}.`);
      // The chain of what was done with the log is always read whole, and none of its months is ever dropped.
      if (rest.startsWith('administration ')) return [[word, {}]];
      const [, number, month] = /(?: number (\d{1,18}))? (\d{4}-\d\d)-\d\dT[\d:.]+Z$/.exec(rest) ?? [];
      return index < first ? [] : [[word, { number, month }]];
    }),
  );
};

const numberOf = (after: string | undefined): bigint | undefined => {
  if (after === undefined) return undefined;
  if (!/^\d{1,18}$/.test(after))
    throw new UsageError('--after: in a database, expected the number of an entry.');
  return BigInt(after);
};

const hashAfter = (after: string | undefined): string | undefined => {
  if (after !== undefined && !isHash(after))
    throw new UsageError('--after: in files, expected the hash of an entry.');
  return after;
};

/** Prints what was found. Returns the breaks that are not known. */
const report = (walked: Walked, name: string, known: ReadonlyMap<string, string>): readonly Break[] => {
  const { linked, unlinked, notes, dropped, breaks, copies = [] } = walked;
  for (const one of copies) warn(one);
  for (const one of dropped?.values() ?? []) warn(one);
  for (const note of notes) warn(`Note: ${note}`);
  if (unlinked > 0)
    warn(
      `Note: ${counted(unlinked, 'entry', 'entries')} of an earlier version without a hash: changes to them do not show.`,
    );
  const reasonOf = ({ id }: Break) => known.get(id);
  for (const one of breaks)
    if (reasonOf(one) !== undefined) warn(`Known (${visible(reasonOf(one) ?? '')}): ${one.what}`);
  const unknown = breaks.filter(one => reasonOf(one) === undefined);
  for (const { id, what } of unknown) print(`${id}  ${what}`);
  const counts = `${counted(linked, 'entry', 'entries')} in ${walked.part ?? name}`;
  if (breaks.length === 0) warn(`${counts}: each follows the one before it.`);
  else {
    const ofKnown = breaks.length - unknown.length;
    warn(`${counts}: ${counted(breaks.length, 'break')}${ofKnown > 0 ? `, of which ${ofKnown} known` : ''}.`);
  }
  return unknown;
};

/** Walks the files, and beside them those of what was done with them. */
const verifyWithAdministration = async (
  files: readonly string[],
  options: { onHash: (hash: string) => void; isKept: (hash: string) => boolean; after: string | undefined },
): Promise<Walked> => {
  const walked = await verifyFiles(files, options);
  const [tips, breaks] = [[...walked.tips], [...walked.breaks]];
  for (const folder of new Set(files.map(file => dirname(file)))) {
    const administration = await verifyActsFile(folder, options.onHash);
    tips.push(...administration.tips);
    breaks.push(...administration.breaks);
  }
  return { ...walked, tips, breaks };
};

const options = {
  head: { type: 'boolean' },
  expect: { type: 'string', multiple: true },
  'expect-heads': { type: 'string' },
  known: { type: 'string' },
  after: { type: 'string' },
  strict: { type: 'boolean' },
  keep: { type: 'string' },
  continue: { type: 'boolean' },
  metrics: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments<{ options: typeof options }>>['values'];

/** A file in the folder of `--keep`, if it is there. */
const keptFile = ({ keep }: Values, name: string): string | undefined => {
  const file = keep === undefined ? undefined : join(keep, name);
  return file !== undefined && existsSync(file) ? file : undefined;
};

const knownOf = (values: Values): Map<string, string> => {
  const kept = keptFile(values, 'known');
  return new Map([
    ...(kept === undefined ? [] : knownIn('keep', kept)),
    ...(values.known === undefined ? [] : knownIn('known', values.known)),
  ]);
};

const expectedOf = (values: Values): ExpectedHeads => {
  const { expect = [], 'expect-heads': heads, after } = values;
  const kept = keptFile(values, 'heads');
  return new Map([
    ...expect.map(hash => [hash, {}] as const),
    ...(kept === undefined ? [] : headsIn('keep', kept, after)),
    ...(heads === undefined ? [] : headsIn('expect-heads', heads, after)),
  ]);
};

/** Walks the database, and looks up the expected heads of entries that it does not read. */
const verifyInDatabase = (
  expected: ExpectedHeads,
  options: { onHash: (hash: string) => void; after: bigint | undefined },
): Promise<Walked> =>
  withDatabase(async client => {
    const walked = await verifyDatabase(client, options);
    for (const [hash, { number }] of expected) {
      if (number === undefined) continue;
      const row = await linkWithNumber(client, BigInt(number));
      if (row?.hash === hash) expected.delete(hash);
    }
    return walked;
  });

const thisMonth = () => new Date().toISOString().slice(0, 7);

/** Up to where earlier runs with `--keep` found the log in order; undefined before the first one. */
const reachOf = (values: Values) => {
  if (values.continue === true && (values.keep === undefined || values.after !== undefined))
    throw new UsageError('--continue goes with --keep, and not with --after.');
  const file = keptFile(values, 'reach');
  return file === undefined ? undefined : readReach(file);
};

/** Resolves with the exit status. */
const verifyNow = async (given: Values, positionals: readonly string[]): Promise<number> => {
  const reach = reachOf(given);
  // The whole once a month: what was verified may have been changed since.
  const goesOn = given.continue === true && reach?.whole === thisMonth();
  const values = goesOn && reach.upTo !== undefined ? { ...given, after: reach.upTo } : given;
  const { reason, ...question } = values;
  const { after, keep } = question;
  const known = knownOf(values);
  const expected = expectedOf(values);
  const onHash = (hash: string) => void expected.delete(hash);
  const kept = new Set(expected.keys());
  const { files, name } = filesOrDatabase(positionals);
  const from = files === undefined ? { number: numberOf(after) } : { hash: hashAfter(after) };
  await recordAct({ files }, { action: 'verify', question, reason });
  const walked =
    files === undefined
      ? await verifyInDatabase(expected, { onHash, after: from.number })
      : await verifyWithAdministration(files, { onHash, isKept: hash => kept.has(hash), after: from.hash });
  const missing = [...expected]
    .filter(([, { month = '' }]) => walked.dropped?.has(month) !== true)
    .map(([hash]) =>
      breakAt(`No entry has the hash ${visible(hash)}: entries were cut off or replaced.`, hash),
    );
  const isFirst = keep !== undefined && keptFile(values, 'heads') === undefined;
  const first = isFirst
    ? [`${visible(join(keep, 'heads'))} is not there: nothing proves that no end was cut off.`]
    : [];
  const notes = [...walked.notes, ...first];
  const unknown = report({ ...walked, notes, breaks: [...walked.breaks, ...missing] }, name, known);
  if (values.head) for (const tip of walked.tips) print(headLine(tip));
  if (unknown.length > 0) return broken;
  if (keep !== undefined) {
    keepHeads(join(keep, 'heads'), walked.tips);
    keepReach(join(keep, 'reach'), {
      upTo: walked.upTo ?? reach?.upTo,
      whole: after === undefined ? thisMonth() : reach?.whole,
    });
  }
  const isUnproved = notes.length + walked.unlinked > 0;
  return values.strict === true && isUnproved ? unproved : 0;
};

export const runVerify = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, { options, allowPositionals: true });
  const { metrics } = values;
  if (metrics === undefined) return verifyNow(values, positionals);
  // If it cannot be read, it is not known to be in order.
  let status = broken;
  try {
    status = await verifyNow(values, positionals);
    return status;
  } finally {
    writeMetrics(metrics, { status, isInOrder: status !== broken, seconds: Math.floor(Date.now() / 1000) });
  }
};

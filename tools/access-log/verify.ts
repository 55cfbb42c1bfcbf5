// npm run access-log -- verify: whether each entry follows the one before it (D23).
import { readFileSync } from 'node:fs';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, visible, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { codeOf } from './entries.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';
import { verifyDatabase } from './verify-database.ts';
import { verifyFiles } from './verify-files.ts';
import type { Break, Walked } from './walked.ts';

/** The exit statuses besides 0: breaks, and with `--strict` what cannot be proved. */
const [broken, unproved] = [1, 3];

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The lines of a file that an option names, as their first word and the rest. Blank lines and those that begin with `#` are left out. */
const listIn = (option: string, file: string): { readonly word: string; readonly rest: string }[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`--${option}: ${visible(file)} cannot be read (${codeOf(error)}).`);
  }
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [word = ''] = line.split(/\s/, 1);
      return { word, rest: line.slice(word.length).trim() };
    });
};

/** The breaks that somebody has looked at, with the reason that was found. */
const knownIn = (file: string): Map<string, string> =>
  new Map(
    listIn('known', file).map(({ word, rest }) => {
      if (!/^[0-9a-f]{16}$/.test(word) || rest === '')
        throw new UsageError(
          `--known: expected lines of the id of a break and its reason, not ${visible(word)}.`,
        );
      return [word, rest];
    }),
  );

/** The hashes of a file that `--head` printed. */
const headsIn = (file: string): string[] =>
  listIn('expect-heads', file).map(({ word }) => {
    if (!isHash(word))
      throw new UsageError(`--expect-heads: expected the lines that --head printed, not ${visible(word)}.`);
    return word;
  });

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
  const { linked, unlinked, notes, breaks } = walked;
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
  const counts = `${counted(linked, 'entry', 'entries')} in ${name}`;
  if (breaks.length === 0) warn(`${counts}: each follows the one before it.`);
  else {
    const ofKnown = breaks.length - unknown.length;
    warn(`${counts}: ${counted(breaks.length, 'break')}${ofKnown > 0 ? `, of which ${ofKnown} known` : ''}.`);
  }
  return unknown;
};

export const runVerify = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: {
      head: { type: 'boolean' },
      expect: { type: 'string', multiple: true },
      'expect-heads': { type: 'string' },
      known: { type: 'string' },
      after: { type: 'string' },
      strict: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const { after, 'expect-heads': heads } = values;
  const known = values.known === undefined ? new Map<string, string>() : knownIn(values.known);
  const expected = new Set([...(values.expect ?? []), ...(heads === undefined ? [] : headsIn(heads))]);
  const onHash = (hash: string) => void expected.delete(hash);
  const { files, name } = filesOrDatabase(positionals);
  const walked =
    files === undefined
      ? await withDatabase(client => verifyDatabase(client, { onHash, after: numberOf(after) }))
      : await verifyFiles(files, { onHash, after: hashAfter(after) });
  const unknown = report(walked, name, known);
  if (values.head) for (const { hash, where } of walked.tips) print(`${hash}  ${where}`);
  for (const hash of expected)
    print(`No entry has the hash ${visible(hash)}: entries were cut off or replaced.`);
  if (unknown.length + expected.size > 0) return broken;
  return values.strict === true && walked.notes.length + walked.unlinked > 0 ? unproved : 0;
};

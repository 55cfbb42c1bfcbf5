// npm run region -- draft: a first table for an answer of the EHR, by the likeness of names.
import { type TableKind, tableFiles, tableKinds } from '../../src/adapters/ehr/table/format/kinds.ts';
import { draftTable } from '../../src/adapters/ehr/table/samples/draft.ts';
import { readSample } from '../../src/adapters/ehr/table/samples/sample.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, warn } from '../command.ts';
import { readFile } from './file.ts';
import { reasonOf } from './reasons.ts';

const kindIn = (text: string): TableKind => {
  const kind = tableKinds.find(one => one === text);
  if (kind === undefined) throw new UsageError(`Unknown kind "${text}": one of ${tableKinds.join(', ')}.`);
  return kind;
};

const answerIn = async (file: Buffer) => {
  const format = /^(?:\ufeff)?\s*</.test(file.toString('utf8')) ? 'xml' : 'json';
  try {
    return (await readSample(file, { format })).value;
  } catch (error) {
    throw new Refusal(`The file cannot be read as ${format.toUpperCase()}: ${reasonOf(error)}`);
  }
};

export const runDraft = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: { items: { type: 'string' } },
    allowPositionals: true,
  });
  const [word = '', path = '', ...more] = positionals;
  if (word === '' || path === '' || more.length > 0) throw new UsageError('Give a kind and a file.');
  const kind = kindIn(word);
  const answer = await answerIn(readFile(path));
  const table = draftTable(answer, { kind, items: values.items });
  if (table === undefined) throw new Refusal('The file has no records there: name their path with --items.');
  print(JSON.stringify(table, undefined, 2));
  warn(
    `A draft of ${tableFiles[kind]}. Look at each row: write { "?": ROW } as ROW if it is right, and a reason in ignore.`,
  );
  return 0;
};

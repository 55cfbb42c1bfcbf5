// npm run explain: why a request was refused, from the lines of its id in the service's log (D30).
import { readArguments } from '../arguments.ts';
import { print, Refusal, type Tool, UsageError, visible } from '../command.ts';
import { answerInWords, answersIn, foreignIn, foreignInWords, lineInWords, othersIn } from './in-words.ts';
import { findLines, type Search } from './log-lines.ts';

const usage = `npm run explain -- REQUEST-ID [FILE…] [--json]

Finds a request in the service log and explains what happened, why, and what to look at. The id is the x-request-id of the
answer. The log is read from files, plain or .gz, or from standard input:

  journalctl -u patient-data-access -o cat --since today | npm run explain -- REQUEST-ID
  docker compose logs --no-log-prefix one | npm run explain -- REQUEST-ID

  --json   prints one JSON object that includes the lines, and those before a failure

The exit status is 1 if the id is not found or a file cannot be read.`;

const notFound = (requestId: string, { read, ours }: Search): Refusal => {
  const counted = `${read} ${read === 1 ? 'line' : 'lines'}`;
  if (read === 0)
    return new Refusal('The log is empty: give its files after the id, or the log on standard input.');
  if (ours === 0) {
    return new Refusal(
      `None of the ${counted} is a line of the service's log (JSON with "level" and "msg").\nThe access log is another file: npm run access-log reads it.`,
    );
  }
  return new Refusal(
    `No line has the request id ${visible(requestId)}; ${counted} were read.\nThe line of a request is written up to a second after its answer. Was it another instance, or an older log? With LOG_LEVEL above info, requests have no line.`,
  );
};

/** Strips the header name and spaces from an id that was pasted from headers or a ticket. */
const idIn = (text: string): string => text.replace(/^x-request-id:\s*/i, '').trim();

type Answers = ReturnType<typeof answersIn>;

/** The cause of a failure may be in an earlier line that belongs to no request. */
const isFailure = ({ status }: { readonly status: number }) => status >= 500;

const printExplanation = (
  requestId: string,
  { answers, found, before }: { readonly answers: Answers } & Pick<Search, 'found' | 'before'>,
) => {
  const others = othersIn(found);
  print(`Request ${visible(requestId)}`);
  for (const line of foreignInWords(foreignIn(found))) print(line);
  for (const answered of answers) for (const line of answerInWords(answered)) print(line);
  if (answers.length === 0) {
    print('The log has no line of its answer: it may have been dropped, or the process was killed.');
  }
  if (others.length > 0) print('The log also says:');
  for (const line of others) print(`  ${lineInWords(line)}`);
  if (before.length === 0) return;
  print('Shortly before it, the log has:');
  for (const line of before) print(`  ${lineInWords(line)}`);
};

export const explain: Tool = {
  usage,
  run: async argv => {
    const { values, positionals } = readArguments(argv, {
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [first = '', ...files] = positionals;
    const requestId = idIn(first);
    if (requestId === '') throw new UsageError('Which request? Give its id, the x-request-id of the answer.');
    if (files.length === 0 && process.stdin.isTTY) {
      throw new UsageError('Which log? Name its files, or send it to standard input.');
    }
    const search = await findLines(requestId, files);
    const { found } = search;
    if (found.length === 0) throw notFound(requestId, search);
    const answers = answersIn(found);
    const before = answers.some(isFailure) ? search.before : [];
    if (values.json) print(JSON.stringify({ requestId, answers, lines: found, before }));
    else printExplanation(requestId, { answers, found, before });
    return 0;
  },
};

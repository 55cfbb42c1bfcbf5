// Explains what happened to a request, from the log lines with its id.
import { visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import type { LogLine } from './log-lines.ts';
import { type Explanation, explanations } from './reasons.ts';

/** One answer. A request id may have several, because a client may reuse an id. */
export type Answered = {
  readonly time: string | undefined;
  readonly status: number;
  readonly reason: string | undefined;
  readonly operation: string | undefined;
  readonly method: string | undefined;
  readonly subscription: string | undefined;
  /** Of a client that was refused. */
  readonly address: string | undefined;
  readonly durationMs: number | undefined;
  readonly traceId: string | undefined;
  /** What the answer lacks, as in `x-left-out` (D29). */
  readonly leftOut: string | undefined;
} & Explanation;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const explanationOf: Readonly<Record<string, Explanation | undefined>> = Object.assign(
  Object.create(null),
  explanations,
);

/** The lowest status of refusals and failures. */
const refused = 400;

const explain = (status: number, reason: string | undefined): Explanation => {
  const explanation = reason === undefined ? undefined : explanationOf[reason];
  if (explanation !== undefined) return explanation;
  if (reason !== undefined) {
    const happened = `This version of the command does not know the reason "${visible(reason)}".`;
    return { happened, lookAt: 'Run the command from the version of the service that wrote the log.' };
  }
  if (status >= refused) {
    return { happened: 'The log does not say why.', lookAt: 'Which version of the service wrote it?' };
  }
  return {
    happened: 'The request was answered normally.',
    lookAt:
      'The lines below, if there are any. For a write, also the result in the access log: the EHR may have refused it.',
  };
};

/** Whether a line is the one written when the request was answered. */
const isAnswer = ({ status }: LogLine): boolean => typeof status === 'number';

export const answersIn = (lines: readonly LogLine[]): readonly Answered[] =>
  lines.filter(isAnswer).map(line => {
    const status = Number(line.status);
    const reason = textOf(line.reason);
    return {
      time: textOf(line.time),
      status,
      reason,
      operation: textOf(line.operation),
      method: textOf(line.method),
      subscription: textOf(line.subscription),
      address: textOf(line.address),
      durationMs: numberOf(line.durationMs),
      traceId: textOf(line.trace_id),
      leftOut: textOf(line.leftOut),
      ...explain(status, reason),
    };
  });

/** The other lines about the request. */
export const othersIn = (lines: readonly LogLine[]): readonly LogLine[] =>
  lines.filter(line => !isAnswer(line));

/** Members that every line has, or that are printed first. */
const usual = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'requestId', 'trace_id']);

const shown = (value: unknown): string =>
  visible(typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Formats a line for people. */
export const lineInWords = (line: LogLine): string => {
  const members = Object.entries(line)
    .filter(([name]) => !usual.has(name))
    .map(([name, value]) => `${visible(name)}: ${shown(value)}`);
  const { time = '', level, msg } = line;
  return [`${shown(time)} ${shown(level)}: ${shown(msg)}`, ...members].join(', ');
};

/** Records that were withheld because of whose they are (D17). */
type ForeignRecords = {
  /** Those that name another patient, or of which the adapter does not tell. */
  readonly others: number;
  /** Those that name nobody, or whose owner cannot be read: probably a fault of the region's setup. */
  readonly unclear: number;
};

/** How many records were withheld for a request because of whose they are. */
export const foreignIn = (lines: readonly LogLine[]): ForeignRecords => {
  const sum = { others: 0, unclear: 0 };
  for (const { reason, count, ownerFault = 'another' } of lines)
    if (reason === 'foreign') sum[ownerFault === 'another' ? 'others' : 'unclear'] += numberOf(count) ?? 1;
  return sum;
};

const withheldThem = (count: number): string => `The service withheld ${count === 1 ? 'it' : 'them'}.`;

/** Says first what matters most: the EHR sent records of other patients, or ones of which nobody can tell whose they are. */
export const foreignInWords = ({ others, unclear }: ForeignRecords): readonly string[] => [
  ...(others === 0
    ? []
    : [
        `SECURITY: the EHR sent ${counted(others, 'record')} of another patient. ${withheldThem(others)}`,
        '  Look at: the line "a foreign record was withheld" names the kind. Tell the supplier of the system and your data protection officer at once.',
      ]),
  ...(unclear === 0
    ? []
    : [
        `SECURITY: the EHR sent ${counted(unclear, 'record')} whose patient is not named or cannot be read. ${withheldThem(unclear)}`,
        '  Look at: owner of the kind in system.json of the tables; the line "a foreign record was withheld" names the kind. If owner is right, ask the supplier of the system.',
      ]),
];

/** What each word of `x-left-out` stands for (D29). */
const lacked: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  records: 'withheld, or of another patient',
  values: 'not readable, repeated, too long or withheld',
  sources: 'source systems that could not be asked',
  unmapped: 'values that the records have no member for: nobody lacks them',
});

/** `records=1, unmapped=80`, each with what it stands for. */
const leftOutInWords = (leftOut: string): readonly string[] => [
  '  The answer lacks (x-left-out):',
  ...leftOut.split(', ').map(part => {
    const meaning = lacked[part.split('=', 1)[0] ?? ''];
    return `    ${visible(part)}${meaning === undefined ? '' : ` (${meaning})`}`;
  }),
];

/** Formats the answer to a request for people. */
export const answerInWords = (answered: Answered): readonly string[] => {
  const { time, status, reason, method, operation, subscription, address, durationMs, traceId, leftOut } =
    answered;
  const facts = [
    method,
    operation === undefined ? undefined : `operation ${operation}`,
    subscription === undefined ? undefined : `subscription ${subscription}`,
    address === undefined ? undefined : `from ${address}`,
    durationMs === undefined ? undefined : `${durationMs} ms`,
    traceId === undefined ? undefined : `trace ${traceId}`,
  ].filter(fact => fact !== undefined);
  return [
    `${visible(time ?? 'At an unknown time')}: ${status}${reason === undefined ? '' : ` (${visible(reason)})`}`,
    ...(facts.length === 0 ? [] : [`  ${visible(facts.join(', '))}`]),
    `  What happened: ${answered.happened}`,
    ...(leftOut === undefined ? [] : leftOutInWords(leftOut)),
    `  Look at: ${answered.lookAt}`,
  ];
};

// What happened to a request, in words, from the lines of its id.
import { visible } from '../command.ts';
import type { LogLine } from './log-lines.ts';
import { type Explanation, explanations } from './reasons.ts';

/** One answer to a request: a client may use an id again. */
export type Answered = {
  readonly time: string | undefined;
  readonly status: number;
  readonly reason: string | undefined;
  readonly operation: string | undefined;
  readonly method: string | undefined;
  readonly subscription: string | undefined;
  readonly durationMs: number | undefined;
  readonly traceId: string | undefined;
} & Explanation;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const known: Readonly<Record<string, Explanation | undefined>> = Object.assign(
  Object.create(null),
  explanations,
);

/** Statuses of refusals and failures. */
const refused = 400;

const explain = (status: number, reason: string | undefined): Explanation => {
  const explanation = reason === undefined ? undefined : known[reason];
  if (explanation !== undefined) return explanation;
  if (reason !== undefined) {
    const happened = `The reason "${reason}" is not one that this version of the command knows.`;
    return { happened, lookAt: 'Run the command of the version that wrote the log.' };
  }
  if (status >= refused) {
    return { happened: 'The log does not say why.', lookAt: 'Which version of the service wrote it?' };
  }
  return { happened: 'Nothing was refused: it was answered.', lookAt: 'The lines below, if there are any.' };
};

/** Whether a line is the one that comes with the answer. */
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
      durationMs: numberOf(line.durationMs),
      traceId: textOf(line.trace_id),
      ...explain(status, reason),
    };
  });

/** What else the log says of the request. */
export const othersIn = (lines: readonly LogLine[]): readonly LogLine[] =>
  lines.filter(line => !isAnswer(line));

/** Members that stand in every line, or at its beginning. */
const usual = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'requestId', 'trace_id']);

const shown = (value: unknown): string =>
  visible(typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A line as people read it. */
export const lineInWords = (line: LogLine): string => {
  const members = Object.entries(line)
    .filter(([name]) => !usual.has(name))
    .map(([name, value]) => `${name}: ${shown(value)}`);
  const { time = '', level, msg } = line;
  return [`${shown(time)} ${shown(level)}: ${shown(msg)}`, ...members].join(', ');
};

/** The answer to a request as people read it. */
export const answerInWords = (answered: Answered): readonly string[] => {
  const { time, status, reason, method, operation, subscription, durationMs, traceId } = answered;
  const facts = [
    method,
    operation === undefined ? undefined : `operation ${operation}`,
    subscription === undefined ? undefined : `subscription ${subscription}`,
    durationMs === undefined ? undefined : `${durationMs} ms`,
    traceId === undefined ? undefined : `trace ${traceId}`,
  ].filter(fact => fact !== undefined);
  return [
    `${visible(time ?? 'At an unknown time')}: ${status}${reason === undefined ? '' : ` (${visible(reason)})`}`,
    ...(facts.length === 0 ? [] : [`  ${visible(facts.join(', '))}`]),
    `  What happened: ${answered.happened}`,
    `  Look at: ${answered.lookAt}`,
  ];
};

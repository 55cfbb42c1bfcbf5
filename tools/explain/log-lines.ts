// Finds the lines of one request in the service log: in plain or gzipped files, or on standard input.
import { errorCode } from '../../src/faults/error-code.ts';
import { linesIn, linesOf } from '../access-log/lines.ts';
import { Refusal, refusalBecause, visible } from '../command.ts';

export type LogLine = Readonly<Record<string, unknown>>;

export type Search = {
  /** In the order of the log. */
  readonly found: readonly LogLine[];
  /** Warnings shortly before the first line that belong to no request and may explain it, such as those about the issuer. */
  readonly before: readonly LogLine[];
  /** Number of lines read, and how many of them are lines of the service log. */
  readonly read: number;
  readonly ours: number;
};

/** Parses a log line; undefined for other text. Journals and containers may prefix lines. */
const parse = (text: string): LogLine | undefined => {
  const at = text.indexOf('{');
  if (at === -1) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(at));
    const isOurs = typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
    return isOurs ? (value as LogLine) : undefined;
  } catch {
    return undefined;
  }
};

/** Describes why a file could not be read. */
const troubleWith = (path: string, error: unknown): Refusal => {
  const name = visible(path);
  if (errorCode(error) === 'ENOENT') return new Refusal(`There is no file ${name}.`);
  return refusalBecause(`${name} cannot be read`, error);
};

/** The most warnings to keep: only the lines of the request, which come later, show which systems they must concern. */
const maxCandidates = 100;
/** The most warnings to show, and how long before the request, in milliseconds, they may have been written. */
const maxWarnings = 3;
const maxAgeMs = 600_000;

/** How the place of a warning about a system's certificates begins (`where`). */
const certificatesOf = (system: unknown): string => `REGION_FILE /systems/${system}/tls/`;

/**
 * Whether a line is a warning that may explain a later failure. Those about the configuration, which have a `where`, are
 * logged at every start, and explain none; except those about certificates, which a system may refuse.
 */
const isWarning = ({ level, requestId, where }: LogLine): boolean =>
  requestId === undefined &&
  (level === 'warn' || level === 'error') &&
  (where === undefined || /^REGION_FILE \/systems\/.*\/tls\//.test(String(where)));

/** Whether a warning has to do with a request: one about certificates only if a line of the request names their system. */
const concerns = ({ where }: LogLine, found: readonly LogLine[]): boolean =>
  where === undefined || found.some(({ system }) => String(where).startsWith(certificatesOf(system)));

const isShortlyBefore = (warning: LogLine, line: LogLine): boolean =>
  Date.parse(String(line.time)) - Date.parse(String(warning.time)) <= maxAgeMs;

const linesFrom = async function* (paths: readonly string[]) {
  if (paths.length === 0) yield* linesIn(process.stdin.setEncoding('utf8') as AsyncIterable<string>);
  for (const path of paths) {
    try {
      yield* linesOf(path);
    } catch (error) {
      throw troubleWith(path, error);
    }
  }
};

/**
 * Reads all input to its end, since the lines of a request may span two files.
 * @param paths files in the order to read them; empty for standard input.
 */
export const findLines = async (requestId: string, paths: readonly string[]): Promise<Search> => {
  const wanted = requestId.toLowerCase();
  const found: LogLine[] = [];
  let warnings: LogLine[] = [];
  let before: readonly LogLine[] = [];
  let [read, ours] = [0, 0];
  for await (const { text = '' } of linesFrom(paths)) {
    read++;
    const line = parse(text);
    if (line === undefined) continue;
    ours++;
    if (isWarning(line)) warnings = [...warnings, line].slice(-maxCandidates);
    if (String(line.requestId ?? '').toLowerCase() !== wanted) continue;
    if (found.length === 0) before = warnings.filter(warning => isShortlyBefore(warning, line));
    found.push(line);
  }
  const related = before.filter(warning => concerns(warning, found)).slice(-maxWarnings);
  return { found, before: related, read, ours };
};

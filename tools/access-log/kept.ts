// What a regular run of verify keeps: the heads of the chains, and when it last found the log in order, for Prometheus (D23).
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { refusalBecause, visible } from '../command.ts';
import type { Tip } from './walked.ts';

/**
 * Replaces a file as a whole: nobody reads half of it.
 * @param mode its permissions, whatever the process's umask is.
 */
const replaceFile = (file: string, text: string, mode: number): void => {
  try {
    writeFileSync(`${file}.new`, text, { mode });
    chmodSync(`${file}.new`, mode);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw refusalBecause(`${visible(file)} cannot be written`, error);
  }
};

const readIfThere = (file: string): string => {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    throw refusalBecause(`${visible(file)} cannot be read`, error);
  }
};

export const headLine = ({ hash, where }: Tip): string => `${hash}  ${where}`;

/** Adds the heads that a file of heads lacks. */
export const keepHeads = (file: string, tips: readonly Tip[]): void => {
  const kept = readIfThere(file);
  const known = new Set(kept.split('\n').map(line => line.split(' ', 1)[0]));
  const added = tips.filter(({ hash }) => !known.has(hash)).map(tip => `${headLine(tip)}\n`);
  replaceFile(file, `${kept}${added.join('')}`, 0o600);
};

/** Up to where runs found the log in order, in the form of `--after`, and the month of the last one that read the whole. */
export type KeptReach = { readonly upTo: string | undefined; readonly whole: string | undefined };

export const readReach = (file: string): KeptReach => {
  const [, upTo, whole] = /^(\S+) (\d{4}-\d\d)$/m.exec(readIfThere(file)) ?? [];
  return { upTo, whole };
};

export const keepReach = (file: string, { upTo, whole }: KeptReach): void => {
  if (upTo !== undefined && whole !== undefined) replaceFile(file, `${upTo} ${whole}\n`, 0o600);
};

const verifiedMetric = 'pdas_access_log_verified_timestamp_seconds';

/**
 * Writes metrics for the textfile collector of node_exporter: the exit status of the run, and when the last one found no break.
 * @param seconds now, since the epoch.
 */
export const writeMetrics = (
  file: string,
  { status, isInOrder, seconds }: { status: number; isInOrder: boolean; seconds: number },
): void => {
  const before = new RegExp(`^${verifiedMetric} (\\d+)$`, 'm').exec(readIfThere(file))?.[1];
  const verified = isInOrder ? String(seconds) : before;
  const metrics = [
    ['pdas_access_log_verify_exit_status', 'The exit status of the last run of verify.', String(status)],
    [verifiedMetric, 'When verify last found no break in the access log.', verified],
  ] as const;
  const lines = metrics.flatMap(([name, help, value]) =>
    value === undefined ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`],
  );
  // The collector runs as another user.
  replaceFile(file, `${lines.join('\n')}\n`, 0o644);
};

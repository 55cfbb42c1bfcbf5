// Parses periods on the command line, in UTC or in the region's local time.
import { parseIntervalEnd } from '../../src/domain/model/interval.ts';
import { UsageError } from '../command.ts';

/**
 * The instant of a time as it is written, YYYY-MM-DDThh:mm:ss, in milliseconds since the epoch.
 * @param isEnd whether it ends a period: of a local time that occurs twice, the later instant counts then.
 */
export type InstantOf = (moment: string, isEnd: boolean) => number;

const inUtc: InstantOf = moment => Date.parse(`${moment}Z`);

/**
 * Parses YYYY-MM-DDThh:mm:ss, or a day written as YYYY-MM-DD; undefined if not given.
 * @param ofDay the time to use for a day without a time.
 */
const momentOf = (
  name: string,
  written: string | undefined,
  { ofDay, isEnd, instantOf }: { ofDay: string; isEnd: boolean; instantOf: InstantOf },
): Date | undefined => {
  if (written === undefined) return undefined;
  const moment = /^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T${ofDay}` : written;
  if (parseIntervalEnd(moment) === undefined)
    throw new UsageError(`--${name}: YYYY-MM-DD or YYYY-MM-DDThh:mm:ss, such as 2026-01-15T08:30:00.`);
  return new Date(instantOf(moment, isEnd));
};

/** `from` is inclusive, `before` exclusive. */
export type Period = { readonly from: Date | undefined; readonly before: Date | undefined };

/** Whether a moment, in ISO 8601, is in a period. */
export const isWithin = ({ from, before }: Partial<Period>, moment: string): boolean => {
  const at = new Date(moment);
  return (from === undefined || at >= from) && (before === undefined || at < before);
};

/** The period of `--from` and `--to`, both inclusive; the last second is included whole. */
export const periodOf = (
  from: string | undefined,
  to: string | undefined,
  instantOf: InstantOf = inUtc,
): Period => {
  const begin = momentOf('from', from, { ofDay: '00:00:00', isEnd: false, instantOf });
  const last = momentOf('to', to, { ofDay: '23:59:59', isEnd: true, instantOf });
  if (begin !== undefined && last !== undefined && begin > last)
    throw new UsageError('--from is after --to.');
  return { from: begin, before: last && new Date(last.getTime() + 1000) };
};

/** The period of a month written as YYYY-MM. */
export const monthPeriod = (written: string): { readonly from: Date; readonly before: Date } => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(written) ?? [];
  if (year === undefined || month === undefined) throw new UsageError('--export: YYYY-MM, such as 2026-01.');
  return {
    from: new Date(Date.UTC(Number(year), Number(month) - 1)),
    before: new Date(Date.UTC(Number(year), Number(month))),
  };
};

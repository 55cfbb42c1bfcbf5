// Local times in all forms that the legacy interface allows (extracts.md, "Times on the wire").
import { Temporal } from 'temporal-polyfill';
import type { Variation } from './variation.ts';

const zone = 'Europe/Stockholm';

const two = (number: number) => String(number).padStart(2, '0');

const parts = (compact: string) => ({
  date: `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)}`,
  minutes: `${compact.slice(8, 10)}:${compact.slice(10, 12)}`,
  seconds: compact.slice(12, 14),
});

const plainOf = (compact: string) => {
  const { date, minutes, seconds } = parts(compact);
  return Temporal.PlainDateTime.from(`${date}T${minutes}:${seconds}`);
};

const compactOf = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime) =>
  `${String(year).padStart(4, '0')}${[month, day, hour, minute, second].map(two).join('')}`;

/** The same instant with another offset; undefined for a local time that does not exist. */
const elsewhere = (compact: string, minutes: number): string | undefined => {
  const zoned = plainOf(compact).toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (compactOf(zoned.toPlainDateTime()) !== compact) return undefined;
  const other = zoned.toInstant().toZonedDateTimeISO('UTC').toPlainDateTime().add({ minutes });
  return other.year < 1 || other.year > 9999 ? undefined : compactOf(other);
};

const offsetText = (minutes: number, variation: Variation): string => {
  if (minutes === 0) return variation.pick('Z', '+00:00', '+0000');
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [two(Math.floor(Math.abs(minutes) / 60)), two(Math.abs(minutes) % 60)];
  return `${sign}${hours}${variation.pick(':', '')}${rest}`;
};

const iso = (compact: string, variation: Variation): string => {
  const { date, minutes, seconds } = parts(compact);
  const fraction = variation.pick('', '.5', '.123456');
  const shortened = seconds === '00' ? variation.pick(`:${seconds}`, '') : `:${seconds}`;
  return `${date}T${minutes}${shortened === '' ? '' : shortened + fraction}`;
};

const withOffset = (compact: string, variation: Variation): string => {
  const minutes = variation.pick(0, 60, 120, -300, 330, 840, -720);
  const other = elsewhere(compact, minutes);
  if (other === undefined) return compact;
  const offset = offsetText(minutes, variation);
  return variation.pick(`${other}${offset}`, `${other}.999${offset}`, `${iso(other, variation)}${offset}`);
};

/** One of the forms of a local time of 14 digits. */
export const timeForm = (compact: string, variation: Variation): string => {
  const forms = [
    compact,
    `${compact}.25`,
    iso(compact, variation),
    withOffset(compact, variation),
    ...(compact.endsWith('00') ? [compact.slice(0, 12)] : []),
    ...(compact.endsWith('000000') ? [compact.slice(0, 8), parts(compact).date] : []),
  ];
  return variation.pick(compact, ...forms);
};

/** One of the forms of a date of 8 digits. */
export const dateForm = (date: string, variation: Variation): string => {
  const compact = `${date}${variation.pick('000000', '083000', '235959')}`;
  return variation.pick(date, parts(compact).date, compact, compact.slice(0, 12), iso(compact, variation));
};

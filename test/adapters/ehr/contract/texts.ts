// The texts of records that adapters make of random answers.
import { compactTimestamp } from '../../../../src/domain/model/timestamp.ts';

const isTimeName = /(DateTime|Date|(?<!Named)Time|time_created|timeCreated)$/;

/** The texts of members with times: `{ value }` under the name of a time, or a text with the name of a time. */
export const timesIn = (value: unknown, name = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap(item => timesIn(item, name));
  if (typeof value === 'string') return isTimeName.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) =>
    timesIn(inner, member === 'value' ? name : member),
  );
};

export const isTime = (text: string): boolean =>
  compactTimestamp(text) !== undefined ||
  (text.length === 8 && compactTimestamp(`${text}000000`) !== undefined);

/** The words that are written into random answers. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/word\d+/g));

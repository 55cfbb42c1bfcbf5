// The times of a day that have names, in Swedish: HL7's code system EventTiming, the national codes, and Swedish words.
import { isClockTime } from '../../../../domain/model/timestamp.ts';

export type TimeOfDay = {
  /** `08:00`, `på morgonen`. */
  readonly name: string;
  /** A time by the clock, a name of this list, or other words of the source. */
  readonly kind: 'clock' | 'named' | 'words';
  /** Whether it comes once a day. Meals do not: nobody knows how many there are. */
  readonly isDaily: boolean;
};

type NamedTime = {
  readonly words: string;
  readonly isDaily: boolean;
  /** The words after `30 minuter`; undefined for a part of the day, from which nobody can count minutes. */
  readonly afterMinutes?: string;
};

const partOfDay = (words: string): NamedTime => ({ words, isDaily: true });

const meal = (name: string, relation: 'vid' | 'före' | 'efter'): NamedTime => ({
  words: `${relation} ${name}`,
  // R4 counts the minutes from the end of an event that is named without before or after.
  afterMinutes: `${relation === 'före' ? 'före' : 'efter'} ${name}`,
  isDaily: name !== 'måltid',
});

const morning = partOfDay('på morgonen');
const forenoon = partOfDay('på förmiddagen');
const noon = partOfDay('mitt på dagen');
const afternoon = partOfDay('på eftermiddagen');
const evening = partOfDay('på kvällen');
const night = partOfDay('till natten');
const bedtime = { ...partOfDay('vid sänggåendet'), afterMinutes: 'före sänggåendet' };

const meals = (
  [
    ['', 'måltid'],
    ['M', 'frukost'],
    ['D', 'lunch'],
    ['V', 'kvällsmaten'],
  ] as const
).flatMap(([code, name]): [string, NamedTime][] => [
  [`C${code}`, meal(name, 'vid')],
  [`AC${code}`, meal(name, 'före')],
  [`PC${code}`, meal(name, 'efter')],
]);

const eventTimings: ReadonlyMap<string, NamedTime> = new Map([
  ['MORN', morning],
  ['MORN.early', partOfDay('tidigt på morgonen')],
  ['MORN.late', partOfDay('sent på morgonen')],
  ['NOON', noon],
  ['AFT', afternoon],
  ['AFT.early', partOfDay('tidigt på eftermiddagen')],
  ['AFT.late', partOfDay('sent på eftermiddagen')],
  ['EVE', evening],
  ['EVE.early', partOfDay('tidigt på kvällen')],
  ['EVE.late', partOfDay('sent på kvällen')],
  ['NIGHT', night],
  ['HS', bedtime],
  ['PHS', { ...partOfDay('efter insomnandet'), afterMinutes: 'efter insomnandet' }],
  ['WAKE', { ...partOfDay('vid uppvaknandet'), afterMinutes: 'efter uppvaknandet' }],
  ...meals,
]);

/** National codes and Swedish words, in small letters; the words of the names themselves too. */
const nationalTimes: ReadonlyMap<string, NamedTime> = new Map([
  ['morning', morning],
  ['morgon', morning],
  ['forenoon', forenoon],
  ['förmiddag', forenoon],
  ['noon', noon],
  ['middag', noon],
  ['lunch', meal('lunch', 'vid')],
  ['afternoon', afternoon],
  ['eftermiddag', afternoon],
  ['evening', evening],
  ['kväll', evening],
  ['bedtime', bedtime],
  ['night', night],
  ['natt', night],
  ...[forenoon, ...eventTimings.values()].map((time): [string, NamedTime] => [time.words, time]),
]);

/**
 * A time by HL7's code: `på morgonen`, `30 minuter före måltid`; undefined for an unknown code, and for minutes from a part of the
 * day.
 * @param offset minutes, `0` for none.
 */
export const eventTiming = (code: string, offset?: string): TimeOfDay | undefined => {
  const time = eventTimings.get(code);
  if (time === undefined) return undefined;
  const { words, afterMinutes, isDaily } = time;
  if (offset === undefined || Number(offset) === 0) return { name: words, kind: 'named', isDaily };
  const minutes = `${offset} ${Number(offset) === 1 ? 'minut' : 'minuter'}`;
  return afterMinutes === undefined
    ? undefined
    : { name: `${minutes} ${afterMinutes}`, kind: 'named', isDaily };
};

const clockTime = /^(\d\d?)[:.]?(\d\d)(?:[:.]?(\d\d))?$/;

/** A time of day by a national code, by the clock or in words; undefined for an unknown code. A text in small letters is words. */
export const timeOfDay = (written: string): TimeOfDay | undefined => {
  const time = written.trim();
  const named = nationalTimes.get(time.toLowerCase());
  if (named !== undefined) return { name: named.words, kind: 'named', isDaily: named.isDaily };
  const [isClock, hour = '', minute = '', second = '00'] = clockTime.exec(time) ?? [];
  if (isClock === undefined) {
    const isText = /\p{Ll}/u.test(time) && !time.includes('_');
    return isText ? { name: time, kind: 'words', isDaily: true } : undefined;
  }
  if (!isClockTime(Number(hour), Number(minute), Number(second))) return undefined;
  const name = [hour.padStart(2, '0'), minute, ...(second === '00' ? [] : [second])].join(':');
  return { name, kind: 'clock', isDaily: true };
};

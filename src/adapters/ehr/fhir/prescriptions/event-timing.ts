// The named times of a Timing (R4, code system EventTiming), in Swedish.
type EventTiming = {
  readonly words: string;
  /** The words after `30 minuter`; undefined for a part of the day, from which nobody can count minutes. */
  readonly afterMinutes?: string;
  /** How often a day it comes. Undefined for meals, which are not counted. */
  readonly timesPerDay?: 1;
};

const partOfDay = (words: string): EventTiming => ({ words, timesPerDay: 1 });
const meal = (name: string, relation: 'vid' | 'före' | 'efter'): EventTiming => ({
  words: `${relation} ${name}`,
  // R4 counts the minutes from the end of an event that is named without before or after.
  afterMinutes: `${relation === 'före' ? 'före' : 'efter'} ${name}`,
  ...(name === 'måltid' ? {} : { timesPerDay: 1 }),
});

const eventTimings: ReadonlyMap<string, EventTiming> = new Map<string, EventTiming>([
  ['MORN', partOfDay('på morgonen')],
  ['MORN.early', partOfDay('tidigt på morgonen')],
  ['MORN.late', partOfDay('sent på morgonen')],
  ['NOON', partOfDay('mitt på dagen')],
  ['AFT', partOfDay('på eftermiddagen')],
  ['AFT.early', partOfDay('tidigt på eftermiddagen')],
  ['AFT.late', partOfDay('sent på eftermiddagen')],
  ['EVE', partOfDay('på kvällen')],
  ['EVE.early', partOfDay('tidigt på kvällen')],
  ['EVE.late', partOfDay('sent på kvällen')],
  ['NIGHT', partOfDay('på natten')],
  ['HS', { words: 'vid sänggåendet', afterMinutes: 'före sänggåendet', timesPerDay: 1 }],
  ['PHS', { words: 'efter insomnandet', afterMinutes: 'efter insomnandet', timesPerDay: 1 }],
  ['WAKE', { words: 'vid uppvaknandet', afterMinutes: 'efter uppvaknandet', timesPerDay: 1 }],
  ...(
    [
      ['', 'måltid'],
      ['M', 'frukost'],
      ['D', 'lunch'],
      ['V', 'kvällsmaten'],
    ] as const
  ).flatMap(([code, name]): [string, EventTiming][] => [
    [`C${code}`, meal(name, 'vid')],
    [`AC${code}`, meal(name, 'före')],
    [`PC${code}`, meal(name, 'efter')],
  ]),
]);

/**
 * A named time in words: `före måltid`, `30 minuter före måltid`; undefined for an unknown code, and for minutes from a part of the
 * day.
 * @param offset minutes, `0` for none.
 */
export const eventTimingText = (code: string, offset: string | undefined): string | undefined => {
  const timing = eventTimings.get(code);
  if (offset === undefined || Number(offset) === 0) return timing?.words;
  return timing?.afterMinutes === undefined
    ? undefined
    : `${offset} ${Number(offset) === 1 ? 'minut' : 'minuter'} ${timing.afterMinutes}`;
};

/** How many times a day the named times come; undefined if one of them is a meal, of which there are several a day. */
export const timesPerDayOf = (codes: readonly string[]): number | undefined =>
  codes.every(code => eventTimings.get(code)?.timesPerDay === 1) ? codes.length : undefined;

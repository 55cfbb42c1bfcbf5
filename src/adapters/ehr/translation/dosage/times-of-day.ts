// The times of a day, in Swedish: by the clock, by HL7's code system EventTiming, by the national codes, and by Swedish words.
import { isClockTime } from '../../../../domain/model/timestamp.ts';

export type TimeOfDay = {
  /** `08:00`, `på morgonen`. */
  readonly name: string;
  /** By the clock, by a name that comes once a day, or at meals in general: nobody knows how many there are. */
  readonly kind: 'clock' | 'named' | 'meal';
};

const named = (name: string): TimeOfDay => ({ name, kind: 'named' });

const meals = Object.entries({ '': 'måltid', M: 'frukost', D: 'lunch', V: 'kvällsmaten' }).flatMap(
  ([code, name]): [string, TimeOfDay][] => {
    const kind = code === '' ? 'meal' : 'named';
    return [
      [`C${code}`, { name: `vid ${name}`, kind }],
      [`AC${code}`, { name: `före ${name}`, kind }],
      [`PC${code}`, { name: `efter ${name}`, kind }],
    ];
  },
);

const eventTimings: ReadonlyMap<string, TimeOfDay> = new Map([
  ['MORN', named('på morgonen')],
  ['MORN.early', named('tidigt på morgonen')],
  ['MORN.late', named('sent på morgonen')],
  ['NOON', named('mitt på dagen')],
  ['AFT', named('på eftermiddagen')],
  ['AFT.early', named('tidigt på eftermiddagen')],
  ['AFT.late', named('sent på eftermiddagen')],
  ['EVE', named('på kvällen')],
  ['EVE.early', named('tidigt på kvällen')],
  ['EVE.late', named('sent på kvällen')],
  ['NIGHT', named('till natten')],
  ['HS', named('vid sänggåendet')],
  ['PHS', named('efter insomnandet')],
  ['WAKE', named('vid uppvaknandet')],
  ...meals,
]);

/** A time by HL7's code: `på morgonen`, `före måltid`; undefined for an unknown code. */
export const eventTiming = (code: string): TimeOfDay | undefined => eventTimings.get(code);

/** National codes and Swedish words, in small letters, and the names themselves. */
const nationalTimes: ReadonlyMap<string, TimeOfDay> = new Map(
  Object.entries({
    'på morgonen': 'morning morgon',
    'på förmiddagen': 'forenoon förmiddag',
    'mitt på dagen': 'noon middag',
    'vid lunch': 'lunch',
    'på eftermiddagen': 'afternoon eftermiddag',
    'på kvällen': 'evening kväll',
    'vid sänggåendet': 'bedtime',
    'till natten': 'night natt',
  })
    .flatMap(([name, codes]) => [name, ...codes.split(' ')].map(code => [code, named(name)] as const))
    .concat([...eventTimings.values()].map(time => [time.name, time] as const)),
);

const clockTime = /^(\d\d?)[:.]?(\d\d)(?:[:.]?(\d\d))?$/;

/** A time of day by a national code, by the clock or in words of the list; undefined for anything else. */
export const timeOfDay = (written: string): TimeOfDay | undefined => {
  const time = written.trim();
  const [isClock, hour = '', minute = '', second = '00'] = clockTime.exec(time) ?? [];
  if (isClock === undefined) return nationalTimes.get(time.toLowerCase());
  if (!isClockTime(Number(hour), Number(minute), Number(second))) return undefined;
  const name = [hour.padStart(2, '0'), minute, ...(second === '00' ? [] : [second])].join(':');
  return { name, kind: 'clock' };
};

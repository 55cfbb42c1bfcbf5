// Pseudo-random numbers, choices and sentences from a seed. The same seed gives the same data on every machine.
import { seededNumbers } from '../../sandbox/extracts/xml/variation.ts';

const words = (
  'kommer enligt plan mår efter omständigheterna väl inga nya besvär sedan förra besöket trötthet senaste veckorna ' +
  'sover oroligt om nätterna hjärta regelbunden rytm blåsljud lungor rena andningsljud buken mjuk oöm resistenser råd ' +
  'egenvård åter vid försämring annars kontroll tre månader medicinlistan gås igenom ändringar i dag provtagning svar ' +
  'per brev inom två veckor patienten uppger att smärtan minskat fortsatt behandling planeras remiss skickas till ' +
  'ögonmottagningen blodtryck något förhöjt följs upp av distriktssköterska sår på underbenet läker utan tecken infektion'
).split(' ');

export type Seeded = {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  /** One of the items. */
  one<T>(items: readonly T[]): T;
  /** Sentences with this many words, sometimes with a character that XML must escape. */
  prose(count: number): string;
  /** A time between 2005 and 2025, as 14 digits. */
  time(): string;
};

/** A number of two digits. */
export const two = (number: number) => String(number).padStart(2, '0');

export const seeded = (seed: number): Seeded => {
  const next = seededNumbers(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const one = <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as T;
  const chance = (share: number) => next() < share;
  const sentence = () => {
    const [first = '', ...rest] = Array.from({ length: between(5, 12) }, () => one(words));
    const joined = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
    return chance(0.05) ? `${joined} & puls < ${between(60, 99)}.` : `${joined}.`;
  };
  return {
    between,
    chance,
    one,
    prose: count => {
      let text = sentence();
      while (text.split(' ').length < count) text += chance(0.1) ? `\n${sentence()}` : ` ${sentence()}`;
      return text;
    },
    time: () =>
      `${between(2005, 2025)}${two(between(1, 12))}${two(between(1, 28))}${two(between(7, 17))}${two(between(0, 59))}00`,
  };
};

// The model of a dosage: what a protocol says of a dose, as far as the list of doses can say it (list.ts). Each protocol has readers
// that fill it in. What does not fit in here is not said (D38, one dosage in every region).
import type { Noun } from './digits.ts';
import type { NumberRange, Period, TimeUnit } from './time-units.ts';
import type { TimeOfDay } from './times-of-day.ts';

/** How much: from one amount to another, at most one (without `low`), or exactly one, if both are equal. */
export type Dose = { readonly low?: string | undefined; readonly high: string; readonly unit: Noun };

/** What is taken at a time of the day, or at a time that nobody said. */
export type Portion = { readonly dose?: Dose | undefined; readonly time?: TimeOfDay | undefined };

/** How often. Nothing is made up: what a source does not say is absent. */
export type Timing = {
  /** How many times in a period. */
  readonly times?: NumberRange | undefined;
  readonly period?: Period | undefined;
  /** Days of the week, in Swedish and in the plural. */
  readonly weekdays?: readonly string[] | undefined;
  /** Days (8 digits) or moments (14). */
  readonly dates?: readonly string[] | undefined;
  /** How many times in all. */
  readonly count?: number | undefined;
};

/** How much and how often; `condition` if it depends on one of its own: `vid smärta`. */
export type Intake = {
  readonly portions: readonly Portion[];
  readonly timing: Timing;
  readonly condition?: string | undefined;
};

/** The most that may be taken, in a day, in some hours or on one occasion. */
export type DoseLimit = {
  readonly most: string;
  readonly unit: Noun;
  readonly per: { readonly number: number; readonly unit: TimeUnit } | 'occasion';
};

/** The period of a limit that can be said: a day, or whole hours. */
export const limitPeriod = (number: number, unit: TimeUnit | undefined): DoseLimit['per'] | undefined => {
  const isSayable = unit === 'DAY' ? number === 1 : unit === 'HOUR' && Number.isInteger(number);
  return unit !== undefined && isSayable && number > 0 ? { number, unit } : undefined;
};

/** When a dosage begins and ends: days (8 digits) or moments (14), or how long it lasts. */
export type Bounds = {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** `isMaximum` if it may be shorter. */
  readonly length?:
    | (NumberRange & { readonly unit: Exclude<TimeUnit, 'SECOND' | 'MINUTE'>; readonly isMaximum: boolean })
    | undefined;
};

/** A length that can be said: in whole units from hours. `NaN` is a number that cannot be read. */
export const sayableLength = ({
  unit,
  ...length
}: NumberRange & { readonly unit: TimeUnit | undefined; readonly isMaximum: boolean }): Bounds['length'] => {
  const isWhole = [length.low, length.high].every(Number.isInteger) && length.low <= length.high;
  return isWhole && unit !== undefined && unit !== 'MINUTE' && unit !== 'SECOND'
    ? { ...length, unit }
    : undefined;
};

/** What one sentence says. */
export type Regimen = Intake & Bounds & { readonly limit?: DoseLimit | undefined };

/** Something that a source may say: absent, as it was read, or sent and not to be said. */
export type Sayable<T> = T | 'unsaid' | undefined;

/** What a patient can be shown of a dosage. */
export type Dosage = {
  /** The position among the dosages of the prescription. */
  readonly order?: number | undefined;
  /** The prescriber's words. The first that tells the dose stands alone, behind the others. */
  readonly words: readonly (string | undefined)[];
  /** More words of the prescriber, which have a member of their own: a line of the dosage only if they tell the dose. */
  readonly elsewhere?: string | undefined;
  /** Lines that are not ours: instructions beside the dose, and route, site and method where the dosages differ in them. */
  readonly lines: readonly string[];
  readonly shortText?: string | undefined;
  readonly asNeeded?: boolean | undefined;
  /** Whether the whole dosage depends on a condition, and its words; they are undefined if they cannot be read. */
  readonly conditional?: { readonly text: string | undefined } | undefined;
  /** What was sent of how much and how often, each a sentence: none, or `unsaid` if the list has no place for it. */
  readonly intakes: readonly Intake[] | 'unsaid';
  readonly condition: Sayable<string>;
  readonly limit: Sayable<DoseLimit>;
  readonly bounds: Bounds;
  /** Whether something of when it begins and ends was sent and cannot be said. */
  readonly isBoundLost: boolean;
  /** Whether something is lost without which not even the prescriber's words may stand alone. */
  readonly isLost?: boolean | undefined;
};

/** The most dosages of a prescription: of more, which are read in one turn (D32, what a document may hold), none is shown. */
export const maxDosages = 250;

/** The most times and dates that are read of a dosage (D32). */
export const maxOccasions = 1000;

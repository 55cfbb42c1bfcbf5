// The model of a dosage: what a protocol says of a dose, whatever its form. Each protocol has readers that fill it in; sentence.ts
// and ix3-dosage.ts say it to the patient (D38, one dosage in every region).
import type { DigitSpan } from './digits.ts';
import type { Noun, Period } from './time-units.ts';
import type { TimeOfDay } from './times-of-day.ts';

export type Comparator = '<' | '<=' | '>=' | '>';

/** An amount. `unit` is undefined only where the source has none, such as UCUM's `1`. */
export type Amount = {
  readonly digits: string;
  readonly unit: Noun | undefined;
  readonly comparator?: Comparator | undefined;
};

/** From one amount to another, or exactly one, if both are equal. A lower end alone means at least, an upper one at most. */
export type AmountRange = { readonly low?: Amount | undefined; readonly high?: Amount | undefined };

/** When and how often. Nothing is made up: what a source does not say is undefined. */
export type Timing = {
  /** How many times in a period. */
  readonly times?: DigitSpan | undefined;
  readonly period?: Period | undefined;
  /** On which days of the period, from 1. */
  readonly days?: readonly number[] | undefined;
  /** Days of the week, in Swedish. */
  readonly weekdays?: readonly string[] | undefined;
  readonly timesOfDay?: readonly TimeOfDay[] | undefined;
  /** Points in time, 14 digits each. */
  readonly dates?: readonly string[] | undefined;
  /** How many times in all. */
  readonly count?: DigitSpan | undefined;
  /** How long each time takes. */
  readonly duration?: Period | undefined;
};

/** What is taken or given, and when. */
export type Intake = {
  readonly kind: 'intake';
  readonly dose?: AmountRange | undefined;
  /** The rate of an infusion. */
  readonly rate?: AmountRange | undefined;
  readonly timing: Timing;
};

/** A dose that changes step by step. */
export type Ramp = {
  readonly kind: 'ramp';
  readonly step: Amount;
  /** False if the source does not say whether the dose is reduced or raised. */
  readonly isReduction: boolean;
  readonly every: Period;
  readonly from: readonly DosePart[];
  readonly to: readonly DosePart[];
};

/** Words of the prescriber in place of a dose. */
export type FreeText = { readonly kind: 'text'; readonly text: string };

/** The most that may be taken: an amount, a number of times, or both. */
export type DoseLimit = {
  readonly kind: 'limit';
  readonly most?: AmountRange | undefined;
  readonly times?: DigitSpan | undefined;
  readonly per: Period | 'occasion' | 'lifetime';
};

export type DosePart = (Intake | Ramp | FreeText) & {
  /** The condition of this part alone. */
  readonly condition?: string | undefined;
};

/** How long a dosage lasts. */
export type Length = {
  readonly range: { readonly low?: TimeAmount | undefined; readonly high?: TimeAmount | undefined };
  readonly isMaximum: boolean;
};

/** An amount of time. `type` is the published name of its unit; some have none. */
export type TimeAmount = Amount & { readonly type: string | undefined };

/** What a dosage says of how much, when, how long and up to which limit. */
export type Regimen = {
  readonly parts: readonly DosePart[];
  readonly limits: readonly (DoseLimit | DosePart)[];
  /** The first and the last moment, 14 digits each. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly length?: Length | undefined;
};

export type Dosage = {
  /** The position among the dosages of the prescription. */
  readonly order?: number | undefined;
  /** The words of the prescriber, before and after the sentence about the dose. */
  readonly texts: readonly (string | undefined)[];
  readonly laterTexts?: readonly (string | undefined)[];
  readonly shortText?: string | undefined;
  /** Route, site and method, if they differ between the dosages of the prescription. */
  readonly ways?: readonly string[];
  readonly asNeeded?: boolean | undefined;
  /** The condition of the whole dosage. Its text is undefined if there is a condition that cannot be read. */
  readonly condition?: { readonly text: string | undefined } | undefined;
  /** Undefined if any part of it cannot be read: what is left would be another dosage. */
  readonly regimen: Regimen | undefined;
};

/** The most doses and times of one dosage that a patient is shown. More cannot be read (D32, what a document may hold). */
export const maxOccasions = 1000;

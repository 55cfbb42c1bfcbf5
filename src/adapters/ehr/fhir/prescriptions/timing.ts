// Reads when a medicine is taken: the timing of a Dosage.
import type * as R4 from 'fhir/r4.js';
import { isClockTime } from '../../../../domain/model/timestamp.ts';
import { definedItems } from '../../translation/values.ts';
import { child, countLoss, type Element, type With } from '../elements/element.ts';
import { digits, text, texts } from '../elements/primitives.ts';
import { knownQuantity, type Quantity } from '../elements/quantities.ts';
import { readPart } from '../elements/tally.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dose, rangeIn } from './dose.ts';

/** When the dosage begins and ends, or how long it lasts. */
export type Bounds = {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly duration: Quantity | undefined;
  readonly range: Dose | undefined;
};

export type Repeat = {
  readonly element: Element<R4.TimingRepeat>;
  /** False if a part of the frequency or the period was sent and is unreadable: the others alone would say something else. */
  readonly isFrequencyKnown: boolean;
  readonly frequency: string | undefined;
  readonly frequencyMax: string | undefined;
  readonly period: string | undefined;
  readonly periodMax: string | undefined;
  readonly periodUnit: string | undefined;
  readonly count: string | undefined;
  readonly countMax: string | undefined;
  readonly duration: string | undefined;
  readonly durationMax: string | undefined;
  readonly durationUnit: string | undefined;
  readonly offset: string | undefined;
  readonly dayOfWeek: readonly string[];
  /** `hh:mm`. */
  readonly timeOfDay: readonly string[];
  readonly when: readonly string[];
};

type RepeatMember = Exclude<keyof Repeat, 'element' | 'isFrequencyKnown'>;

const repeatMembers: readonly RepeatMember[] = [
  'frequency',
  'frequencyMax',
  'period',
  'periodMax',
  'periodUnit',
  'count',
  'countMax',
  'duration',
  'durationMax',
  'durationUnit',
  'offset',
  'dayOfWeek',
  'timeOfDay',
  'when',
];

/** Whether a repeat has no values except those of some members. */
export const hasOnly = (repeat: Repeat | undefined, ...allowed: readonly RepeatMember[]): boolean =>
  repeat === undefined ||
  repeatMembers.every(
    member => repeat[member] === undefined || repeat[member].length === 0 || allowed.includes(member),
  );

const clockTime = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;

/** A time of day as `hh:mm`; undefined for one that does not exist, such as `24:00`. */
const timeOfDayIn = (written: string): string | undefined => {
  const [, hour = '', minute = '', second = '0'] = clockTime.exec(written) ?? [];
  return hour !== '' && isClockTime(Number(hour), Number(minute), Number(second))
    ? `${hour}:${minute}`
    : undefined;
};

/** The texts of a list member, as `read` reads them. One that it cannot read is counted. */
const readTexts = <M extends string>(
  element: With<M, readonly string[]>,
  member: M,
  read: (written: string) => string | undefined,
): readonly string[] =>
  definedItems(texts(element, member).map(written => read(written) ?? countLoss(element, member)));

/** The `repeat` of a timing. A time of day that cannot be read is counted. */
export const repeatOf = (element: Element<R4.TimingRepeat>): Repeat => {
  const { value: often, isComplete: isFrequencyKnown } = readPart(element, () => ({
    frequency: digits(element, 'frequency'),
    frequencyMax: digits(element, 'frequencyMax'),
    period: digits(element, 'period'),
    periodMax: digits(element, 'periodMax'),
    periodUnit: text(element, 'periodUnit'),
  }));
  return {
    element,
    ...often,
    isFrequencyKnown,
    count: digits(element, 'count'),
    countMax: digits(element, 'countMax'),
    duration: digits(element, 'duration'),
    durationMax: digits(element, 'durationMax'),
    durationUnit: text(element, 'durationUnit'),
    offset: digits(element, 'offset'),
    dayOfWeek: texts(element, 'dayOfWeek'),
    timeOfDay: readTexts(element, 'timeOfDay', timeOfDayIn),
    when: texts(element, 'when'),
  };
};

/** The bounds of a `repeat`: a period, a duration or a range of durations. */
export const boundsOf = (repeat: Element<R4.TimingRepeat> | undefined, times: TimeReader): Bounds => {
  const period = repeat === undefined ? undefined : child(repeat, 'boundsPeriod');
  return {
    start: period === undefined ? undefined : times.begin(period, 'start'),
    end: period === undefined ? undefined : times.end(period, 'end'),
    duration: repeat === undefined ? undefined : knownQuantity(repeat, 'boundsDuration'),
    range: repeat === undefined ? undefined : rangeIn(repeat, 'boundsRange'),
  };
};

/** The events of a timing, 14 digits each. One that cannot be read is counted. */
export const eventsOf = (
  timing: Element<R4.Timing> | undefined,
  { pointOf }: TimeReader,
): readonly string[] => (timing === undefined ? [] : readTexts(timing, 'event', pointOf));

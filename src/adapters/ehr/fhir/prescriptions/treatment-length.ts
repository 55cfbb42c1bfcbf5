// How long a dosage lasts: in a member if it fits there, else as Swedish text.
import { durationText, timeUnitOf } from '../../translation/swedish-dosage.ts';
import { type Quantity, quantityText } from '../elements/quantities.ts';
import type { Dosage, Length } from './dosage.ts';
import { type Dose, rangeText, sharedUnit } from './dose.ts';

/** A published length of time. */
export type Duration = { readonly length: string; readonly TimeType: string };

/** The code of a quantity's unit; its unit if it has no code. */
export const unitCode = (quantity: Quantity | undefined): string | undefined =>
  quantity?.code ?? quantity?.unit;

/** A length of time in words: `24 timmar`. A unit that is not one of time stays as written. */
const lengthText = (length: Quantity): string => {
  const unit = timeUnitOf(unitCode(length));
  const text =
    unit === undefined
      ? quantityText({ ...length, comparator: undefined })
      : durationText(length.digits, unit);
  return `${length.comparator ?? ''}${text}`;
};

type LengthParts = {
  /** Undefined if its unit has no published type, or if it is not from one number to another. */
  readonly published: Duration | undefined;
  readonly words: string;
};

const digitsOf = (end: Quantity): string => quantityText({ ...end, unit: undefined });

/** @param unit a code or a word; units of time have a published type. */
export const publishedDuration = (length: string, unit: string | undefined): Duration | undefined => {
  const TimeType = timeUnitOf(unit)?.type;
  return TimeType === undefined ? undefined : { length, TimeType };
};

const durationParts = (duration: Quantity): LengthParts => ({
  published: publishedDuration(digitsOf(duration), unitCode(duration)),
  words: lengthText(duration),
});

const rangeParts = (range: Dose): LengthParts => {
  const { low, high } = range;
  return {
    published:
      low === undefined || high === undefined
        ? undefined
        : publishedDuration(`${digitsOf(low)}-${digitsOf(high)}`, sharedUnit(range, unitCode)),
    words: rangeText(range, lengthText) ?? '',
  };
};

const partsOf = ({ duration, range }: Length): LengthParts[] => [
  ...(duration === undefined ? [] : [durationParts(duration)]),
  ...(range === undefined ? [] : [rangeParts(range)]),
];

/**
 * How long a dosage lasts.
 * @returns the member, and the words for what does not fit there (`i 10 dagar till 2 veckor`).
 */
export const treatmentLength = ({ period, length }: Dosage) => {
  const lengths = partsOf(length);
  // A date takes the place of the member.
  const fitting =
    period.end === undefined ? lengths.find(({ published }) => published !== undefined) : undefined;
  const words = lengths.filter(parts => parts !== fitting).map(parts => `i ${parts.words}`);
  return { published: fitting?.published, words };
};

// How long a dosage lasts: in a member if it fits there, else as Swedish text.
import { countLoss } from '../elements/element.ts';
import { type Quantity, quantityText } from '../elements/quantities.ts';
import type { Dosage } from './dosage.ts';
import { type Dose, rangeText, sharedUnit } from './dose.ts';
import { lengthText, timeTypeOf, unitCode } from './time-units.ts';
import type { Bounds } from './timing.ts';

/** A published length of time. */
export type Duration = { readonly length: string; readonly TimeType: string };

type Length = {
  readonly member: 'boundsDuration' | 'boundsRange';
  /** Undefined if its unit has no published type, or if it is not from one number to another. */
  readonly published: Duration | undefined;
  /** Undefined if it has no unit: `i 10` says nothing. */
  readonly words: string | undefined;
};

const digitsOf = (end: Quantity): string => quantityText({ ...end, unit: undefined });

const publishedAs = (length: string, unit: string | undefined): Duration | undefined => {
  const TimeType = timeTypeOf(unit);
  return TimeType === undefined ? undefined : { length, TimeType };
};

const lengthOf = (duration: Quantity): Length => ({
  member: 'boundsDuration',
  published: publishedAs(digitsOf(duration), unitCode(duration)),
  words: duration.unit === undefined ? undefined : lengthText(duration),
});

const lengthBetween = (range: Dose): Length => {
  const { low, high } = range;
  const hasUnit = low?.unit !== undefined || high?.unit !== undefined;
  return {
    member: 'boundsRange',
    published:
      low === undefined || high === undefined
        ? undefined
        : publishedAs(`${digitsOf(low)}-${digitsOf(high)}`, sharedUnit(range, unitCode)),
    words: hasUnit ? rangeText(range, lengthText) : undefined,
  };
};

const lengthsOf = ({ duration, range }: Bounds): Length[] => [
  ...(duration === undefined ? [] : [lengthOf(duration)]),
  ...(range === undefined ? [] : [lengthBetween(range)]),
];

/**
 * How long a dosage lasts. What can be said neither in the member nor in words is counted.
 * @returns the member, and the words for what does not fit there (`i 10 dagar till 2 veckor`).
 */
export const treatmentLength = ({ bounds, repeat }: Dosage) => {
  const lengths = lengthsOf(bounds);
  // A date takes the place of the member.
  const fitting =
    bounds.end === undefined ? lengths.find(({ published }) => published !== undefined) : undefined;
  const words = lengths.flatMap(one => {
    if (one === fitting) return [];
    if (one.words !== undefined) return [`i ${one.words}`];
    if (repeat !== undefined) countLoss(repeat.element, one.member, 'out-of-bounds');
    return [];
  });
  return { published: fitting?.published, words };
};

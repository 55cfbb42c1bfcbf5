// The time from which and until which a warning holds (D8).
import { timeValue } from '../../values/values.ts';
import type { CountLoss } from '../losses.ts';
import type { AlertInformationBodyType as Body } from './wire-types.ts';

const path = 'alertInformationBody';

/** Elements and their times, earliest first. */
const inOrder = (times: Readonly<Record<string, string | undefined>>) =>
  Object.entries(times)
    .flatMap(([name, time]) => (time === undefined ? [] : [{ name, time }]))
    .sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));

const dayOf = (time: string) => time.slice(0, 8);

/**
 * When the warning became known: the earliest of the start of its validity, the day it was ascertained and the time it was
 * verified, so no interval hides a warning that already held. If the earliest is a day, and another element has a time
 * on that day, that time is used. Elements with other days are counted.
 */
export const knownSince = (
  { validityTimePeriod, ascertainedDate, verifiedTime }: Body,
  countLoss: CountLoss,
): string | undefined => {
  const ascertained = ascertainedDate === undefined ? undefined : `${ascertainedDate}000000`;
  const [earliest, ...later] = inOrder({
    'validityTimePeriod/start': validityTimePeriod?.start,
    verifiedTime,
    ascertainedDate: ascertained,
  });
  if (earliest === undefined) return undefined;
  const day = dayOf(earliest.time);
  for (const { name, time } of later)
    if (dayOf(time) !== day) countLoss({ path: `${path}/${name}`, reason: 'unmapped', hides: [] });
  const isDayAlone = earliest.name === 'ascertainedDate';
  const timed = isDayAlone ? later.find(({ time }) => dayOf(time) === day) : undefined;
  return (timed ?? earliest).time;
};

/** Until when it holds: the end of its validity or the time it became obsolete, whichever is first. The other is counted. */
export const holdsUntil = ({ validityTimePeriod, obsoleteTime }: Body, countLoss: CountLoss) => {
  const [earlier, later] = inOrder({ 'validityTimePeriod/end': validityTimePeriod?.end, obsoleteTime });
  if (later !== undefined && later.time !== earlier?.time)
    countLoss({ path: `${path}/${later.name}`, reason: 'unmapped', hides: [] });
  return timeValue(earlier?.time);
};

// Whether the times of samples contradict the time zone of the region: local times are then hours off, and nothing else shows it.
import type { Json } from '../../../../domain/model/json.ts';
import { regionTime } from '../../../time/region-time.ts';
import { someText } from '../engine/find.ts';

/** A time, and its offset: UTC, in which some EHRs write all times, another one, or none. */
const withOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Compares the offsets of times with those of a time zone. */
export const offsetsIn = (timeZone: string) => {
  const time = regionTime(timeZone);
  let [matching, other]: [boolean, { sent: string; expected: string } | undefined] = [false, undefined];
  let [inUtc, inZone] = [false, false];

  const seeText = (text: string): void => {
    const [, local = '', sent] = withOffset.exec(text.trim()) ?? [];
    if (local === '') return;
    const isUtc = sent === 'Z' || sent?.endsWith('00:00') === true;
    if (isUtc) inUtc = true;
    else inZone = true;
    const epoch = Date.parse(`${local}${sent}`);
    if (sent === undefined || isUtc || Number.isNaN(epoch)) return;
    const expected = time.toOffsetTime(epoch).slice(-'+01:00'.length);
    if (expected === sent) matching = true;
    else other ??= { sent, expected };
  };

  return {
    /** Looks at all texts of a record. */
    see: (record: Json): void => {
      someText(record, text => {
        seeText(text);
        return false;
      });
    },
    /** What is wrong, in words; undefined if a time has the offset of the zone, or none has an offset. */
    contradiction: (): string | undefined => {
      if (!matching && other !== undefined)
        return `the samples have times with the offset ${other.sent} where ${timeZone}, the timeZone of the profile, has ${other.expected}: which one is right?`;
      return inUtc && inZone
        ? 'the samples have times of UTC beside others, without an offset or with another one: are those of UTC not local hours, and those without an offset not of UTC?'
        : undefined;
    },
  };
};

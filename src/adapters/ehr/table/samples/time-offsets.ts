// Whether the times of samples contradict the time zone of the region: local times are then hours off, and nothing else shows it.
import type { Json } from '../../../../domain/model/json.ts';
import { regionTime } from '../../../time/region-time.ts';
import { someText } from '../engine/find.ts';

/** A time, and its offset: UTC, in which some EHRs write all times, another one, or none. */
const withOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

const isUtc = (offset: string | undefined): boolean => offset === 'Z' || offset?.endsWith('00:00') === true;

/**
 * What is wrong with the times in records, in words; undefined if one has the offset of the time zone, or none has an offset.
 * @param timeZone that of the region.
 */
export const offsetContradiction = (records: readonly Json[], timeZone: string): string | undefined => {
  const time = regionTime(timeZone);
  const offsets: (string | undefined)[] = [];
  const withOtherOffset: { readonly sent: string; readonly expected: string }[] = [];
  someText(records, text => {
    const [, local = '', sent] = withOffset.exec(text.trim()) ?? [];
    if (local === '') return false;
    offsets.push(sent);
    const epoch = Date.parse(`${local}${sent}`);
    if (sent !== undefined && !isUtc(sent) && !Number.isNaN(epoch))
      withOtherOffset.push({ sent, expected: time.toOffsetTime(epoch).slice(-'+01:00'.length) });
    return false;
  });
  const isMatching = withOtherOffset.some(({ sent, expected }) => sent === expected);
  const [other] = withOtherOffset;
  if (!isMatching && other !== undefined)
    return `the samples have times with the offset ${other.sent} where ${timeZone}, the timeZone of the profile, has ${other.expected}: which one is right?`;
  return offsets.some(isUtc) && !offsets.every(isUtc)
    ? 'the samples have times of UTC beside others, without an offset or with another one: are those of UTC not local hours, and those without an offset not of UTC?'
    : undefined;
};

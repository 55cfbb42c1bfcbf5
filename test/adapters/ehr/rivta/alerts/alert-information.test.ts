// The time from which a warning is known.
import { describe, expect, test } from 'vitest';
import type { AttentionSignalRecord } from '../../../../../src/domain/records/attention-signal.ts';
import { patient } from '../support/connect.ts';
import { alert, answerOf, elements, group } from '../support/documents.ts';
import { readAnswer } from '../support/read-answer.ts';

describe('a warning', () => {
  const body = 'alertInformation/alertInformationBody';
  const warning = async (times: Readonly<Record<string, string>>, validity = '') => {
    const written = alert({ id: 'D-1', patient }, 'Inget blod.').replace(
      '<c:validityTimePeriod></c:validityTimePeriod>',
      elements(times) + group('validityTimePeriod', validity),
    );
    const [found] = await readAnswer('attentionSignals', answerOf('GetAlertInformation', [written]));
    const { AttentionSignalEHRExtract: extracts } = (found?.record ?? {}) as AttentionSignalRecord;
    const { SignalVerifiedDateTime: known, SignalDeletionDate: until } = extracts?.[0]?.AttentionSignal ?? {};
    return { known, losses: found?.losses, ...(until && { until }) };
  };
  const lost = (path: string) => [{ path: `${body}/${path}`, reason: 'unmapped', hides: [] }];

  test.each<[string, Readonly<Record<string, string>>, string | undefined, unknown[]]>([
    [
      'ascertained long before it was verified',
      { ascertainedDate: '20100101', verifiedTime: '20250101080000' },
      '20100101000000',
      lost('verifiedTime'),
    ],
    [
      'verified before it was ascertained',
      { ascertainedDate: '20250102', verifiedTime: '20250101080000' },
      '20250101080000',
      lost('ascertainedDate'),
    ],
    [
      'both on one day',
      { ascertainedDate: '20250101', verifiedTime: '20250101080000' },
      '20250101080000',
      [],
    ],
    ['verified alone', { verifiedTime: '20250101080000' }, '20250101080000', []],
    ['ascertained alone', { ascertainedDate: '20100101' }, '20100101000000', []],
    ['neither', {}, undefined, []],
  ])('%s is known from the earlier time, and the other is counted', async (_name, times, known, losses) => {
    expect(await warning(times)).toEqual({ known, losses });
  });

  test('is known from the start of its validity, if that is the earliest', async () => {
    const times = { ascertainedDate: '20250102', verifiedTime: '20250103080000' };
    const validity = elements({ start: '20100311120000' });
    expect(await warning(times, validity)).toEqual({
      known: '20100311120000',
      losses: [...lost('verifiedTime'), ...lost('ascertainedDate')].reverse(),
    });
  });

  test('that ends on a day alone holds until its last second', async () => {
    const { until } = await warning({}, elements({ start: '20100311120000', end: '20260115' }));
    expect(until).toEqual({ value: '20260115235959' });
  });

  test('is known from the start of its validity, if it has no other time', async () => {
    expect(await warning({}, elements({ start: '20100311120000' }))).toEqual({
      known: '20100311120000',
      losses: [],
    });
  });

  test('counts the start of its validity if it was known earlier', async () => {
    const validity = elements({ start: '20250401000000' });
    expect(await warning({ verifiedTime: '20250101080000' }, validity)).toEqual({
      known: '20250101080000',
      losses: lost('validityTimePeriod/start'),
    });
  });
});

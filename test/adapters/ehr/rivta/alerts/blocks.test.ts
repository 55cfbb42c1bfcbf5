// The blocks of a warning, related warnings, and the end of a warning.
import { describe, expect, test } from 'vitest';
import type { AttentionSignalRecord } from '../../../../../src/domain/records/attention-signal.ts';
import { casesIn } from '../../../../support/cases-in.ts';
import { alert, elements, group } from '../support/documents.ts';
import { readOne } from '../support/read-one.ts';

const cases = casesIn(import.meta.url);

const patient = '191212121212';
const body = 'alertInformationBody';

const read = async (content: string, header = '') => {
  const document = alert({ id: 'D-1', patient }, '')
    .replace(/<c:restrictionOfCare>.*<\/c:restrictionOfCare>/, content)
    .replace('</c:alertInformationHeader>', `${header}</c:alertInformationHeader>`);
  const { record, lost } = await readOne<AttentionSignalRecord>('attentionSignals', document);
  return { signal: record.AttentionSignalEHRExtract?.[0]?.AttentionSignal, lost };
};

describe('a treatment', () => {
  const treatment = (description: string, code: Readonly<Record<string, string>>) =>
    group(
      'treatment',
      elements({ treatmentDescription: description }) + group('treatmentCode', elements(code)),
    );

  test.each(cases<[string, string, Readonly<Record<string, string>>, object]>('treatments'))(
    '%s',
    async (_name, description, code, expected) => {
      const { signal, lost } = await read(treatment(description, code));
      expect(signal?.TreatmentAndConditionType).toEqual(expected);
      expect(lost).toEqual([]);
    },
  );
});

test.each([
  group('otherHypersensitivity', group('hypersensitivityAgentCode', elements({ code: '256277009' }))),
  group('degreeOfSeverity', elements({ code: 'XX9' })),
  elements({ agent: 'Jordnöt' }),
  '',
])('that no allergy is known is said only where nothing of one is lost: %s', async more => {
  const words = elements({ nonATCSubstance: 'Inga kända läkemedelsallergier' });
  const { signal } = await read(
    group('hypersensitivity', group('pharmaceuticalHypersensitivity', words) + more),
  );
  expect(signal).toBeDefined();
  expect(signal?.UnstructuredType === undefined).toBe(more !== '');
});

describe('related warnings', () => {
  const related = (comment: string, ...ids: string[]) =>
    group(
      'relatedAlertInformation',
      group('typeOfAlertInformationRelationship', elements({ code: '1', displayName: 'Ersätter' })) +
        elements({ relationComment: comment }) +
        ids.map(documentId => elements({ documentId })).join(''),
    );
  const type = `unmapped ${body}/relatedAlertInformation/typeOfAlertInformationRelationship`;

  test('their documents become links, their comments become lines of the comment, and the kind of relation is counted', async () => {
    const { signal, lost } = await read(
      group('restrictionOfCare', elements({ restrictionOfCareComment: 'Inget blod.' })) +
        related('Se även narkos', 'U-7', 'U-8') +
        related('', 'U-9'),
    );
    expect(signal?.MedicalRecordLinks).toEqual({
      MedicalRecordLinkData: ['U-7', 'U-8', 'U-9'].map(extension => ({ RcId: { extension } })),
    });
    expect(signal?.NonStandardProcedureType).toEqual({
      Heading: 'Inget blod.',
      Comment: 'Se även narkos',
    });
    expect(lost).toEqual([type, type, type, type]);
  });

  test('a comment is not lost without a block', async () => {
    const { signal } = await read(related('Se även narkos', 'U-7'));
    expect(signal?.UnstructuredType).toEqual({ Heading: 'Varning', Comment: 'Se även narkos' });
  });
});

describe('the end of a warning', () => {
  const ended = (end: string, obsoleteTime: string) =>
    readOne<AttentionSignalRecord>(
      'attentionSignals',
      alert({ id: 'D-1', patient }, 'Inget blod.').replace(
        '<c:validityTimePeriod></c:validityTimePeriod>',
        group('validityTimePeriod', elements({ end })) + elements({ obsoleteTime }),
      ),
    );

  test.each([
    ['20260101000000', '20270101000000', '20260101000000', [`unmapped ${body}/obsoleteTime`]],
    ['20270101000000', '20260101000000', '20260101000000', [`unmapped ${body}/validityTimePeriod/end`]],
    ['20260101000000', '20260101000000', '20260101000000', []],
  ])('the end %s and obsolete %s', async (end, obsolete, published, expected) => {
    const { record, lost } = await ended(end, obsolete);
    const signal = record.AttentionSignalEHRExtract?.[0]?.AttentionSignal;
    expect(signal?.SignalDeletionDate).toEqual({ value: published });
    expect(lost).toEqual(expected);
  });

  test('the reason for withdrawal is counted if it also says why it is obsolete', async () => {
    const { signal, lost } = await read(
      elements({ obsoleteComment: 'Omprövad.' }),
      elements({ nullified: 'false', nullifiedReason: 'Fel patient' }),
    );
    expect(signal?.SignalDeletionComment).toBe('Omprövad.');
    expect(lost).toEqual(['unmapped alertInformationHeader/nullifiedReason']);
  });
});

// Control characters in the texts of records (D33): taken out of what people read; what is compared or parsed is unreadable with them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasControls } from '../../../src/domain/model/control-characters.ts';
import type { Hidden, Loss } from '../../../src/domain/model/loss.ts';
import { type RecordKind, recordSchemas } from '../../../src/domain/records/index.ts';
import { ResultRecord } from '../../../src/domain/records/transition.ts';
import { VideoMeeting } from '../../../src/domain/records/video-meeting.ts';
import { plainTexts } from '../../../src/domain/rules/plain-texts.ts';

const unreadable = (path: string, ...hides: Hidden[]): Loss => ({ path, reason: 'unreadable', hides });
const takenOut = (path: string) => ({ path, reason: 'control-characters', hides: [] });

const plainOf = (kind: RecordKind, record: unknown) => plainTexts(recordSchemas[kind], record);

const note = (members: object) => ({ JournalNoteEHRExtract: [members] });
const withKeyword = (Keyword: string, text: string) =>
  note({ Note: { Records: { Record: [{ Record: [{ Keyword, Value: [{ $self: text }] }] }] } } });

test('a record without such characters is the same object', async () => {
  const record = withKeyword('Aktuellt', 'Hosta\tsedan\ntvå \u200eveckor 👩‍⚕️');
  const { value, losses } = await plainOf('journalNotes', record);
  expect(value).toBe(record);
  expect(losses).toEqual([]);
});

describe('texts', () => {
  test('are published without them, which is counted once a record, at the first place', async () => {
    const record = withKeyword('Aktu\u0000ellt', 'Hosta\u202e sedan\u0007');
    const before = structuredClone(record);
    expect(await plainOf('journalNotes', record)).toEqual({
      value: withKeyword('Aktuellt', 'Hosta sedan'),
      losses: [takenOut('JournalNoteEHRExtract/Note/Records/Record/Record/Keyword')],
    });
    expect(record).toEqual(before);
  });

  test('keep their line ends, as line feeds, and nothing is counted for that', async () => {
    expect(await plainOf('journalNotes', withKeyword('Aktuellt', 'a\r\nb\rc\u0085d'))).toEqual({
      value: withKeyword('Aktuellt', 'a\nb\nc\nd'),
      losses: [],
    });
  });

  test('of a free-form object too; its names are in no path', async () => {
    const any = Object.assign(Object.create(null) as object, {
      p191212121212: ['a\u0000', { b: 'c\ud800' }],
    });
    const { value, losses } = await plainTexts(ResultRecord, {
      ResultCode: 'OK',
      Comment: 'x\u2066',
      Any: [any],
    });
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      ResultCode: 'OK',
      Comment: 'x',
      Any: [{ p191212121212: ['a', { b: 'c' }] }],
    });
    expect(losses).toEqual([takenOut('Comment')]);
    const other = await plainTexts(ResultRecord, { ResultCode: 'OK', Comment: '', Any: [any] });
    expect(other.losses).toEqual([takenOut('Any')]);
  });
});

describe('what is compared or parsed is unreadable, with what its member hides', () => {
  test.each<[RecordKind, object, object, readonly Loss[]]>([
    [
      'journalNotes',
      note({ Patient: { PatientID: { root: '1.2.752.129.2.1.3.1', extension: '1912\u202e12121212' } } }),
      note({ Patient: { PatientID: { root: '1.2.752.129.2.1.3.1' } } }),
      [unreadable('JournalNoteEHRExtract/Patient/PatientID/extension', 'owner')],
    ],
    [
      'journalNotes',
      note({ CareUnit: { UnitID: { root: '1.2\u0000', extension: 'SE2321000016-1A2B\r' } } }),
      note({ CareUnit: { UnitID: {} } }),
      [
        unreadable('JournalNoteEHRExtract/CareUnit/UnitID/root', 'unit'),
        unreadable('JournalNoteEHRExtract/CareUnit/UnitID/extension', 'unit'),
      ],
    ],
    [
      'patientsV2',
      { patientEHRExtract: [{ patient: { patientID: { extension: '1912\u009c12121212' } } }] },
      { patientEHRExtract: [{ patient: { patientID: {} } }] },
      [unreadable('patientEHRExtract/patient/patientID/extension', 'owner')],
    ],
    [
      'attentionSignals',
      {
        AttentionSignalEHRExtract: [
          { AttentionSignal: { TreatmentAndConditionType: { TreatmentCode: 'FPE00\u0001' } } },
        ],
      },
      { AttentionSignalEHRExtract: [{ AttentionSignal: { TreatmentAndConditionType: {} } }] },
      [unreadable('AttentionSignalEHRExtract/AttentionSignal/TreatmentAndConditionType/TreatmentCode')],
    ],
  ])('%s %#', async (kind, record, value, losses) => {
    expect(await plainOf(kind, record)).toEqual({ value, losses });
  });

  test('a link', async () => {
    expect(
      await plainTexts(VideoMeeting, {
        meetingLink: 'https://a.example/\u202emoc',
        serviceName: 'Video\u0000',
      }),
    ).toEqual({
      value: { serviceName: 'Video' },
      losses: [unreadable('meetingLink'), takenOut('serviceName')],
    });
  });
});

test('a member of a free-form object whose name has such a character is left out', async () => {
  expect(
    await plainTexts(ResultRecord, { ResultCode: 'OK', Comment: '', Any: [{ 'a\u202e': 'b', c: 'd' }] }),
  ).toEqual({
    value: { ResultCode: 'OK', Comment: '', Any: [{ c: 'd' }] },
    losses: [unreadable('Any')],
  });
});

test('nothing of any record is published with such a character', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'å', '\t', '\n', '\r', '\0', '\u0085', '\u202e', '\ud800'),
  });
  const member = fc.constantFrom(
    'a\0',
    'Note',
    'Records',
    'Record',
    'Keyword',
    'Value',
    '$self',
    'Patient',
    'other',
  );
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof({ maxDepth: 6 }, text, fc.array(tie('tree')), fc.dictionary(member, tie('tree'))),
  }));
  await fc.assert(
    fc.asyncProperty(tree, async record => {
      const { value, losses } = await plainOf('journalNotes', { JournalNoteEHRExtract: [record] });
      const texts: string[] = [];
      JSON.stringify(value, (name, inner) => {
        texts.push(name);
        if (typeof inner === 'string') texts.push(inner);
        return inner;
      });
      expect(texts.filter(hasControls)).toEqual([]);
      expect(losses.filter(({ reason }) => reason === 'control-characters').length).toBeLessThan(2);
    }),
  );
});

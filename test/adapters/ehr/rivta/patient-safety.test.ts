// Patient safety in the four contracts that return documents: nothing is shown that must not be, lost silently, or invented.
import { describe, expect, test } from 'vitest';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { patient } from './support/connect.ts';
import {
  alert,
  answerOf,
  contact,
  elements,
  type HeaderParts,
  medication,
  note,
  unmappedIn,
} from './support/documents.ts';
import { readAnswer } from './support/read-answer.ts';

const documents: readonly (readonly [SourceKind, ContractName, (parts: HeaderParts) => string])[] = [
  ['contacts', 'GetCareContacts', contact],
  ['attentionSignals', 'GetAlertInformation', parts => alert(parts, 'Inget blod.')],
  ['prescriptions', 'GetMedicationHistory', parts => medication(parts, '1 om dagen')],
  ['journalNotes', 'GetCareDocumentation', parts => note(parts, 'Hej.')],
];

describe.each(documents)('%s', (kind, contract, document) => {
  const header = { id: 'D-1', patient };
  const unmapped = unmappedIn(kind);
  const withheld = { record: undefined, losses: [] };
  const answerWith = (...all: string[]) => answerOf(contract, all);

  test.each([
    ['false', 'false'],
    ['0', '0'],
    ['empty', ''],
    ['unreadable', 'kanske'],
  ])('a document whose approval is %s never leaves the adapter', async (_name, approved) => {
    const found = await readAnswer(kind, answerWith(document({ ...header, approved }), document(header)));
    expect(found).toEqual([withheld, { record: expect.anything(), losses: unmapped }]);
  });

  const approval = '<c:approvedForPatient>true</c:approvedForPatient>';

  test('a document with missing or repeated approval never leaves the adapter', async () => {
    const without = document(header).replace(approval, '');
    const twice = document(header).replace(
      approval,
      `${approval}<c:approvedForPatient>false</c:approvedForPatient>`,
    );
    expect(await readAnswer(kind, answerWith(without, twice))).toEqual([withheld, withheld]);
  });

  test.each([
    ['unreadable', '<c:nullified>ja</c:nullified>'],
    ['repeated', '<c:nullified>false</c:nullified><c:nullified>true</c:nullified>'],
    ['in an element within it', '<c:nullified><c:value>true</c:value></c:nullified>'],
    ['in an attribute of it', '<c:nullified value="true"/>'],
  ])('a document whose mark of withdrawal is %s never leaves the adapter', async (_name, word) => {
    const unclear = document(header).replace(approval, word + approval);
    expect(await readAnswer(kind, answerWith(unclear))).toEqual([withheld]);
  });

  test('a document that its source has taken back never leaves the adapter; one that it has not is published', async () => {
    const said = ['true', '1', 'false'].map(word =>
      document(header).replace(approval, elements({ nullified: word }) + approval),
    );
    expect(await readAnswer(kind, answerWith(...said))).toEqual([
      withheld,
      withheld,
      { record: expect.anything(), losses: unmapped },
    ]);
  });

  test('an empty document never leaves the adapter', async () => {
    const [, element = ''] = /^<r:(\w+)>/.exec(document(header)) ?? [];
    expect(await readAnswer(kind, answerWith(`<r:${element}/>`))).toEqual([withheld]);
  });

  test('a document that is not approved is counted only within the interval', async () => {
    const old = document({ ...header, approved: 'false', author: '20100101000000' })
      .replace(
        '<c:start>20260115093000</c:start>',
        '<c:start>20100101000000</c:start><c:end>20100101000000</c:end>',
      )
      .replace('<c:validityTimePeriod></', '<c:validityTimePeriod><c:end>20110101000000</c:end></');
    const interval = { from: '20200101000000' } as Interval;
    expect(await readAnswer(kind, answerWith(old), interval)).toEqual([]);
    expect(await readAnswer(kind, answerWith(old))).toEqual([withheld]);
  });

  describe('a time that decides when the document applies', () => {
    const interval = { from: '20200101000000' } as Interval;
    const old = '20100101000000';
    const approvals = ['true', 'false'];
    const twice = (name: string) => elements({ [name]: old }) + elements({ [name]: '20260115093000' });
    const unclear = (approved: string) => {
      if (kind === 'contacts')
        return contact({ ...header, approved }, elements({ start: old }) + twice('end'));
      const written = document({ ...header, approved, author: old });
      return kind === 'attentionSignals'
        ? written.replace('<c:validityTimePeriod></', `<c:validityTimePeriod>${twice('end')}</`)
        : written.replace(elements({ authorTime: old }), twice('authorTime'));
    };
    const clear = (approved: string) =>
      document({ ...header, approved, author: old })
        .replace('<c:start>20260115093000</c:start>', elements({ start: old, end: old }))
        .replace('<c:validityTimePeriod></', `<c:validityTimePeriod>${elements({ end: old })}</`);

    test.each(approvals)(
      'is unclear if it is there twice: no interval hides the document (%s)',
      async approved => {
        const [found] = await readAnswer(kind, answerWith(unclear(approved)), interval);
        if (approved === 'true')
          expect(found).toMatchObject({
            record: expect.anything(),
            losses: [{ hides: ['time'] }, ...unmapped],
          });
        else expect(found).toEqual(withheld);
      },
    );

    test('is clear if it is there once', async () => {
      const [found] = await readAnswer(kind, answerWith(clear('true')), interval);
      expect(found?.losses.flatMap(({ hides }) => hides)).toEqual([]);
      expect(await readAnswer(kind, answerWith(clear('false')), interval)).toEqual([]);
    });
  });

  test('publishes the patient of the header, trimmed', async () => {
    const other = document({ ...header, patient: ' 198507302381\n' });
    const [found] = await readAnswer(kind, answerWith(other));
    const id = kind === 'prescriptions' ? 'PatientId' : 'PatientID';
    const expected = { root: '1.2.752.129.2.1.3.1', extension: '198507302381' };
    const text = JSON.stringify(found?.record);
    expect(text).toContain(`"${kind === 'contacts' ? 'patientID' : id}":${JSON.stringify(expected)}`);
  });

  test('accepts both spellings of element names', async () => {
    const [usual] = await readAnswer(kind, answerWith(document({ ...header, hsa: 'HSAId' })));
    const [other] = await readAnswer(kind, answerWith(document({ ...header, hsa: 'HSAid' })));
    expect(other).toEqual(usual);
    expect(JSON.stringify(usual)).toContain('SE2321000016-SYS1');
  });

  test('skips elements of other namespaces anywhere, and counts each of their values', async () => {
    const ends = document(header).match(/<\/c:(\w+)>/g) ?? [];
    const added = document(header).replace(
      /<\/c:(\w+)>/g,
      '</c:$1><x:added xmlns:x="urn:example"><c:documentId>no</c:documentId></x:added>',
    );
    const [plain] = await readAnswer(kind, answerWith(document(header)));
    const [found] = await readAnswer(kind, answerWith(added));
    const isAdded = ({ path }: Loss) => path.endsWith('/*:added');
    expect(found?.record).toEqual(plain?.record);
    expect(found?.losses.filter(isAdded)).toHaveLength(ends.length);
    expect(found?.losses.filter(loss => !isAdded(loss))).toEqual(plain?.losses);
  });

  test('leaves out and counts an invalid time; keeps the rest', async () => {
    const [found] = await readAnswer(kind, answerWith(document({ ...header, author: '20260231101500' })));
    expect(found?.losses).toEqual([
      {
        path: expect.stringMatching(/Header\/accountableHealthcareProfessional\/authorTime$/),
        reason: 'unreadable',
        // A contact applies by its own begin and end.
        hides: kind === 'contacts' ? [] : ['time'],
      },
      ...unmapped,
    ]);
    const text = JSON.stringify(found?.record);
    expect(text).not.toContain('20260231');
    expect(text).toContain('D-1');
  });

  test('an unclear unit hides the unit', async () => {
    const twice = document(header).replace(
      '</c:accountableHealthcareProfessional>',
      elements({ healthcareProfessionalCareUnitHSAId: 'SE1' }) +
        elements({ healthcareProfessionalCareUnitHSAId: 'SE2' }) +
        '</c:accountableHealthcareProfessional>',
    );
    const [found] = await readAnswer(kind, answerWith(twice));
    expect(found?.losses).toEqual([
      {
        path: expect.stringMatching(
          /Header\/accountableHealthcareProfessional\/healthcareProfessionalCareUnitHSAId$/,
        ),
        reason: 'repeated',
        hides: ['unit'],
      },
      ...unmapped,
    ]);
  });
});

test.each([
  ['repeated', '<c:careContactStatus></c:careContactStatus><c:careContactStatus></c:careContactStatus>'],
  ['with a code twice', '<c:careContactStatus><c:code>1</c:code><c:code>2</c:code></c:careContactStatus>'],
])(
  'a contact whose status is %s may have been taken back, and never leaves the adapter (D35)',
  async (_name, status) => {
    const document = contact({ id: 'K-1', patient }).replace(
      '</c:careContactBody>',
      `${status}</c:careContactBody>`,
    );
    const found = await readAnswer('contacts', answerOf('GetCareContacts', [document]));
    expect(found).toEqual([{ record: undefined, losses: [] }]);
  },
);

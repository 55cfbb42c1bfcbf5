// Nothing is lost silently (D29): whichever element is removed from a complete document, the JSON or the losses change.
import { afterAll, describe, expect, test } from 'vitest';
import { type ContractName, contractNames } from '../../../../../src/adapters/ehr/rivta/members.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import type { Found } from '../../../../../src/ports/ehr.ts';
import { forThisFile } from '../../../../support/for-this-file.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { connect } from '../support/connect.ts';
import { answerOf } from '../support/documents.ts';
import { producer } from '../support/soap-server.ts';
import { type Choices, completeDocument, elementsIn, xmlOf } from './instance.ts';

const kinds: Readonly<Record<ContractName, readonly SourceKind[]>> = {
  GetCareContacts: ['contacts'],
  GetAlertInformation: ['attentionSignals'],
  GetMedicationHistory: ['prescriptions'],
  GetCareDocumentation: ['journalNotes'],
  GetSubjectOfCareSchedule: ['appointments'],
  LookupResidentForFullProfile: ['patients'],
};

const medication = 'medicationMedicalRecordBody/medicationPrescription';

const authorization = `${medication}/dispensationAuthorization`;
const administration = `${medication}/administration`;

const deregistration = 'Personpost/Avregistrering/AvregistreringsorsakKod';

type Variant = readonly [name: string, choices: Choices];
const flags: readonly Variant[] = [
  ['every flag true', { flags: 'true' }],
  ['every flag false', { flags: 'false' }],
];

/** The complete documents. They differ in the elements that decide how the rest is read. */
const variants: Readonly<Record<ContractName, readonly Variant[]>> = {
  GetCareContacts: flags,
  GetAlertInformation: flags,
  GetMedicationHistory: [
    ['every flag true', { flags: 'true' }],
    ['every flag false', { flags: 'false', without: [authorization, administration] }],
    [
      'a discontinuation',
      {
        flags: 'false',
        texts: { [`${medication}/typeOfPrescription`]: 'U' },
        without: [authorization, administration],
      },
    ],
    [
      'what is to be dispensed names the drug',
      { flags: 'false', without: [`${medication}/drug`, administration] },
    ],
    ['what was given names the drug', { flags: 'false', without: [`${medication}/drug`, authorization] }],
  ],
  GetCareDocumentation: flags,
  GetSubjectOfCareSchedule: flags,
  LookupResidentForFullProfile: [
    ['deceased', { flags: 'false' }],
    [
      'not deceased',
      { flags: 'false', texts: { [deregistration]: 'OO', [`${deregistration}Komplett`]: 'UV' } },
    ],
  ],
};

/**
 * A document that says that it is not withdrawn equals one that does not say: the element is optional, and its absence means
 * no.
 */
const sameAsAbsent = (path: string) => path.endsWith('Header/nullified');

let answer = '';
const server = await forThisFile(producer(() => answer));
const members = { maxAnswerBytes: 64 * 1024 * 1024, timeoutMs: 60_000 };
const connected = connect(server.url, { members });
afterAll(() => connected.close());

const read = async (kind: SourceKind, contract: ContractName, documents: readonly string[]) => {
  answer = answerOf(contract, documents);
  return connected.read(kind);
};

/** What is read of each document. A list of bookings is one record, so each of its documents is read separately. */
const readEach = async (kind: SourceKind, contract: ContractName, documents: readonly string[]) => {
  const most = kind === 'appointments' ? 1 : 25;
  const found: Found<unknown>[] = [];
  for (let at = 0; at < documents.length; at += most) {
    found.push(...(await read(kind, contract, documents.slice(at, at + most))));
  }
  return found;
};

const seen = ({ record, losses }: Found<unknown>) => `${eachLoss(losses).length} ${JSON.stringify(record)}`;

describe.each(contractNames)('%s', contract => {
  describe.each(kinds[contract])('%s', kind => {
    test.each(variants[contract])('%s', async (_name, choices) => {
      const root = completeDocument(contract, choices);
      const all = elementsIn(root);
      const [complete, ...others] = await readEach(kind, contract, [
        xmlOf(root),
        ...all.map(element => xmlOf(root, element)),
      ]);
      if (complete === undefined) throw new Error('the complete document is not read');
      expect(others).toHaveLength(all.length);
      expect(complete.record).toBeDefined();
      const silent = all.filter(
        ({ path }, at) => seen(others[at] ?? complete) === seen(complete) && !sameAsAbsent(path),
      );
      expect(silent.map(({ path }) => path).join('\n')).toBe('');
    });
  });
});

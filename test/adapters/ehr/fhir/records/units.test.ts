// The units of several records, and of several kinds. What becomes of one record's units is in cases/*.yaml.
import { expect, test } from 'vitest';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { allergy, bundle, masked, visit } from '../support/fhir-server.ts';
import { request } from '../support/prescriptions.ts';
import { readAll, readHidden } from '../support/read-all.ts';

const system = 'urn:oid:1.2.752.129.2.1.4.1';
const atClinic = { reference: 'Organization/o1' };

test('a unit without a name has the display of each reference for itself', async () => {
  const role = (id: string, display: string) => ({
    resourceType: 'PractitionerRole',
    id,
    organization: { ...atClinic, display },
  });
  const signals = await readAll('attentionSignals', {
    '/AllergyIntolerance': bundle([
      allergy('1', { recorder: { reference: 'PractitionerRole/r1' } }),
      allergy('2', { recorder: { reference: 'PractitionerRole/r2' } }),
    ]),
    '/PractitionerRole': bundle([role('r1', 'Ett'), role('r2', 'Två')]),
    '/Organization': bundle([{ resourceType: 'Organization', id: 'o1' }]),
  });
  expect(signals.map(({ record }) => record.AttentionSignalEHRExtract[0].Units.Unit[0].UnitName)).toEqual([
    'Ett',
    'Två',
  ]);
});

test.each<[string, object]>([
  ['only a name', { valueReference: { display: 'Psykiatri' } }],
  ['a literal reference', { valueReference: { reference: 'Organization/o2' } }],
  ['a masked HSA-id', { valueReference: { identifier: { system, _value: masked } } }],
  ['a reference that is not an object', { valueReference: 'Organization/o2' }],
  ['another type of value', { valueString: 'SE2321000016-9Z9Z' }],
])('a care unit with %s is hidden from the access rules of every kind', async (_, part) => {
  const clinic = {
    resourceType: 'Organization',
    id: 'o1',
    name: 'Kliniken',
    identifier: [{ system, value: 'SE2321000016-1A2B' }],
    extension: [
      {
        url: 'https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy',
        extension: [{ url: 'hsaCareUnit', ...part }],
      },
    ],
  };
  const hiddenIn = (kind: SourceKind, type: string, resource: object) =>
    readHidden(kind, { [`/${type}`]: bundle([resource, clinic]) });
  expect([
    await hiddenIn('prescriptions', 'MedicationRequest', request({ requester: atClinic })),
    await hiddenIn('contacts', 'Encounter', visit({ serviceProvider: atClinic })),
    await hiddenIn('attentionSignals', 'AllergyIntolerance', allergy('1', { recorder: atClinic })),
  ]).toEqual([['unit'], ['unit'], ['unit']]);
});

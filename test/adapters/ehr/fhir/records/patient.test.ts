// The members of a patient, row by row of the mapping. Expected values are written by hand.
import { expect, test } from 'vitest';
import { bundle, own, tolvan } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const personal = 'http://electronichealth.se/identifier/personnummer';
const base = 'http://hl7.se/fhir/ig/base/StructureDefinition';

const read = async (members: object, ...relatives: object[]) => {
  const { record, losses } = only(
    await readAll('patients', {
      '/Patient': bundle([tolvan(members)]),
      '/RelatedPerson': bundle(relatives),
    }),
  );
  const [extract] = record.PatientEHRExtract;
  return { extract, found: extract.Patient, losses };
};

test.each([
  ['male', 'M'],
  ['female', 'F'],
  ['other', 'U'],
  ['unknown', 'U'],
])('the gender %s', async (gender, PatientSex) => {
  expect((await read({ gender })).found.PatientSex).toBe(PatientSex);
});

test('another word for the gender, and a death without a date, are counted', async () => {
  const { found, losses } = await read({ gender: 'hen', deceasedBoolean: true });
  expect(found).not.toHaveProperty('PatientSex');
  expect(found).not.toHaveProperty('PatientDeceasedDate');
  expect(losses.toSorted()).toEqual(['unreadable Patient/deceasedBoolean', 'unreadable Patient/gender']);
});

test('name, dates and numbers', async () => {
  const { found, losses } = await read({
    meta: { lastUpdated: '2026-01-16T08:00:00Z', security: [{ code: 'sekretessmarkering' }] },
    birthDate: '1912-12-12',
    deceasedDateTime: '2025-12-31T23:30:00Z',
    name: [
      { use: 'usual', text: 'Tolv' },
      {
        use: 'official',
        given: ['Tolvan', 'Maria'],
        _given: [
          {
            extension: [
              {
                url: 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier',
                valueCode: 'CL',
              },
            ],
          },
          null,
        ],
        family: 'von Tolvansson',
        _family: { extension: [{ url: `${base}/SEBaseOwnFamilyExtension`, valueString: 'Tolvansson' }] },
        extension: [{ url: `${base}/SEBaseMiddleNameExtension`, valueString: 'Elvansson' }],
      },
    ],
    identifier: [
      { system: personal, value: '19121212-1212' },
      { system: 'http://electronichealth.se/identifier/samordningsnummer', value: '19121272-1219' },
      { system: personal, value: '191212121220', use: 'old' },
      { system: personal, value: '191212121238', period: { end: '2020-01-01' } },
      { system: 'http://region.example/cards', value: 'K1', type: { text: 'Kort' } },
      { system: 'http://region.example/chips', value: 'C1' },
    ],
  });
  const number = (extension: string, root = '1.2.752.129.2.1.3.1') => ({ root, extension });
  expect(found).toEqual({
    rc_id: { extension: 'Patient/p1' },
    PatientVersionDateTime: { value: '20260116090000' },
    PatientID: number('191212121212'),
    PatientInternalID: 'p1',
    PatientProtectedId: true,
    PatientName: {
      PatientFamilyName: 'Tolvansson',
      PatientMiddleName: 'Elvansson',
      PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Maria' }],
    },
    PatientBirthDate: { value: '19121212' },
    PatientDeceasedDate: { value: '20260101' },
    PatientConnectedActiveNumbers: {
      PatientConnectedActiveNumber: [number('191212721219', '1.2.752.129.2.1.3.3')],
    },
    PatientConnectedInactiveNumbers: {
      PatientConnectedInactiveNumber: [number('191212121220'), number('191212121238')],
    },
    PatientOtherIdentifiers: {
      PatientOtherIdentifier: [
        { PatientOtherIdentifierType: 'Kort', PatientOtherIdentifierValue: 'K1' },
        { PatientOtherIdentifierType: 'http://region.example/chips', PatientOtherIdentifierValue: 'C1' },
      ],
    },
  });
  // The other names, the family name with its prefix, and when a number ended.
  expect(losses).toEqual([
    'unmapped Patient/identifier/period',
    'unmapped Patient/name/use',
    'unmapped Patient/name/text',
    'unmapped Patient/name/family',
  ]);
});

test('addresses, phones and email: none that is old', async () => {
  const registered = {
    extension: [
      {
        url: `${base}/SEBaseAddressPersonExtension`,
        valueCodeableConcept: { coding: [{ code: '63381000052101', display: 'folkbokföringsadress' }] },
      },
    ],
  };
  const { found, losses } = await read({
    address: [
      { use: 'old', line: ['Gamla gatan 1'] },
      { use: 'temp', line: ['Sommarvägen 1'], period: { end: '2020-01-01' } },
      {
        ...registered,
        use: 'home',
        line: ['c/o Elvan', 'Storgatan 1', 'lgh 1101'],
        postalCode: '123 45',
        city: 'Provstad',
        district: 'Provstads kommun',
        state: 'Provlän',
        country: 'SE',
      },
      { use: 'temp', line: ['Calle Uno'], country: 'Spanien' },
      { use: 'billing', text: 'Box 1, Provstad' },
    ],
    telecom: [
      { system: 'phone', use: 'mobile', value: '070-1' },
      { system: 'sms', value: '070-2' },
      { system: 'fax', value: '08-3' },
      { system: 'pager', value: '08-4' },
      { system: 'email', use: 'home', value: 'tolvan@x.example' },
      { system: 'phone', use: 'old', value: '070-9' },
      { system: 'url', value: 'https://x.example' },
    ],
  });
  expect(found.PatientAddresses.PatientAddress).toEqual([
    {
      PatientAddressType: 'folkbokföringsadress',
      PatientAddressCO: 'c/o Elvan',
      PatientAddressStreet: 'Storgatan 1, lgh 1101',
      PatientAddressPostcode: '123 45',
      PatientAddressCity: 'Provstad',
      PatientAddressCounty: 'Provlän',
      PatientAddressCountryCode: 'SE',
    },
    { PatientAddressType: 'temp', PatientAddressStreet: 'Calle Uno', PatientAddressCountry: 'Spanien' },
    { PatientAddressType: 'billing', PatientAddressComment: 'Box 1, Provstad' },
  ]);
  expect(found.PatientDataRegister).toEqual({ PatientCounty: 'Provlän', PatientCity: 'Provstads kommun' });
  expect(found.PhoneNumbers.Phone).toEqual([
    { PhoneType: 'mobile', PhoneNumber: '070-1' },
    { PhoneNumber: '070-2' },
    { PhoneNumber: '08-3' },
    { PhoneNumber: '08-4' },
  ]);
  expect(found.EmailAddresses.Email).toEqual([{ EmailType: 'home', EmailAddress: 'tolvan@x.example' }]);
  // The telephone number and the addresses that are old.
  expect(losses).toEqual([
    'unmapped Patient/telecom',
    'unmapped Patient/address/use',
    'unmapped Patient/address/line',
    'unmapped Patient/address/use',
    'unmapped Patient/address/line',
    'unmapped Patient/address/period',
  ]);
});

test('relatives: contacts, and the RelatedPersons that are still relatives', async () => {
  const relative = (id: string, members: object = {}) => ({
    resourceType: 'RelatedPerson',
    id,
    patient: own,
    name: [{ text: `Anhörig ${id}` }],
    ...members,
  });
  const { found, losses } = await read(
    {
      contact: [
        {
          relationship: [{ text: 'Maka' }],
          name: { given: ['Elvan', 'Eva'], family: 'Tolvansson' },
          telecom: [
            { system: 'phone', use: 'work', value: '08-1' },
            { system: 'phone', use: 'mobile', value: '070-1' },
            { system: 'phone', use: 'home', value: '08-2' },
          ],
          address: { text: 'Hemma', line: ['c/o Ek', 'Storgatan 1'], postalCode: '123 45', city: 'Provstad' },
        },
      ],
    },
    relative('1'),
    relative('2', { active: false }),
    relative('3', { period: { end: '2020-01-01' } }),
    relative('4', {
      meta: { security: [{ code: 'skyddadFolkbokforing' }] },
      relationship: [{ text: 'Son' }],
    }),
  );
  expect(found.PatientRelatives.PatientRelative).toEqual([
    {
      PatientRelativeType: 'Maka',
      PatientRelativeGivenName: 'Elvan Eva',
      PatientRelativeFamilyName: 'Tolvansson',
      PatientRelativeName: 'Elvan Eva Tolvansson',
      PatientRelativeHomePhonenumber: '070-1',
      PatientRelativeWorkPhonenumber: '08-1',
      PatientRelativeAddress: 'Hemma',
      PatientRelativeCOAddress: 'c/o Ek',
      PatientRelativeStreetAddress: 'Storgatan 1',
      PatientRelativePostalCode: '123 45',
      PatientRelativeCity: 'Provstad',
    },
    { PatientRelativeName: 'Anhörig 1' },
    { PatientRelativeType: 'Son' },
  ]);
  expect(losses.toSorted()).toEqual(['repeated Patient/contact/telecom', 'withheld RelatedPerson']);
});

test('units: the responsible one, the care unit, and the care provider, which may be the same', async () => {
  const unit = (id: string) => ({
    type: 'Organization',
    identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: id },
  });
  const ids = (extension: string) => ({ UnitID: { root: '1.2.752.129.2.1.4.1', extension } });
  const { extract, losses } = await read({
    generalPractitioner: [{ type: 'Practitioner', display: 'Doktor Ett' }, unit('SE1-1')],
    managingOrganization: unit('SE1-2'),
  });
  expect(extract.ResponsibleUnit).toEqual(ids('SE1-1'));
  expect(extract.AccessZoneUnit).toEqual(ids('SE1-2'));
  expect(extract.HeadCareproviderUnit).toEqual(ids('SE1-2'));
  expect(losses).toEqual([]);
});

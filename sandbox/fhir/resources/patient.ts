// A Patient, and RelatedPersons for the guardians.

import type { PatientData } from '../../extracts/world.ts';
import { isCoordination } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { organizationBy } from './care-units.ts';
import { concept, day, instant, resource, subjectOf, swedish, systems, withoutUndefined } from './parts.ts';

type Extract = PatientData['patients'][number];
type Patient = NonNullable<Extract['Patient']>;

/** Some source systems write the number with a hyphen, others without. */
export const numberIdentifier = (number: string, { isHyphenated }: { isHyphenated: boolean }) => ({
  use: 'official',
  system: isCoordination(number) ? systems.coordination : systems.personal,
  value: isHyphenated ? `${number.slice(0, 8)}-${number.slice(8)}` : number,
});

const qualifier = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier';
/** Marks the given name in use. */
export const nameInUse = { extension: [{ url: qualifier, valueCode: 'CL' }] };

const nameOf = ({ PatientName: name }: Patient) => {
  const given = name?.PatientGivenName ?? [];
  const middle = name?.PatientMiddleName;
  return withoutUndefined({
    use: 'official',
    family: name?.PatientFamilyName,
    given: given.map(({ value }) => value),
    _given: given.map(one => (one.qualifier === 'CL' ? nameInUse : null)),
    extension: middle === undefined ? undefined : [{ url: swedish.middleName, valueString: middle }],
  });
};

const sexes: Readonly<Record<string, string>> = { F: 'female', M: 'male', U: 'unknown' };

/** SNOMED CT code for the address in the population register. */
export const registeredAddress = {
  url: swedish.addressType,
  valueCodeableConcept: {
    coding: [{ system: systems.snomed, code: '63381000052101' }],
    text: 'Folkbokföringsadress',
  },
};

/** The registered address, with county and municipality if the register has them. */
const addressesOf = ({ PatientAddresses: written, PatientDataRegister: register }: Patient) => {
  const [address] = written?.PatientAddress ?? [];
  if (address === undefined && register === undefined) return undefined;
  const street = address?.PatientAddressStreet;
  return [
    withoutUndefined({
      extension: [registeredAddress],
      use: 'home',
      line: street === undefined ? undefined : [street],
      postalCode: address?.PatientAddressPostcode,
      city: address?.PatientAddressCity,
      district: register?.PatientCity,
      state: register?.PatientCounty,
      country: address?.PatientAddressCountry ?? register?.PatientCountry,
    }),
  ];
};

const telecomOf = ({ PhoneNumbers: phones, EmailAddresses: emails }: Patient) => [
  ...(phones?.Phone ?? []).map(({ PhoneNumber: value }) => ({ system: 'phone', use: 'mobile', value })),
  ...(emails?.Email ?? []).map(({ EmailAddress: value }) => ({ system: 'email', use: 'home', value })),
];

const relativesOf = ({ PatientRelatives: relatives }: Patient) =>
  (relatives?.PatientRelative ?? []).map(({ PatientRelativeType: type, PatientRelativeName: name }) =>
    withoutUndefined({
      relationship: type === undefined ? undefined : [concept(type)],
      name: name === undefined ? undefined : { text: name },
    }),
  );

const unlessEmpty = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);

/** Converts a patient extract to a Patient. */
export const patientResource = (
  id: string,
  extract: Extract,
  { isHyphenated }: { isHyphenated: boolean },
): Resource => {
  const { Patient: patient = {} } = extract;
  const number = patient.PatientID?.extension ?? '';
  const changed = patient.PatientVersionDateTime?.value;
  const birthDate = patient.PatientBirthDate?.value;
  const died = patient.PatientDeceasedDate?.value;
  return resource('Patient', id, {
    meta: withoutUndefined({
      lastUpdated: changed === undefined ? undefined : instant(changed),
      security: patient.PatientProtectedId
        ? [{ system: swedish.securityLabel, code: 'sekretessmarkering' }]
        : undefined,
    }),
    identifier: [numberIdentifier(number, { isHyphenated })],
    active: true,
    name: [nameOf(patient)],
    telecom: unlessEmpty(telecomOf(patient)),
    gender: sexes[patient.PatientSex ?? ''],
    birthDate: birthDate === undefined ? undefined : day(birthDate),
    deceasedDateTime: died === undefined ? undefined : day(died),
    address: addressesOf(patient),
    contact: unlessEmpty(relativesOf(patient)),
    managingOrganization: organizationBy(extract.AccessZoneUnit),
  });
};

export type GuardianOf = {
  readonly id: string;
  /** The id of the child's Patient. */
  readonly child: string;
  readonly number: string;
  readonly name: { readonly given: string; readonly family: string };
  /** The parent's role: a code of v3-RoleCode and its text. */
  readonly parent: readonly [code: string, text: string];
  /** Dates as `YYYYMMDD`. */
  readonly from: string;
  readonly to: string;
};

/** A RelatedPerson for a parent who is or was a child's guardian. */
export const guardian = ({ id, child, number, name, parent, from, to }: GuardianOf): Resource =>
  resource('RelatedPerson', id, {
    identifier: [numberIdentifier(number, { isHyphenated: false })],
    active: true,
    patient: subjectOf(child),
    relationship: [
      {
        coding: [
          { system: systems.roleCode, code: 'GUARD' },
          { system: systems.roleCode, code: parent[0] },
        ],
        text: `${parent[1]}, vårdnadshavare`,
      },
    ],
    name: [{ use: 'official', given: [name.given], family: name.family }],
    period: { start: day(from), end: day(to) },
  });

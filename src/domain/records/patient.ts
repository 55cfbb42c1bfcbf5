// PatientRecord, the older form (operation 4), and PatientRecordV2 (operation 5): its extract in the v2 layout.
import type { Static } from 'typebox';
import {
  arrayOf,
  container,
  day,
  exact,
  id,
  namedObject,
  objectOf,
  string,
  time,
  XSDVersion,
} from './shared/common.ts';
import {
  accessZoneUnit,
  emails,
  extractHead,
  headUnit,
  patientMembers,
  phones,
  releaseUnitIds,
  unitIds,
} from './shared/extract-parts.ts';
import { inLayout, patientLayout, toV2Layout } from './shared/layout-v2.ts';

const PatientAddress = objectOf(
  {
    PatientAddressType: string('What the address is for.', 'Folkbokföringsadress', 'Tillfällig adress'),
    PatientAddressCO: string('Care of: whose home it is.', 'c/o Påhittad'),
    PatientAddressStreet: string('Street and number, or box.', 'Hittepågatan 12'),
    PatientAddressPostcode: string('The postal code.', '583 36'),
    PatientAddressCity: string('The town.', 'Linköping'),
    PatientAddressCounty: string('The county.', 'Östergötlands län'),
    PatientAddressCountry: string('The country.', 'Sverige'),
    PatientAddressCountryCode: exact('The country as a code.', 'SE'),
    PatientAddressComment: string('A remark on the address.', 'Portkod fås vid besök'),
  },
  'An address of the patient.',
  { $id: 'PatientAddress' },
);

const PatientRelative = objectOf(
  {
    PatientRelativeType: string('How the person is related to the patient.', 'Maka', 'Son'),
    PatientRelativeName: string('The whole name.', 'Påhittad Tolvansson'),
    PatientRelativeGivenName: string('The given name.', 'Påhittad'),
    PatientRelativeFamilyName: string('The family name.', 'Tolvansson'),
    PatientRelativeOrder: exact('The position in the order of contact, from 1.', '1'),
    PatientRelativeHomePhonenumber: exact('The private telephone number.', '013-00 00 00'),
    PatientRelativeWorkPhonenumber: exact('The telephone number at work.', '010-000 00 00'),
    PatientRelativeAddress: string('The address in one line.', 'Hittepågatan 12, 583 36 Linköping'),
    PatientRelativeCOAddress: string('Care of: whose home it is.', 'c/o Påhittad'),
    PatientRelativeStreetAddress: string('Street and number, or box.', 'Hittepågatan 12'),
    PatientRelativePostalCode: string('The postal code.', '583 36'),
    PatientRelativeCity: string('The town.', 'Linköping'),
    PatientRelativeComment: string('A remark.', 'Nås bäst på kvällen'),
  },
  'A relative or another person close to the patient.',
);

const PatientPass = objectOf(
  {
    PatientPassTypeDiscountCard: string('The type of the pass.', 'Frikort'),
    PatientPassMembership: string('The scheme that the pass belongs to.', 'Högkostnadsskydd'),
    PatientPassNumber: exact('The number of the pass.', '1200001'),
    PatientPassValidFrom: day('The first day on which the pass is valid.'),
    PatientPassValidTo: day('The last day on which the pass is valid.'),
  },
  'A pass that reduces the patient’s fees.',
);

const PatientOtherIdentifier = objectOf(
  {
    PatientOtherIdentifierType: string('What kind of identifier it is.', 'Passnummer'),
    PatientOtherIdentifierValue: exact('The identifier itself.', 'X0000000'),
    PatientOtherIdentifierComment: string('A remark on the identifier.', 'Utfärdat i Norge'),
  },
  'Another identifier of the patient.',
);

const Patient = objectOf(
  {
    rc_id: id('The id of the patient’s data in the EHR.'),
    PatientVersionDateTime: time('When this version of the data was saved.'),
    ...patientMembers,
    PatientBirthDate: day('The date of birth.'),
    PatientDeceasedDate: day('The date of death; missing if none is known.'),
    PatientSex: exact('The legal sex: female, male, or unknown.', 'F', 'M', 'U'),
    PatientAddresses: container('PatientAddress', PatientAddress, 'Addresses of the patient.'),
    PhoneNumbers: phones,
    EmailAddresses: emails,
    PatientComment: string('An administrative remark on the patient.', 'Kallas per brev'),
    PatientRelatives: container(
      'PatientRelative',
      PatientRelative,
      'Relatives and others close to the patient whom care staff may contact.',
    ),
    PatientDataRegister: objectOf(
      {
        PatientCountry: exact('The code of the country.', 'SE'),
        PatientCounty: exact('The code of the county.', '05'),
        PatientCity: exact('The code of the municipality.', '80'),
        PatientDistrict: exact('The code of the district.', '01'),
      },
      'Where the patient is registered as resident, as codes of the population register.',
    ),
    PatientConnectedInactiveNumbers: container(
      'PatientConnectedInactiveNumber',
      id('A number that is no longer used.'),
      'Earlier numbers of the patient, such as a reserve number that was replaced.',
    ),
    PatientConnectedActiveNumbers: container(
      'PatientConnectedActiveNumber',
      id('A number that is in use.'),
      'Other numbers of the patient that are in use.',
    ),
    PatientPasses: container('PatientPass', PatientPass, 'Passes that reduce the patient’s fees.'),
    PatientOtherIdentifiers: container(
      'PatientOtherIdentifier',
      PatientOtherIdentifier,
      'Identifiers that are not patient numbers.',
    ),
  },
  'The patient.',
  { $id: 'PatientDetails' },
);

export const PatientExtract = objectOf(
  {
    ...extractHead,
    Patient,
    ResponsibleUnit: releaseUnitIds(
      'The unit that is responsible for the patient, such as the primary care centre.',
    ),
    AccessZoneUnit: releaseUnitIds(accessZoneUnit),
    HeadCareproviderUnit: unitIds(headUnit),
  },
  'The patient with its context.',
  { $id: 'PatientExtract' },
);
export type PatientExtract = Static<typeof PatientExtract>;

export const PatientRecord = namedObject(
  'PatientRecord',
  'What is known about the patient as a person (older form).',
  { XSDVersion, PatientEHRExtract: arrayOf(PatientExtract, 'The extract: one patient.') },
);
export type PatientRecord = Static<typeof PatientRecord>;

export const PatientRecordV2 = namedObject(
  'PatientRecordV2',
  'What is known about the patient as a person.',
  {
    patientEHRExtract: arrayOf(inLayout(patientLayout, PatientExtract), 'The extract: one patient.'),
  },
);
export type PatientRecordV2 = Static<typeof PatientRecordV2>;

/** The same record in its v2 layout, which publishes no version. */
export const patientRecordV2 = ({ PatientEHRExtract: extracts = [] }: PatientRecord): PatientRecordV2 => ({
  patientEHRExtract: extracts.map(extract => toV2Layout(patientLayout, extract)),
});

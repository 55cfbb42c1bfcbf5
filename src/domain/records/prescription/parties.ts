// Who a prescription mentions: units, staff and the patient, with the member names of this record.
import { arrayOf, container, day, exact, id, objectOf, string } from '../shared/common.ts';
import {
  accessZones,
  CareProviderPosition,
  careProvider,
  careProviderMembers,
  emailDatas,
  patientId,
  phoneDatas,
  protectedId,
  releaseUnitId,
  secrecyGroups,
  unit,
  unitAddress,
  unitIds,
  unitInternalId,
} from '../shared/extract-parts.ts';

export const UnitData = objectOf(
  {
    UnitID: id('The unit’s id, usually its HSA-id.'),
    UnitLocalID: id('The unit’s id in the EHR itself.'),
    UnitInternalID: unitInternalId,
    UnitName: string('The unit’s name.', 'Hudmottagningen'),
    UnitHeadCareProviderUnitID: exact(
      'The id of the care provider (the organisation) of the unit.',
      'SE2321000016-0001',
    ),
    AccessZones: accessZones,
    UnitSecrecyGroups: secrecyGroups('the unit'),
    PhoneNumbers: phoneDatas,
    EmailAddresses: emailDatas,
    UnitAddresses: container('UnitAddressData', unitAddress, 'Addresses of the unit.'),
  },
  unit,
);

const unitReferenceMembers = {
  UnitID: id('The unit’s id, usually its HSA-id.'),
  UnitLocalID: id('The unit’s id in the EHR itself.'),
  UnitInternalID: unitInternalId,
};

/** A reference to a unit by its ids. */
export const unitReference = (description: string) => objectOf(unitReferenceMembers, description);

/** A unit that release rules compare with those of the profile (D26). */
export const releaseUnitReference = (description: string) =>
  objectOf({ ...unitReferenceMembers, UnitID: releaseUnitId }, description);

export const CareProvider = objectOf(
  {
    ...careProviderMembers,
    CosmicUserID: exact('The person’s user name in the EHR.', 'plak001'),
    CareProviderPosition,
    CareProviderUnit: unitIds('The unit that the person works at.'),
  },
  careProvider,
);

export const Patient = objectOf(
  {
    PatientId: patientId,
    PatientProtectedId: protectedId,
    PatientInternalID: exact('The patient’s id in the EHR itself.', '40217'),
    Gender: exact('The patient’s legal sex.', 'F', 'M', 'U'),
    BirthDate: day('The date of birth.'),
    PatientSecrecyGroup: secrecyGroups('this patient'),
    PatientNameData: objectOf(
      {
        PatientFamilyName: string('The family name.', 'Tolvansson'),
        PatientMiddleName: string('The middle name.', 'Mellan'),
        PatientGivenName: arrayOf(string('A given name.', 'Tolvan'), 'The given names, in their order.'),
        PatientNames: container(
          'Name',
          string('A name.', 'Tolvan Tolvansson'),
          'The whole name, as the EHR writes it.',
        ),
      },
      'The patient’s name.',
    ),
  },
  'The patient whom the prescription is for.',
);

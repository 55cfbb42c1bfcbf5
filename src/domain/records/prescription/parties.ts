// Who a prescription mentions: units, staff and the patient, with the member names of this record.
import { arrayOf, container, day, exact, objectOf, string } from '../shared/common.ts';
import {
  accessZones,
  CareProviderPosition,
  careProvider,
  careProviderMembers,
  emailDatas,
  patientId,
  patientInternalId,
  phoneDatas,
  protectedId,
  secrecyGroups,
  unit,
  unitAddress,
  unitIdMembers,
  unitInternalId,
  unitReferences,
} from '../shared/extract-parts.ts';

const numberedUnitIds = { ...unitIdMembers, UnitInternalID: unitInternalId };

export const UnitData = objectOf(
  {
    ...numberedUnitIds,
    UnitName: string('The unit’s name.', 'Hudmottagningen'),
    UnitHeadCareProviderUnitID: exact(
      'The id of the care provider (the organisation) of the unit.',
      'SE2321000016-0001',
    ),
    AccessZones: accessZones,
    UnitSecrecyGroups: secrecyGroups('the unit'),
    PhoneNumbers: phoneDatas,
    EmailAddresses: emailDatas,
    UnitAddresses: container('UnitAddressData', unitAddress, 'Addresses of the unit.', {
      $id: 'PrescriptionUnitAddresses',
    }),
  },
  unit,
  { $id: 'PrescriptionUnit' },
);

export const prescriptionUnits = unitReferences(numberedUnitIds, 'PrescriptionUnitReference');

export const CareProvider = objectOf(
  {
    ...careProviderMembers,
    CosmicUserID: exact('The person’s user name in the EHR.', 'plak001'),
    CareProviderPosition,
  },
  careProvider,
  { $id: 'PrescriptionCareProvider' },
);

export const Patient = objectOf(
  {
    PatientId: patientId,
    PatientProtectedId: protectedId,
    PatientInternalID: patientInternalId,
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
  { $id: 'PrescriptionPatient' },
);

// PrescriptionRecord (operation 9).
import type { Static } from 'typebox';
import { arrayOf, container, id, namedObject, objectOf, string, time, XSDVersion } from '../shared/common.ts';
import {
  careProvidersDescription,
  extractHead,
  secrecyLevels,
  unitsDescription,
} from '../shared/extract-parts.ts';
import { Prescription } from './content.ts';
import { CareProvider, Patient, prescriptionUnits, UnitData } from './parties.ts';

export const PrescriptionExtract = objectOf(
  {
    ...extractHead,
    Prescription,
    Patient,
    Units: container('UnitData', UnitData, unitsDescription, { $id: 'PrescriptionUnits' }),
    CreationUnit: prescriptionUnits.releaseUnitIds('The unit where the prescription was written.'),
    ...prescriptionUnits.unitsByRole,
    CareProviders: container(
      'CareProviders',
      container('CareProvider', CareProvider, 'A group of people, such as the prescribers.', {
        $id: 'PrescriptionCareProviders',
      }),
      careProvidersDescription,
      { $id: 'PrescriptionCareProviderGroups' },
    ),
    HCMContact: objectOf(
      {
        rc_id: id('The id of the contact. It equals `rcId` of the care contacts (operation 6).'),
        ContactType: string('The type of the contact.', 'Besök'),
        ContactStatus: string('The state of the contact.', 'ARRIVED'),
        ContactBegin: time('When the contact began.'),
        ContactEnd: time('When the contact ended.'),
        ContactSecrecyLevels: secrecyLevels('the contact'),
      },
      'The contact (the encounter with care) at which the prescription was written.',
      { $id: 'PrescriptionContact' },
    ),
  },
  'The prescription with its context.',
  { $id: 'PrescriptionExtract' },
);
export type PrescriptionExtract = Static<typeof PrescriptionExtract>;

export const PrescriptionRecord = namedObject('PrescriptionRecord', 'One version of one prescription.', {
  XSDVersion,
  PrescriptionEHRExtract: arrayOf(PrescriptionExtract, 'The extract: one prescription.'),
});
export type PrescriptionRecord = Static<typeof PrescriptionRecord>;

// ContactRecord (operation 6). The extract has the older element names; the record has its v2 layout.
import type { Static } from 'typebox';
import {
  arrayOf,
  container,
  day,
  exact,
  flag,
  id,
  namedObject,
  objectOf,
  string,
  time,
} from './shared/common.ts';
import {
  accessZoneUnit,
  careProvidersWith,
  ExtractPatient,
  extractHead,
  headUnit,
  numberedUnits,
  releaseUnitIds,
  secrecyLevels,
  unitIds,
} from './shared/extract-parts.ts';
import { withHidden } from './shared/hiding.ts';
import { contactLayout, inLayout } from './shared/layout-v2.ts';

const Action = objectOf(
  {
    ActionID: exact('The id of the action within the contact.', '1'),
    ActionType: string('The type of the action.', 'Besök'),
    ActionMain: flag('Whether this is the main action of the contact.'),
    ActionCareService: string('The care service that the action belongs to.', 'Hudsjukvård'),
    ActionVisitType: string('The type of visit.', 'Mottagningsbesök'),
    ActionCategory1: string('A first category, defined by the region.', 'Akut'),
    ActionCategory2: string('A second category, defined by the region.', 'Remiss'),
    ActionStatus: string('The state of the action, in the words of the EHR.', 'Utförd'),
    ActionStatusConfigurationId: exact('The id of that state in the EHR’s configuration.', '12'),
    ActionBeginDateTime: time('When the action began or is planned to begin.'),
    ActionEndDateTime: time('When the action ended or is planned to end.'),
    ActionSecrecyLevels: secrecyLevels('the action'),
  },
  'Something that was done or is planned within the contact.',
  { $id: 'ContactAction' },
);

export const ContactExtract = objectOf(
  {
    ...extractHead,
    Contact: objectOf(
      {
        rc_id: id('The id of the contact in the EHR.'),
        ContacInternaltID: exact('The contact’s number inside the EHR.', '59062'),
        ContactPerformingUnit: withHidden(
          'unit',
          string('The name of the unit where the contact takes place.', 'Hudmottagningen'),
        ),
        ContactVersionDateTime: time('When this version of the contact was saved.'),
        ContactTypeOfVisit: string(
          'What kind of visit it is, for example a first or a return visit.',
          'Återbesök',
        ),
        ContactVisitType: string('The form of the visit.', 'Mottagningsbesök', 'Hembesök', 'Videobesök'),
        ContactCategory1: string('A first category, defined by the region.', 'Akut'),
        ContactCategory2: string('A second category, defined by the region.', 'Remiss'),
        ContactStatus: string('The state of the contact, in the words of the EHR.', 'Ankommen', 'ARRIVED'),
        ContactStatusConfigurationId: exact('The id of that state in the EHR’s configuration.', '4'),
        ContactActive: flag('Whether the contact is valid. `false` means that it was withdrawn.'),
        ContactBeginDateTime: withHidden('time', time('When the contact began or is planned to begin.')),
        ContactEndDateTime: withHidden('time', time('When the contact ended; missing while it is open.')),
        ContactShareInfo: withHidden(
          'sharing',
          flag('Whether information about the contact may be shared outside the unit.'),
        ),
        ContactRoom: string('The room, for inpatient care.', '12'),
        ContactBed: string('The bed, for inpatient care.', 'A'),
        ContactHomeleaveBeginDateTime: time('When a leave from inpatient care began.'),
        ContactHomeleaveEndDateTime: time('When that leave ended.'),
        ContactPatientFee: string('The fee category or amount of the visit, in the words of the EHR.', '200'),
        ContactSecrecyLevels: secrecyLevels('the contact'),
        Actions: container('Action', Action, 'What was done or is planned within the contact.', {
          $id: 'ContactActions',
        }),
        Discharge: objectOf(
          {
            DischargeDestination: string('Where the patient went.', 'Ordinärt boende'),
            DischargeDateTime: time('When the patient was discharged.'),
            DeceasedDateTime: time('When the patient died, if that ended the contact.'),
            PostMortemRequired: flag('Whether a post-mortem examination is required.', false),
          },
          'How inpatient care ended.',
          { $id: 'Discharge' },
        ),
      },
      'The contact: an encounter with care, past, current or planned.',
      { $id: 'Contact' },
    ),
    CareCommitment: objectOf(
      {
        CareCommitmentID: exact('The id of the commitment.', '77105'),
        CareCommitmentDate: day('When the commitment was made.'),
        CareCommitmentClassification: string('Its class, in the words of the EHR.', 'Remiss'),
      },
      'The commitment, such as an accepted referral, that the contact fulfils.',
      { $id: 'CareCommitment' },
    ),
    Patient: ExtractPatient,
    Units: numberedUnits,
    ContactPerformingUnit: releaseUnitIds('The unit where the contact takes place.'),
    ContactResponsibleUnit: releaseUnitIds('The unit that is medically responsible for the contact.'),
    ContactAccessZoneUnit: releaseUnitIds(accessZoneUnit),
    ContactHeadCareproviderUnit: unitIds(headUnit),
    ContactTechnicalUnit: unitIds('The unit where the contact is registered for technical reasons.'),
    CareProviders: careProvidersWith('CareProviderPosition'),
  },
  'The contact with its context.',
  { $id: 'ContactExtract' },
);

export const ContactRecord = namedObject('ContactRecord', 'One encounter with care.', {
  contactEHRExtract: arrayOf(inLayout(contactLayout, ContactExtract), 'The extract: one contact.'),
});
export type ContactRecord = Static<typeof ContactRecord>;

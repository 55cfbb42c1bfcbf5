// ContactRecord (operation 6). The extract has the older element names; the record is its v2 layout.
import Type, { type Static } from 'typebox';
import {
  CareProviderPosition,
  careProviderMembers,
  Day,
  ExtractPatient,
  extractHead,
  Id,
  list,
  members,
  Secrecy,
  Time,
  UnitIds,
  unitMembers,
} from './shared/common.ts';
import { contactLayout, inLayout } from './shared/layout-v2.ts';

const text = Type.String();

const Action = members({
  ActionID: text,
  ActionType: text,
  ActionMain: Type.Boolean(),
  ActionCareService: text,
  ActionVisitType: text,
  ActionCategory1: text,
  ActionCategory2: text,
  ActionStatus: text,
  ActionStatusConfigurationId: text,
  ActionBeginDateTime: Time,
  ActionEndDateTime: Time,
  ActionSecrecyLevels: Secrecy.levels,
});

export const ContactExtract = members({
  ...extractHead,
  Contact: members({
    rc_id: Id,
    ContacInternaltID: text,
    ContactPerformingUnit: text,
    ContactVersionDateTime: Time,
    ContactTypeOfVisit: text,
    ContactVisitType: text,
    ContactCategory1: text,
    ContactCategory2: text,
    ContactStatus: Type.String({ examples: ['Ankommen', 'ARRIVED'] }),
    ContactStatusConfigurationId: text,
    ContactActive: Type.Boolean(),
    ContactBeginDateTime: Time,
    ContactEndDateTime: Time,
    ContactShareInfo: Type.Boolean(),
    ContactRoom: text,
    ContactBed: text,
    ContactHomeleaveBeginDateTime: Time,
    ContactHomeleaveEndDateTime: Time,
    ContactPatientFee: text,
    ContactSecrecyLevels: Secrecy.levels,
    Actions: list('Action', Action),
    Discharge: members({
      DischargeDestination: text,
      DischargeDateTime: Time,
      DeceasedDateTime: Time,
      PostMortemRequired: Type.Boolean(),
    }),
  }),
  CareCommitment: members({
    CareCommitmentID: text,
    CareCommitmentDate: Day,
    CareCommitmentClassification: text,
  }),
  Patient: ExtractPatient,
  Units: list('Unit', members({ ...unitMembers, UnitInternalID: text })),
  ContactPerformingUnit: UnitIds,
  ContactResponsibleUnit: UnitIds,
  ContactAccessZoneUnit: UnitIds,
  ContactHeadCareproviderUnit: UnitIds,
  ContactTechnicalUnit: UnitIds,
  CareProviders: list('CareProvider', members({ ...careProviderMembers, CareProviderPosition })),
});

export const ContactRecord = Type.Partial(
  Type.Object({ contactEHRExtract: Type.Array(inLayout(contactLayout, ContactExtract)) }),
  { $id: 'ContactRecord', description: 'One encounter with care.' },
);
export type ContactRecord = Static<typeof ContactRecord>;

export const contactExample: ContactRecord = {
  contactEHRExtract: [
    {
      ehrId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehrSystem: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      timeCreated: { value: '20260115101500' },
      contact: {
        rcId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Contact:59062' },
        contactInternalID: '59062',
        contactVersionDateTime: { value: '20260115101000' },
        contactTypeOfVisit: 'Återbesök',
        contactStatus: 'Ankommen',
        contactActive: true,
        contactBeginDateTime: { value: '20260115093000' },
        contactEndDateTime: { value: '20260115100000' },
        contactShareInfo: true,
        actions: {
          action: [{ actionID: '1', actionType: 'Besök', actionMain: true, actionStatus: 'Utförd' }],
        },
      },
      patient: {
        patientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        patientProtectedId: false,
        patientName: {
          patientFamilyName: 'Tolvansson',
          patientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
        },
      },
      units: {
        unit: [
          {
            unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' },
            unitName: 'Hudmottagningen',
            emailAddresses: { Email: [{ EmailType: 'Arbete', EmailAddress: 'hud@example.com' }] },
          },
        ],
      },
      contactPerformingUnit: { unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      careProviders: {
        careProvider: [
          {
            careProviderName: 'Påhittad Läkarsson',
            careProviderPosition: { careProviderPositionName: 'Överläkare' },
          },
        ],
      },
    },
  ],
};

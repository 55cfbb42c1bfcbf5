import type { ContactRecord } from '../contact.ts';
import { contactPart } from '../shared/layout-v2.ts';
import { exampleHead } from './extract-head.ts';

export const contactExample: ContactRecord = {
  contactEHRExtract: [
    {
      ...contactPart(exampleHead),
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

import type { PrescriptionRecord } from '../prescription/prescription.ts';
import { exampleHead } from './extract-head.ts';

export const prescriptionExample: PrescriptionRecord = {
  XSDVersion: { version: 0.3 },
  PrescriptionEHRExtract: [
    {
      ...exampleHead,
      Prescription: {
        rc_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Prescription:8124' },
        PrescriptionVersionDateTime: { value: '20260115100000' },
        PrescriptionReasonText: 'Högt blodtryck',
        TreatmentGoal: 'Blodtryck under 140/90',
        PrescriptionType: 'Recept',
        RouteDetail: { routeCode: '53', name: 'Oral användning', abbreviation: 'po', routeLicensed: true },
        MedicationTreatmentId: { root: '1.2.752.129.2.1.2.1', extension: 'T-8124' },
        MedicationTreatmentStatusDetail: {
          TreatmentStatus: 'ACTIVE',
          EffectiveDateTime: { value: '20260115100000' },
        },
        MainProductTreatment: {
          PrescriptionProductTradeName: 'Exemplipin',
          PrescriptionProductDrugFormTextSv: 'Tablett',
          PrescriptionProduct_AtcCode: {
            code: 'C08CA01',
            codeSystem: '1.2.752.129.2.2.3.1.1',
            displayName: { value: 'amlodipin' },
          },
          PrescriptionProductStrengthNumeric: '5',
          PrescriptionProductStrengthNumericUnit: 'mg',
        },
        MedicationActive: true,
        PrescriptionStartDateTime: { value: '20260116080000' },
        PrescriptionDosages: {
          WhenNeeded: false,
          DosagePlugin: [
            {
              IX3Dosage: {
                DosageText: '1 tablett på morgonen',
                DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260116080000' } },
                DoseEnd: { DoseEndType: 'UNLIMITED' },
                DoseInstance: [
                  { DoseOrder: 1, MinQty: '1', MaxQty: '1', Type: 'NORMAL', DaysFromDosageStart: 0 },
                ],
              },
            },
          ],
        },
      },
      Patient: {
        PatientId: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientProtectedId: false,
        PatientNameData: { PatientFamilyName: 'Tolvansson', PatientGivenName: ['Tolvan'] },
      },
      CreationUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      CareProviders: {
        CareProviders: [{ CareProvider: [{ CareProviderName: 'Påhittad Läkarsson' }] }],
      },
    },
  ],
};

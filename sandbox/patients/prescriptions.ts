// Prescriptions as the EHR keeps them.
import type { PatientData } from '../extracts/world.ts';
import { daysAfter, head, localId, type Person, patientId, unitIds, units } from './parts.ts';

type Extract = PatientData['prescriptions'][number];
type Plugin = NonNullable<
  NonNullable<NonNullable<Extract['Prescription']>['PrescriptionDosages']>['DosagePlugin']
>[number];

/** A drug as somebody takes it. Its name is invented; its substance, form and strength are those of drugs that exist. */
export type Drug = {
  readonly name: string;
  readonly atc: string;
  readonly substance: string;
  readonly form: string;
  /** The digits and the unit; absent for a drug that has none, such as a vaccine. */
  readonly strength?: readonly [digits: string, unit: string];
  readonly dosage: Plugin;
  readonly isWhenNeeded?: true;
  readonly hasEnded?: true;
};

/**
 * One prescription a drug, two months apart.
 * @param of.firstId the id of the first one; the next ones follow.
 * @param of.begun the day of the first one, `YYYYMMDD`.
 */
export const prescriptionsOf = (
  person: Person,
  { drugs, firstId, begun }: { drugs: readonly Drug[]; firstId: number; begun: string },
): PatientData['prescriptions'] =>
  drugs.map(
    ({ name, atc, substance, form, strength, dosage, isWhenNeeded = false, hasEnded = false }, index) => {
      const prescribed = { value: daysAfter(begun, index * 60, '100000') };
      return {
        ...head(person, '20260115101500'),
        Prescription: {
          rc_id: localId('Prescription', firstId + index),
          PrescriptionVersionDateTime: prescribed,
          PrescriptionStartDateTime: { value: daysAfter(begun, index * 60 + 1, '080000') },
          PrescriptionType: 'Recept',
          MedicationActive: !hasEnded,
          MedicationTreatmentId: localId('Treatment', firstId + index),
          MedicationTreatmentStatusDetail: {
            TreatmentStatus: hasEnded ? 'ENDED' : 'ACTIVE',
            EffectiveDateTime: prescribed,
          },
          MainProductTreatment: {
            PrescriptionProductTradeName: name,
            MainSubstance: substance,
            PrescriptionProduct_AtcCode: {
              code: atc,
              codeSystem: '1.2.752.129.2.2.3.1.1',
              displayName: { value: substance },
            },
            PrescriptionProductDrugFormTextSv: form,
            ...(strength && {
              PrescriptionProductStrengthNumeric: strength[0],
              PrescriptionProductStrengthNumericUnit: strength[1],
            }),
          },
          PrescriptionDosages: { WhenNeeded: isWhenNeeded, DosagePlugin: [dosage] },
        },
        Patient: {
          PatientId: patientId(person),
          PatientProtectedId: person.isProtected ?? false,
          PatientNameData: { PatientFamilyName: person.family, PatientGivenName: [person.given] },
        },
        CreationUnit: unitIds(units.clinic),
        CareProviders: { CareProviders: [{ CareProvider: [{ CareProviderName: 'Påhittad Läkarsson' }] }] },
      };
    },
  );

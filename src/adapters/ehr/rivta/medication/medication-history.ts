// GetMedicationHistory 2.1 → prescriptions.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { PrescriptionExtract as Extract } from '../../../../domain/records/prescription/prescription.ts';
import { sexCodes } from '../../translation/words/sex.ts';
import { nonEmptyList, partialObject, timeValue } from '../../values/values.ts';
import { documentContract, type SoapTranslation } from '../documents.ts';
import {
  careProviderOf,
  extractHeadOf,
  patientIdOf,
  professionalOf,
  unitDataOf,
  unitIdsByRole,
} from '../header.ts';
import { codedWords, localIdentifier, wordForCode } from '../values.ts';
import type { HealthcareProfessionalType, PatientSummaryHeaderType } from '../wire-types.ts';
import { prescriptionOf } from './prescription.ts';
import { type MedicationMedicalRecordType as Document, MedicationMedicalRecordType } from './wire-types.ts';

const providerOf = (professional: HealthcareProfessionalType = {}, type?: string) => {
  const provider = careProviderOf(professional, 'CareProviderPosition');
  return provider === undefined || type === undefined ? provider : { CareProviderType: type, ...provider };
};

/** The prescriber, the evaluator, and the professional responsible for the document. */
const providersOf = ({ medicationMedicalRecordBody: body }: Document, header: PatientSummaryHeaderType) => {
  const { prescriber, evaluator } = body?.medicationPrescription ?? {};
  const providers = nonEmptyList([
    providerOf(prescriber, 'prescriber'),
    providerOf(evaluator, 'evaluator'),
    providerOf(professionalOf(header)),
  ]);
  return providers === undefined ? undefined : { CareProviders: [{ CareProvider: providers }] };
};

const extractOf = (
  document: Document,
  header: PatientSummaryHeaderType,
  losses: SoapTranslation,
): Extract => {
  const { medicationPrescription = {}, additionalPatientInformation: person } =
    document.medicationMedicalRecordBody ?? {};
  return omitUndefined<Extract>({
    ...extractHeadOf(header),
    Prescription: prescriptionOf(medicationPrescription, header, losses),
    Patient: partialObject({
      PatientId: patientIdOf(header),
      BirthDate: timeValue(person?.dateOfBirth),
      Gender: wordForCode(person?.gender?.code ?? codedWords(person?.gender), {
        words: sexCodes,
        path: 'medicationMedicalRecordBody/additionalPatientInformation/gender',
        countLoss: losses.countLoss,
      }),
    }),
    Units: partialObject({
      UnitData: nonEmptyList([unitDataOf(professionalOf(header).healthcareProfessionalOrgUnit)]),
    }),
    ...unitIdsByRole(header),
    CareProviders: providersOf(document, header),
    HCMContact: partialObject({ rc_id: localIdentifier(header.careContactId) }),
  });
};

export const medicationHistory = documentContract({
  kind: 'prescriptions',
  name: 'GetMedicationHistory',
  domain: 'clinicalprocess:activityprescription:actoutcome',
  version: 2,
  hasResult: true,
  period: 'datePeriod',
  sourceSystem: 'sourceSystemHSAId',
  element: 'medicationMedicalRecord',
  schema: MedicationMedicalRecordType,
  header: 'medicationMedicalRecordHeader',
  record: (document, header, losses) => ({
    XSDVersion: layoutVersions.prescriptions,
    PrescriptionEHRExtract: [extractOf(document, header, losses)],
  }),
});

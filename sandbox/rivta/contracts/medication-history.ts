// GetMedicationHistory 2.1: prescriptions.
import type { PatientData } from '../../extracts/world.ts';
import { notServed, optional } from '../soap/rules.ts';
import { type Child, elementsOf } from '../soap/xml.ts';
import { type Document, documentContract } from './document-contract.ts';
import { writeDosages } from './dosage.ts';
import { atcOf, authorOf, lastPart, named, systemOf, type Unit } from './extract-parts.ts';
import { type Author, coded, extension, professional } from './header.ts';

const domain = 'urn:riv:clinicalprocess:activityprescription:actoutcome:2';
const element = elementsOf(domain);
const code = coded(domain);

type Prescription = NonNullable<PatientData['prescriptions'][number]['Prescription']>;
type Product = NonNullable<Prescription['MainProductTreatment']>;

const idOf = (name: string, id: { root?: string; extension?: string } | undefined) =>
  element(name, id && [element('root', id.root ?? ''), element('extension', id.extension)]);

/** The digits as written, with the decimal point of `xs:double`. */
const strengthOf = ({ PrescriptionProductStrengthNumeric: digits }: Product) => digits?.replace(',', '.');

const productOf = (product: Product, route: Prescription['RouteDetail']): Child => {
  return element('drug', [
    code('nplId', {
      code: product.PrescriptionProductNplID?.extension,
      system: '1.2.752.129.2.1.5.1',
      display: product.PrescriptionProductTradeName,
    }),
    code('atcCode', atcOf(product.PrescriptionProduct_AtcCode)),
    code('routeOfAdministration', route && { code: route.routeCode, display: route.name }),
    element('pharmaceuticalForm', product.PrescriptionProductDrugFormTextSv),
    element('strength', strengthOf(product)),
    element('strengthUnit', product.PrescriptionProductStrengthNumericUnit),
    extension('strength', '1000'),
  ]);
};

const genericsOf = (product: Product): Child => {
  const strength = strengthOf(product);
  return element('generics', [
    element('substance', product.MainSubstance),
    element(
      'strength',
      strength === undefined
        ? undefined
        : [element('value', strength), element('unit', product.PrescriptionProductStrengthNumericUnit ?? '')],
    ),
    element('form', product.PrescriptionProductDrugFormTextSv),
  ]);
};

/** The product by its trade name, by its substance only, or as text. */
const drugOf = (prescription: Prescription): Child => {
  const { MainProductTreatment: product, MedicationChoice: choice, RouteDetail: route } = prescription;
  const words = choice?.displayName?.value;
  const hasName = product?.PrescriptionProductTradeName !== undefined;
  return element('drug', [
    element(
      'unstructuredDrugInformation',
      product === undefined && words !== undefined ? [element('unstructuredInformation', words)] : undefined,
    ),
    product && hasName ? productOf(product, route) : undefined,
    product && !hasName ? genericsOf(product) : undefined,
    ...writeDosages(prescription.PrescriptionDosages),
  ]);
};

/** The treatment by a single dose ends with it. */
const singleDoseTime = ({ PrescriptionDosages: of }: Prescription) =>
  of?.DosagePlugin?.find(({ OnceDosage: once }) => once?.dateTime)?.OnceDosage?.dateTime?.replaceAll(
    /\D/g,
    '',
  );

const prescriptionOf = (prescription: Prescription, author: Author): Child => {
  const { PrescriptionReasonText: reason, MedicationActive: active = true } = prescription;
  const isDiscontinued = prescription.MedicationTreatmentStatusDetail?.TreatmentStatus === 'DISCONTINUED';
  return element('medicationPrescription', [
    idOf('prescriptionId', isDiscontinued ? prescription.rc_id : prescription.MedicationTreatmentId),
    element('typeOfPrescription', isDiscontinued ? 'U' : 'I'),
    // A discontinuation is Active if it is the last of its chain.
    element('prescriptionStatus', active || isDiscontinued ? 'Active' : 'Inactive'),
    element(
      'principalPrescriptionReason',
      reason === undefined ? undefined : [code('reason', { display: reason })],
    ),
    element('evaluationTime', prescription.FollowUpDateTime?.value),
    element('treatmentPurpose', prescription.TreatmentGoal),
    isDiscontinued ? idOf('prescriptionChainId', prescription.MedicationTreatmentId) : undefined,
    idOf(
      'succeedingPrescriptionId',
      prescription.ReplacedByLatest === false ? prescription.rc_id : undefined,
    ),
    professional(domain)('prescriber', author),
    element('startOfTreatment', prescription.PrescriptionStartDateTime?.value),
    element('endOfTreatment', prescription.PrescriptionEndDateTime?.value ?? singleDoseTime(prescription)),
    code(
      'endOfTreatmentReason',
      prescription.PrescriptionCancelComment === undefined
        ? undefined
        : { display: prescription.PrescriptionCancelComment },
    ),
    element('selfMedication', false),
    drugOf(prescription),
    element(
      'dispensationAuthorization',
      prescription.PrescriptionPatientInstruction === undefined
        ? undefined
        : [
            idOf('dispensationAuthorizationId', prescription.rc_id),
            professional(domain)('dispensationAuthorizer', author),
            element('prescriptionSignatura', prescription.PrescriptionPatientInstruction),
          ],
    ),
  ]);
};

type UnitData = NonNullable<NonNullable<PatientData['prescriptions'][number]['Units']>['UnitData']>[number];

/** The first unit of a prescription under the names of the other records. */
const unitOf = ({ PhoneNumbers, EmailAddresses, UnitAddresses, UnitID, UnitName }: UnitData): Unit => ({
  ...(UnitID && { UnitID }),
  ...(UnitName && { UnitName }),
  PhoneNumbers: { Phone: PhoneNumbers?.PhoneData ?? [] },
  EmailAddresses: { Email: EmailAddresses?.EmailData ?? [] },
  UnitAddresses: { UnitAddress: UnitAddresses?.UnitAddressData ?? [] },
});

const documentOf = (extract: PatientData['prescriptions'][number]): Document => {
  const {
    Prescription: prescription = {},
    CreationUnit: unit,
    Patient: patient,
    HCMContact: contact,
  } = extract;
  const version = prescription.PrescriptionVersionDateTime?.value;
  const [listed] = extract.Units?.UnitData ?? [];
  const author = authorOf({
    time: version,
    by: extract.CareProviders?.CareProviders?.[0]?.CareProvider?.[0],
    unit: listed === undefined ? named(unit) : unitOf(listed),
    careUnit: unit,
    careGiver: extract.HeadCareproviderUnit,
  });
  return {
    header: {
      documentId: lastPart(prescription.rc_id),
      system: systemOf(extract),
      author,
      careContact: contact === undefined ? undefined : lastPart(contact.rc_id),
    },
    body: [
      prescriptionOf(prescription, author),
      element(
        'additionalPatientInformation',
        patient?.BirthDate?.value === undefined
          ? undefined
          : [
              element('dateOfBirth', patient.BirthDate.value),
              code('gender', patient.Gender === undefined ? undefined : { display: patient.Gender }),
            ],
      ),
    ],
    from: author.time,
    to: author.time,
  };
};

export const medicationHistory = documentContract({
  name: 'GetMedicationHistory',
  responder: 'urn:riv:clinicalprocess:activityprescription:actoutcome:GetMedicationHistoryResponder:2',
  domain,
  result: domain,
  document: 'medicationMedicalRecord',
  system: 'sourceSystemHSAId',
  contact: 'before',
  careUnit: 'careUnitHSAId',
  careGivers: true,
  period: { name: 'datePeriod', ends: optional },
  more: [optional('prescriptionChainId', notServed), optional('prescriptionStatus', notServed)],
  documents: ({ prescriptions }) => prescriptions.map(documentOf),
  whenEmpty: 'OK',
  open: true,
});

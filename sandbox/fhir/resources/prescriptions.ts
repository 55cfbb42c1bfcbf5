// Prescriptions as MedicationRequests, each with a Medication.
import { exactNumber } from '../../../src/domain/model/json.ts';
import type { PatientData } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { doctorAt } from './care-units.ts';
import { dosageInstructions } from './dosage.ts';
import { concept, instant, reference, resource, subjectOf, systems, withoutUndefined } from './parts.ts';

type Prescription = NonNullable<PatientData['prescriptions'][number]['Prescription']>;
type Product = NonNullable<Prescription['MainProductTreatment']>;

const nplId = 'urn:oid:1.2.752.129.2.1.5.1';

/** The strength as a decimal that keeps its trailing zeros. */
const strengthOf = ({
  PrescriptionProductStrengthNumeric: digits,
  PrescriptionProductStrengthNumericUnit: unit,
}: Product) =>
  digits === undefined
    ? undefined
    : {
        numerator: withoutUndefined({ value: exactNumber(digits.replace(',', '.')), unit }),
        denominator: { value: 1 },
      };

const medicationOf = (id: string, product: Product): Resource => {
  const { PrescriptionProduct_AtcCode: atc, MainSubstance: substance } = product;
  const { PrescriptionProductTradeName: name, PrescriptionProductDrugFormTextSv: form } = product;
  const npl = product.PrescriptionProductNplID?.extension;
  const codings = [
    ...(atc?.code === undefined
      ? []
      : [withoutUndefined({ system: systems.atc, code: atc.code, display: atc.displayName?.value })]),
    ...(npl === undefined ? [] : [{ system: nplId, code: npl }]),
  ];
  return resource('Medication', `drug-${id}`, {
    code: withoutUndefined({ coding: codings.length === 0 ? undefined : codings, text: name ?? substance }),
    form: form === undefined ? undefined : concept(form),
    ingredient:
      substance === undefined
        ? undefined
        : [withoutUndefined({ itemCodeableConcept: concept(substance), strength: strengthOf(product) })],
  });
};

const statuses: Readonly<Record<string, string>> = {
  ACTIVE: 'active',
  ENDED: 'completed',
  DISCONTINUED: 'stopped',
};

const requestOf = (patientId: string, prescription: Prescription, id: string): Resource => {
  const { MedicationTreatmentStatusDetail: detail, PrescriptionVersionDateTime: version } = prescription;
  const { PrescriptionReasonText: reason, RouteDetail: route } = prescription;
  const dosages = dosageInstructions(prescription.PrescriptionDosages);
  const [first, ...others] = dosages;
  return resource('MedicationRequest', id, {
    identifier: [{ system: 'http://region.example/treatments', value: id }],
    status: statuses[detail?.TreatmentStatus ?? ''] ?? 'active',
    intent: 'order',
    category:
      prescription.PrescriptionType === undefined ? undefined : [concept(prescription.PrescriptionType)],
    medicationReference: reference('Medication', `drug-${id}`),
    subject: subjectOf(patientId),
    authoredOn: version?.value === undefined ? undefined : instant(version.value),
    requester: doctorAt(units.clinic),
    reasonCode: reason === undefined ? undefined : [concept(reason)],
    dosageInstruction:
      first === undefined
        ? undefined
        : [route === undefined ? first : { ...first, route: concept(route.name ?? '') }, ...others],
  });
};

/** The MedicationRequest and Medication of a prescription with this id in the EHR. */
export const prescription = (patientId: string, data: Prescription, id: string): Resource[] => [
  ...(data.MainProductTreatment === undefined ? [] : [medicationOf(id, data.MainProductTreatment)]),
  requestOf(patientId, data, id),
];

export const prescriptions = (patientId: string, { prescriptions: extracts }: PatientData): Resource[] =>
  extracts.flatMap(({ Prescription: one = {} }) =>
    prescription(patientId, one, one.rc_id?.extension?.split(':').at(-1) ?? ''),
  );

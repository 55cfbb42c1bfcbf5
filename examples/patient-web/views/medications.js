// Prescriptions, with the prescriber's text of the dosage.
import { card, facts } from '../dom.js';
import { dosageText, isMedicationPast, readable } from '../format.js';
import { everything } from '../record.js';

export const title = 'Medications';
/** The name of the operation in `/capabilities`. */
export const operation = 'medications';
export const path = '/patients/medications/';
export const none = 'No medications are recorded.';

/** The trade name; without one the substance, the group or the description of a drug that is made for the patient. */
const nameOf = ({
  MainProductTreatment: product,
  PrescriptionDetails: details = [],
  MedicationChoice: choice,
  PrescriptionDrugExtemporeDescription: extempore,
}) => {
  const drugs = [product, ...details.map(({ ProductInformation: drug }) => drug)].filter(Boolean);
  const drug = drugs.find(one => one.PrescriptionProductTradeName) ?? drugs[0];
  const name =
    drug?.PrescriptionProductTradeName ??
    drug?.MainSubstance ??
    drug?.PrescriptionProduct_AtcCode?.displayName?.value ??
    choice?.displayName?.value ??
    extempore ??
    'Medication without a name';
  const strength = [drug?.PrescriptionProductStrengthNumeric, drug?.PrescriptionProductStrengthNumericUnit];
  return [name, ...strength].filter(Boolean).join(' ');
};

const medicationCard = record => {
  const prescription = record.PrescriptionEHRExtract?.[0]?.Prescription ?? {};
  const { WhenNeeded: whenNeeded, DosagePlugin: dosages = [] } = prescription.PrescriptionDosages ?? {};
  const product = prescription.MainProductTreatment;
  const ended = prescription.ActualTerminateDate?.value;
  return card(
    {
      title: nameOf(prescription),
      tag: isMedicationPast(prescription) ? 'not in use' : undefined,
      lang: 'sv',
    },
    facts({
      Substance: product?.MainSubstance ?? product?.PrescriptionProduct_AtcCode?.displayName?.value,
      Form: product?.PrescriptionProductDrugFormTextSv,
      Dosage: dosages.map(dosageText).filter(Boolean).join('\n'),
      'When needed': whenNeeded === true ? 'yes' : undefined,
      For: prescription.PrescriptionReasonText ?? prescription.MedicationIndicationText,
      Goal: prescription.TreatmentGoal,
      Instruction: prescription.PrescriptionPatientInstruction,
      From: readable(prescription.PrescriptionStartDateTime?.value),
      Until: readable(prescription.PrescriptionEndDateTime?.value),
      Ended: readable(ended),
      'Why it ended': prescription.PrescriptionCancelComment,
    }),
    everything(record),
  );
};

export const cards = records => records.map(medicationCard);

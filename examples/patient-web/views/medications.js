// Prescriptions, with the prescriber's text of the dosage.
import { card, facts } from '../dom.js';
import { dosageText, readable } from '../format.js';

export const title = 'Medications';
/** The name of the operation in `/capabilities`. */
export const operation = 'medications';
export const path = '/patients/medications/';

const nameOf = ({
  MainProductTreatment: product,
  PrescriptionDetails: details = [],
  MedicationChoice: choice,
}) => {
  const drug = product ?? details[0]?.ProductInformation;
  const strength = [drug?.PrescriptionProductStrengthNumeric, drug?.PrescriptionProductStrengthNumericUnit];
  const name = drug?.PrescriptionProductTradeName ?? choice?.displayName?.value ?? 'Medication';
  return [name, ...strength].filter(Boolean).join(' ');
};

const medicationCard = ({ PrescriptionEHRExtract: [extract] = [] }) => {
  const prescription = extract?.Prescription ?? {};
  const dosages = prescription.PrescriptionDosages?.DosagePlugin ?? [];
  return card(
    { title: nameOf(prescription), tag: prescription.MedicationActive === false ? 'not in use' : undefined },
    facts({
      Dosage: dosages.map(dosageText).filter(Boolean).join('\n'),
      For: prescription.PrescriptionReasonText,
      Instruction: prescription.PrescriptionPatientInstruction,
      From: readable(prescription.PrescriptionStartDateTime?.value),
      Until: readable(prescription.PrescriptionEndDateTime?.value),
    }),
  );
};

export const cards = records => records.map(medicationCard);

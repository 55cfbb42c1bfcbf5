// Prescriptions, with the prescriber's text of the dosage.
import { card, el, facts, inSwedish } from '../dom.js';
import { dosageLines } from '../dosage.js';
import { isMedicationPast, readable } from '../format.js';
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
    extempore;
  const strength = [drug?.PrescriptionProductStrengthNumeric, drug?.PrescriptionProductStrengthNumericUnit];
  const nameAndStrength = [name, ...strength].filter(Boolean).join(' ');
  return name
    ? inSwedish(nameAndStrength)
    : el('span', {}, 'Medication without a name ', inSwedish(nameAndStrength));
};

const dosageOf = plugins => {
  const lines = plugins.flatMap(dosageLines);
  const part = ({ lang, text }) => el('span', { lang }, text);
  return lines.length === 0
    ? undefined
    : el('div', {}, ...lines.map(line => el('div', {}, ...line.flatMap(one => [part(one), ' ']))));
};

const medicationCard = (record, now) => {
  const prescription = record.PrescriptionEHRExtract?.[0]?.Prescription ?? {};
  const { WhenNeeded: whenNeeded, DosagePlugin: dosages = [] } = prescription.PrescriptionDosages ?? {};
  const product = prescription.MainProductTreatment;
  const ended = prescription.ActualTerminateDate?.value;
  return card(
    {
      title: nameOf(prescription),
      tag: isMedicationPast(prescription, now) ? 'not in use' : undefined,
    },
    facts({
      Substance: inSwedish(
        product?.MainSubstance ?? product?.PrescriptionProduct_AtcCode?.displayName?.value,
      ),
      Form: inSwedish(product?.PrescriptionProductDrugFormTextSv),
      Dosage: dosageOf(dosages),
      'When needed': whenNeeded === true ? 'yes' : undefined,
      For: inSwedish(prescription.PrescriptionReasonText ?? prescription.MedicationIndicationText),
      Goal: inSwedish(prescription.TreatmentGoal),
      Instruction: inSwedish(prescription.PrescriptionPatientInstruction),
      From: readable(prescription.PrescriptionStartDateTime?.value),
      Until: readable(prescription.PrescriptionEndDateTime?.value),
      Ended: readable(ended),
      'Why it ended': inSwedish(prescription.PrescriptionCancelComment),
    }),
    everything(record),
  );
};

export const cards = (records, { now }) => records.map(record => medicationCard(record, now));

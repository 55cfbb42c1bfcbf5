// Prescriptions: their names, and whether they are in use.
import { compactStart, compareTimes } from '../time.js';

export const prescriptionOf = ({ PrescriptionEHRExtract: [extract] = [] }) => extract?.Prescription ?? {};

/**
 * The drug: its name, its substance where that is not the name, and its strength. The trade name; without one the substance, the
 * group, or the description of a drug that is made for the patient. The name may be undefined.
 */
export const drugOf = ({
  MainProductTreatment: product,
  PrescriptionDetails: details = [],
  MedicationChoice: choice,
  PrescriptionDrugExtemporeDescription: extempore,
}) => {
  const drugs = [product, ...details.map(({ ProductInformation: drug }) => drug)].filter(Boolean);
  const drug = drugs.find(one => one.PrescriptionProductTradeName) ?? drugs[0];
  const substance = drug?.MainSubstance ?? drug?.PrescriptionProduct_AtcCode?.displayName?.value;
  const name = drug?.PrescriptionProductTradeName ?? substance ?? choice?.displayName?.value ?? extempore;
  const strength = [drug?.PrescriptionProductStrengthNumeric, drug?.PrescriptionProductStrengthNumericUnit]
    .filter(Boolean)
    .join(' ');
  return { name, substance: substance === name ? undefined : substance, strength };
};

const pastStates = ['ENDED', 'DISCONTINUED', 'DELETED', 'INVALIDATED'];

/** The dosages of a prescription, each of one kind. */
export const pluginsOf = ({ PrescriptionDosages: { DosagePlugin: plugins = [] } = {} }) => plugins;

/** The times of the single doses of a dosage; none if it has other doses, or a dose without a time. */
const singleTimes = ({ OnceDosage: once, IX3Dosage: ix3 }) => {
  if (once !== undefined) return [compactStart(once.dateTime)];
  const { DoseInstance: doses = [], DoseEnd: { EndDate: end } = {} } = ix3 ?? {};
  // A single dose of a day has no time of day: the dosage ends with that day.
  return doses.map(({ OneOff: isSingle, OneOffTime: time = isSingle === true ? end : undefined }) =>
    compactStart(time?.value).replace(/000000$/, ''),
  );
};

/** Whether all that was prescribed is a single dose whose time has passed. */
const isGivenOnce = (prescription, now) => {
  const times = pluginsOf(prescription).map(singleTimes);
  // A time of day that is not known is the end of the day.
  const isPast = time => time !== '' && time.padEnd(14, '9') <= now;
  return times.length > 0 && times.every(of => of.length > 0 && of.every(isPast));
};

/**
 * Where a medication stands: `earlier` if it is no longer in use, because the record says so or its end has passed; `paused`;
 * `planned` if it starts later; else `current`.
 * @param {string} now local time of the region as 14 digits.
 */
export const standingOf = (prescription, now) => {
  const {
    MedicationActive: isActive,
    ReplacedByLatest: isReplaced,
    MedicationTreatmentStatusDetail: state,
    ActualTerminateDate: terminated,
    PrescriptionStartDateTime: start,
    PrescriptionEndDateTime: end,
  } = prescription;
  const applies = !(state?.EffectiveDateTime?.value > now);
  const hasEnded =
    (pastStates.includes(state?.TreatmentStatus) && applies) ||
    isReplaced === true ||
    terminated?.value <= now ||
    end?.value <= now ||
    isGivenOnce(prescription, now);
  if (hasEnded) return 'earlier';
  if (state?.TreatmentStatus === 'PAUSED' && applies) return 'paused';
  if (isActive === false) return start?.value > now ? 'planned' : 'earlier';
  return start?.value > now ? 'planned' : 'current';
};

/** What is to happen to a medication in use, by the state of its treatment: `willPause`, `willEnd`; undefined if nothing is. */
export const changeAhead = ({ MedicationTreatmentStatusDetail: state }, now) => {
  const { TreatmentStatus: status, EffectiveDateTime: { value: time } = {} } = state ?? {};
  if (time === undefined || time <= now) return undefined;
  if (status === 'FUTURE_PAUSED' || status === 'PAUSED') return { change: 'willPause', time };
  if (['FUTURE_DISCONTINUED', 'UNPLANED_FUTURE_DISCONTINUED', ...pastStates].includes(status))
    return { change: 'willEnd', time };
  return undefined;
};

const order = ['current', 'paused', 'planned'];
const startOf = ({ PrescriptionStartDateTime: start }) => start?.value ?? '';

/**
 * @param {Map<string, object>} records by key
 * @returns those in use, to be taken before those that are paused or planned; and the earlier ones, the latest first.
 */
export const inGroups = (records, now) => {
  const all = [...records].map(([key, record]) => {
    const prescription = prescriptionOf(record);
    return { key, record, prescription, standing: standingOf(prescription, now) };
  });
  return {
    current: all
      .filter(({ standing }) => standing !== 'earlier')
      .toSorted((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing)),
    earlier: all
      .filter(({ standing }) => standing === 'earlier')
      .toSorted((a, b) => compareTimes(startOf(b.prescription), startOf(a.prescription))),
  };
};

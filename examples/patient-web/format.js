// Words for patients: times, dosages, and what a list lacks.

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `20260115093000` (local time of the region: shown as it is, in no other zone) → `15 January 2026 at 09:30`; midnight stands for a date alone. */
export const readable = compact => {
  const [, year, month, day, hour = '00', minute = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)\d\d)?$/.exec(compact ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  return (`${hour}${minute}` === '0000' ? date : dateAndTime).format(time);
};

/** An amount as in Sweden: `137,50 kr`, `200 kr` */
export const money = amount =>
  `${amount.toLocaleString('sv-SE', Number.isInteger(amount) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kr`;

/** Now as 14 digits, local time of the region, which is the patient's too. */
export const localNow = () => new Date().toLocaleString('sv-SE').replaceAll(/\D/g, '');

/** A booking's start, `2026-01-15 09:30`. */
export const readableStart = start => readable(start?.replaceAll(/[- :]/g, '').padEnd(14, '0'));

/**
 * Whether a warning is in force. Its end may be in the future, and is local time of the region, which is the patient's too.
 * @param {string} now local time as 14 digits.
 */
export const isInForce = (
  { SignalActive: isActive, SignalDeletionDate: end, UnstructuredType: unstructured },
  now = localNow(),
) => isActive !== false && unstructured?.Valid !== false && !(end?.value <= now);

const pastStates = ['ENDED', 'DISCONTINUED', 'DELETED', 'INVALIDATED'];

/**
 * Whether a medication is no longer in use: the record says so, or its end has passed.
 * @param {string} now local time as 14 digits.
 */
export const isMedicationPast = (
  {
    MedicationActive: isActive,
    MedicationTreatmentStatusDetail: state,
    ActualTerminateDate: terminated,
    PrescriptionEndDateTime: end,
  },
  now = localNow(),
) =>
  isActive === false ||
  (pastStates.includes(state?.TreatmentStatus) && !(state.EffectiveDateTime?.value > now)) ||
  terminated?.value <= now ||
  end?.value <= now;

const dosageTexts = plugin =>
  Object.values(plugin).flatMap(dosage =>
    dosage.Dosage === undefined
      ? (dosage.DosageText ?? dosage.dosageText ?? dosage.Text ?? 'see your prescription')
      : dosage.Dosage.flatMap(({ DosePlugin: step = {} }) => dosageTexts(step)),
  );

/** A dosage of any of the nine kinds in words; those of a MultiDosage in their order. */
export const dosageText = plugin => dosageTexts(plugin).join(', then ');

const count = (number, name) => `${number} ${name}${number === 1 ? '' : 's'}`;

/** Describes what was left out of an answer; undefined if no user lacks anything: `unmapped` is for developers alone. */
export const leftOutText = ({ records = 0, values = 0, sources = 0 }) => {
  const counted = [records && count(records, 'record'), values && count(values, 'value')].filter(Boolean);
  const said = [
    counted.length > 0 && `${counted.join(', ')} cannot be shown here. Ask your care provider.`,
    // The missing records may be of any kind, such as an allergy.
    sources > 0 &&
      `${count(sources, 'care system')} could not be asked, so important records may be missing. Try again later.`,
  ].filter(Boolean);
  return said.length === 0 ? undefined : `This list is not complete: ${said.join(' ')}`;
};

/** What a patient reads, by the word in `x-error`. The texts of the service are for developers. */
const refusals = {
  'token-invalid': 'Your sign-in has expired. Sign in again.',
  'not-allowed-for-patient': 'You may not see the records of this person.',
  'no-patient': 'Choose whose records to show.',
  'proxy-required': 'This app is not set up correctly. Tell its support.',
  'key-missing': 'This app is not set up correctly. Tell its support.',
  'key-invalid': 'This app is not set up correctly. Tell its support.',
  'client-mismatch': 'This app is not set up correctly. Tell its support.',
  'scope-missing': 'This app may not show this. Tell its support.',
  'no-such-patient': 'The health record system does not know this person.',
  'not-offered': 'Your region does not offer this.',
  'rate-limited': 'That was too fast.',
  overloaded: 'The service is busy.',
  'service-unavailable': 'The service is not available.',
  'ehr-unavailable': 'The health record system cannot be reached.',
  'ehr-too-slow': 'The health record system did not answer in time. Try again.',
  'ehr-unusable': 'The health record system gave an answer that cannot be shown.',
  'outcome-unknown': 'Nobody knows whether it is done. Try again: nothing is done twice.',
};

/** A refusal in words for patients. One with another word, or without a status, is said by its own text if the app made it. */
export const refusalText = ({ word, status, message }) => {
  if (Object.hasOwn(refusals, word ?? '')) return refusals[word];
  return status === undefined ? message : 'Something went wrong. Tell the support of this app.';
};

// Words for patients: times, amounts, and what a list lacks.

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Times of day that stand for a date alone: as a beginning, and as an end. */
const wholeDays = ['000000', '235959'];

/** `20260115093000` (local time of the region: shown as it is, in no other zone) → `15 January 2026 at 09:30`; `20260115000000` → `15 January 2026` */
export const readable = compact => {
  const [, year, month, day, clock = '000000'] = /^(\d{4})(\d\d)(\d\d)(\d{6})?$/.exec(compact ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Date.UTC(year, month - 1, day, clock.slice(0, 2), clock.slice(2, 4)));
  return (wholeDays.includes(clock) ? date : dateAndTime).format(time);
};

/** An amount as in Sweden: `137,50 kr`, `200 kr` */
export const money = amount =>
  `${amount.toLocaleString('sv-SE', Number.isInteger(amount) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kr`;

/**
 * A time as 14 digits, in local time of the region: `20260115093000`
 * @param {string | undefined} timeZone that of the region (IANA); that of the device if it is undefined.
 */
export const localTime = (timeZone, at = new Date()) =>
  at.toLocaleString('sv-SE', { timeZone }).replaceAll(/\D/g, '');

/** A booking's start, `2026-01-15 09:30`. */
export const readableStart = start => readable(start?.replaceAll(/[- :]/g, '').padEnd(14, '0'));

/** The time of a note: when it is about, else when it was written, else when it was stored. A note may have none. */
export const timeOfNote = ({ Note: note, time_created: stored } = {}) =>
  note?.NoteDateTime?.value ?? note?.NoteVersionDateTime?.value ?? stored?.value;

/**
 * Whether a warning is in force. Its end may be in the future.
 * @param {string} now local time of the region as 14 digits.
 */
export const isInForce = (
  { SignalActive: isActive, SignalDeletionDate: end, UnstructuredType: unstructured },
  now,
) => isActive !== false && unstructured?.Valid !== false && !(end?.value <= now);

const pastStates = ['ENDED', 'DISCONTINUED', 'DELETED', 'INVALIDATED'];

/**
 * Whether a medication is no longer in use: the record says so, or its end has passed.
 * @param {string} now local time of the region as 14 digits.
 */
export const isMedicationPast = (
  {
    MedicationActive: isActive,
    MedicationTreatmentStatusDetail: state,
    ActualTerminateDate: terminated,
    PrescriptionEndDateTime: end,
  },
  now,
) =>
  isActive === false ||
  (pastStates.includes(state?.TreatmentStatus) && !(state.EffectiveDateTime?.value > now)) ||
  terminated?.value <= now ||
  end?.value <= now;

/** `1 record`, `2 records` */
export const count = (number, name) => `${number} ${name}${Number(number) === 1 ? '' : 's'}`;

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

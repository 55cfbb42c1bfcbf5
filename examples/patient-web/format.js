// Words for patients: times, dosages, and what a list lacks.

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `20260115093000` (local time of the region: shown as it is, in no other zone) → `15 January 2026 at 09:30` */
export const readable = compact => {
  const [, year, month, day, hour = '00', minute = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)\d\d)?$/.exec(compact ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  return (compact.length === 8 ? date : dateAndTime).format(time);
};

/** A booking's start, `2026-01-15 09:30`. */
export const readableStart = start => readable(start?.replaceAll(/[- :]/g, '').padEnd(14, '0'));

/**
 * Whether a warning is in force. Its end may be in the future, and is local time of the region, which is the patient's too.
 * @param {string} now local time as 14 digits.
 */
export const isInForce = (
  { SignalActive: isActive, SignalDeletionDate: end, UnstructuredType: unstructured },
  now = new Date().toLocaleString('sv-SE').replaceAll(/\D/g, ''),
) => isActive !== false && unstructured?.Valid !== false && !(end?.value <= now);

const dosageTexts = plugin =>
  Object.values(plugin).flatMap(dosage =>
    dosage.Dosage === undefined
      ? (dosage.DosageText ?? dosage.dosageText ?? dosage.Text ?? 'see your prescription')
      : dosage.Dosage.flatMap(({ DosePlugin: step = {} }) => dosageTexts(step)),
  );

/** A dosage of any of the nine kinds in words; those of a MultiDosage in their order. */
export const dosageText = plugin => dosageTexts(plugin).join(', then ');

const count = (number, name) => `${number} ${name}${number === 1 ? '' : 's'}`;

/** Describes what was left out of an answer; undefined if it is complete. */
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

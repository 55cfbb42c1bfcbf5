// Care contacts: encounters with care, past, current and planned.

export const contactExtractOf = ({ contactEHRExtract: [extract] = [] }) => extract ?? {};
export const idOfContact = record => contactExtractOf(record).contact?.rcId?.extension;

/** The unit of a contact: its name, or its id where nothing names it. */
export const unitOfContact = extract => {
  const { root, extension } = extract.contactPerformingUnit?.unitID ?? {};
  const named = (extract.units?.unit ?? []).find(
    ({ unitID }) => unitID?.root === root && unitID?.extension === extension,
  );
  return named?.unitName ?? extract.contact?.contactPerformingUnit ?? extension;
};

/** When a contact begins; empty if it does not say. */
export const beginOf = record => contactExtractOf(record).contact?.contactBeginDateTime?.value ?? '';

const ongoing = /^(arrived|ongoing|ankommen|pågå)/i;
const withoutVisit = /^(cancel|inställd|avbokad|makulerad|uteblev)/i;
const inpatient = /slutenvård|vårdtillfälle|inlagd|inskriv/i;

/**
 * Where a contact stands.
 * @param {string} now local time of the region as 14 digits.
 * @returns {'stay' | 'ongoing' | 'ahead' | 'past'} `stay`: the patient is admitted, since less than a year: one that began before may
 *   never have been ended in the record.
 */
export const contactStanding = (record, now) => {
  const { contact = {} } = contactExtractOf(record);
  const { contactActive, contactEndDateTime, contactStatus: status = '' } = contact;
  const begin = beginOf(record);
  if (withoutVisit.test(status)) return 'past';
  if (begin > now) return 'ahead';
  const isOver = contactActive === false || contactEndDateTime?.value <= now;
  if (isOver || !ongoing.test(status)) return 'past';
  const isStay = [contact.contactTypeOfVisit, contact.contactVisitType].some(type =>
    inpatient.test(type ?? ''),
  );
  const yearAgo = `${Number(now.slice(0, 4)) - 1}${now.slice(4)}`;
  return isStay && begin >= yearAgo ? 'stay' : 'ongoing';
};

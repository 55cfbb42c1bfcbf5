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

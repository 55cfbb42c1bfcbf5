// Care contacts: encounters with care, past, current and planned.
import { card, facts } from '../dom.js';
import { readable } from '../format.js';
import { everything } from '../record.js';

export const title = 'Contacts';
/** The name of the operation in `/capabilities`. */
export const operation = 'contacts';
export const none = 'No contacts are recorded.';
export const path = '/patients/contacts/?api-version=v2';

const unitOf = extract => {
  const { root, extension } = extract.contactPerformingUnit?.unitID ?? {};
  const named = (extract.units?.unit ?? []).find(
    ({ unitID }) => unitID?.root === root && unitID?.extension === extension,
  );
  return named?.unitName ?? extract.contact?.contactPerformingUnit;
};

const contactCard = record => {
  const [extract = {}] = record.contactEHRExtract ?? [];
  const contact = extract.contact ?? {};
  return card(
    {
      title: contact.contactTypeOfVisit ?? contact.contactVisitType ?? 'Contact',
      tag: contact.contactStatus,
      lang: 'sv',
    },
    facts({
      Where: unitOf(extract),
      From: readable(contact.contactBeginDateTime?.value),
      Until: readable(contact.contactEndDateTime?.value),
      With: (extract.careProviders?.careProvider ?? []).map(({ careProviderName: name }) => name).join(', '),
    }),
    everything(record),
  );
};

export const cards = records => records.map(contactCard);

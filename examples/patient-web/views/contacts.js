// Care contacts: encounters with care, past, current and planned.
import { card, facts, inSwedish } from '../dom.js';
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

/** Regions say the state in their own words, or in these. */
const states = {
  PLANNED: 'planned',
  ARRIVED: 'arrived',
  ONGOING: 'ongoing',
  PERFORMED: 'done',
  CANCELLED: 'cancelled',
};

const contactCard = record => {
  const [extract = {}] = record.contactEHRExtract ?? [];
  const contact = extract.contact ?? {};
  return card(
    {
      title: inSwedish(contact.contactTypeOfVisit ?? contact.contactVisitType) ?? 'Contact',
      tag: states[contact.contactStatus] ?? inSwedish(contact.contactStatus),
    },
    facts({
      Where: inSwedish(unitOf(extract)),
      From: readable(contact.contactBeginDateTime?.value),
      Until: readable(contact.contactEndDateTime?.value),
      With: inSwedish(
        ...(extract.careProviders?.careProvider ?? []).map(({ careProviderName: name }) => name),
      ),
    }),
    everything(record),
  );
};

export const cards = records => records.map(contactCard);

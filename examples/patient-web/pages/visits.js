// Visits: those to come, and earlier ones by month: bookings of earlier days, and care contacts.
import { el, facts, inSwedish } from '../dom.js';
import { reads } from '../reads.js';
import { everything } from '../record.js';
import { inGroups } from '../records/bookings.js';
import { beginOf, contactExtractOf, idOfContact, unitOfContact } from '../records/contacts.js';
import { keyed } from '../records/keys.js';
import { dateTile, groupHeading, listOf, panel, quiet, row, rows } from '../rows.js';
import { compareTimes, readable, readableMonth } from '../time.js';
import { w } from '../words/words.js';
import { findVisit, readVisits } from './reading-visits.js';
import { recordPage } from './record-page.js';
import { visitCard } from './visit-card.js';
import { nameOfVisit, visitFacts, visitRow } from './visit-parts.js';

const keyedContacts = json => keyed(json, idOfContact);
const hrefOfContact = key => `#visits/contact/${encodeURIComponent(key)}`;

const titleOfContact = ({ contactTypeOfVisit: type, contactVisitType: form }) =>
  inSwedish(type ?? form) ?? w().visits.contact;
/** Regions say the state in their own words, or in these. */
const stateOfContact = ({ contactStatus: status }) => w().visits.contactStates[status] ?? inSwedish(status);

const contactRow = ([key, record]) => {
  const extract = contactExtractOf(record);
  const contact = extract.contact ?? {};
  return row(
    {
      href: hrefOfContact(key),
      title: titleOfContact(contact),
      lead: dateTile(contact.contactBeginDateTime?.value),
    },
    el('span', { class: 'visually-hidden' }, readable(contact.contactBeginDateTime?.value)),
    inSwedish(unitOfContact(extract)) && quiet(inSwedish(unitOfContact(extract))),
    stateOfContact(contact) && quiet(stateOfContact(contact)),
  );
};

/** Everything about a contact, for its own page. */
export const contactDetails = record => {
  const { visits } = w();
  const extract = contactExtractOf(record);
  const contact = extract.contact ?? {};
  return [
    panel(
      facts([
        [visits.where, inSwedish(unitOfContact(extract))],
        [visits.from, readable(contact.contactBeginDateTime?.value)],
        [visits.until, readable(contact.contactEndDateTime?.value)],
        [
          visits.withWhom,
          inSwedish(...(extract.careProviders?.careProvider ?? []).map(({ careProviderName: name }) => name)),
        ],
        [visits.state, stateOfContact(contact)],
      ]),
    ),
    everything(record),
  ];
};

/** Everything about a visit, for its own page. */
export const visitDetails = (visit, context) => [
  visitCard(visit, context, { find: findVisit(context, visit.key), isOnOwnPage: true }),
  panel(visitFacts(visit)),
  ...[visit.booking, visit.meeting].filter(Boolean).map(record => everything(record)),
];

/** What the answer says beside the bookings: the comment of the health record system, and the patient. */
export const restOfAnswer = others => [
  ...(others.Comment ? [el('p', { class: 'banner info' }, inSwedish(others.Comment))] : []),
  everything(others, w().everythingElse),
];

/** Rows under headings of their months, which have the year that a date tile lacks; and what the list lacks. */
const listByMonth = ({ entries, none, leftOut }) => {
  const lacking = listOf({ items: [], none, leftOut });
  if (entries.length === 0) return lacking;
  const months = Map.groupBy(entries, ({ time }) => time.slice(0, 6));
  return [
    ...[...months].flatMap(([, all]) => [
      groupHeading(readableMonth(all[0].time) ?? w().visits.noTime, 'h3'),
      rows(...all.map(({ item }) => item)),
    ]),
    ...lacking.slice(1),
  ];
};

const entryOfVisit = visit => ({ time: visit.start, item: visitRow(visit) });

export const visits = {
  open: context => {
    const { part } = context;
    const words = w().visits;
    const upcoming = part({
      heading: words.upcoming,
      load: () => readVisits(context),
      draw: ({ visits: all, others, leftOut, haveMeetingsFailed, isCertain }) => {
        const { upcoming: ahead } = inGroups(all, context.now);
        return [
          haveMeetingsFailed ? el('p', { class: 'banner caution' }, words.meetingsFailed) : undefined,
          ...listByMonth({
            entries: ahead.map(entryOfVisit),
            none: isCertain ? words.none : w().leftOut.nothing,
            leftOut,
          }),
          ...restOfAnswer(others),
        ];
      },
    });
    const earlier = part({
      heading: words.earlier,
      load: async () => {
        const contacts = context.isOffered(reads.contacts.operation)
          ? await context.read(reads.contacts.path)
          : { json: [], leftOut: {} };
        // The bookings say in their own part why they cannot be read.
        const bookings = await readVisits(context).catch(() => ({ visits: [], isCertain: false }));
        return { contacts, bookings };
      },
      draw: ({ contacts, bookings }) => {
        const ofBookings = inGroups(bookings.visits, context.now).earlier.map(entryOfVisit);
        const ofContacts = [...keyedContacts(contacts.json)].map(entry => ({
          time: beginOf(entry[1]),
          item: contactRow(entry),
        }));
        const all = [...ofBookings, ...ofContacts].toSorted((a, b) => compareTimes(b.time, a.time));
        const none = bookings.isCertain ? words.noneEarlier : w().leftOut.nothing;
        return listByMonth({ entries: all, none, leftOut: contacts.leftOut });
      },
    });
    return { title: words.title, nodes: [upcoming, earlier] };
  },
};

export const visit = {
  open: (context, key) => {
    const body = context.part({
      load: findVisit(context, key),
      draw: found => {
        if (found === undefined) return [el('p', {}, w().notFound)];
        context.setTitle(nameOfVisit(found));
        return visitDetails(found, context);
      },
    });
    return { title: w().visits.visit, nodes: [body] };
  },
};

export const contact = recordPage({
  kindOf: () => w().visits.contact,
  path: reads.contacts.path,
  byKey: keyedContacts,
  nameOf: record => titleOfContact(contactExtractOf(record).contact ?? {}),
  details: contactDetails,
});

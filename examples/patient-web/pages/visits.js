// Visits by importance: an ongoing stay, today's by the hour, the next, those to come; and earlier ones, folded by month.
import { calendarOf } from '../calendar.js';
import { button, el, facts, inSwedish, inWords } from '../dom.js';
import { reads } from '../reads.js';
import { everything } from '../record.js';
import { inGroups } from '../records/bookings.js';
import {
  beginOf,
  contactExtractOf,
  contactStanding,
  idOfContact,
  unitOfContact,
} from '../records/contacts.js';
import { keyed } from '../records/keys.js';
import {
  dateTile,
  groupHeading,
  leftOutNote,
  listOf,
  nothingPanel,
  panel,
  quiet,
  row,
  rows,
} from '../rows.js';
import { compareTimes, readable, readableMonth, sinceDay } from '../time.js';
import { w } from '../words/words.js';
import { findVisit, readVisits } from './reading-visits.js';
import { recordPage } from './record-page.js';
import { visitCard } from './visit-card.js';
import { isToday, nameOfVisit, placeOfVisit, street, visitFacts, visitRow } from './visit-parts.js';

const keyedContacts = json => keyed(json, idOfContact);
const hrefOfContact = key => `#visits/contact/${encodeURIComponent(key)}`;

const titleOfContact = ({ contactTypeOfVisit: type, contactVisitType: form }) =>
  inWords(type ?? form) ?? w().visits.contact;
/** Regions say the state in their own words, or in these. */
const stateOfContact = ({ contactStatus: status }) => w().visits.contactStates[status] ?? inWords(status);

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

/** A button that saves a visit for the user's calendar; none without a time of day, or after it. */
const calendarButton = (visit, { now, timeZone, localTimeOf }) => {
  const { start, meeting } = visit;
  if (start.length < 14 || start < now) return undefined;
  const save = () => {
    const { startDateTimeInUnix: time = Date.parse(visit.booking?.TypedStartDateTime ?? '') } = meeting ?? {};
    const text = calendarOf({
      id: `${visit.key}@${location.host}`,
      title: [nameOfVisit(visit), placeOfVisit(visit)]
        .filter(Boolean)
        .map(one => one.textContent ?? one)
        .join(' · '),
      place: street(visit),
      start,
      end: meeting?.endDateTimeInUnix === undefined ? undefined : localTimeOf(meeting.endDateTimeInUnix),
      time: Number.isNaN(time) ? Date.now() : time,
      timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      now: Date.now(),
    });
    const href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
    el('a', { href, download: 'besok.ics' }).click();
    URL.revokeObjectURL(href);
  };
  return button(w().visits.calendar, { class: 'wide', onClick: save });
};

/** Everything about a visit, for its own page. */
export const visitDetails = (visit, context) => [
  visitCard(visit, context, { find: findVisit(context, visit.key), isOnOwnPage: true }),
  panel(visitFacts(visit)),
  calendarButton(visit, context),
  everything(visit.booking, visit.meeting),
];

/** What the answer says beside the bookings: the comment of the health record system, and the patient. */
export const restOfAnswer = others => [
  ...(others.Comment ? [el('p', { class: 'banner info' }, inSwedish(others.Comment))] : []),
  everything(others),
];

const monthOf = ({ time }) => time.slice(0, 6);
const monthName = ([{ time }]) => readableMonth(time) ?? w().visits.noTime;
const rowsOf = entries => rows(...entries.map(({ item }) => item));
/** Rows under a heading; none without entries. */
const group = (heading, entries) =>
  entries.length === 0 ? [] : [groupHeading(heading, 'h3'), rowsOf(entries)];

/** Earlier visits by month, each folded. */
const foldedByMonth = entries =>
  [...Map.groupBy(entries, monthOf).values()].map(all =>
    el('details', { class: 'ended' }, el('summary', {}, `${monthName(all)} (${all.length})`), rowsOf(all)),
  );

const entryOfVisit = visit => ({ time: visit.start, item: visitRow(visit) });
const entryOfContact = entry => ({ time: beginOf(entry[1]), item: contactRow(entry) });

/** That the patient is admitted, since when and where. */
const stayPanel = ([key, record], { now, person }) => {
  const unit = unitOfContact(contactExtractOf(record));
  return el(
    'p',
    { class: 'panel stay' },
    el(
      'a',
      { href: hrefOfContact(key) },
      w().visits.stay(sinceDay(beginOf(record), now), person.isOwn),
      unit && ', ',
      inSwedish(unit),
    ),
  );
};

/** Contacts by where they stand. */
const contactsIn = (json, now) =>
  Map.groupBy([...keyedContacts(json)], ([, record]) => contactStanding(record, now));

/** What is going on, today, next and later. */
export const upcomingVisits = ({ visits: all, contacts }, context) => {
  const words = w().visits;
  const { now } = context;
  const { stay = [], ongoing = [], ahead = [] } = Object.fromEntries(contactsIn(contacts.json, now));
  const visitsAhead = inGroups(all, now).upcoming;
  const today = visitsAhead.filter(one => isToday(one, now));
  const later = [
    ...visitsAhead.filter(one => !today.includes(one)).map(entryOfVisit),
    ...ahead.map(entryOfContact),
  ].toSorted((a, b) => compareTimes(a.time || '9', b.time || '9'));
  const [next, ...others] = later;
  return [
    ...stay.map(one => stayPanel(one, context)),
    ...group(words.ongoing, ongoing.map(entryOfContact)),
    ...group(
      words.today,
      today.map(one => ({ item: visitRow(one, { hasClock: true }) })),
    ),
    ...(next === undefined ? [] : group(words.next, [next])),
    ...[...Map.groupBy(others, monthOf).values()].flatMap(month => group(monthName(month), month)),
  ];
};

/** The care contacts; none where the region does not offer them. */
const readContacts = async ({ isOffered, read }) =>
  isOffered(reads.contacts.operation) ? read(reads.contacts.path) : { json: [], leftOut: {} };

export const visits = {
  open: context => {
    const { part } = context;
    const words = w().visits;
    const upcoming = part({
      heading: words.upcoming,
      load: async () => {
        const bookings = await readVisits(context);
        // The part of earlier visits says why contacts cannot be read.
        const contacts = await readContacts(context).catch(() => ({
          json: [],
          hasFailed: true,
        }));
        return { ...bookings, contacts };
      },
      draw: ({ others, leftOut, haveMeetingsFailed, isCertain, ...of }) => {
        const shown = upcomingVisits(of, context);
        const isNone = isCertain && of.contacts.hasFailed !== true;
        return [
          haveMeetingsFailed ? el('p', { class: 'banner caution' }, words.meetingsFailed) : undefined,
          ...shown,
          shown.length > 0 ? undefined : nothingPanel(isNone ? words.none : w().leftOut.nothing),
          leftOutNote(leftOut),
          ...restOfAnswer(others),
        ];
      },
    });
    const earlier = part({
      heading: words.earlier,
      load: async () => {
        const contacts = await readContacts(context);
        // The bookings say in their own part why they cannot be read.
        const bookings = await readVisits(context).catch(() => ({ visits: [], isCertain: false }));
        return { contacts, bookings };
      },
      draw: ({ contacts, bookings }) => {
        const { now } = context;
        const past = contactsIn(contacts.json, now).get('past') ?? [];
        const all = [
          ...inGroups(bookings.visits, now).earlier.map(entryOfVisit),
          ...past.map(entryOfContact),
        ].toSorted((a, b) => compareTimes(b.time, a.time));
        const none = bookings.isCertain ? words.noneEarlier : w().leftOut.nothing;
        if (all.length === 0) return listOf({ items: [], none, leftOut: contacts.leftOut });
        return [...foldedByMonth(all), leftOutNote(contacts.leftOut)];
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

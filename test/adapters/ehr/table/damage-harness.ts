// What the contract suite has to know about tables to damage their answers. Names are the same in both formats; in XML there are a root
// element, attributes, and elements around lists.
import { hyphenated } from '../../../../sandbox/table/simulator.ts';
import type { Format } from '../../../../sandbox/table/wire.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { AnswerPlaces, DamagedKind, DamageHarness, MatchingRule } from '../contract/damage-harness.ts';
import { world } from '../contract-world.ts';
import { arrivedId, nordvik, openNordvik, personNos } from './nordvik.ts';

const { patient, other, bookingId } = world;

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };
const at = (path: string) => new RegExp(`^(?:answer/)?${path}$`);
const marks = [
  { place: /\/@?audience$/, value: 'STAFF' },
  { place: /\/@?retracted$/, value: 'true' },
];
const envelope = {
  place: /(?:^|\/)@?(?:generated|paging\/@?size)$/,
  reason: 'about the answer, and not about the patient',
};
const units: MatchingRule = {
  name: 'units',
  withhold: { units: ['SE2321000016-1A2B'] },
  looksAt: /\/(?:unit|listedAt)(?:\/@?hsaId)?$|(?:^|\/)units(?:\[\]|\/unit(?:\[\])?)?(?:\/@?(?:hsaId|no))?$/,
};
const unshared: MatchingRule = {
  name: 'unshared contacts',
  withhold: { unsharedContacts: true },
  looksAt: /\/blocked$/,
};
const secrecy: MatchingRule = {
  name: 'secrecy levels',
  withhold: { secrecyLevels: ['Skyddad'] },
  looksAt: /\/(?:secrecyLevels(?:\[\])?|secrecy(?:\/level)?)$/,
};

const lastPaging = {
  place: /^answer\/paging$/,
  reason: 'on the last page, it says only how large a page is',
};

/** The suite gives a second item another key. */
const unreferred = {
  place: /^(?:units\[\]|answer\/units\/unit)$/,
  reason: 'a second unit, to which no record refers',
};

type Next = NonNullable<NonNullable<AnswerPlaces['pages']>['next']>;

/** @param cursorOf the text of the cursor; by default, it is as it is given. */
const cursorIn =
  (format: Format, cursorOf: (text: string, baseUrl: string) => string = text => text): Next =>
  (page, text, baseUrl) => {
    const cursor = cursorOf(text, baseUrl);
    if (format === 'xml')
      return page.replace(
        /<paging size="1"(?: next=".*?")?/,
        () => `<paging size="1" next="${cursor.replaceAll('&', '&amp;')}"`,
      );
    const { paging, ...rest } = JSON.parse(page);
    return JSON.stringify({ ...rest, paging: { ...paging, next: cursor } });
  };

/** @param name the member that holds the records. */
const recordList = (name: string, more: Partial<AnswerPlaces> = {}): AnswerPlaces => ({
  records: at(`${name}(?:\\[\\]|/${name.slice(0, -1)}(?:\\[\\])?)?`),
  id: /\/(?:id|@no)$/,
  decisive: /\/(?:nationalId|patient\/@(?:pnr|born)|@?audience|@?retracted)$/,
  forbidden: marks,
  ...more,
  meaningless: [envelope, lastPaging, ...(more.meaningless ?? [])],
});

const personRecord: AnswerPlaces = {
  decisive: /\/(?:nationalId|@pnr|@born)$/,
  protection: /person\/secrecy$/,
  protects: [{ place: /person\/secrecy$/, value: 'PROTECTED' }],
  meaningless: [envelope, { place: /listedAt\/@?name$/, reason: 'ignored by the table' }],
};

/** The answer that finds the EHR's own id of the patient. */
const lookup: AnswerPlaces = {
  publishesNothing: true,
  records: /^(?:answer\/hits\/hit|hits\[\])$/,
  decisive: /^(?:answer\/hits\/hit|hits\[\])\/(?:identifier(?:\/@type|\[\]\/(?:type|value))|@no|personNo)$/,
  forbidden: [{ place: /\/(?:@no|personNo)$/, value: String(personNos[other]) }],
  meaningless: [envelope, { place: /\/identifier(?:\[\])?$/, reason: 'a second number, of another type' }],
};

const kindsIn = (format: Format): DamageHarness['kinds'] => {
  const found: DamagedKind['answers'] = { lookup };
  const person = personNos[patient];
  const pages = (name: string, more: Partial<AnswerPlaces> = {}): DamagedKind['answers'] => ({
    [`/${name}`]: recordList(name, { ...more, pages: { request: `/${name} after`, next: cursorIn(format) } }),
  });
  const linkIn = cursorIn(
    format,
    (text, baseUrl) => `${baseUrl}/persons/${person}/prescriptions?after=${text}`,
  );
  // The id of a treatment is not one of its prescriptions: these have none.
  const { id: _none, ...prescriptions } = recordList('prescriptions', {
    pages: { request: '/prescriptions after', next: linkIn, isLink: true },
  });
  return {
    patients: { rules: [units], answers: { ...found, '/': personRecord } },
    contacts: {
      interval: forever,
      rules: [units, unshared, secrecy],
      answers: {
        ...found,
        ...pages('visits', { meaningless: [unreferred] }),
      },
    },
    attentionSignals: { interval: forever, rules: [units], answers: pages('alerts') },
    appointments: {
      interval: forever,
      rules: [units],
      answers: {
        ...found,
        '/bookings': recordList('bookings', {
          decisive: /(?:^|\/)nationalId$|^answer\/patient\/@(?:pnr|born)$|\/@?audience$/,
          states: {
            place: /\/@?status$/,
            words: {
              BOOKED: ['PLANNED'],
              ARRIVED: ['IN'],
              ONGOING: ['BUSY'],
              PERFORMED: ['DONE'],
              CANCELLED: ['OFF'],
              MISSED: ['GONE'],
            },
          },
          payments: { place: /\/@?paid$/, words: { UNPAID: ['false'], PAID: ['true'] } },
        }),
      },
    },
    videoMeetings: {
      interval: forever,
      answers: {
        '/video': recordList('meetings', {
          meaningless: [{ place: /unit\/@?(?:hsaId|no)$/, reason: 'ignored by the table' }],
          sameValues: [{ place: /\/end\/@date$/, reason: 'a meeting ends on the day on which it begins' }],
        }),
      },
    },
    prescriptions: { interval: forever, rules: [units], answers: { '/prescriptions': prescriptions } },
    journalNotes: {
      interval: forever,
      rules: [
        units,
        secrecy,
        {
          name: 'note templates',
          withhold: { noteTemplates: ['Mottagningsbesök'] },
          looksAt: /\/@?template$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Aktuellt'] },
          looksAt: /\/headings(?:\[\])?(?:\/heading)?(?:\/@name)?$/,
        },
      ],
      answers: { '/notes': recordList('notes', { pages: { request: '/notes after' } }) },
    },
  };
};

const unknownBody = {
  json: '{"result":"UNKNOWN_PERSON"}',
  xml: '<answer><error code="UNKNOWN_PERSON"/></answer>',
};
const refusalBody = {
  json: '{"outcome":"REFUSED","message":"Fel dag."}',
  xml: '<answer><outcome>REFUSED</outcome><message>Fel dag.</message></answer>',
};

/** The body of a write, with its type. */
const bodyIn = (format: Format, members: Readonly<Record<string, string | boolean>>) => {
  const elements = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`);
  return {
    headers: { 'content-type': format === 'json' ? 'application/json' : 'application/xml; charset=utf-8' },
    body: format === 'json' ? JSON.stringify(members) : `<change>${elements.join('')}</change>`,
  };
};

export const damagesIn = (format: Format): DamageHarness => ({
  name: `tables over ${format.toUpperCase()}`,
  format,
  patient,
  simulator: nordvik(format, { hasArrivals: true }),
  open: openNordvik(format),
  nameOf: ({ method, url }) => {
    if (url.pathname === '/persons/search') return 'lookup';
    if (method !== 'GET') return `${method} ${url.pathname}`;
    const isFurther = ['after', 'offset'].some(name => url.searchParams.has(name));
    return `/${url.pathname.split('/')[3] ?? ''}${isFurther ? ' after' : ''}`;
  },
  kinds: kindsIn(format),
  writes: {
    arrive: {
      bookingId,
      request: `PUT /bookings/${bookingId}/status`,
      sends: ({ bookingId: id }) => ({
        method: 'PUT',
        path: `/bookings/${id}/status`,
        ...bodyIn(format, { nationalId: hyphenated(patient), status: 'IN' }),
      }),
      result: /(?:^|\/)(?:outcome|result)$/,
      refusesAmbiguousIds: true,
    },
    pay: {
      bookingId: arrivedId,
      request: 'POST /payments',
      sends: ({ bookingId: id }) => ({
        method: 'POST',
        path: '/payments',
        ...bodyIn(format, { booking: id, nationalId: hyphenated(patient), method: 'KORT', paid: true }),
      }),
      result: /(?:^|\/)(?:outcome|result)$/,
    },
  },
  findsPatient: 'lookup',
  unknownPatient: {
    status: format === 'json' ? 200 : 404,
    headers: { 'content-type': `application/${format}` },
    bytes: unknownBody[format],
  },
  refusal: {
    status: 409,
    headers: { 'content-type': `application/${format}` },
    bytes: refusalBody[format],
  },
});

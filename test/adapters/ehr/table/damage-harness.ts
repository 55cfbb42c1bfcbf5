// What the contract suite has to know about tables to damage their answers. Paths are the same in both formats, but for the root
// element and the mark of a list.
import type { Format } from '../../../../sandbox/table/simulator.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { AnswerPlaces, DamagedKind, DamageHarness, MatchingRule } from '../contract/damage-harness.ts';
import { world } from '../contract-world.ts';
import { arrivedId, nordvik, openNordvik, personNos } from './nordvik.ts';

const { patient, other, bookingId } = world;

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };
const at = (path: string) => new RegExp(`^(?:answer/)?${path}$`);
const marks = [
  { place: /\/audience$/, value: 'STAFF' },
  { place: /\/retracted$/, value: 'true' },
];
const foreignOwner = { place: /(?:^|\/)nationalId$/, value: other };
const envelope = {
  place: /(?:^|\/)(?:generated|paging\/size)$/,
  reason: 'about the answer, and not about the patient',
};
const units: MatchingRule = {
  name: 'units',
  withhold: { units: ['SE2321000016-1A2B'] },
  looksAt: /\/(?:unit|listedAt)(?:\/hsaId)?$/,
};
const secrecy: MatchingRule = {
  name: 'secrecy levels',
  withhold: { secrecyLevels: ['Skyddad'] },
  looksAt: /\/secrecyLevels(?:\[\])?$/,
};

type Cursor = NonNullable<AnswerPlaces['cursor']>;

const cursorIn =
  (format: Format): Cursor['next'] =>
  (page, cursor) => {
    if (format === 'xml')
      return page.replace(
        /<size>1<\/size>(?:<next>.*?<\/next>)?/,
        () => `<size>1</size><next>${cursor.replaceAll('&', '&amp;')}</next>`,
      );
    const { paging, ...rest } = JSON.parse(page);
    return JSON.stringify({ ...rest, paging: { ...paging, next: cursor } });
  };

/** @param name the member that holds the records. */
const recordList = (name: string, more: Partial<AnswerPlaces> = {}): AnswerPlaces => ({
  records: at(`${name}(?:\\[\\]|/${name.slice(0, -1)}(?:\\[\\])?)?`),
  decisive: /\/(?:nationalId|audience|retracted)$/,
  forbidden: [foreignOwner, ...marks],
  meaningless: [envelope],
  ...more,
});

const person: AnswerPlaces = {
  decisive: /\/nationalId$/,
  forbidden: [foreignOwner],
  protection: /person\/secrecy$/,
  protects: [{ place: /person\/secrecy$/, value: 'PROTECTED' }],
  meaningless: [envelope, { place: /listedAt\/name$/, reason: 'ignored by the table' }],
};

/** The answer that finds the EHR's own id of the patient, in XML. */
const lookup: AnswerPlaces = {
  records: /^answer\/hits\/hit$/,
  decisive: /hit\/(?:nationalId|personNo)$/,
  forbidden: [
    { place: /hit\/nationalId$/, value: other },
    { place: /hit\/personNo$/, value: String(personNos[other]) },
  ],
  meaningless: [envelope],
};

const kindsIn = (format: Format): DamageHarness['kinds'] => {
  const found: DamagedKind['answers'] = format === 'xml' ? { lookup } : {};
  const pages = (name: string, isLink = false): DamagedKind['answers'] => ({
    [`/${name}`]: recordList(name, {
      cursor: { request: `/${name} after`, next: cursorIn(format), isLink },
    }),
  });
  return {
    patients: { rules: [units], answers: { ...found, '/': person } },
    patientsV2: { rules: [units], answers: { '/': person } },
    contacts: { interval: forever, rules: [units, secrecy], answers: { ...found, ...pages('visits') } },
    attentionSignals: { interval: forever, rules: [units], answers: pages('alerts') },
    appointments: {
      interval: forever,
      rules: [units],
      answers: {
        ...found,
        '/bookings': recordList('bookings', { decisive: /(?:^|\/)nationalId$|\/audience$/ }),
      },
    },
    videoMeetings: {
      interval: forever,
      answers: {
        '/video': recordList('meetings', {
          meaningless: [envelope, { place: /unit\/(?:hsaId|no)$/, reason: 'ignored by the table' }],
        }),
      },
    },
    prescriptions: { interval: forever, rules: [units], answers: pages('prescriptions', true) },
    journalNotes: {
      interval: forever,
      rules: [
        units,
        secrecy,
        {
          name: 'note templates',
          withhold: { noteTemplates: ['Mottagningsbesök'] },
          looksAt: /\/template$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Aktuellt'] },
          looksAt: /\/headings(?:\[\])?(?:\/heading)?$/,
        },
      ],
      answers: { '/notes': recordList('notes') },
    },
  };
};

const unknownBody = {
  json: '{"error":{"code":"UNKNOWN_PERSON"}}',
  xml: '<answer><error><code>UNKNOWN_PERSON</code></error></answer>',
};
const refusalBody = {
  json: '{"outcome":"REFUSED","message":"Fel dag."}',
  xml: '<answer><outcome>REFUSED</outcome><message>Fel dag.</message></answer>',
};

export const damagesIn = (format: Format): DamageHarness => ({
  name: `tables over ${format.toUpperCase()}`,
  format,
  patient,
  simulator: nordvik(format, { hasArrivals: true }),
  open: openNordvik(format),
  nameOf: ({ method, url }) => {
    if (method !== 'GET') return `${method} ${url.pathname}`;
    if (url.pathname === '/persons') return 'lookup';
    const isFurther = ['after', 'offset'].some(name => url.searchParams.has(name));
    return `/${url.pathname.split('/')[3] ?? ''}${isFurther ? ' after' : ''}`;
  },
  kinds: kindsIn(format),
  writes: {
    arrive: {
      bookingId,
      request: `PUT /bookings/${bookingId}/status`,
      result: /outcome$/,
      refusesAmbiguousIds: true,
    },
    pay: { bookingId: arrivedId, request: 'POST /payments', result: /outcome$/ },
  },
  unknownPatient: {
    status: 404,
    headers: { 'content-type': `application/${format}` },
    bytes: unknownBody[format],
  },
  refusal: {
    status: 409,
    headers: { 'content-type': `application/${format}` },
    bytes: refusalBody[format],
  },
});

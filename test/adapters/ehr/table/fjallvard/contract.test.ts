// The contract suite of ports/ehr for an invented vendor whose interface was not made for tables, with everything damaged that its tables
// look at: marks with conditions and by the clock, pages by offset and by number, ids and ten digits, `If-Match` and amounts.
import { table } from '../../../../../src/adapters/ehr/table/index.ts';
import type { Log } from '../../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../../src/adapters/time/region-time.ts';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import { systemAt } from '../../calls.ts';
import type { AnswerPlaces, DamageHarness } from '../../contract/damage-harness.ts';
import { ehrContract, withServer } from '../../contract/ehr-contract.ts';
import { expectedIn } from '../../contract/expected-records.ts';
import { world } from '../../contract-world.ts';
import { keptTables } from '../table-ehr.ts';
import { arrivedId, type Format, fjallvardSimulator, signed } from './simulator.ts';
import { fjallvardTables } from './tables.ts';

const { patient, other, bookingId } = world;

const openIn = (format: Format) => {
  const tables = keptTables(fjallvardTables(format));
  const headers = { 'x-fv-user': 'SE2321000131-P000000000001', 'x-fv-purpose': 'PATIENT' };
  return (url: string, log?: Log) =>
    table.open(systemAt(url, { profileMembers: { tables }, headers }), {
      time: regionTime('Europe/Stockholm'),
      clock: () => Date.parse('2026-11-25T12:00:00+01:00'),
      reserveNumbersRoot: undefined,
      ...(log === undefined ? {} : { log }),
    });
};

// What is expected, of both formats.
const expected = expectedIn(new URL('contract-expected.yaml', import.meta.url));

const unitId = 'SE2321000131-E000000000012';

// How it is damaged.

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };
const at = (path: string) => new RegExp(`^(?:answer/)?${path}$`);
const owner = /\/(?:patientGuid|pnr|born)$/;
const unitRule = {
  name: 'units',
  withhold: { units: [unitId] },
  looksAt: /(?:^|\/)(?:unit|encounters(?:\[\])?)$|units(?:\/u-12(?:\/hsaId)?)?$/,
};
const meaningless = [
  { place: at('meta(?:/page)?'), reason: 'about the answer' },
  { place: /\/(?:parent|product\/strength)$/, reason: 'ignored by the tables' },
];

const inNotes = [...meaningless, { place: /units\/u-12\/name$/, reason: 'ignored by the tables' }];

const listOf = (name: string, more: Partial<AnswerPlaces> = {}): AnswerPlaces => ({
  records: at(`data/${name}(?:\\[\\])?`),
  id: /\/guid$/,
  decisive: /\/(?:patientGuid|pnr|born|voided)$/,
  forbidden: [
    { place: /\/patientGuid$/, value: 'guid-2' },
    { place: /\/pnr$/, value: other.slice(2) },
    { place: /\/born$/, value: '2012-12-12' },
    { place: /\/voided$/, value: 'true' },
  ],
  meaningless,
  ...more,
});

const lookup: AnswerPlaces = {
  publishesNothing: true,
  unknownPatient: /(?:^|\/)data(?:\/hits(?:\[\])?)?$/,
  records: at('data/hits(?:\\[\\])?'),
  decisive: /identifiers(?:\[\])?\/(?:type|value)$/,
  meaningless: [
    ...meaningless,
    { place: /identifiers(?:\[\])?$/, reason: 'of several with the same word and value, each is the one' },
    { place: /hits(?:\[\])?\/(?!identifiers|guid).*$/, reason: 'the record of patients says it' },
  ],
};

const harnessIn = (format: Format): DamageHarness => ({
  name: `Fjällvård over ${format.toUpperCase()}`,
  format,
  patient,
  simulator: fjallvardSimulator(format),
  open: openIn(format),
  mostDamages: 100,
  nameOf: ({ method, url }) => {
    const [, , , kind, guid, name = ''] = url.pathname.split('/');
    if (guid === 'search') return 'lookup';
    if (kind === 'bookings') return `${method} booking`;
    const isFurther =
      Number(url.searchParams.get('offset') ?? 0) > 0 || Number(url.searchParams.get('page') ?? 1) > 1;
    return `/${name}${isFurther ? ' after' : ''}`;
  },
  kinds: {
    patients: {
      answers: {
        lookup,
        '/': {
          decisive: /identifiers(?:\[\])?\/(?:type|value)$/,
          protection: /protection(?:\/code)?$/,
          protects: [{ place: /protection\/code$/, value: '1' }],
          meaningless: [...meaningless],
        },
      },
    },
    contacts: {
      interval: forever,
      rules: [unitRule],
      answers: { lookup, '/encounters': listOf('encounters', { pages: { request: '/encounters after' } }) },
    },
    attentionSignals: {
      interval: forever,
      answers: {
        '/alerts': listOf('alerts', {
          forbidden: [
            ...(listOf('alerts').forbidden ?? []),
            { place: /\/pnr$/, value: signed(patient).replace('+', '-') },
          ],
        }),
      },
    },
    prescriptions: {
      interval: forever,
      answers: { '/medications': listOf('medications', { pages: { request: '/medications after' } }) },
    },
    journalNotes: {
      interval: forever,
      needsNoRule: { secrecy: 'the tables read no secrecy levels' },
      rules: [
        unitRule,
        {
          name: 'templates',
          withhold: { noteTemplates: ['Mottagningsanteckning'] },
          looksAt: /\/template(?:\/text)?$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Anamnes'] },
          looksAt: /\/sections(?:\[\])?(?:\/heading)?$/,
        },
      ],
      answers: {
        '/notes': listOf(format === 'json' ? 'notes' : 'encounters(?:\\[\\])?/notes', {
          decisive: /\/(?:patientGuid|pnr|voided|visibility)$/,
          meaningless: inNotes,
          pages: { request: '/notes after' },
        }),
        '/notes after': listOf(format === 'json' ? 'notes' : 'encounters(?:\\[\\])?/notes', {
          decisive: /\/(?:patientGuid|pnr|voided|visibility|visibleFrom)$/,
          pages: { request: '/notes after' },
          meaningless: inNotes,
        }),
      },
    },
    appointments: {
      interval: forever,
      rules: [unitRule],
      answers: {
        '/bookings': listOf('bookings', {
          decisive: owner,
          states: {
            place: /\/state$/,
            words: {
              BOOKED: ['BOOKED'],
              ARRIVED: ['ARRIVED'],
              ONGOING: [],
              PERFORMED: ['DONE'],
              CANCELLED: ['CANCELLED'],
              MISSED: ['NOSHOW'],
            },
          },
          payments: { place: /\/paid$/, words: { UNPAID: ['false'], PAID: ['true'] } },
          meaningless: [
            ...meaningless,
            { place: /\/revision$/, reason: 'sent back by writes' },
            { place: /\/(?:mode|minutes|video(?:\/.*)?)$/, reason: 'ignored by the tables' },
          ],
        }),
      },
    },
    videoMeetings: {
      interval: forever,
      answers: {
        '/bookings': listOf('bookings', {
          decisive: /\/(?:patientGuid|pnr|mode)$/,
          meaningless: [
            ...meaningless,
            {
              place: /\/(?:guid|state|priceOre|paid|revision|instruction)$/,
              reason: 'ignored by the tables',
            },
            { place: /units\/u-12\/hsaId$/, reason: 'ignored by the tables' },
          ],
        }),
      },
    },
  },
  writes: {
    arrive: {
      bookingId,
      request: 'PATCH booking',
      needsBooking: true,
      sends: ({ bookingId: id }) => ({
        method: 'PATCH',
        path: `/fv/v3/bookings/${id}`,
        headers: { 'if-match': '"7"' },
        body:
          format === 'json'
            ? '{"state":"ARRIVED","patient":"guid-1"}'
            : '<booking><state>ARRIVED</state><patient>guid-1</patient></booking>',
      }),
      result: /(?:^|\/)data\/state$/,
      meaningless,
    },
    pay: {
      bookingId: arrivedId,
      request: 'POST booking',
      needsBooking: true,
      sends: ({ bookingId: id }) => ({
        method: 'POST',
        path: `/fv/v3/bookings/${id}/payments`,
        body:
          format === 'json'
            ? '{"amountOre":30050,"method":"CARD","patient":"guid-1"}'
            : '<payment><amountOre>30050</amountOre><method>CARD</method><patient>guid-1</patient></payment>',
      }),
      // Whatever receipt there is says that it is done.
      result: /^none$/,
      meaningless,
    },
  },
});

for (const format of ['json', 'xml'] as const)
  ehrContract({
    name: `Fjällvård over ${format.toUpperCase()}`,
    world,
    expected,
    transitions: ['arrive', 'pay'],
    writesNeedBooking: true,
    start: async () => {
      const server = await fjallvardSimulator(format)();
      return withServer(openIn(format)(server.url), server);
    },
    damages: harnessIn(format),
  });

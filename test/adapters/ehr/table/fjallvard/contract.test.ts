// The contract suite of ports/ehr for an invented vendor whose interface was not made for tables, with everything damaged that its tables
// look at: marks with conditions and by the clock, pages by offset and by number, ids and ten digits, `If-Match` and amounts.
import { table } from '../../../../../src/adapters/ehr/table/index.ts';
import type { Log } from '../../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../../src/adapters/time/region-time.ts';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import { systemAt } from '../../calls.ts';
import { type AnswerPlaces, type DamageHarness, mixedCaseId } from '../../contract/damage-harness.ts';
import { ehrContract, type Harness } from '../../contract/ehr-contract.ts';
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

const patientId = { root: '1.2.752.129.2.1.3.1', extension: patient };
const local = (extension: string) => ({ root: '1.2.752.129.2.1.2.1', extension });
const hsa = (extension: string) => ({ root: '1.2.752.129.2.1.4.1', extension });
const unitId = hsa('SE2321000131-E000000000012');
const unitName = 'Vårdcentralen Björken';
const doctor = {
  CareProviderID: hsa('SE2321000131-P000000000044'),
  CareProviderName: 'Åsa Ek',
  CareProviderType: 'Läkare',
};

const contact = (contactInternalID: string) => ({
  contactEHRExtract: [
    {
      contact: {
        contactInternalID,
        contactBeginDateTime: { value: '20261102090000' },
        contactEndDateTime: { value: '20261102094000' },
        contactStatus: 'Avslutad',
        contactVisitType: 'Mottagningsbesök',
      },
      contactPerformingUnit: { unitID: unitId },
      units: { unit: [{ unitID: unitId, unitName }] },
      careProviders: {
        careProvider: [
          {
            careProviderID: doctor.CareProviderID,
            careProviderName: doctor.CareProviderName,
            careProviderType: doctor.CareProviderType,
          },
        ],
      },
      patient: { patientID: patientId },
    },
  ],
});

const signal = (id: string, content: object) => ({
  AttentionSignalEHRExtract: [
    {
      AttentionSignal: {
        RcId: local(id),
        SignalActive: true,
        SignalVerifiedDateTime: '20190402100000',
        ...content,
      },
      Patient: { PatientID: patientId },
    },
  ],
});

const prescription = (id: string) => ({
  XSDVersion: { version: 0.32 },
  PrescriptionEHRExtract: [
    {
      Prescription: {
        PrescriptionVersionDateTime: { value: '20260103000000' },
        PrescriptionStartDateTime: { value: '20260103000000' },
        rc_id: local(id),
        MedicationActive: true,
        MainProductTreatment: {
          PrescriptionProductTradeName: 'Alvedon',
          PrescriptionProductDrugFormTextSv: 'tablett',
          PrescriptionProduct_AtcCode: { code: 'N02BE01', codeSystem: '1.2.752.129.2.2.3.1.1' },
        },
        PrescriptionDosages: { DosagePlugin: [{ FreeTextDosage: { Text: '1 tablett vid behov' } }] },
        PrescriptionReasonText: 'Smärta',
      },
      CareProviders: { CareProviders: [{ CareProvider: [doctor] }] },
      Patient: { PatientId: patientId },
    },
  ],
});

const note = (id: string) => ({
  XSDVersion: { version: 0.23 },
  JournalNoteEHRExtract: [
    {
      Note: {
        NoteId: local(id),
        NoteVersionDateTime: { value: '20261102093000' },
        NoteTemplateName: 'Mottagningsanteckning',
        Records: {
          Record: [
            {
              Keyword: 'Anamnes',
              Value: [{ $self: 'Hosta sedan 2 v.\nIngen feber & trött.', JournalValueType: 'Text' }],
            },
          ],
        },
      },
      CareUnit: { UnitID: unitId },
      CareProviders: { CareProvider: [doctor] },
      Patient: { PatientID: patientId },
    },
  ],
});

const appointment = (id: string, state: 'BOOKED' | 'ARRIVED') => ({
  booking: {
    ContactId: id,
    StartTime: '2026-11-25 09:15',
    TypedStartDateTime: '2026-11-25T08:15:00Z',
    PerformingUnit: { HSAId: unitId.extension, Name: unitName },
    PatientInformation: 'Anmäl dig i kassan',
    PaymentDetails: { Price: 300.5 },
    Any: [],
  },
  start: '20261125091500',
  state,
  payment: 'UNPAID' as const,
  losses: [],
});

const meeting = (at: number) => ({
  meeting: {
    actionId: 9100 + at,
    startDateTimeInUnix: 1_795_594_500_000,
    endDateTimeInUnix: 1_795_596_300_000,
    meetingLink: `https://video.example/r/${at}`,
    performingUnitName: unitName,
  },
  start: '20261125091500',
  end: '20261125094500',
});

const expected: Harness['expected'] = {
  patients: [
    {
      XSDVersion: { version: 0.43 },
      PatientEHRExtract: [
        {
          Patient: {
            PatientInternalID: 'guid-1',
            PatientName: {
              PatientFamilyName: 'Tolvansson',
              PatientGivenName: [{ value: 'Tolvan' }, { value: 'Erik' }, { qualifier: 'CL', value: 'Ulf' }],
            },
            PatientBirthDate: { value: '19121212' },
            PatientSex: 'M',
            PhoneNumbers: {
              Phone: [
                { PhoneType: 'Mobil', PhoneNumber: '070-174 06 05' },
                { PhoneType: 'Hem', PhoneNumber: '0941-123 45' },
              ],
            },
            PatientProtectedId: false,
            PatientID: patientId,
          },
        },
      ],
    },
  ],
  contacts: [contact('enc-1'), contact('enc-2')],
  attentionSignals: [
    signal('al-1', {
      HypersensitivityType: {
        Heading: 'Penicillin',
        Comment: 'Andnöd',
        Severity: 'Livshotande',
        Agent: ['J01CE02'],
      },
    }),
    signal('al-2', {
      UnstructuredType: { Heading: 'Blodförtunnande', Comment: 'Står på Waran', Type: 'WARNING' },
    }),
  ],
  prescriptions: [prescription('med-1'), prescription('med-2')],
  journalNotes: [note('note-1'), note('note-2')],
  appointments: [
    {
      appointments: [
        appointment(bookingId, 'BOOKED'),
        appointment(arrivedId, 'ARRIVED'),
        appointment(mixedCaseId, 'BOOKED'),
      ],
      registered: [],
      patient: { PersonNumbers: [{ Number: patient }] },
      resultCode: 'OK',
      comment: '',
      any: [],
      withheld: 0,
    },
  ],
  videoMeetings: [meeting(0), meeting(1), meeting(2)],
};

// How it is damaged.

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };
const at = (path: string) => new RegExp(`^(?:answer/)?${path}$`);
const owner = /\/(?:patientGuid|pnr|born)$/;
const unitRule = {
  name: 'units',
  withhold: { units: [unitId.extension] },
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
      const { ehr, close } = openIn(format)(server.url);
      return {
        ehr,
        close: async () => {
          await close();
          await server.close();
        },
      };
    },
    damages: harnessIn(format),
  });

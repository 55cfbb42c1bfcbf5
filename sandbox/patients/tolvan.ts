// Tolvan Tolvansson, an adult with a rich history.
import { patientExample } from '../../src/domain/records/examples.ts';
import type { PatientData } from '../extracts/world.ts';
import { tolvansBookings } from './bookings.ts';
import {
  head,
  headProvider,
  hsaId,
  localId,
  namedUnit,
  note,
  numberRecord,
  type Person,
  patientOf,
  textRecord,
  unitIds,
  units,
} from './parts.ts';
import { prescriptionsOf } from './prescriptions.ts';
import { signal } from './signals.ts';
import { videoVisitSoon } from './today.ts';
import { tolvansDrugs } from './tolvans-drugs.ts';
import { tolvansVideoMeetings } from './video-meetings.ts';

const bloodPressure = (time: string, systolic: number, diastolic: number) => ({
  Keyword: 'Blodtryck',
  KeywordToolType: 'BloodPressureTool',
  OtherValue: {
    ArchetypeRecords: {
      ArchetypeRecord: [
        {
          ArchetypeId: 'openEHR-EHR-OBSERVATION.blood_pressure.v1',
          Name: 'Blodtryck',
          EventDateTime: { startDateTime: { value: time } },
          ArchetypeRecord: [
            { Name: 'Systoliskt', DataType: 'Quantity', Magnitude: String(systolic), Unit: 'mmHg' },
            { Name: 'Diastoliskt', DataType: 'Quantity', Magnitude: String(diastolic), Unit: 'mmHg' },
          ],
        },
      ],
    },
  },
});

type CheckUp = {
  readonly id: number;
  readonly time: string;
  readonly pressure: readonly [number, number];
  readonly weight: string;
};

/** A yearly check-up with what an app can draw over time. */
const checkUp = (person: Person, { id, time, pressure: [systolic, diastolic], weight }: CheckUp) =>
  note(person, {
    id,
    time,
    template: 'Årskontroll',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [
      textRecord('Aktuellt', 'Kommer enligt plan och mår väl.'),
      bloodPressure(time, systolic, diastolic),
      numberRecord('Vikt', weight, 'kg'),
      numberRecord('Saturation', '97', '%'),
    ],
  });

const checkUps: readonly CheckUp[] = [
  { id: 58_601, time: '20190204100000', pressure: [144, 78], weight: '81,5' },
  { id: 58_602, time: '20210308100000', pressure: [138, 76], weight: '80' },
  { id: 58_603, time: '20240212100000', pressure: [149, 86], weight: '78,5' },
];

const journal = (person: Person): PatientData['journalNotes'] => [
  note(person, {
    id: 58_701,
    time: '20100312140000',
    template: 'Akutanteckning',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [
      textRecord(
        'Aktuellt',
        'Utslag och svullnad efter en dos penicillin. Svårt att andas, ambulans tillkallad.',
      ),
      textRecord('Åtgärd', 'Adrenalin intramuskulärt med god effekt. Varningsmärks för penicillin.'),
    ],
  }),
  note(person, {
    id: 58_723,
    time: '20260115093000',
    template: 'Mottagningsbesök',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [
      textRecord('Aktuellt', 'Torr hosta sedan två veckor.\nIngen feber, äter och sover som vanligt.'),
      bloodPressure('20260115094000', 135, 85),
      numberRecord('Saturation', '98', '%'),
      {
        Keyword: 'Bedömning och åtgärd',
        KeywordToolType: 'TextTool',
        Record: [
          textRecord('Bedömning', 'Sannolikt virusutlöst. <Ingen> misstanke om lunginflammation.'),
          textRecord('Åtgärd', 'Råd om egenvård & ny tid vid behov.'),
        ],
      },
    ],
  }),
  note(person, {
    id: 58_950,
    time: '20260310101500',
    template: 'Telefonkontakt',
    type: 'Kontaktanteckning',
    unit: units.skin,
    records: [textRecord('Aktuellt', 'Provsvar meddelas: godartad förändring, inget mer behöver göras.')],
  }),
  ...checkUps.map(one => checkUp(person, one)),
];

/** A finished contact, and an ongoing one without an end. */
const contacts = (person: Person): PatientData['contacts'] => [
  {
    ...head(person, '20260115101500'),
    Contact: {
      rc_id: localId('Contact', 59_001),
      ContacInternaltID: '59001',
      ContactTypeOfVisit: 'Återbesök',
      ContactStatus: 'Ankommen',
      ContactActive: false,
      ContactBeginDateTime: { value: '20260115093000' },
      ContactEndDateTime: { value: '20260115100000' },
      ContactShareInfo: true,
      Actions: {
        Action: [{ ActionID: '1', ActionType: 'Besök', ActionMain: true, ActionStatus: 'Utförd' }],
      },
    },
    Patient: patientOf(person),
    Units: {
      Unit: [
        {
          UnitID: hsaId(units.skin.HSAId),
          UnitName: units.skin.Name,
          EmailAddresses: { Email: [{ EmailType: 'Arbete', EmailAddress: 'hud@example.com' }] },
        },
      ],
    },
    ContactPerformingUnit: unitIds(units.skin),
    ContactHeadCareproviderUnit: headProvider,
  },
  {
    ...head(person, '20260115101500'),
    Contact: {
      rc_id: localId('Contact', 59_044),
      ContacInternaltID: '59044',
      ContactTypeOfVisit: 'Slutenvård',
      ContactStatus: 'ARRIVED',
      ContactActive: true,
      ContactBeginDateTime: { value: '20261118221500' },
      ContactShareInfo: true,
      ContactRoom: '12',
      ContactBed: 'B',
    },
    Patient: patientOf(person),
    Units: namedUnit(units.clinic),
    ContactPerformingUnit: unitIds(units.clinic),
    ContactHeadCareproviderUnit: headProvider,
  },
];

/** One signal of each type. The allergy from 2010 still holds, whatever the requested interval. */
const attentionSignals = (person: Person): PatientData['attentionSignals'] => [
  signal(person, 311, {
    SignalVersionDateTime: { value: '20100312140000' },
    SignalVerifiedDateTime: '20100312140000',
    SignalWarningSubType: 'Läkemedelsöverkänslighet',
    HypersensitivityType: {
      Heading: 'Penicillin',
      Severity: 'Livshotande',
      Reaction: 'Anafylaxi',
      Certitude: 'Säker',
      SignalATCCodes: {
        SignalATCCode: [{ code: 'J01CE', displayName: { value: 'betalaktamaskänsliga penicilliner' } }],
      },
    },
  }),
  signal(person, 312, {
    SignalVersionDateTime: { value: '20180404080000' },
    ContagiousDiseaseType: { Heading: 'MRSA', Comment: 'Bärare.' },
  }),
  signal(person, 313, {
    SignalVersionDateTime: { value: '20220901120000' },
    NonStandardProcedureType: { Heading: 'Blodprodukter', Comment: 'Tar inte emot blod.' },
  }),
  signal(person, 314, {
    SignalVersionDateTime: { value: '20230212120000' },
    TreatmentAndConditionType: {
      Heading: 'Pacemaker',
      TreatmentDescription: 'Pacemaker sedan 2023',
      TreatmentDateTime: { value: '20230210090000' },
    },
  }),
  signal(person, 315, {
    SignalVersionDateTime: { value: '20190101120000' },
    SignalDeletionDate: { value: '20200101120000' },
    SignalDeletionComment: 'Inte längre aktuell.',
    SignalActive: false,
    UnstructuredType: { Heading: 'Fallrisk', Comment: 'Efter operation.', Type: 'CAUTION', Valid: false },
  }),
];

/** Creates Tolvan's data. His bookings change. */
export const tolvanData = (person: Person, video = videoVisitSoon()): PatientData => ({
  patients: patientExample.PatientEHRExtract ?? [],
  contacts: contacts(person),
  attentionSignals: attentionSignals(person),
  prescriptions: prescriptionsOf(person, { drugs: tolvansDrugs, firstId: 8100, begun: '20250110' }),
  journalNotes: journal(person),
  bookings: tolvansBookings(person, video),
  videoMeetings: tolvansVideoMeetings(video),
});

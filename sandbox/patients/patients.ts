// The synthetic people: official test numbers and obviously invented names. Each exists for a scenario.
import type { Account } from '../authorization-server/server.ts';
import type { World } from '../extracts/world.ts';
import { bookingIds, bookingsToday, childsBookings } from './bookings.ts';
import { complete, completeData, deceasedData } from './complete.ts';
import { drugsOfChild, drugsOfOldAge, drugsOfSpring } from './everyday-drugs.ts';
import { failing, failingData } from './failing.ts';
import { longJournal } from './long-journal.ts';
import { note, nothing, numberRecord, type Person, textRecord, units } from './parts.ts';
import { prescriptionsOf } from './prescriptions.ts';
import { signal } from './signals.ts';
import { tolvanData } from './tolvan.ts';
import { tooManyVideoMeetings } from './video-meetings.ts';

export const people = {
  tolvan: { number: '191212121212', given: 'Tolvan', family: 'Tolvansson', sex: 'M' },
  guardian: { number: '198507302381', given: 'Vårda', family: 'Provsson', sex: 'F' },
  child: { number: '201907152399', given: 'Lillen', family: 'Provsson', sex: 'M' },
  protectedChild: {
    number: '201702222389',
    given: 'Skyddad',
    family: 'Provsson',
    sex: 'F',
    isProtected: true,
  },
  protectedAdult: {
    number: '197311052380',
    given: 'Dolda',
    family: 'Skyddsson',
    sex: 'F',
    isProtected: true,
  },
  coordination: { number: '197010632391', given: 'Samordna', family: 'Nummersson', sex: 'U' },
  empty: { number: '199906062386', given: 'Tomas', family: 'Tomhänt', sex: 'M' },
  complete: complete.alive,
  deceased: complete.deceased,
  longJournal: { number: '194001172396', given: 'Långa', family: 'Journalsson', sex: 'F' },
} as const satisfies Record<string, Person>;

const visit = (person: Person, id: number, text: string) =>
  note(person, {
    id,
    time: '20260110140000',
    template: 'Mottagningsbesök',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [textRecord('Aktuellt', text)],
  });

const childVisit = (
  person: Person,
  {
    id,
    text,
    time = '20260110140000',
    height = '112',
  }: { id: number; text: string; time?: string; height?: string },
) =>
  note(person, {
    id,
    time,
    template: 'Barnhälsovård',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [textRecord('Aktuellt', text), numberRecord('Längd', height, 'cm')],
  });

/** Creates the data of all patients. Bookings change with arrivals and payments. */
export const patients = (): World =>
  new Map([
    [people.tolvan.number, tolvanData(people.tolvan)],
    [
      people.guardian.number,
      {
        ...nothing(people.guardian),
        prescriptions: prescriptionsOf(people.guardian, {
          drugs: drugsOfSpring,
          firstId: 8200,
          begun: '20260310',
        }),
      },
    ],
    [
      people.child.number,
      {
        ...nothing(people.child),
        bookings: childsBookings(people.child),
        prescriptions: prescriptionsOf(people.child, {
          drugs: drugsOfChild,
          firstId: 8300,
          begun: '20251006',
        }),
        attentionSignals: [
          signal(people.child, 331, {
            SignalVersionDateTime: { value: '20240708101500' },
            SignalVerifiedDateTime: '20240708101500',
            SignalWarningSubType: 'Födoämnesöverkänslighet',
            HypersensitivityType: {
              Heading: 'Jordnötter',
              Severity: 'Skadlig',
              Reaction: 'Nässelutslag',
              Certitude: 'Säker',
            },
          }),
        ],
        journalNotes: [
          childVisit(people.child, {
            id: 61005,
            time: '20220704100000',
            height: '94,5',
            text: 'Treårskontroll. Talar tydligt.',
          }),
          childVisit(people.child, {
            id: 61006,
            time: '20240708100000',
            height: '107',
            text: 'Femårskontroll. Ser och hör bra.',
          }),
          childVisit(people.child, {
            id: 61001,
            text: 'Hälsokontroll. Frisk och nyfiken. Växer som förväntat.',
            height: '117',
          }),
        ],
      },
    ],
    [
      people.protectedChild.number,
      {
        ...nothing(people.protectedChild),
        journalNotes: [
          childVisit(people.protectedChild, { id: 61002, text: 'Hälsokontroll. Uppgifterna är skyddade.' }),
        ],
      },
    ],
    [
      people.protectedAdult.number,
      {
        ...nothing(people.protectedAdult),
        journalNotes: [visit(people.protectedAdult, 61004, 'Samtal om skyddade personuppgifter.')],
      },
    ],
    [
      people.coordination.number,
      {
        ...nothing(people.coordination),
        bookings: bookingsToday(people.coordination, bookingIds.today),
        journalNotes: [
          visit(people.coordination, 61003, 'Första besöket i Sverige. Vaccinationer genomgångna.'),
        ],
      },
    ],
    [people.empty.number, nothing(people.empty)],
    [
      people.longJournal.number,
      {
        ...nothing(people.longJournal),
        journalNotes: longJournal(people.longJournal),
        videoMeetings: tooManyVideoMeetings,
        prescriptions: prescriptionsOf(people.longJournal, {
          drugs: drugsOfOldAge,
          firstId: 8400,
          begun: '20240212',
        }),
      },
    ],
    ...failingData(people.tolvan),
    [people.complete.number, completeData(people.complete)],
    [people.deceased.number, deceasedData(people.deceased)],
  ]);

export const accounts: readonly Account[] = [
  account('tolvan', people.tolvan, {
    en: 'An adult with a rich history.',
    sv: 'En vuxen med mycket i journalen.',
  }),
  account(
    'guardian',
    people.guardian,
    {
      en: 'A guardian of two children, one with protected identity.',
      sv: 'Vårdnadshavare för två barn, varav ett med skyddade personuppgifter.',
    },
    [people.child, people.protectedChild],
  ),
  account('protected', people.protectedAdult, {
    en: 'Has a protected identity and signs in herself.',
    sv: 'Har skyddade personuppgifter och loggar in själv.',
  }),
  account('coordination', people.coordination, {
    en: 'Has a coordination number.',
    sv: 'Har ett samordningsnummer.',
  }),
  account('empty', people.empty, {
    en: 'The EHR holds nothing but the name.',
    sv: 'Journalsystemet har bara namnet.',
  }),
  account('complete', people.complete, {
    en: 'Her records have every member that there is.',
    sv: 'Hennes journal innehåller allt som kan finnas i en.',
  }),
  account('long', people.longJournal, {
    en: 'Has a journal of 2,000 notes, one note without a time, and many video visits.',
    sv: 'Har 2 000 journalanteckningar, en utan tidpunkt, och många videobesök.',
  }),
  account('unusable', failing.unusable, {
    en: 'The EHR answers something that cannot be read.',
    sv: 'Journalsystemet svarar något som inte går att läsa.',
  }),
  account('unavailable', failing.unavailable, {
    en: 'The EHR cannot be reached.',
    sv: 'Journalsystemet går inte att nå.',
  }),
  account('too_slow', failing.tooSlow, {
    en: 'The EHR does not answer in time.',
    sv: 'Journalsystemet svarar inte i tid.',
  }),
  account('slow', failing.slow, {
    en: 'The EHR takes four seconds for each answer.',
    sv: 'Journalsystemet behöver fyra sekunder för varje svar.',
  }),
  account('partial', failing.partial, {
    en: 'The EHR has more than the answer shows.',
    sv: 'Journalsystemet har mer än vad svaret visar.',
  }),
  account('unknown_done', failing.unknownDone, {
    en: 'The first arrival and payment are done, but nobody hears of it.',
    sv: 'Den första ankomsten och betalningen genomförs, men ingen får veta det.',
  }),
  account('unknown_not_done', failing.unknownNotDone, {
    en: 'The first arrival and payment are lost.',
    sv: 'Den första ankomsten och betalningen går förlorad.',
  }),
];

function account(
  id: string,
  person: Person,
  about: Account['about'],
  actsFor: readonly Person[] = [],
): Account {
  return {
    id,
    name: `${person.given} ${person.family}`,
    about,
    patient: person.number,
    actsFor: actsFor.map(({ number }) => number),
  };
}

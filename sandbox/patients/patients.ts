// The synthetic people: official test numbers and obviously invented names. Each exists for a scenario.
import type { Account } from '../authorization-server/server.ts';
import type { World } from '../extracts/world.ts';
import { bookingIds, bookingsToday, childsBookings } from './bookings.ts';
import { complete, completeData, deceasedData } from './complete.ts';
import { failing, failingData } from './failing.ts';
import { longJournal } from './long-journal.ts';
import { note, nothing, numberRecord, type Person, textRecord, units } from './parts.ts';
import { signal } from './signals.ts';
import { tolvanData } from './tolvan.ts';

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
    [people.guardian.number, nothing(people.guardian)],
    [
      people.child.number,
      {
        ...nothing(people.child),
        bookings: childsBookings(people.child),
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
      { ...nothing(people.longJournal), journalNotes: longJournal(people.longJournal) },
    ],
    ...failingData(people.tolvan),
    [people.complete.number, completeData(people.complete)],
    [people.deceased.number, deceasedData(people.deceased)],
  ]);

export const accounts: readonly Account[] = [
  account('tolvan', people.tolvan, 'An adult with a rich history.'),
  account('guardian', people.guardian, 'A guardian of two children, one with protected identity.', [
    people.child,
    people.protectedChild,
  ]),
  account('protected', people.protectedAdult, 'Has a protected identity and signs in herself.'),
  account('coordination', people.coordination, 'Has a coordination number.'),
  account('empty', people.empty, 'The EHR holds nothing but the name.'),
  account('complete', people.complete, 'Her records have every member that there is.'),
  account('long', people.longJournal, 'Has a journal of 2,000 notes, and one note without a time.'),
  account('unusable', failing.unusable, 'The EHR answers something that cannot be read.'),
  account('unavailable', failing.unavailable, 'The EHR cannot be reached.'),
  account('too_slow', failing.tooSlow, 'The EHR does not answer in time.'),
  account('slow', failing.slow, 'The EHR takes four seconds for each answer.'),
  account('partial', failing.partial, 'The EHR has more than the answer shows.'),
  account(
    'unknown_done',
    failing.unknownDone,
    'The first arrival and payment are done, but nobody hears of it.',
  ),
  account('unknown_not_done', failing.unknownNotDone, 'The first arrival and payment are lost.'),
];

function account(id: string, person: Person, about: string, actsFor: readonly Person[] = []): Account {
  return {
    id,
    name: `${person.given} ${person.family}`,
    about,
    patient: person.number,
    actsFor: actsFor.map(({ number }) => number),
  };
}

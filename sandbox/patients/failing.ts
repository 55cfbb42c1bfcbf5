// Patients for whom something fails: the EHR, a source of it, or the answer to a write. App developers try their errors on them.
import type { PatientData } from '../extracts/world.ts';
import { bookingsToday } from './bookings.ts';
import { note, nothing, type Person, textRecord, units } from './parts.ts';

/** Each by what happens when the EHR is asked about the patient. */
export const failing = {
  unusable: { number: '195203182380', given: 'Obegriplig', family: 'Felsson', sex: 'M' },
  unavailable: { number: '196107222397', given: 'Stängd', family: 'Felsson', sex: 'F' },
  tooSlow: { number: '197005112383', given: 'Försenad', family: 'Felsson', sex: 'M' },
  slow: { number: '197909142395', given: 'Långsam', family: 'Felsson', sex: 'F' },
  partial: { number: '198802032386', given: 'Delvis', family: 'Felsson', sex: 'M' },
  unknownDone: { number: '199111272390', given: 'Oviss', family: 'Felsson', sex: 'F' },
  unknownNotDone: { number: '200306052382', given: 'Osäker', family: 'Felsson', sex: 'M' },
} as const satisfies Record<string, Person>;

/** Bookings of the patients whose writes have an unknown outcome. */
export const failingBookings = { unknownDone: '59081', unknownNotDone: '59082' } as const;

/** Ids of the notes of the patient whose data comes in part. */
export const partialNotes = { shown: 61_010, withheld: 61_011 } as const;

const noteOf = (person: Person, id: number, text: string) =>
  note(person, {
    id,
    time: '20260302110000',
    template: 'Mottagningsbesök',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [textRecord('Aktuellt', text)],
  });

/** Holds a value that no published record has a member for. */
const unmapped = { ReadReceipt: { value: '20260303080000' } };

/**
 * The data of these patients.
 * @param other whose number the withheld note carries. Extracts show it to nobody; the other regions mark the note.
 */
export const failingData = (other: Person): [string, PatientData][] => {
  const { partial, unknownDone, unknownNotDone } = failing;
  const data: Readonly<Record<string, Partial<PatientData>>> = {
    [partial.number]: {
      journalNotes: [
        { ...noteOf(partial, partialNotes.shown, 'Den här anteckningen visas.'), ...unmapped },
        noteOf(other, partialNotes.withheld, 'Hör till någon annan.'),
      ],
    },
    [unknownDone.number]: { bookings: bookingsToday(unknownDone, failingBookings.unknownDone) },
    [unknownNotDone.number]: { bookings: bookingsToday(unknownNotDone, failingBookings.unknownNotDone) },
  };
  return Object.values(failing).map(person => [
    person.number,
    { ...nothing(person), ...data[person.number] },
  ]);
};

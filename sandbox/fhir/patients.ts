// The sandbox's patients as FHIR resources.
import type { PatientData } from '../extracts/world.ts';
import { failing, partialNotes } from '../patients/failing.ts';
import { accounts, patients, people } from '../patients/patients.ts';
import { additions } from './additions.ts';
import { completeResources, ofPractice } from './complete.ts';
import { appointments } from './resources/appointments.ts';
import { attentionSignals } from './resources/attention-signals.ts';
import { careUnits } from './resources/care-units.ts';
import { encounters } from './resources/encounters.ts';
import { journalNotes } from './resources/journal-notes.ts';
import { notForThePatient } from './resources/parts.ts';
import { guardian, patientResource } from './resources/patient.ts';
import { prescriptions } from './resources/prescriptions.ts';
import { videoMeetings } from './resources/video-meetings.ts';
import type { Resource } from './simulator/store.ts';

/** Kind → the resources of a patient's records, by the id of the Patient. */
const resourcesOf: Readonly<
  Record<Exclude<keyof PatientData, 'patients'>, (id: string, data: PatientData) => Resource[]>
> = {
  contacts: encounters,
  attentionSignals,
  prescriptions,
  journalNotes,
  bookings: appointments,
  videoMeetings,
};

const firstId = 100_042;

/** Maps each patient's number to the id of the Patient. */
const idsOf = (numbers: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...numbers].map((number, index) => [number, String(firstId + index)]));

const birthday = (number: string, years = 0) => `${Number(number.slice(0, 4)) + years}${number.slice(4, 8)}`;

/** RelatedPersons for the accounts that may act for a child, valid until the child's 18th birthday. */
const guardiansOf = (ids: ReadonlyMap<string, string>): Resource[] =>
  accounts.flatMap(({ patient, actsFor }) => {
    const parent = Object.values(people).find(({ number }) => number === patient);
    return actsFor.flatMap((child, index) =>
      parent === undefined
        ? []
        : [
            guardian({
              id: `guardian-${ids.get(child)}-${index}`,
              child: ids.get(child) ?? '',
              number: patient,
              name: parent,
              parent: ['MTH', 'Mor'],
              from: birthday(child),
              to: birthday(child, 18),
            }),
          ],
    );
  });

const recordsOf = (id: string, data: PatientData): Resource[] => [
  ...data.patients.map(extract => patientResource(id, extract, { isHyphenated: Number(id) % 2 === 1 })),
  ...Object.values(resourcesOf).flatMap(ofKind => ofKind(id, data)),
];

/** An extension of this region's own, which no published record has a member for. */
const readReceipt = { url: 'http://region.example/fhir/read-receipt', valueDateTime: '2026-03-03' };

/** Gives the notes of the patient whose data comes in part what makes them so. */
const inPart = (one: Resource): Resource => {
  if (one.resourceType !== 'Composition') return one;
  if (one.id === String(partialNotes.withheld)) return { ...one, meta: notForThePatient };
  return one.id === String(partialNotes.shown) ? { ...one, extension: [readReceipt] } : one;
};

/** Finds the number of a patient for whom something fails in a text that holds it, or a reference to the Patient. */
export const failingPatientIn = (): ((text: string) => string | undefined) => {
  const ids = idsOf(patients().keys());
  const patterns = Object.values(failing).map(({ number }) => ({
    number,
    named: new RegExp(`\\b(${number}|Patient/${ids.get(number)})\\b`),
  }));
  return text => patterns.find(({ named }) => named.test(text))?.number;
};

/** Creates new resources on each call, because arrivals and payments change appointments. */
export const resourcesOfPatients = (): Resource[] => {
  const world = patients();
  const ids = idsOf(world.keys());
  const all = [
    ...careUnits(),
    ...guardiansOf(ids),
    ...[...world].flatMap(([number, data]) => {
      const id = ids.get(number) ?? '';
      if (number === people.complete.number) return completeResources(id);
      const records = recordsOf(id, data);
      return number === people.deceased.number
        ? records.map(one => (one.resourceType === 'Patient' ? ofPractice(one) : one))
        : records;
    }),
  ];
  return [...all, ...additions(ids)].map(inPart);
};

// Finds a patient's Appointments, for bookings and video meetings, and determines whose they are.
import type * as R4 from 'fhir/r4.js';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { maxListBytes, maxListItems } from '../../../../domain/model/list-limits.ts';
import type { EhrQuery } from '../../../../ports/ehr.ts';
import { answerMeter } from '../../meter.ts';
import { type Element, ignoringLosses, rootElement } from '../elements/element.ts';
import { recordTally } from '../elements/tally.ts';
import { openQuestion } from '../records/context.ts';
import { fetchReferences } from '../search/fetch-references.ts';
import { namesPatient, type Owner, ownerOf, type RequestedPatient } from '../search/owner.ts';
import { type RecordSearch, searchRecords } from '../search/search-records.ts';
import type { ServerContext } from '../search/server-context.ts';
import { participantsOf } from './participants.ts';

const statuses = ['pending', 'booked', 'arrived', 'checked-in', 'fulfilled', 'cancelled', 'noshow'];

const appointmentSearch: RecordSearch<'Appointment'> = {
  type: 'Appointment',
  period: 'date',
  needsStart: true,
  parameters: () => [['status', statuses.join(',')]],
  include: [['actor', 'Practitioner', 'PractitionerRole', 'RelatedPerson', 'HealthcareService', 'Location']],
};

/** The owner of an appointment. A group appointment belongs to the patient if the patient takes part. */
export const appointmentOwner = (root: Element<R4.Appointment>, context: RequestedPatient): Owner => {
  const owners = participantsOf(ignoringLosses(root)).flatMap(({ actor }) =>
    actor !== undefined && namesPatient(actor, context) ? [ownerOf(actor, context)] : [],
  );
  return owners.find(({ isPatient }) => isPatient) ?? owners[0] ?? ownerOf(undefined, context);
};

/** Hours to search before the start of an interval. A meeting may begin long before it and still be going on in it. */
const hoursBefore = { appointments: 1, videoMeetings: 24 };

/** The patient's appointments; the owner of one that is not the patient's (`foreign`), undefined if all are; how many the server hides. */
export const findAppointments = async (
  server: ServerContext,
  question: EhrQuery,
  kind: keyof typeof hoursBefore,
) => {
  const { system } = server;
  const maxBytes = Math.min(maxListBytes, system.maxAnswerBytes);
  const context = await openQuestion(server, question, maxBytes);
  const passed = system.intervalAtEhr.has(kind) ? question.interval : {};
  const search = { interval: passed, hoursBefore: hoursBefore[kind] };
  const { matches, suppressed } = await searchRecords(context, [appointmentSearch], search);
  if (matches.length > maxListItems)
    throw unusableAnswer('ehr-limit', `more than ${maxListItems} appointments`);
  const beginRecord = answerMeter();
  const roots = matches.map(({ resource }) => rootElement(resource, recordTally(beginRecord())));
  const owners = roots.map(root => ({ root, owner: appointmentOwner(root, context) }));
  const appointments = owners.filter(({ owner }) => owner.isPatient).map(({ root }) => root);
  const foreign = owners.find(({ owner }) => !owner.isPatient)?.owner.patientId;
  await fetchReferences(context, appointments);
  return { context, appointments, foreign, suppressed };
};

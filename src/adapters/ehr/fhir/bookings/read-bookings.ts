// Reads the bookings: one list, with the states and payments that transitions depend on.
import type * as R4 from 'fhir/r4.js';
import {
  type Appointment,
  type AppointmentList,
  isListedState,
} from '../../../../domain/model/appointment.ts';
import { overlaps, spanAt } from '../../../../domain/model/interval.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Booking } from '../../../../domain/records/appointment.ts';
import type { Reader } from '../../../../ports/ehr.ts';
import { readableTime, startTexts } from '../../booking-start.ts';
import { joinedTexts, partialObject } from '../../values/values.ts';
import { conceptText, joinedConceptTexts } from '../elements/coded.ts';
import { countLoss, type Element, hiding, ignoringLosses, pathOf } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import type { Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { recordLosses } from '../records/record-losses.ts';
import { countUnresolvedUnit } from '../records/record-units.ts';
import { unresolved } from '../records/units.ts';
import { withholdingElement } from '../search/labels.ts';
import type { ServerContext } from '../search/server-context.ts';
import { findAppointments } from './find-appointments.ts';
import { countOtherActors, type Participant, participantsOf, professionalsAmong } from './participants.ts';
import { foreignSummary, patientSummary } from './patient-summary.ts';
import { paymentOf } from './payments.ts';
import { performingPlace, performingUnit } from './place.ts';
import { stateOf, stateOfStatus } from './states.ts';
import { findVisitsAndPayments, type VisitsAndPayments } from './visits-and-payments.ts';

type AnyObject = Booking['Any'][number];

/** What the document has no member for, the status in FHIR's own word included, as texts. */
const furtherTexts = (
  root: Element<R4.Appointment>,
  practitioner: string | undefined,
  { times }: PatientContext,
) => {
  const end = times.moment(root, 'end');
  return partialObject<AnyObject>({
    // Its loss is counted with the state.
    status: text(ignoringLosses(root), 'status'),
    end: end && readableTime(end.local),
    service: joinedConceptTexts(root, 'serviceType'),
    appointmentType: conceptText(root, 'appointmentType'),
    description: text(root, 'description'),
    practitioner,
    cancelationReason: conceptText(root, 'cancelationReason'),
  });
};

/** The names of the practitioners. One without a name is counted. */
const practitionerNames = (
  participants: readonly Participant[],
  context: PatientContext,
): string | undefined => {
  const names = professionalsAmong(participants, context).map(({ professional: { name }, element }) => {
    if (name === undefined) countLoss(element, 'actor', 'unmapped');
    return name;
  });
  return joinedTexts(names, '; ');
};

/** The published booking, with its state as first object of `Any` (D16). */
const bookedAppointment = (
  root: Element<R4.Appointment>,
  { encounters, payments }: VisitsAndPayments,
  context: PatientContext,
): Appointment => {
  const start = context.times.start(hiding(root, 'time'), 'start');
  const { value: participants, isComplete } = readPart(root, () => participantsOf(root));
  const place = performingPlace(participants, context);
  const isAnyUnknown = countOtherActors(participants, [place?.actor, place?.runBy], context);
  const mayNameUnit = isAnyUnknown || !isComplete;
  const resolution = place?.resolution ?? (mayNameUnit ? unresolved : undefined);
  countUnresolvedUnit(root, resolution, pathOf(root, 'participant'));
  const further = furtherTexts(root, practitionerNames(participants, context), context);
  return {
    booking: {
      ...omitUndefined<Omit<Booking, 'Any'>>({
        ContactId: text(root, 'id'),
        PerformingUnit: place === undefined ? undefined : performingUnit(place),
        CareGiver: place?.resolution?.unit?.careProvider?.name,
        PatientInformation: text(root, 'patientInstruction'),
      }),
      ...startTexts(start),
      Any: further === undefined ? [] : [further],
    },
    start: start?.local,
    state: stateOf(root, encounters, context),
    payment: paymentOf(root, payments, context),
    losses: recordLosses(root),
  };
};

/** Statuses of appointments that are not bookings: not agreed yet, or withdrawn. */
const noBookings = new Set(['proposed', 'waitlist', 'entered-in-error']);

/** Whether an Appointment is planned or took place, so that operation 3 lists it (D16). */
export const isBooking = ({ node: { status } }: Element<R4.Appointment>): boolean =>
  !noBookings.has(String(status));

/** Reads the bookings of a patient that overlap the interval. Throws what `findAppointments` throws. */
export const readBookings = (server: ServerContext): Reader<AppointmentList> =>
  async function* (question) {
    const { interval } = question;
    const result = await findAppointments(server, question, 'appointments');
    const { context } = result;
    const bookings = result.appointments.filter(isBooking);
    const isWithheld = (root: Element<R4.Appointment>) =>
      withholdingElement(root.node as Resource, server.members) !== undefined;
    const isInside = (root: Element<R4.Appointment>) =>
      overlaps(interval, spanAt(server.times.start(ignoringLosses(root), 'start')?.local));
    /** Whether a withheld one counts: a cancelled or missed booking is not left out of the list, because none is in it (D16). */
    const countsAsWithheld = (root: Element<R4.Appointment>) =>
      isWithheld(root) && isInside(root) && isListedState({ state: stateOfStatus(ignoringLosses(root)) });
    const shown = bookings.filter(root => !isWithheld(root));
    const visitsAndPayments = await findVisitsAndPayments(context, shown);
    const { summary, losses } = patientSummary(context);
    const appointments: Appointment[] = [];
    const yieldIfSlow = newYielding();
    for (const root of shown) {
      appointments.push(bookedAppointment(root, visitsAndPayments, context));
      const yielded = yieldIfSlow();
      if (yielded !== undefined) await yielded;
    }
    yield {
      record: {
        appointments,
        registered: [],
        patient: result.foreign === undefined ? summary : foreignSummary(result.foreign),
        resultCode: 'OK',
        comment: '',
        any: [],
        withheld: bookings.filter(countsAsWithheld).length + result.suppressed,
      },
      losses: [...losses, ...visitsAndPayments.losses],
    };
  };

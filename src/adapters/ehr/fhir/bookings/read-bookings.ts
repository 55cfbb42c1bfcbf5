// Reads the bookings: one list, with the states and payments that transitions depend on.
import type * as R4 from 'fhir/r4.js';
import {
  type Appointment,
  type AppointmentList,
  isListedState,
} from '../../../../domain/model/appointment.ts';
import { overlaps, spanAt } from '../../../../domain/model/interval.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Reader } from '../../../../ports/ehr.ts';
import { type Element, ignoringLosses } from '../elements/element.ts';
import type { Resource } from '../json/resource.ts';
import { withholdingElement } from '../search/labels.ts';
import type { ServerContext } from '../search/server-context.ts';
import { bookedAppointment } from './booking.ts';
import { findAppointments } from './find-appointments.ts';
import { foreignSummary, patientSummary } from './patient-summary.ts';
import { stateOfStatus } from './states.ts';
import { findVisitsAndPayments } from './visits-and-payments.ts';

/** Statuses of appointments that are not bookings: not agreed yet, or withdrawn. */
const noBookings = new Set(['proposed', 'waitlist', 'entered-in-error']);

/** Whether an Appointment is planned or took place, so that operation 3 lists it (D16). */
export const isBooking = ({ node: { status } }: Element<R4.Appointment>): boolean =>
  !noBookings.has(String(status));

/** Reads the bookings of a patient that overlap the interval. Throws what `findAppointments` throws. */
export const readBookings = (server: ServerContext): Reader<AppointmentList> =>
  async function* (question) {
    const { interval } = question;
    const search = { kind: 'appointments', hoursBefore: 1 } as const;
    const result = await findAppointments(server, question, search);
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
    const { encounters, payments, losses: hidden } = await findVisitsAndPayments(context, shown);
    const { summary, losses } = patientSummary(context);
    const appointments: Appointment[] = [];
    const yieldIfSlow = newYielding();
    for (const root of shown) {
      appointments.push(bookedAppointment(root, { encounters, payments, context }));
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
      losses: [...losses, ...hidden],
    };
  };

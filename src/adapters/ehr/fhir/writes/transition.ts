// A transition: reads the appointment as it is now, lets the domain's rule decide (D19, D20), and sends the write.
import type * as R4 from 'fhir/r4.js';
import type { Appointment, decideArrival } from '../../../../domain/model/appointment.ts';
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Arrival, WriteAnswer } from '../../../../ports/ehr.ts';
import { sendOnce } from '../../send-once.ts';
import { appointmentOwner } from '../bookings/find-appointments.ts';
import { paymentOf } from '../bookings/payments.ts';
import { isBooking } from '../bookings/read-bookings.ts';
import { stateOf } from '../bookings/states.ts';
import { findVisitsAndPayments } from '../bookings/visits-and-payments.ts';
import { rootElement } from '../elements/element.ts';
import { idOf, isFhirId, isOfType, isResource, isShortened, type Resource } from '../json/resource.ts';
import { openQuestion } from '../records/context.ts';
import { withholdingElement } from '../search/labels.ts';
import type { ServerContext } from '../search/server-context.ts';
import { acceptHeader, type FhirClient, type Request } from '../wire/client.ts';
import { type Meaning, writeAnswer } from './answers.ts';

type AppointmentResource = Resource<R4.Appointment>;

type TransitionWrite<A extends Arrival> = {
  readonly decide: typeof decideArrival;
  readonly withPayments: boolean;
  /** The request, and what its answers mean. The numbers of the resource have the digits that were sent, because it may be written back. */
  readonly write: (
    arrival: A,
    resource: AppointmentResource,
  ) => { readonly request: Request; readonly meaning: Meaning };
};

const unknown = () => new Failure('booking-unknown');

const readAppointment = async (client: FhirClient, id: string): Promise<AppointmentResource> => {
  if (!isFhirId(id)) throw unknown();
  const resource = await client.readIfExists({ method: 'GET', path: `/Appointment/${id}` });
  if (resource === undefined) throw unknown();
  if (!isResource(resource) || !isOfType(resource, 'Appointment') || idOf(resource) !== id)
    throw unusableAnswer('ehr-document', 'a resource other than the appointment');
  if (isShortened(resource)) throw unusableAnswer('ehr-document', 'an incomplete appointment');
  return resource;
};

/**
 * Reads the patient's appointment. Throws `Failure`: `patient-unknown`, `booking-unknown`, and `ehr-unreachable` for everything else,
 * because the EHR has not been notified.
 */
const readCurrentAppointment = async (server: ServerContext, arrival: Arrival, withPayments: boolean) => {
  const { bookingId } = arrival;
  try {
    const context = await openQuestion(server, arrival);
    const { client } = context;
    const resource = await readAppointment(client, bookingId);
    const root = rootElement(resource);
    const isTheirs = appointmentOwner(root, context).isPatient && isBooking(root);
    if (!isTheirs || withholdingElement(resource, server.members) !== undefined) throw unknown();
    const { encounters, payments } = await findVisitsAndPayments(context, [root], { withPayments });
    const appointment: Appointment = {
      booking: { ContactId: bookingId, Any: [] },
      start: undefined,
      state: stateOf(root, encounters, context),
      payment: paymentOf(root, payments, context),
    };
    return { client, resource, appointment };
  } catch (error) {
    if (isFailure(error, 'patient-unknown', 'booking-unknown', 'ehr-unreachable') || !isFailure(error))
      throw error;
    throw new Failure('ehr-unreachable', {
      reason: 'ehr-not-notified',
      detail: `the EHR was not notified: ${error.message}`,
      cause: error,
    });
  }
};

/** The function that makes a transition. It throws like `readCurrentAppointment`, `write` and `sendOnce`. */
export const transitionWriter =
  <A extends Arrival>(server: ServerContext, { decide, withPayments, write }: TransitionWrite<A>) =>
  async (arrival: A): Promise<WriteAnswer> => {
    const { client, resource, appointment } = await readCurrentAppointment(server, arrival, withPayments);
    const decision = decide(appointment);
    if (decision !== 'ask-ehr') return { result: decision, losses: [] };
    const { request, meaning } = write(arrival, resource);
    // The server need not return the resource.
    const headers = { ...acceptHeader, prefer: 'return=minimal', ...request.headers };
    return sendOnce({
      upstream: server.upstream,
      request: { ...request, headers, call: arrival.call },
      resultOf: answer => writeAnswer(answer, client, meaning),
    });
  };

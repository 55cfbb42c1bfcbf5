// Reads the current appointment before a transition: its owner, state, payment and version.
import type * as R4 from 'fhir/r4.js';
import type { Appointment } from '../../../../domain/model/appointment.ts';
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Arrival } from '../../../../ports/ehr.ts';
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
import type { FhirClient } from '../wire/client.ts';

type AppointmentResource = Resource<R4.Appointment>;

/** An appointment of the patient. Its numbers keep their digits, because it may be written back. */
export type CurrentAppointment = {
  readonly client: FhirClient;
  readonly resource: AppointmentResource;
  /** For the domain's rules. */
  readonly appointment: Appointment;
};

const unknown = () => new Failure('booking-unknown');

/** Reads the Appointment by id. */
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
 * Reads the appointment. Throws `Failure`: `patient-unknown`, `booking-unknown`, and `ehr-unreachable` for everything else,
 * because the EHR has not been notified.
 */
export const readCurrentAppointment = async (
  server: ServerContext,
  arrival: Arrival,
  { withPayments }: { readonly withPayments: boolean },
): Promise<CurrentAppointment> => {
  const { bookingId } = arrival;
  try {
    const context = await openQuestion(server, arrival);
    const { client } = context;
    const resource = await readAppointment(client, bookingId);
    const root = rootElement(resource);
    const isTheirs = appointmentOwner(root, context).isPatient && isBooking(root);
    if (!isTheirs || withholdingElement(resource, server.members) !== undefined) throw unknown();
    const { encounters, payments } = await findVisitsAndPayments(context, [root], { withPayments });
    return {
      client,
      resource,
      appointment: {
        booking: { ContactId: bookingId, Any: [] },
        start: undefined,
        state: stateOf(root, encounters, context),
        payment: paymentOf(root, payments, context),
      },
    };
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

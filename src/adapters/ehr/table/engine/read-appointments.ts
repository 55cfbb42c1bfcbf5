// Reads bookings by their table, as one list of appointments.
import type { Appointment, BookingState, PaymentState } from '../../../../domain/model/appointment.ts';
import { spanAt } from '../../../../domain/model/interval.ts';
import type { Reader, ReadValue } from '../../../../ports/ehr.ts';
import type { MomentOrDay } from '../../../time/local-time.ts';
import { startLosses, startTexts } from '../../booking-start.ts';
import { type Built, type KindConnection, kindReader } from './kind-reader.ts';
import { wrongPatient } from './owner.ts';

/**
 * A state, whose words were checked when the tables were loaded. One that a row could not read is UNKNOWN (D16): the path of that loss is
 * the member's.
 */
const stateAt = <S extends BookingState | PaymentState>(
  member: 'Status' | 'PaymentStatus',
  { fields, losses }: Built,
): S | 'UNKNOWN' => (losses.some(({ path }) => path === member) ? 'UNKNOWN' : (fields[member] as S));

const appointmentOf = (built: Built): Appointment => {
  const { StartTime, Status: _, PaymentStatus: __, ...rest } = built.fields;
  const start = StartTime as MomentOrDay | undefined;
  return {
    booking: { ...rest, ...startTexts(start), Any: [] },
    start: start?.local,
    state: stateAt<BookingState>('Status', built),
    payment: stateAt<PaymentState>('PaymentStatus', built),
    // Of a day alone, the instant is missing: a start that is missing as a whole is counted by its own name.
    losses: [...built.losses, ...startLosses(start, 'TypedStartDateTime')],
  };
};

/** Creates the reader of bookings; undefined if the tables do not have them. */
export const readTableAppointments = (
  connection: KindConnection,
): Reader<ReadValue<'appointments'>> | undefined => {
  const { bookings } = connection;
  const read = kindReader(connection, 'appointments', ({ call }) => built => {
    const { ContactId: id } = built.fields;
    if (typeof id === 'string') bookings.keep(call, id, built.sent);
    const record = appointmentOf(built);
    return { record, id: typeof id === 'string' ? id : undefined, span: spanAt(record.start), stated: {} };
  });
  if (read === undefined) return undefined;
  return async function* (query) {
    const appointments: Appointment[] = [];
    let withheld = 0;
    for await (const found of read(query)) {
      if ('omitted' in found && found.omitted !== 'foreign') {
        yield found;
        continue;
      }
      // A single foreign booking is not left out: the whole answer is unusable (D17).
      if ('omitted' in found) throw wrongPatient('a booking', found.ownerFault ?? 'another');
      if (found.record === undefined) withheld++;
      else appointments.push(found.record);
    }
    yield {
      record: {
        appointments,
        registered: [],
        patient: { PersonNumbers: [{ Number: query.patient }] },
        resultCode: 'OK',
        comment: '',
        any: [],
        withheld,
      },
      losses: [],
    };
  };
};

// The start of a booking as it is published (D16).
import type { Booking } from '../../domain/records/appointment.ts';
import type { Moment } from '../time/local-time.ts';

/** The start as local time, `YYYY-MM-DD hh:mm`, and in UTC, `YYYY-MM-DDThh:mm:ssZ`. */
export const startTexts = (moment: Moment | undefined): Pick<Booking, 'StartTime' | 'TypedStartDateTime'> => {
  if (moment === undefined) return {};
  const { local, epoch } = moment;
  const date = `${local.slice(0, 4)}-${local.slice(4, 6)}-${local.slice(6, 8)}`;
  return {
    StartTime: `${date} ${local.slice(8, 10)}:${local.slice(10, 12)}`,
    TypedStartDateTime: `${new Date(epoch).toISOString().slice(0, 19)}Z`,
  };
};

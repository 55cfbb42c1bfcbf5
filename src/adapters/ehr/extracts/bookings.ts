// Bookings of the legacy interface: the document, and how it is published (extracts.md, "Bookings").
import { type Static, Type } from 'typebox';
import { type AppointmentList, bookingStates, paymentStates } from '../../../domain/model/appointment.ts';
import { unusableAnswer } from '../../../domain/model/failure.ts';
import { hides } from '../../../domain/model/loss.ts';
import { Booking, PatientSummary } from '../../../domain/records/appointment.ts';
import { AnyObject, objectOf, refTo } from '../../../domain/records/shared/common.ts';
import { type Hidden, withHidden } from '../../../domain/records/shared/hiding.ts';
import { type ResultCode, resultCodes } from '../../../domain/records/transition.ts';
import type { Found, Loss, Reader } from '../../../ports/ehr.ts';
import { startTexts } from '../booking-start.ts';
import { momentSchema, planOf, trimmed } from '../xml/plan.ts';
import { checkCode } from './answers.ts';
import { documentReader, type ExtractsConnection } from './documents.ts';
import { withEmptiness } from './empty-records.ts';

const textSchema = Type.String();
/** An id or a word of a closed list: white space around it is ignored (extracts.md). */
const codeSchema = trimmed(Type.String());
const anyList = Type.Array(refTo(AnyObject));
/** Read as lists, to notice if they are repeated: then neither of the values is used for decisions. */
const starts = withHidden('time', Type.Array(momentSchema));
const states = withHidden('state', Type.Array(codeSchema));

/** The members that bookings and registered bookings share, in XML as in JSON. */
const { PerformingUnit, CareGiver, PatientInformation, PaymentDetails } = Booking.properties;
const common = { StartTime: starts, PerformingUnit, CareGiver, PatientInformation, Any: anyList };

const XmlBooking = objectOf({
  ContactId: codeSchema,
  ...common,
  PaymentDetails,
  Status: states,
  PaymentStatus: states,
});
const XmlRegisteredBooking = objectOf({ BookingId: codeSchema, ...common });

const Bookings = objectOf({
  ResultCode: codeSchema,
  Comment: textSchema,
  Patient: refTo(PatientSummary),
  Booking: Type.Array(XmlBooking),
  RegisteredBooking: Type.Array(XmlRegisteredBooking),
  Any: anyList,
});

const matchingWord = <T extends string>(words: readonly T[], value: string | undefined): T | undefined =>
  words.find(word => word === value);

/** The result code of the whole list; `OK` if missing. Throws `ehr-unusable` for any other than the three codes (D16). */
const resultCodeOf = (value: string | undefined): ResultCode => {
  const code = matchingWord(resultCodes, value ?? 'OK');
  if (code === undefined) throw unusableAnswer('ehr-document', 'an unknown ResultCode');
  return code;
};

/** The item of a list that has exactly one. */
const onlyOf = <T>(items: readonly T[] = []): T | undefined => (items.length === 1 ? items[0] : undefined);

/** All values but the first of a member that should occur once. */
const repeatedLosses = (path: string, hidden: Hidden, items: readonly unknown[] = []): Loss[] =>
  items.slice(1).map(() => ({ path, reason: 'repeated', hides: [hidden] }));

/**
 * A word of a closed list, which occurs once. A repeated or unknown one is lost, and the state is not understood (D16).
 * @param isLost whether the list lacks a state that is no text: it may be this one.
 */
const readState = <T extends string>(
  { path, words, isLost }: { readonly path: string; readonly words: readonly T[]; readonly isLost: boolean },
  items: readonly string[] = [],
) => {
  const value = onlyOf(items) ?? '';
  const repeated = repeatedLosses(path, 'state', items);
  const state = matchingWord(words, value);
  if (state !== undefined) return { state, losses: [] };
  const unknown: Loss[] = value === '' ? [] : [{ path, reason: 'unreadable', hides: ['state'] }];
  const losses = [...repeated, ...unknown];
  return { state: losses.length > 0 || isLost ? ('UNKNOWN' as const) : undefined, losses };
};

const lossesOf = (path: string, value: object, losses: readonly Loss[]) => {
  const all = withEmptiness(path, { value, losses, hides: ['time', 'unit'] });
  return all.length === 0 ? {} : { losses: all };
};

const appointmentOf = (
  xml: Static<typeof XmlBooking>,
  isLost: boolean,
): AppointmentList['appointments'][number] => {
  const { StartTime, Status, PaymentStatus, Any = [], ...rest } = xml;
  const { state, losses } = readState({ path: 'Booking/Status', words: bookingStates, isLost }, Status);
  const payment = readState({ path: 'Booking/PaymentStatus', words: paymentStates, isLost }, PaymentStatus);
  const start = repeatedLosses('Booking/StartTime', 'time', StartTime);
  return {
    booking: { ...rest, ...startTexts(StartTime?.[0]), Any },
    start: onlyOf(StartTime)?.local,
    state,
    payment: payment.state,
    ...lossesOf('Booking', xml, [...start, ...losses, ...payment.losses]),
  };
};

const registeredOf = (xml: Static<typeof XmlRegisteredBooking>): AppointmentList['registered'][number] => {
  const { StartTime, Any = [], ...rest } = xml;
  return {
    booking: { ...rest, ...startTexts(StartTime?.[0]), Any },
    start: onlyOf(StartTime)?.local,
    ...lossesOf('RegisteredBooking', xml, repeatedLosses('RegisteredBooking/StartTime', 'time', StartTime)),
  };
};

const appointmentListOf = (xml: Static<typeof Bookings>, losses: readonly Loss[]): AppointmentList => ({
  appointments: (xml.Booking ?? []).map(booking => appointmentOf(booking, hides(losses, 'state'))),
  registered: (xml.RegisteredBooking ?? []).map(registeredOf),
  patient: xml.Patient,
  resultCode: resultCodeOf(xml.ResultCode),
  comment: xml.Comment ?? '',
  any: xml.Any ?? [],
});

/** Reads the bookings. A document is one list. */
export const readExtractBookings = (connection: ExtractsConnection): Reader<AppointmentList> => {
  const plan = planOf(Bookings, connection.rules);
  return documentReader<Found<AppointmentList>>(connection, {
    kind: 'appointments',
    path: '/bookings',
    document: addRecord => ({
      root: 'Bookings',
      plan,
      isList: true,
      done: (xml, losses) => {
        checkCode(losses, 'ResultCode');
        addRecord({ record: appointmentListOf(xml, losses), losses });
      },
    }),
  });
};

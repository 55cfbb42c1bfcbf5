// Notifies the EHR of arrivals and payments, as its tables say. Whatever they do not name leaves the outcome unknown (D21).

import { Failure, isFailure } from '../../../../domain/model/failure.ts';
import { type Json, wordOf } from '../../../../domain/model/json.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Arrival, EhrWriter, WriteAnswer } from '../../../../ports/ehr.ts';
import type { SaidByAnswer } from '../../adapter.ts';
import { answerMeter } from '../../meter.ts';
import { sendOnce } from '../../send-once.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { partialObject } from '../../values/values.ts';
import { unreadable } from '../../values/written-values.ts';
import { pathText, type Steps } from '../source-path.ts';
import type { Tables, WriteResult, WriteTables } from '../tables.ts';
import { passedTest } from './answers.ts';
import { find, type Scalar, scalarOf } from './find.ts';
import type { KeptBookings } from './kept-bookings.ts';
import { contextOfRecord } from './located-records.ts';
import type { FindPerson } from './lookup.ts';
import type { Person } from './owner.ts';
import type { Connection } from './pages.ts';
import { newRecordReading, noHtml } from './record-reading.ts';
import { makeRequest, type RequestValues } from './request.ts';
import { unreadCounter } from './unread.ts';

/** What a result says, and what of the answer nothing reads. */
const answerOf = (result: WriteResult, body: Json, { beside }: WriteTables, tables: Tables): WriteAnswer => {
  const { result: code, comment: steps } = result;
  if (code === 'unknown-patient')
    throw tables.lookup === undefined
      ? new Failure('patient-unknown')
      : new Failure('outcome-unknown', { detail: 'the EHR does not know the patient whom its lookup found' });
  // The booking has its old state until it is done: it does not tell, and another request could be done too (D21).
  if (code === 'pending')
    throw new Failure('outcome-unreadable', { detail: 'the EHR has received the write, and does it later' });
  if (code === 'unknown-booking') throw new Failure('booking-unknown');
  const whole = { record: body, around: [] };
  const context = contextOfRecord(whole, answerMeter()());
  const reading = newRecordReading(tables, context, { html: noHtml, refer: () => undefined });
  const comment = steps === undefined ? undefined : scalarOf(find(body, steps), { format: tables.format });
  const isText = typeof comment === 'string';
  if (comment !== undefined && !isText)
    reading.losses.add({ path: 'Comment', reason: 'unreadable', hides: [] });
  unreadCounter({ beside, references: new Map(), ofText: [] })(whole, reading, new Map());
  return {
    result: { ResultCode: code, Comment: isText ? comment : '', Any: [] },
    losses: reading.losses.list,
  };
};

/** The EHR's result. Throws `outcome-unknown` for any answer that the tables do not name. */
const resultOf =
  ({ tables }: Connection, write: WriteTables, call: Call) =>
  async (answer: UpstreamAnswer): Promise<WriteAnswer> => {
    const { passed, body } = await passedTest(answer, write.results, { tables, call });
    if (passed === undefined) throw new Failure('outcome-unknown', { detail: `status ${answer.status}` });
    return answerOf(passed, body, write, tables);
  };

/** What a saved answer of a write says. Throws as a write does; `unexpected` for tables without it. */
export const resultSaid = async (
  connection: Connection,
  name: 'arrive' | 'pay',
  call: Call,
): Promise<SaidByAnswer> => {
  const { tables, upstream } = connection;
  const write = tables.writes[name];
  if (write === undefined) throw new Failure('unexpected', { detail: `the tables have no write ${name}` });
  const answer = await upstream.send({ method: write.request.method, path: '', retryable: false, call });
  const { result, losses } = await resultOf(connection, write, call)(answer);
  return { said: { result: result.ResultCode, comment: result.Comment }, losses };
};

type WriteConnection = Connection & { readonly findPerson: FindPerson; readonly bookings: KeptBookings };

/** The values of the booking that was read for the request of a write. Without one that it needs, nothing is sent (D19, D20). */
const valuesOfBooking =
  ({ bookings, tables: { format } }: WriteConnection, { bookingId, call }: Arrival) =>
  (steps: Steps): Scalar => {
    const sent = bookings.find(call, bookingId);
    if (sent === undefined)
      throw new Failure('ehr-unreachable', {
        reason: 'ehr-not-notified',
        detail: 'the booking was not read before the write',
      });
    const value = scalarOf(find(sent, steps), { format });
    // A blank text is no value.
    if (value === undefined || value === unreadable || !wordOf(value))
      throw new Failure('booking-incomplete', {
        detail: `the booking has no value at ${pathText(steps)}, which the write needs`,
      });
    return value;
  };

/** Finds the patient before a write. Whatever else fails there, the EHR has certainly not been notified. */
const personFor = async ({ findPerson }: WriteConnection, { patient, call }: Arrival): Promise<Person> => {
  try {
    return await findPerson(patient, { call });
  } catch (error) {
    if (!isFailure(error) || isFailure(error, 'patient-unknown', 'ehr-unreachable')) throw error;
    throw new Failure('ehr-unreachable', {
      reason: 'ehr-not-notified',
      detail: 'the lookup of the patient failed',
      cause: error,
    });
  }
};

/** The failure of a write. Of one whose new state cannot be read, the booking does not tell whether it is done: it is not sent again. */
const failureOf = (error: unknown, { isReadable }: WriteTables): unknown =>
  isReadable || !isFailure(error, 'outcome-unknown')
    ? error
    : new Failure('outcome-unreadable', { detail: error.message, cause: error });

const sender =
  (connection: WriteConnection, write: WriteTables) =>
  async (command: Arrival & Pick<RequestValues, 'paymentType'>): Promise<WriteAnswer> => {
    const { bookingId: booking, paymentType, call } = command;
    const { tables, upstream } = connection;
    const values: RequestValues = {
      ...(await personFor(connection, command)),
      booking,
      bookingValue: valuesOfBooking(connection, command),
      ...(paymentType === undefined ? {} : { paymentType }),
    };
    const sending = sendOnce({
      upstream,
      request: { ...makeRequest(write.request, values, tables), call },
      resultOf: resultOf(connection, write, call),
    });
    return sending.catch((error: unknown) => {
      throw failureOf(error, write);
    });
  };

/** Creates the writer; undefined if the tables have no writes. */
export const tableWriter = (connection: WriteConnection): EhrWriter | undefined => {
  const { arrive, pay } = connection.tables.writes;
  return partialObject<EhrWriter>({
    arrive: arrive && sender(connection, arrive),
    pay: pay && sender(connection, pay),
  });
};

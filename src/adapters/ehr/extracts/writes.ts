// Notifies the legacy EHR of arrivals and payments (extracts.md, "Transport"; D21).
import { Failure, unusableAnswer } from '../../../domain/model/failure.ts';
import { numberKindOf } from '../../../domain/model/patient-number.ts';
import { ResultRecord, resultCodes } from '../../../domain/records/transition.ts';
import type { Arrival, EhrWriter, WriteAnswer } from '../../../ports/ehr.ts';
import { sendOnce, type Write } from '../send-once.ts';
import { hasDotSegment } from '../transport/own-urls.ts';
import type { UpstreamAnswer } from '../transport/upstream.ts';
import { numberRoot } from '../values/values.ts';
import { type ObjectPlan, planOf } from '../xml/plan.ts';
import { writeXml } from '../xml/write-xml.ts';
import { checkCode, readObject } from './answers.ts';
import type { ExtractsConnection } from './documents.ts';

/** Reads the EHR's result, and what it lacks. Throws `ehr-unusable` if it has none of the three codes. */
const readResult = async (answer: UpstreamAnswer, plan: ObjectPlan): Promise<WriteAnswer> => {
  const { value, losses } = await readObject(answer, { root: 'ResultRecord', plan });
  checkCode(losses, 'ResultCode');
  const { ResultCode, Comment, Any } = value;
  const code = resultCodes.find(candidate => candidate === ResultCode);
  if (code === undefined) throw unusableAnswer('ehr-document', 'an unknown ResultCode');
  const comment = typeof Comment === 'string' ? Comment : '';
  return { result: { ResultCode: code, Comment: comment, Any: (Any ?? []) as ResultRecord['Any'] }, losses };
};

/** The meaning of a fault's code; undefined for any other than the two of extracts.md. */
const refusalOf = (code: string | undefined): 'patient-unknown' | 'booking-unknown' | undefined => {
  if (code === 'PATIENT_UNKNOWN') return 'patient-unknown';
  return code === 'BOOKING_UNKNOWN' ? 'booking-unknown' : undefined;
};

/** Encodes an id as a path segment. One that a server may read as `..` cannot be an id, because it changes the path. */
const pathSegment = (id: string): string => {
  if (hasDotSegment(id)) throw new Failure('booking-unknown');
  return encodeURIComponent(id);
};

/** Creates the writer of arrivals and payments. */
export const extractsWriter = (
  connection: ExtractsConnection,
  reserveRoot: string | undefined,
): Required<EhrWriter> => {
  const { upstream, rules, faultCode } = connection;
  const plan = planOf(ResultRecord, rules);

  const resultOf = async (answer: UpstreamAnswer) => {
    if (answer.status === 200) return readResult(answer, plan);
    if (answer.status === 409) {
      const refused = await readResult(answer, plan);
      // The status says that the EHR refuses; the body says that it does not.
      if (refused.result.ResultCode === 'OK')
        throw new Failure('outcome-unknown', { detail: 'status 409 with OK' });
      return refused;
    }
    const refusal = answer.status === 404 ? refusalOf(await faultCode(answer)) : undefined;
    throw refusal === undefined
      ? new Failure('outcome-unknown', { detail: `status ${answer.status}` })
      : new Failure(refusal);
  };

  const sendWrite = (request: Write<WriteAnswer>['request']) => sendOnce({ upstream, request, resultOf });

  /** The patient in the bodies of both writes: the number, and the root of its kind. */
  const patientOf = ({ patient }: Arrival) => ({
    '@extension': patient,
    '@root': numberRoot(numberKindOf(patient), reserveRoot),
  });

  return {
    arrive: async arrival => {
      const { bookingId, call } = arrival;
      const body = writeXml({
        AppointmentChange: { Patient: patientOf(arrival), ContactId: bookingId, Status: 'arrived' },
      });
      const path = `/bookings/${pathSegment(bookingId)}`;
      return sendWrite({ method: 'PUT', path, body, call });
    },
    pay: async payment => {
      const { bookingId, paymentType, call } = payment;
      const body = writeXml({
        Payment: {
          Patient: patientOf(payment),
          ContactId: bookingId,
          PaymentType: paymentType,
          Status: 'PAID',
        },
      });
      return sendWrite({ method: 'POST', path: '/payments', body, call });
    },
  };
};

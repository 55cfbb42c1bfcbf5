// Telling the legacy EHR of arrivals and payments (extracts.md, "Transport"; D21).
import { XMLBuilder } from 'fast-xml-parser';
import type { Static } from 'typebox';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import { numberKindOf, type PatientNumber } from '../../../domain/model/patient-number.ts';
import { ResultRecord, resultCodes } from '../../../domain/records/transition.ts';
import { numberRoots } from '../../../domain/rules/foreign.ts';
import type { Arrival, EhrWriter } from '../../../ports/ehr.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../transport/upstream.ts';
import { type ObjectPlan, planOf } from '../xml/plan.ts';
import { readWhole } from './answers.ts';
import { trimmedWords } from './bookings.ts';
import type { Connection } from './documents.ts';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
});

/** A patient as the bodies of both writes name it: number, and root of the kind of number. */
const patientElement = (patient: PatientNumber, reserveRoot: string | undefined) => {
  const roots = { ...numberRoots, reserve: reserveRoot ?? '' };
  return { '@extension': patient, '@root': roots[numberKindOf(patient)] };
};

const unknownOutcome = (cause: unknown) =>
  new Failure('outcome-unknown', { detail: isFailure(cause) ? cause.message : 'no readable result', cause });

/** A result as the EHR gives it; one without any of the three codes says nothing. */
const readResult = async (answer: UpstreamAnswer, plan: ObjectPlan): Promise<Static<typeof ResultRecord>> => {
  const { ResultCode, Comment, Any } = await readWhole(answer, { root: 'ResultRecord', plan });
  const code = resultCodes.find(known => known === ResultCode);
  if (code === undefined)
    throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'an unknown ResultCode' });
  const comment = typeof Comment === 'string' ? Comment : '';
  return { ResultCode: code, Comment: comment, Any: (Any ?? []) as Static<typeof ResultRecord>['Any'] };
};

const faultCodes = {
  PATIENT_UNKNOWN: 'patient-unknown',
  BOOKING_UNKNOWN: 'booking-unknown',
} as const;

const refusalOf = (code: string | undefined) =>
  code === 'PATIENT_UNKNOWN' || code === 'BOOKING_UNKNOWN' ? faultCodes[code] : undefined;

/** An id that a URL would take for a step up is no id that can be asked for. */
const pathSegment = (id: string): string => {
  if (id === '.' || id === '..') throw new Failure('booking-unknown');
  return encodeURIComponent(id);
};

export const writer = (connection: Connection, reserveRoot: string | undefined): Required<EhrWriter> => {
  const { upstream, rules, faultCode } = connection;
  const plan = planOf(ResultRecord, { ...rules, trimmed: trimmedWords });

  const understood = async (answer: UpstreamAnswer) => {
    if (answer.status === 200 || answer.status === 409) return readResult(answer, plan);
    const refusal = answer.status === 404 ? refusalOf(await faultCode(answer)) : undefined;
    throw refusal === undefined
      ? new Failure('outcome-unknown', { detail: `status ${answer.status}` })
      : new Failure(refusal);
  };

  /** Sends once. What went out and is not understood may have been done all the same. */
  const tell = async (request: Omit<UpstreamRequest, 'repeatable' | 'onSending'>) => {
    let answer: UpstreamAnswer | undefined;
    let isTold = false;
    const onSending = () => {
      isTold = true;
    };
    try {
      answer = await upstream.send({ ...request, repeatable: false, onSending });
      return await understood(answer);
    } catch (error) {
      if (!isTold)
        throw new Failure('ehr-unreachable', {
          reason: 'ehr-not-notified',
          detail: 'the EHR was not notified',
          cause: error,
        });
      throw isFailure(error, 'patient-unknown', 'booking-unknown', 'outcome-unknown')
        ? error
        : unknownOutcome(error);
    } finally {
      answer?.discard();
    }
  };

  const patientOf = ({ patient }: Arrival) => patientElement(patient, reserveRoot);

  return {
    arrive: async arrival => {
      const { bookingId, call } = arrival;
      const body = builder.build({
        AppointmentChange: { Patient: patientOf(arrival), ContactId: bookingId, Status: 'arrived' },
      });
      const path = `/bookings/${pathSegment(bookingId)}`;
      return tell({ method: 'PUT', path, body, call });
    },
    pay: async payment => {
      const { bookingId, paymentType, call } = payment;
      const body = builder.build({
        Payment: {
          Patient: patientOf(payment),
          ContactId: bookingId,
          PaymentType: paymentType,
          Status: 'PAID',
        },
      });
      return tell({ method: 'POST', path: '/payments', body, call });
    },
  };
};

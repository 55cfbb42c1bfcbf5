// Registering a payment: a PaymentNotice that names the appointment, made only where there is none.
import { pay, result } from '../../../../domain/model/appointment.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { PaymentNotice } from '../../../../ports/ehr.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { takesPayments } from '../bookings/payments.ts';
import type { Own } from '../members.ts';
import type { Translation } from '../translation.ts';
import { isResource } from '../wire/bundle.ts';
import { isObject, type Json } from '../wire/json.ts';
import type { Inquiry, Request, Server } from '../wire/server.ts';
import { bearsOut, refusalIn, unknownOutcome } from './answers.ts';
import { freshAppointment } from './fresh-appointment.ts';
import { tellOnce } from './tell.ts';

const absence = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const paymentStatus = 'http://terminology.hl7.org/CodeSystem/paymentstatus';

type Identifier = { readonly system: string; readonly value: string };

/** The local time of an instant with its offset, as R4 writes it. */
const dateTime = (epoch: number, { region }: Translation): string => {
  const local = region.toLocal(epoch) ?? '';
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(local) ?? [];
  const asUtc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const minutesEast = Math.round((asUtc - Math.floor(epoch / 1000) * 1000) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const east = Math.abs(minutesEast);
  const offset = `${minutesEast < 0 ? '-' : '+'}${two(east / 60)}:${two(east % 60)}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
};

const noticeFor = (
  identifier: Identifier,
  { paymentType, own, translation }: { paymentType: string; own: Own; translation: Translation },
) => {
  const created = dateTime(translation.clock(), translation);
  return {
    resourceType: 'PaymentNotice',
    identifier: [identifier],
    status: 'active',
    request: { reference: identifier.value },
    created,
    paymentDate: created.slice(0, 10),
    payment: { type: 'PaymentReconciliation', display: paymentType },
    recipient: own.payment?.recipient,
    // R4 requires an amount, and the contract has none.
    amount: { extension: [{ url: absence, valueCode: 'unknown' }] },
    paymentStatus: { coding: [{ system: paymentStatus, code: 'paid' }] },
  };
};

const requestFor = (identifier: Identifier, notice: object): Request => ({
  method: 'POST',
  path: '/PaymentNotice',
  headers: {
    'content-type': 'application/fhir+json',
    'if-none-exist': `identifier=${encodeURIComponent(`${identifier.system}|${identifier.value}`)}&status=active`,
  },
  body: JSON.stringify(notice),
});

const isOurs = (body: Json, { system, value }: Identifier): boolean =>
  isResource(body) &&
  body.resourceType === 'PaymentNotice' &&
  body.status === 'active' &&
  Array.isArray(body.identifier) &&
  body.identifier.some(one => isObject(one) && one.system === system && one.value === value);

const understand = async (
  answer: UpstreamAnswer,
  inquiry: Inquiry,
  identifier: Identifier,
): Promise<ResultRecord> => {
  const isDone = () => bearsOut(answer, inquiry, body => isOurs(body, identifier));
  switch (answer.status) {
    case 201:
    case 204:
      if (await isDone()) return result('OK', '');
      throw unknownOutcome('an answer that does not say that the payment is registered');
    case 200:
      // There is one already: If-None-Exist.
      if (await isDone()) return result('INFO', 'The appointment is already paid.');
      throw unknownOutcome('an answer that does not say that there is a payment');
    case 400:
    case 403:
    case 404:
    case 405:
    case 409:
    case 410:
    case 415:
    case 422:
    case 501:
      return refusalIn(answer, inquiry);
    default:
      throw unknownOutcome(`status ${answer.status}`);
  }
};

/** How payments are told; undefined where the profile says that they are not. */
export const paying = (server: Server, translation: Translation) => {
  const { own } = server;
  if (own.payment === undefined || !takesPayments({ translation }) || !own.resources.has('Appointment'))
    return undefined;
  const { identifierSystem: system } = own.payment;
  return async (payment: PaymentNotice): Promise<ResultRecord> => {
    const { inquiry, appointment } = await freshAppointment({ server, translation }, payment, {
      withPayments: true,
    });
    const decision = pay(appointment);
    if (decision !== 'ask-ehr') return decision;
    const identifier = { system, value: `Appointment/${payment.bookingId}` };
    const notice = noticeFor(identifier, { paymentType: payment.paymentType, own, translation });
    return tellOnce(inquiry, requestFor(identifier, notice), answer =>
      understand(answer, inquiry, identifier),
    );
  };
};

// Registers a payment: creates a PaymentNotice for the appointment, unless it has one.
import { decidePayment, resultRecord } from '../../../../domain/model/appointment.ts';
import type { PaymentNotice, WriteAnswer } from '../../../../ports/ehr.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { takesPayments } from '../bookings/payments.ts';
import { isObject, type Json } from '../json/json.ts';
import { isOfType, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import type { Translation } from '../reading/translation.ts';
import type { FhirClient, Request, Server } from '../wire/client.ts';
import { confirmedBy, type Proof, refusalIn, unknownOutcome, unsent } from './answers.ts';
import { readCurrentAppointment } from './current-appointment.ts';
import { sendWrite } from './send-write.ts';

const absence = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const paymentStatus = 'http://terminology.hl7.org/CodeSystem/paymentstatus';

type Identifier = { readonly system: string; readonly value: string };

/** An instant as an R4 dateTime: local time with its offset. */
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
  {
    paymentType,
    members,
    translation,
  }: { paymentType: string; members: FhirMembers; translation: Translation },
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
    recipient: members.payment?.recipient,
    // R4 requires an amount, but the contract has none.
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

const isOurs = (body: Resource, { system, value }: Identifier): boolean =>
  isOfType(body, 'PaymentNotice') &&
  body.status === 'active' &&
  Array.isArray(body.identifier) &&
  body.identifier.some(
    (identifier: Json) => isObject(identifier) && identifier.system === system && identifier.value === value,
  );

const resultOf = async (
  answer: UpstreamAnswer,
  client: FhirClient,
  identifier: Identifier,
): Promise<WriteAnswer> => {
  const registered: Proof = { isDone: body => isOurs(body, identifier), judged: ['status', 'identifier'] };
  switch (answer.status) {
    case 200:
    case 201:
    case 204: {
      const losses = await confirmedBy(answer, client, registered);
      if (losses === undefined)
        throw unknownOutcome('an answer that does not say that the payment is registered');
      // 200 to If-None-Exist: there is a notice already.
      const result =
        answer.status === 200
          ? resultRecord('INFO', 'The appointment is already paid.')
          : resultRecord('OK', '');
      return { result, losses };
    }
    case 400:
    case 403:
    case 404:
    case 405:
    case 409:
    case 410:
    case 415:
    case 422:
    case 501:
      return refusalIn(answer, client);
    default:
      throw unknownOutcome(`status ${answer.status}`);
  }
};

/** Registers payments with the server; undefined if the profile turns that off. */
export const paymentWriter = (server: Server, translation: Translation) => {
  const { members } = server;
  if (members.payment === undefined || !takesPayments(members) || !members.resources.has('Appointment'))
    return undefined;
  const { identifierSystem: system } = members.payment;
  return async (payment: PaymentNotice): Promise<WriteAnswer> => {
    const { client, appointment } = await readCurrentAppointment({ server, translation }, payment, {
      withPayments: true,
    });
    const decision = decidePayment(appointment);
    if (decision !== 'ask-ehr') return unsent(decision);
    const identifier = { system, value: `Appointment/${payment.bookingId}` };
    const notice = noticeFor(identifier, { paymentType: payment.paymentType, members, translation });
    return sendWrite(client, requestFor(identifier, notice), answer => resultOf(answer, client, identifier));
  };
};

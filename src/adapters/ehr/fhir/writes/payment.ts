// Registers a payment: creates a PaymentNotice for the appointment, unless it has one.
import { decidePayment, resultRecord } from '../../../../domain/model/appointment.ts';
import type { PaymentNotice } from '../../../../ports/ehr.ts';
import { paymentStatusSystem, takesPayments } from '../bookings/payments.ts';
import { absenceUrl } from '../elements/element.ts';
import { isOfType, objectsIn, type Resource } from '../json/resource.ts';
import type { ServerContext } from '../search/server-context.ts';
import type { Request } from '../wire/client.ts';
import { transitionWriter } from './transition.ts';

type Identifier = { readonly system: string; readonly value: string };

const noticeFor = (
  identifier: Identifier,
  paymentType: string,
  { members, region, clock }: ServerContext,
) => {
  const created = region.toOffsetTime(clock());
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
    amount: { extension: [{ url: absenceUrl, valueCode: 'unknown' }] },
    paymentStatus: { coding: [{ system: paymentStatusSystem, code: 'paid' }] },
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
  objectsIn(body.identifier).some(sent => sent.system === system && sent.value === value);

const done = resultRecord('OK', '');

/** Registers payments with the server; undefined if the profile turns that off. */
export const paymentWriter = (server: ServerContext) => {
  const { members } = server;
  if (members.payment === undefined || !takesPayments(members) || !members.resources.has('Appointment'))
    return undefined;
  const { identifierSystem: system } = members.payment;
  return transitionWriter<PaymentNotice>(server, {
    decide: decidePayment,
    withPayments: true,
    write: ({ bookingId, paymentType }) => {
      const identifier = { system, value: `Appointment/${bookingId}` };
      return {
        request: requestFor(identifier, noticeFor(identifier, paymentType, server)),
        meaning: {
          // 200 to If-None-Exist: there is a notice already.
          results: { 200: resultRecord('INFO', 'The appointment is already paid.'), 201: done, 204: done },
          refusals: [404, 409, 410],
          isDone: body => isOurs(body, identifier),
          judged: ['status', 'identifier'],
          says: 'the payment is registered',
        },
      };
    },
  });
};

// Whether an appointment is paid, according to the PaymentNotices that name it.
import type * as R4 from 'fhir/r4.js';
import type { PaymentState } from '../../../../domain/model/appointment.ts';
import { sizeOf } from '../../meter.ts';
import { type Coding, conceptOf } from '../elements/coded.ts';
import { child, type Element, isPresent, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { addOnce } from '../elements/tally.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import type { PatientContext } from '../records/context.ts';
import { isWithheldFrom } from '../search/labels.ts';
import type { SearchResult } from '../wire/search.ts';

/** HL7's code system of the states of a payment. */
export const paymentStatusSystem = 'http://terminology.hl7.org/CodeSystem/paymentstatus';
const paid = new Set(['paid', 'cleared']);

/** Statuses of notices that do not count. One that R4 does not have may be active. */
const inactive = new Set<unknown>(['cancelled', 'draft', 'entered-in-error']);

/** Whether a system takes payments. */
export const takesPayments = ({ payment, resources }: FhirMembers): boolean =>
  payment !== undefined && resources.has('PaymentNotice');

/**
 * Known payments: the notices that are or may be active.
 * @param results none if payments are not offered, or were not asked for.
 */
export const paymentsIn = (
  results: readonly SearchResult<'PaymentNotice'>[],
  keys: readonly string[],
  { addresses }: PatientContext,
) => {
  /** By the `Appointment/id` that they name. */
  const notices = new Map<string, Resource<R4.PaymentNotice>[]>(keys.map(key => [key, []]));
  /** Those that may be about any appointment, because they do not say which one it is about. */
  const ofAny = new Set<Resource<R4.PaymentNotice>>();
  for (const notice of results.flatMap(({ matches }) => matches)) {
    if (inactive.has(notice.status)) continue;
    const root = rootElement(notice);
    const key = addresses.localKey(text(child(root, 'request'), 'reference'));
    if (root.tally.losses.length > 0) ofAny.add(notice);
    else notices.get(key ?? '')?.push(notice);
  }
  /** False if payments are not offered, or the server hides some of them. */
  const areKnown = results.length > 0 && results.every(({ suppressed }) => suppressed === 0);
  return { areKnown, notices, ofAny };
};
type Payments = ReturnType<typeof paymentsIn>;

/** Whether a payment status says that the appointment is paid; false if it says nothing or something else. */
const isPaidBy = (status: Element<R4.CodeableConcept> | undefined): boolean => {
  const isPaid = ({ system, code = '' }: Coding) => system === paymentStatusSystem && paid.has(code);
  return conceptOf(status)?.codings.some(isPaid) === true;
};

/** What a notice says. What is not understood in it is counted for the appointment (D16). */
const stateIn = (
  root: Element<R4.Appointment>,
  notice: Resource<R4.PaymentNotice>,
  { ofAny }: Payments,
): PaymentState => {
  const read = rootElement(notice);
  const status = child(read, 'paymentStatus');
  const lose = (member: keyof R4.PaymentNotice) => {
    const path = `PaymentNotice/${member}`;
    addOnce(root.tally, `${keyOf(notice)} ${member}`, { path, reason: 'unreadable', hides: ['state'] });
    return 'UNKNOWN' as const;
  };
  if (ofAny.has(notice)) return lose('request');
  if (notice.status !== 'active') return lose('status');
  if (isPaidBy(status)) return 'PAID';
  return isPresent(read, 'paymentStatus') ? lose('paymentStatus') : undefined;
};

/**
 * Paid if any notice says so; unpaid if there is none; not understood if a notice says something else; not known if one says nothing,
 * or is withheld, which is counted.
 */
export const paymentOf = (
  root: Element<R4.Appointment>,
  payments: Payments,
  { members }: PatientContext,
): PaymentState => {
  const { areKnown, notices, ofAny } = payments;
  const ownNotices = [...(notices.get(keyOf(root.node as Resource) ?? '') ?? []), ...ofAny];
  const states = new Set<PaymentState>();
  for (const notice of ofAny) root.tally.meter?.('outside', sizeOf(notice));
  for (const notice of ownNotices)
    if (!isWithheldFrom(root, notice, members)) states.add(stateIn(root, notice, payments));
  for (const state of ['PAID', 'UNKNOWN'] as const) if (states.has(state)) return state;
  return areKnown && ownNotices.length === 0 ? 'UNPAID' : undefined;
};

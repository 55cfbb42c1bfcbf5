// Whether an appointment is paid, according to the PaymentNotices that name it.
import type * as R4 from 'fhir/r4.js';
import type { PaymentState } from '../../../../domain/model/appointment.ts';
import { type Coding, conceptOf } from '../elements/coded.ts';
import { child, countLossOnce, type Element, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import { withholdingElement } from '../reading/labels.ts';
import type { Context } from '../records/context.ts';
import type { SearchResult } from '../wire/search.ts';

const statusSystem = 'http://terminology.hl7.org/CodeSystem/paymentstatus';
const paid = new Set(['paid', 'cleared']);

/** Known payments: `Appointment/id` → the active notices that name it. */
export type Payments = {
  /** False if payments are not offered, or the server hides some of them. */
  readonly areKnown: boolean;
  readonly notices: ReadonlyMap<string, readonly Resource<R4.PaymentNotice>[]>;
};

/** Whether a system takes payments. */
export const takesPayments = ({ payment, resources }: FhirMembers): boolean =>
  payment !== undefined && resources.has('PaymentNotice');

const requestOf = (
  notice: Resource<R4.PaymentNotice>,
  { translation: { addresses } }: Context,
): string | undefined => {
  const request = child(rootElement(notice), 'request');
  const literal = request === undefined ? undefined : text(request, 'reference');
  return literal === undefined ? undefined : addresses.localKey(literal);
};

/** @param results none if payments are not offered, or were not asked for. */
export const paymentsIn = (
  results: readonly SearchResult<'PaymentNotice'>[],
  keys: readonly string[],
  context: Context,
): Payments => {
  const notices = new Map<string, Resource<R4.PaymentNotice>[]>(keys.map(key => [key, []]));
  for (const notice of results.flatMap(({ matches }) => matches)) {
    if (notice.status === 'active') notices.get(requestOf(notice, context) ?? '')?.push(notice);
  }
  const areKnown = results.length > 0 && results.every(({ suppressed }) => suppressed === 0);
  return { areKnown, notices };
};

/** Whether a notice says that its appointment is paid; false if it says nothing or something else. */
const saysPaid = (notice: Resource<R4.PaymentNotice>): boolean => {
  const status = conceptOf(child(rootElement(notice), 'paymentStatus'));
  const isPaid = ({ system, code = '' }: Coding) => system === statusSystem && paid.has(code);
  return status?.codings.some(isPaid) === true;
};

/**
 * Paid if any notice says so; unpaid if there is none; unknown if a notice says nothing or something else, or is withheld, which is
 * counted.
 */
export const paymentOf = (
  root: Element<R4.Appointment>,
  { areKnown, notices }: Payments,
  { translation: { members } }: Context,
): PaymentState => {
  const found = notices.get(keyOf(root.node as Resource) ?? '') ?? [];
  let isPaid = false;
  for (const notice of found) {
    const because = withholdingElement(notice, members);
    if (because === undefined) isPaid ||= saysPaid(notice);
    else {
      const path = `PaymentNotice/${because}`;
      countLossOnce(root, `${keyOf(notice)} withheld`, { path, reason: 'withheld', hides: [] });
    }
  }
  if (isPaid) return 'PAID';
  return areKnown && found.length === 0 ? 'UNPAID' : undefined;
};

// Whether an appointment is paid, according to the PaymentNotices that name it.
import type { PaymentState } from '../../../../domain/model/appointment.ts';
import { conceptOf } from '../elements/coded.ts';
import { child, type Element, rootElement, text } from '../elements/element.ts';
import { withholdingElement } from '../linked/labels.ts';
import type { Context } from '../linked/reading.ts';
import { keyOf, type Resource } from '../wire/bundle.ts';
import type { FhirClient } from '../wire/client.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { searchByAppointments } from './states.ts';

const statusSystem = 'http://terminology.hl7.org/CodeSystem/paymentstatus';
const paid = new Set(['paid', 'cleared']);

/** Known payments: `Appointment/id` → the active notices that name it. */
export type Payments = {
  /** False if payments are not offered, or the server hides some of them. */
  readonly areKnown: boolean;
  readonly notices: ReadonlyMap<string, readonly Resource[]>;
};

const noPayments: Payments = { areKnown: false, notices: new Map() };

/** Whether a system takes payments. */
export const takesPayments = ({ translation: { members } }: Pick<Context, 'translation'>): boolean =>
  members.payment !== undefined && members.resources.has('PaymentNotice');

const requestOf = (notice: Resource, { translation: { addresses } }: Context): string | undefined => {
  const request = child(rootElement(notice), 'request');
  const literal = request === undefined ? undefined : text(request, 'reference');
  return literal === undefined ? undefined : addresses.localKey(literal);
};

export const paymentsOf = async (
  client: FhirClient,
  appointments: readonly Element[],
  parts: { readonly context: Context; readonly pool: ResourcePool },
): Promise<Payments> => {
  const { context } = parts;
  if (!takesPayments(context)) return noPayments;
  const keys = appointments.flatMap(({ node }) => keyOf(node as Resource) ?? []);
  if (keys.length === 0) return noPayments;
  const results = await searchByAppointments(
    client,
    { type: 'PaymentNotice', parameter: 'request', keys },
    parts,
  );
  const notices = new Map<string, Resource[]>(keys.map(key => [key, []]));
  for (const notice of results.flatMap(({ matches }) => matches)) {
    if (notice.status === 'active') notices.get(requestOf(notice, context) ?? '')?.push(notice);
  }
  return { areKnown: results.every(({ suppressed }) => suppressed === 0), notices };
};

const saysPaid = (notice: Resource, { translation: { members } }: Context): boolean | undefined => {
  if (withholdingElement(notice, members) !== undefined) return undefined;
  const status = conceptOf(child(rootElement(notice), 'paymentStatus'));
  const isPaid = status?.codings.some(({ system, code = '' }) => system === statusSystem && paid.has(code));
  return isPaid === true ? true : undefined;
};

/** Paid if any notice says so; unpaid if there is none; unknown if a notice says nothing or something else. */
export const paymentOf = (root: Element, { areKnown, notices }: Payments, context: Context): PaymentState => {
  const found = notices.get(keyOf(root.node as Resource) ?? '') ?? [];
  if (found.some(notice => saysPaid(notice, context) === true)) return 'PAID';
  return areKnown && found.length === 0 ? 'UNPAID' : undefined;
};

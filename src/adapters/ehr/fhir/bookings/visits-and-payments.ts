// The Encounters and PaymentNotices of appointments: what decides their states and payments.
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import type { Element } from '../elements/element.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import { inChunks, maxConcurrentCalls } from '../reading/fetch-references.ts';
import type { Context } from '../records/context.ts';
import type { FhirClient } from '../wire/client.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { search } from '../wire/search.ts';
import { type Payments, paymentsIn, takesPayments } from './payments.ts';
import { type EncountersByAppointment, encountersIn } from './states.ts';

/** Appointments per call. */
const perCall = 50;

/** The searches that the server supports: each by a parameter that names appointments. */
const searchesOf = (members: FhirMembers, withPayments: boolean) => [
  ...(members.include && members.resources.has('Encounter')
    ? [{ type: 'Encounter', parameter: 'appointment' } as const]
    : []),
  ...(withPayments && takesPayments(members)
    ? [{ type: 'PaymentNotice', parameter: 'request' } as const]
    : []),
];

export type VisitsAndPayments = {
  readonly encounters: EncountersByAppointment;
  readonly payments: Payments;
};

/**
 * Searches for the Encounters and PaymentNotices that name any of the appointments, 50 appointments per call.
 * @param withPayments whether to search for PaymentNotices.
 */
export const findVisitsAndPayments = async (
  client: FhirClient,
  appointments: readonly Element[],
  {
    context,
    pool,
    withPayments = true,
  }: { readonly context: Context; readonly pool: ResourcePool; readonly withPayments?: boolean },
): Promise<VisitsAndPayments> => {
  const { addresses, members } = context.translation;
  const keys = appointments.flatMap(({ node }) => keyOf(node as Resource) ?? []);
  const searches = searchesOf(members, withPayments).flatMap(({ type, parameter }) =>
    inChunks(keys, perCall).map(chunk => async (call: FhirClient['call']) => {
      const parameters = [
        [parameter, chunk.join(',')],
        ['_count', String(members.pageSize)],
      ] as const;
      return { type, ...(await search(client, { type, parameters }, { pool, addresses, call })) };
    }),
  );
  const found = await concurrencyLimit(maxConcurrentCalls, searches, client.call);
  const resultsOf = (type: string) => found.filter(one => one.type === type);
  return {
    encounters: encountersIn(resultsOf('Encounter'), keys, context),
    payments: paymentsIn(resultsOf('PaymentNotice'), keys, context),
  };
};

// The Encounters and PaymentNotices of appointments: what decides their states and payments.
import type * as R4 from 'fhir/r4.js';
import type { Loss } from '../../../../domain/model/loss.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import type { Element } from '../elements/element.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { maxConcurrentCalls, searchesFor } from '../search/fetch-references.ts';
import type { SearchResult } from '../wire/search.ts';
import { paymentsIn, takesPayments } from './payments.ts';
import { encountersIn } from './states.ts';

/**
 * Searches for the Encounters and PaymentNotices that name any of the appointments. `losses` are those that the server hides: nothing says
 * which appointments they are about.
 */
export const findVisitsAndPayments = async (
  context: PatientContext,
  appointments: readonly Element<R4.Appointment>[],
  { withPayments = true } = {},
) => {
  const { members } = context;
  const keys = appointments.flatMap(({ node }) => keyOf(node as Resource) ?? []);
  const asksForVisits = members.include && members.resources.has('Encounter');
  const asksForNotices = withPayments && takesPayments(members);
  const visitsOf = { parameter: 'appointment', values: asksForVisits ? keys : [] };
  const noticesOf = { parameter: 'request', values: asksForNotices ? keys : [] };
  const results = await concurrencyLimit<SearchResult<'Encounter'> | SearchResult<'PaymentNotice'>>(
    maxConcurrentCalls,
    [...searchesFor(context, 'Encounter', visitsOf), ...searchesFor(context, 'PaymentNotice', noticesOf)],
    context.client.call,
  );
  const visits = results.filter(result => result.type === 'Encounter');
  const notices = results.filter(result => result.type === 'PaymentNotice');
  return {
    losses: results.flatMap(({ type: path, suppressed: times }): Loss[] =>
      times === 0 ? [] : [{ path, reason: 'withheld', hides: [], times }],
    ),
    encounters: encountersIn(visits, keys, context),
    payments: paymentsIn(notices, keys, context),
  };
};
export type VisitsAndPayments = Awaited<ReturnType<typeof findVisitsAndPayments>>;

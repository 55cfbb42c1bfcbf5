// The Encounters and PaymentNotices of appointments: what decides their states and payments.
import type * as R4 from 'fhir/r4.js';
import type { Loss } from '../../../../domain/model/loss.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import type { Element } from '../elements/element.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { inChunks, maxConcurrentCalls } from '../search/fetch-references.ts';
import type { FhirClient } from '../wire/client.ts';
import { type SearchResult, search } from '../wire/search.ts';
import { type Payments, paymentsIn, takesPayments } from './payments.ts';
import { type EncountersByAppointment, encountersIn } from './states.ts';

/** Appointments per call. */
const perCall = 50;

export type VisitsAndPayments = {
  readonly encounters: EncountersByAppointment;
  readonly payments: Payments;
  /** Those that the server hides. Nothing says which appointments they are about. */
  readonly losses: readonly Loss[];
};

/** Searches for the Encounters and PaymentNotices that name any of the appointments, 50 appointments per call. */
export const findVisitsAndPayments = async (
  context: PatientContext,
  appointments: readonly Element<R4.Appointment>[],
  { withPayments = true }: { readonly withPayments?: boolean } = {},
): Promise<VisitsAndPayments> => {
  const { members } = context;
  const keys = appointments.flatMap(({ node }) => keyOf(node as Resource) ?? []);
  const searchesOf = <T extends 'Encounter' | 'PaymentNotice'>(type: T, parameter: string) =>
    inChunks(keys, perCall).map(chunk => async (call: FhirClient['call']) => {
      const parameters = [
        [parameter, chunk.join(',')],
        ['_count', String(members.pageSize)],
      ] as const;
      return search(context, { type, parameters }, call);
    });
  const visits: SearchResult<'Encounter'>[] = [];
  const notices: SearchResult<'PaymentNotice'>[] = [];
  const searches = [
    ...(members.include && members.resources.has('Encounter')
      ? searchesOf('Encounter', 'appointment')
      : []
    ).map(run => async (call: FhirClient['call']) => void visits.push(await run(call))),
    ...(withPayments && takesPayments(members) ? searchesOf('PaymentNotice', 'request') : []).map(
      run => async (call: FhirClient['call']) => void notices.push(await run(call)),
    ),
  ];
  await concurrencyLimit(maxConcurrentCalls, searches, context.client.call);
  const lossesOf = (path: string, results: readonly SearchResult[]): readonly Loss[] =>
    results.flatMap(({ suppressed: times }) =>
      times === 0 ? [] : [{ path, reason: 'withheld', hides: [], times }],
    );
  return {
    losses: [...lossesOf('Encounter', visits), ...lossesOf('PaymentNotice', notices)],
    encounters: encountersIn(visits, keys, context),
    payments: paymentsIn(notices, keys, context),
  };
};

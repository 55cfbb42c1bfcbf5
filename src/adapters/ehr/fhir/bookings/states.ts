// The state of an appointment: its status, advanced by the status of its Encounter.
import type { BookingState } from '../../../../domain/model/appointment.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { children, countLossOnce, type Element, rootElement, text } from '../elements/element.ts';
import { isOwnEncounter } from '../linked/encounter.ts';
import { inChunks, maxConcurrentCalls } from '../linked/fetch-references.ts';
import { withholdingElement } from '../linked/labels.ts';
import type { Context } from '../linked/reading.ts';
import type { ResourceType } from '../members.ts';
import { keyOf, type Resource } from '../wire/bundle.ts';
import type { FhirClient } from '../wire/client.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { type SearchResult, search } from '../wire/search.ts';

/** Appointments per call. */
const perCall = 50;

const appointmentStates: Readonly<Record<string, BookingState>> = {
  booked: 'BOOKED',
  arrived: 'ARRIVED',
  'checked-in': 'ARRIVED',
  fulfilled: 'PERFORMED',
  cancelled: 'CANCELLED',
  noshow: 'MISSED',
};

const encounterStates: Readonly<Record<string, BookingState>> = {
  arrived: 'ARRIVED',
  triaged: 'ARRIVED',
  'in-progress': 'ONGOING',
  onleave: 'ONGOING',
  finished: 'PERFORMED',
};

/** The states of a visit in their order. */
const progress: readonly BookingState[] = [undefined, 'BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED'];

const stateIn = (states: Readonly<Record<string, BookingState>>, status: string | undefined): BookingState =>
  status !== undefined && Object.hasOwn(states, status) ? states[status] : undefined;

/** Advances a state. Never moves it back, or on from a cancelled or missed appointment. */
const advanced = (state: BookingState, by: BookingState): BookingState =>
  state === 'CANCELLED' || state === 'MISSED' || progress.indexOf(by) <= progress.indexOf(state) ? state : by;

/** Searches for the resources that name any of the appointments, 50 appointments per call. */
export const searchByAppointments = async (
  client: FhirClient,
  {
    type,
    parameter,
    keys,
  }: { readonly type: ResourceType; readonly parameter: string; readonly keys: readonly string[] },
  { context, pool }: { readonly context: Context; readonly pool: ResourcePool },
): Promise<readonly SearchResult[]> => {
  const { addresses, members } = context.translation;
  const searches = inChunks(keys, perCall).map(
    chunk => (call: FhirClient['call']) =>
      search(
        client,
        {
          type,
          parameters: [
            [parameter, chunk.join(',')],
            ['_count', String(members.pageSize)],
          ],
        },
        { pool, addresses, call },
      ),
  );
  return concurrencyLimit(maxConcurrentCalls, searches, client.call);
};

/** `Appointment/id` → the patient's Encounters that name it, except withdrawn ones. */
export type EncountersByAppointment = ReadonlyMap<string, readonly Resource[]>;

export const encountersOf = async (
  client: FhirClient,
  appointments: readonly Element[],
  parts: { readonly context: Context; readonly pool: ResourcePool },
): Promise<EncountersByAppointment> => {
  const { context } = parts;
  const { members, addresses } = context.translation;
  const keys = appointments.flatMap(({ node }) => keyOf(node as Resource) ?? []);
  const found = new Map<string, Resource[]>(keys.map(key => [key, []]));
  if (!members.include || !members.resources.has('Encounter') || keys.length === 0) return found;
  const results = await searchByAppointments(
    client,
    { type: 'Encounter', parameter: 'appointment', keys },
    parts,
  );
  for (const encounter of results.flatMap(({ matches }) => matches)) {
    const root = rootElement(encounter);
    if (encounter.status === 'entered-in-error' || !isOwnEncounter(root, context)) continue;
    for (const reference of children(root, 'appointment')) {
      const literal = text(reference, 'reference');
      const key = literal === undefined ? undefined : addresses.localKey(literal);
      if (key !== undefined) found.get(key)?.push(encounter);
    }
  }
  return found;
};

/** The state of an appointment. A withheld Encounter is counted and otherwise ignored. */
export const stateOf = (
  root: Element,
  encounters: EncountersByAppointment,
  { translation }: Context,
): BookingState => {
  let state = stateIn(appointmentStates, text(root, 'status'));
  for (const encounter of encounters.get(keyOf(root.node as Resource) ?? '') ?? []) {
    const because = withholdingElement(encounter, translation.members);
    if (because === undefined)
      state = advanced(state, stateIn(encounterStates, text(rootElement(encounter), 'status')));
    else {
      const path = `Encounter/${because}`;
      countLossOnce(root, `${keyOf(encounter)} withheld`, { path, reason: 'withheld' });
    }
  }
  return state;
};

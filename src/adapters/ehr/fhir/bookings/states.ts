// The state of an appointment: its status, advanced by the status of its Encounter.
import type * as R4 from 'fhir/r4.js';
import type { BookingState } from '../../../../domain/model/appointment.ts';
import type { LossReason } from '../../../../domain/model/loss.ts';
import { sizeOf } from '../../meter.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  ignoringLosses,
  rootElement,
  wasSent,
  withTally,
} from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { isOwnEncounter } from '../records/encounter.ts';
import { isWithheldFrom, withdrawingElement } from '../search/labels.ts';
import { ownerOf } from '../search/owner.ts';
import type { SearchResult } from '../wire/search.ts';

/** Words that mean none of the states are undefined. */
const appointmentStates: Readonly<Record<string, BookingState>> = {
  pending: undefined,
  booked: 'BOOKED',
  arrived: 'ARRIVED',
  'checked-in': 'ARRIVED',
  fulfilled: 'PERFORMED',
  cancelled: 'CANCELLED',
  noshow: 'MISSED',
};

const encounterStates: Readonly<Record<string, BookingState>> = {
  planned: undefined,
  arrived: 'ARRIVED',
  triaged: 'ARRIVED',
  'in-progress': 'ONGOING',
  onleave: 'ONGOING',
  finished: 'PERFORMED',
  cancelled: undefined,
  unknown: undefined,
};

/** The states of a visit in their order. After what is not understood, none is known. */
const progress: readonly BookingState[] = [undefined, 'BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED', 'UNKNOWN'];

/** The state that a status says. One that is not understood is counted (D16). */
const stateIn = (
  states: Readonly<Record<string, BookingState>>,
  root: Element<R4.Appointment | R4.Encounter>,
): BookingState => {
  const read = hiding(root, 'state');
  const status = text(read, 'status');
  if (status === undefined) return wasSent(read, 'status') ? 'UNKNOWN' : undefined;
  if (Object.hasOwn(states, status)) return states[status];
  countLoss(read, 'status');
  return 'UNKNOWN';
};

/** The state that an appointment's status says, without the Encounters. */
export const stateOfStatus = (root: Element<R4.Appointment>): BookingState =>
  stateIn(appointmentStates, root);

/** Advances a state. Never moves it back, or on from a cancelled or missed appointment. */
const advanced = (state: BookingState, by: BookingState): BookingState =>
  state === 'CANCELLED' || state === 'MISSED' || progress.indexOf(by) <= progress.indexOf(state) ? state : by;

/** The patient's own Encounters. A withdrawn one is none (D35). */
export const encountersIn = (
  results: readonly SearchResult<'Encounter'>[],
  keys: readonly string[],
  context: PatientContext,
) => {
  const { addresses } = context;
  /** By the `Appointment/id` that they belong to. */
  const visits = new Map<string, Set<Resource<R4.Encounter>>>(keys.map(key => [key, new Set()]));
  /** Those that may belong to any appointment, because a reference to one cannot be read: and why. */
  const ofAny = new Map<Resource<R4.Encounter>, LossReason>();
  for (const encounter of results.flatMap(({ matches }) => matches)) {
    if (withdrawingElement(encounter) !== undefined || !isOwnEncounter(rootElement(encounter), context))
      continue;
    // A new tally: losses in `subject` say nothing about its appointments.
    const root = rootElement(encounter);
    for (const reference of children(root, 'appointment')) {
      const key = addresses.localKey(text(reference, 'reference'));
      if (key !== undefined) visits.get(key)?.add(encounter);
    }
    const [lost] = root.tally.losses;
    if (lost !== undefined) ofAny.set(encounter, lost.reason);
  }
  return { visits, ofAny };
};

/** The participant by whom the patient has declined the appointment: nobody knows what the clinic will make of it (D16). */
const declinedAt = (root: Element<R4.Appointment>, context: PatientContext) =>
  children(ignoringLosses(root), 'participant').find(participant => {
    const actor = child(participant, 'actor');
    const isOwn = actor !== undefined && ownerOf(actor, context).isPatient;
    return isOwn && participant.node.status === 'declined';
  });

/** The state of an appointment. A withheld Encounter is counted and otherwise ignored. */
export const stateOf = (
  root: Element<R4.Appointment>,
  { visits, ofAny }: ReturnType<typeof encountersIn>,
  context: PatientContext,
): BookingState => {
  let state = stateOfStatus(root);
  const own = visits.get(keyOf(root.node as Resource) ?? '') ?? new Set();
  for (const encounter of own.union(ofAny)) {
    root.tally.meter?.('outside', sizeOf(encounter));
    if (isWithheldFrom(root, encounter, context.members)) continue;
    const visit = rootElement(encounter, root.tally);
    const reached = stateIn(encounterStates, visit);
    if (own.has(encounter)) state = advanced(state, reached);
    else {
      countLoss(hiding(visit, 'state'), 'appointment', ofAny.get(encounter));
      // A visit that has begun stays so, whatever this one says.
      if (reached !== undefined && (state === undefined || state === 'BOOKED')) state = 'UNKNOWN';
    }
  }
  const declined = declinedAt(root, context);
  if (declined === undefined || advanced(state, 'UNKNOWN') !== 'UNKNOWN') return state;
  countLoss(hiding(withTally(declined, root.tally), 'state'), 'status');
  return 'UNKNOWN';
};

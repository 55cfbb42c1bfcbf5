// The consumer gate: determines whose share of the service the request uses (D13, D31).
import { hash } from 'node:crypto';
import type { Caller } from '../../domain/model/caller.ts';
import {
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../../domain/model/patient-number.ts';
import type { Consumer } from '../../ports/call.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import { type Gate, required } from '../operations/request-context.ts';
import { headerOnce } from '../server/headers.ts';

export type ConsumerDeps = { readonly numbers: NumberRules };

/** The patient in the header; `invalid` if the value is not a patient number, undefined without the header. */
const patientIn = (
  header: string | undefined,
  numbers: NumberRules,
): PatientNumber | 'invalid' | undefined => {
  if (header === undefined) return undefined;
  return (header === 'repeated' ? undefined : parsePatientNumber(header, numbers)) ?? 'invalid';
};

/** A hash, because keys in Redis are built from it and must not reveal anything. */
const opaque = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

/** The token's user, or its client if it has no user. Partners call for many patients: theirs is the requested patient. */
const userOf = (
  { subscription, id, client, isPartner }: Caller,
  named: PatientNumber | undefined,
): string => {
  if (isPartner && named !== undefined) return opaque(subscription, 'patient', named);
  if (id !== undefined) return opaque(subscription, 'user', id);
  return client === undefined ? opaque(subscription) : opaque(subscription, 'client', client);
};

type Named = { readonly caller: Caller; readonly named: PatientNumber | undefined };

const ownOf = ({ patient }: Caller): PatientNumber | undefined =>
  patient === 'absent' || patient === 'unreadable' ? undefined : patient;

export const consumerGate = ({ numbers }: ConsumerDeps): Gate => {
  /** Memoized for callers who read their own data, as most do, for as long as their token is cached. */
  const ofOwn = new WeakMap<Subscription, WeakMap<Caller, Consumer>>();

  const consumerOf = ({ caller, named }: Named, { name, isOnly }: Subscription): Consumer => {
    const patient = named ?? ownOf(caller);
    return {
      user: userOf(caller, named),
      subscription: isOnly ? undefined : name,
      patient: patient === undefined ? undefined : opaque(patient),
    };
  };

  const memoizedOwn = (caller: Caller, subscription: Subscription): Consumer => {
    const callers = ofOwn.get(subscription) ?? new WeakMap<Caller, Consumer>();
    const known = callers.get(caller);
    if (known !== undefined) return known;
    const consumer = consumerOf({ caller, named: undefined }, subscription);
    ofOwn.set(subscription, callers.set(caller, consumer));
    return consumer;
  };

  return (context, request) => {
    const caller = required(context.caller);
    const subscription = required(context.subscription);
    const own = ownOf(caller);
    const header = headerOnce(request, 'patient');
    // The header is parsed only if it differs from the number in the token.
    context.patientHeader = header !== undefined && header === own ? own : patientIn(header, numbers);
    const named = context.patientHeader === 'invalid' ? undefined : context.patientHeader;
    const isOwn = named === undefined || (named === own && !caller.isPartner);
    const consumer = isOwn ? memoizedOwn(caller, subscription) : consumerOf({ caller, named }, subscription);
    context.call = { ...context.baseCall, consumer };
  };
};

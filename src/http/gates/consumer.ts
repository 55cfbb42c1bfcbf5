// The consumer gate: determines whose share of the service the request uses (D13, D31).
import { hash } from 'node:crypto';
import type { Caller } from '../../domain/model/caller.ts';
import {
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../../domain/model/patient-number.ts';
import { ownPatient } from '../authentication/claims.ts';
import { type Gate, required } from '../request/context.ts';
import { headerOnce } from '../request/headers.ts';

/** `numbers`: those of the profile in use. */
export type ConsumerDeps = { readonly numbers: () => NumberRules };

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

/**
 * Whose share it is (D13): the token's `sub`, else its patient, else its client. A partner calls for many patients, with one
 * `sub`: the user is the requested patient.
 */
const userOf = (caller: Caller, named: PatientNumber | undefined): string => {
  const { subscription, id, client, isPartner } = caller;
  if (isPartner && named !== undefined) return opaque(subscription, 'patient', named);
  if (id !== undefined) return opaque(subscription, 'user', id);
  const own = ownPatient(caller);
  if (own !== undefined) return opaque(subscription, 'patient', own);
  return client === undefined ? opaque(subscription) : opaque(subscription, 'client', client);
};

export const consumerGate =
  ({ numbers }: ConsumerDeps): Gate =>
  (context, request) => {
    const caller = required(context.caller);
    const subscription = required(context.subscription);
    context.patientHeader = patientIn(headerOnce(request, 'patient'), numbers());
    const named = context.patientHeader === 'invalid' ? undefined : context.patientHeader;
    const patient = named ?? ownPatient(caller);
    const consumer = {
      user: userOf(caller, named),
      subscription: subscription.isOnly ? undefined : subscription.name,
      patient: patient === undefined ? undefined : opaque(patient),
    };
    context.call = {
      ...context.baseCall,
      consumer,
      answered: system => void context.systems.add(system),
    };
  };

// Consumer: whose share of the service a call uses (D13, D31).
import { hash } from 'node:crypto';
import type { Caller } from '../../domain/model/caller.ts';
import {
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../../domain/model/patient-number.ts';
import { type Gate, known } from '../operations/request-context.ts';
import { headerOnce } from '../server/headers.ts';

export type ConsumerDeps = { readonly numbers: NumberRules };

/** The patient that the header names; `invalid` where its value is not a patient number, undefined without the header. */
const namedIn = (header: string | undefined, numbers: NumberRules): PatientNumber | 'invalid' | undefined => {
  if (header === undefined) return undefined;
  return (header === 'repeated' ? undefined : parsePatientNumber(header, numbers)) ?? 'invalid';
};

/** A text that can be compared but not read: counters in Redis are named by it. */
const opaque = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

/** The token's user; without one its client; for a partner, who calls for many, the patient asked for. */
const userOf = (
  { subscription, id, client, isPartner }: Caller,
  named: PatientNumber | undefined,
): string => {
  if (isPartner && named !== undefined) return opaque(subscription, 'patient', named);
  if (id !== undefined) return opaque(subscription, 'user', id);
  return client === undefined ? opaque(subscription) : opaque(subscription, 'client', client);
};

export const consumerGate =
  ({ numbers }: ConsumerDeps): Gate =>
  (context, request) => {
    const caller = known(context.caller);
    const { name, isOnly } = known(context.subscription);
    context.named = namedIn(headerOnce(request, 'patient'), numbers);
    const named = context.named === 'invalid' ? undefined : context.named;
    const own = caller.patient === 'absent' || caller.patient === 'unreadable' ? undefined : caller.patient;
    const patient = named ?? own;
    context.call = {
      ...context.origin,
      consumer: {
        user: userOf(caller, named),
        subscription: isOnly ? undefined : name,
        patient: patient === undefined ? undefined : opaque(patient),
      },
    };
  };

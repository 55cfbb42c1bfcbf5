// The caller and the scopes, read from the claims of an access token (D4, D5, D6).
import type { Caller } from '../../domain/model/caller.ts';
import {
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../../domain/model/patient-number.ts';
import type { Claims } from './decode-jwt.ts';

/** The names of claims, and the ids of partner clients, from the settings. */
export type ClaimNames = {
  readonly patient: string;
  readonly actsFor: string;
  readonly scopes: readonly string[];
  readonly clients: readonly string[];
  readonly partners: readonly string[];
  /** Claims that say on whose behalf a partner asks; undefined if the region has none. */
  readonly unit: string | undefined;
  readonly user: string | undefined;
};

/** Claims that a token has only if a user has signed in. */
const userClaims = ['sid', 'session_state', 'auth_time', 'amr'];

const claim = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

/** The words in a claim that is a space-separated text or an array. */
const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split(' ').filter(word => word !== '');
  return Array.isArray(value) ? value.filter(item => typeof item === 'string').flatMap(wordsIn) : [];
};

/** The scopes of a token, of all the claims that the settings name. */
export const scopesOf = (claims: Claims, { scopes }: ClaimNames): ReadonlySet<string> =>
  new Set(scopes.flatMap(name => wordsIn(claim(claims, name))));

/** A claim that is a text; undefined for anything else, and for a claim that is not configured. */
const textClaim = (claims: Claims, name: string | undefined): string | undefined => {
  const value = name === undefined ? undefined : claim(claims, name);
  return typeof value === 'string' ? value : undefined;
};

const clientOf = (claims: Claims, { clients }: ClaimNames): string | undefined => {
  const value = clients.map(name => claim(claims, name)).find(claimed => claimed !== undefined);
  return typeof value === 'string' ? value : undefined;
};

const patientOf = (claims: Claims, { patient }: ClaimNames, numbers: NumberRules): Caller['patient'] => {
  if (!Object.hasOwn(claims, patient)) return 'absent';
  const value = claims[patient];
  return (typeof value === 'string' ? parsePatientNumber(value, numbers) : undefined) ?? 'unreadable';
};

const actsForOf = (claims: Claims, { actsFor }: ClaimNames, numbers: NumberRules): PatientNumber[] => {
  const value = claim(claims, actsFor);
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries
    .map(entry => (typeof entry === 'string' ? parsePatientNumber(entry, numbers) : undefined))
    .filter(number => number !== undefined);
};

export const callerOf = (
  claims: Claims,
  { names, numbers, subscription }: { names: ClaimNames; numbers: NumberRules; subscription: string },
): Caller => {
  const client = clientOf(claims, names);
  const patient = patientOf(claims, names, numbers);
  const hasUser = userClaims.some(name => Object.hasOwn(claims, name));
  const isPartnerClient = client !== undefined && names.partners.includes(client);
  const { sub } = claims;
  return {
    subscription,
    client,
    id: typeof sub === 'string' ? sub : undefined,
    patient,
    actsFor: actsForOf(claims, names, numbers),
    isPartner: patient === 'absent' && !hasUser && isPartnerClient,
    unit: textClaim(claims, names.unit),
    user: textClaim(claims, names.user),
  };
};

/** The caller's own number; undefined if the token's claim is absent or not a valid number (D6). */
export const ownPatient = ({ patient }: Caller): PatientNumber | undefined =>
  patient === 'absent' || patient === 'unreadable' ? undefined : patient;

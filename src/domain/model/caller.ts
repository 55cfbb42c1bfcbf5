// The caller (D4, D5, D6): what the gates know from the subscription and the access token.
import type { PatientNumber } from './patient-number.ts';

export type Caller = {
  /** Name of the subscription. */
  readonly subscription: string;
  /** Id of the client that the token was issued to. */
  readonly client: string | undefined;
  /** The token's `sub`. */
  readonly id: string | undefined;
  /**
   * The caller's own patient number. `absent`: the token has no such claim. `unreadable`: the claim is not a valid
   * number, which is never treated as absent.
   */
  readonly patient: PatientNumber | 'absent' | 'unreadable';
  /** The patients that the token says the caller may act for. */
  readonly actsFor: readonly PatientNumber[];
  /** A partner's client, without a user: it may request any patient. */
  readonly isPartner: boolean;
  /** On whose behalf the token says a partner asks: a care unit, and a person. Recorded, never a reason to grant anything. */
  readonly unit?: string | undefined;
  readonly user?: string | undefined;
};

/** Why a caller may see the subject's data. */
export type Ground = 'self' | 'acts_for' | 'partner' | 'register' | 'acts_for+register';

/** Whether the caller is a person acting for somebody else, to whom D27 applies. */
export const actsForAnother = (ground: Ground): boolean => ground !== 'self' && ground !== 'partner';

// Who calls (D4, D5, D6): what the gates learn from the subscription and the access token.
import type { PatientNumber } from './patient-number.ts';

export type Caller = {
  /** Name of the subscription. */
  readonly subscription: string;
  /** Id of the client that the token was given to. */
  readonly client: string | undefined;
  /** The token's `sub`. */
  readonly id: string | undefined;
  /**
   * The caller's own number. `absent`: the token has no such claim; `unreadable`: it has one that is no valid number,
   * which never counts as having none.
   */
  readonly patient: PatientNumber | 'absent' | 'unreadable';
  /** The patients that the token says the caller may act for. */
  readonly actsFor: readonly PatientNumber[];
  /** A partner's client without a user: it may name any patient. */
  readonly isPartner: boolean;
};

/** By what right a caller sees the subject's data. */
export type Ground = 'self' | 'acts_for' | 'partner' | 'register' | 'acts_for+register';

/** Whether the caller is a person who acts for someone else (whom D27 concerns). */
export const actsForAnother = (ground: Ground): boolean => ground !== 'self' && ground !== 'partner';

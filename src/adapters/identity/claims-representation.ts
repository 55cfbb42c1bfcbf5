// Who may act for whom, as the access token says (D6).
import type { Representation } from '../../ports/representation.ts';

export const claimsRepresentation: Representation = async ({ caller, patient }) =>
  caller.actsFor.includes(patient) ? 'acts_for' : undefined;

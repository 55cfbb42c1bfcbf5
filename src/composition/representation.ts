// Decides who may act for whom: by the claims of the token, the population register, or both (D6).
import { claimsRepresentation } from '../adapters/identity/claims-representation.ts';
import { claimsAndRegister, registerRepresentation } from '../adapters/identity/register-representation.ts';
import { Failure } from '../domain/model/failure.ts';
import type { Representation } from '../ports/representation.ts';
import type { Parts } from './parts.ts';

export const representationOf = ({
  configuration,
  systems,
  clock,
  stopwatch,
  time,
}: Parts): Representation => {
  const { from, guardianUntilAge } = configuration.region.representation;
  if (!from.includes('register')) return claimsRepresentation;
  const { relations } = systems;
  if (relations === undefined) throw new Failure('unexpected', { detail: 'no system has a register' });
  const register = registerRepresentation({ relations, clock, stopwatch, time, guardianUntilAge });
  return from.includes('claims') ? claimsAndRegister(claimsRepresentation, register) : register;
};

// Scope: what the access token is for (D5).
import { Failure } from '../../domain/model/failure.ts';
import { type Gate, required } from '../operations/request-context.ts';

/** `user/Appointment-read` in its other spelling, `user/Appointment.read`. */
const dotted = (scope: string) => scope.replace(/-(?=[^-]*$)/, '.');

export const scopeGate: Gate = context => {
  const { scope } = context.operation;
  const scopes = required(context.scopes);
  if (!scopes.has(scope) && !scopes.has(dotted(scope))) throw new Failure('scope-missing');
};

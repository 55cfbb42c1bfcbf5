// The scope gate: whether the access token covers the operation (D5).
import { Failure } from '../../domain/model/failure.ts';
import { type Gate, required } from '../request/context.ts';

/** The alternative spelling of a scope: `user/Appointment.read` for `user/Appointment-read`. */
const dotted = (scope: string) => scope.replace(/-(?=[^-]*$)/, '.');

/** The token must have the operation's scope, also with a dot in place of its last hyphen (D5). */
export const scopeGate: Gate = context => {
  const { scope } = context.operation;
  const scopes = required(context.scopes);
  if (!scopes.has(scope) && !scopes.has(dotted(scope))) throw new Failure('scope-missing');
};

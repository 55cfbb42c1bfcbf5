// The faults of a query or body that does not match its operation's schema: they name the parameter and its format (D11).
import type { FastifyError } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';

/** The parts of a schema that go into messages. */
export type Described = {
  readonly description?: string;
  readonly examples?: unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
};

/** The fault of a body that is not a JSON object. It shows an example of the operation that was called. */
export const bodyFault = (schema: Described | undefined, cause?: unknown): Failure => {
  const members = Object.entries(schema?.properties ?? {}).map(
    ([name, member]) => [name, member.examples?.[0]] as const,
  );
  const form = members.length === 0 ? '' : `, for example ${JSON.stringify(Object.fromEntries(members))}`;
  const hint = `The body must be a JSON object in UTF-8, with each member once and none called __proto__${form}.`;
  return new Failure('input-invalid', { reason: 'body-invalid', hint, cause });
};

/** The fault of a body member or query parameter that does not match its schema. */
export const inputFault = (part: 'body' | 'query', name: string, schema: Described | undefined): Failure => {
  const whole = `The ${part === 'body' ? 'member' : 'parameter'} ${name}`;
  const expected = schema?.description ?? 'valid';
  const [shown] = schema?.examples ?? [];
  // If the description already contains the value, an example adds nothing: "must be v2, for example v2".
  const form =
    shown === undefined || expected.includes(String(shown)) ? '' : `, for example ${String(shown)}`;
  const hint = `${whole} must be ${expected}${form}.`;
  return new Failure('input-invalid', { reason: `${part}-invalid`, hint });
};

/** Translates an ajv error for the client. The description in the schema says what was expected. */
export const validationFault = (
  error: NonNullable<FastifyError['validation']>[number] & { parentSchema?: Described },
  context: string | undefined,
): Failure => {
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const name = missing ?? error.instancePath.slice(1).split('/')[0] ?? '';
  const schema = missing === undefined ? error.parentSchema : error.parentSchema?.properties?.[missing];
  if (name === '') return bodyFault(error.parentSchema);
  return inputFault(context === 'body' ? 'body' : 'query', name, schema);
};

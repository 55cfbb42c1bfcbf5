// The part of TypeBox's type builder that the schemas of this project use. What it builds is the same plain JSON Schema, and
// the types are TypeBox's own; but TypeBox as a package is 300 modules, most of them for types that are computed at run time,
// and loading them was a sixth of the start (docs/performance.md). A test compares every function with TypeBox.
import type { TSchema, Type as TypeBox } from 'typebox';

type Builder = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unsafe'
>;

type Schema = { readonly [member: string]: unknown };

/** Marks a member as not required. Not enumerable, so that it is not part of the JSON Schema. */
const optional = '~optional';

const isOptional = (schema: object) => Object.hasOwn(schema, optional);

const requiredOf = (properties: Readonly<Record<string, TSchema>>) => {
  const names = Object.keys(properties).filter(name => !isOptional(properties[name] as TSchema));
  return names.length === 0 ? {} : { required: names };
};

const markOptional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, optional, { value: true });

const builder = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (words: readonly unknown[], options?: Schema) => ({ enum: [...words], ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: (properties: Readonly<Record<string, TSchema>>, options?: Schema) => ({
    type: 'object',
    ...requiredOf(properties),
    properties,
    ...options,
  }),
  Optional: markOptional,
  Partial: ({ properties }: { properties: Readonly<Record<string, Schema>> }, options?: Schema) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, markOptional(schema)]),
    ),
    ...options,
  }),
  Record: (names: { pattern?: string }, values: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { [names.pattern ?? '^.*$']: values },
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
};

/**
 * Builds JSON Schemas with their TypeScript types (`Static`), as TypeBox does.
 * Differences: a key of `Record` is a string, with or without a pattern; what TypeBox notes for itself (`~kind`) is not there.
 */
export const Type = builder as unknown as Builder;

// Faults of a JSON file, by path, in the words of its schema.
import type { TSchema } from 'typebox';
// Not from `typebox/value`, which would load twice as many modules.
import { Errors } from 'typebox/schema';
import type { Fault } from './fault.ts';
import { isSimilar, similarName } from './similar-name.ts';

const step = (schema: unknown, name: string): unknown =>
  typeof schema === 'object' && schema !== null && Object.hasOwn(schema, name)
    ? (schema as Record<string, unknown>)[name]
    : undefined;

/** The schema itself and all schemas on a path into it, outermost first. */
const schemasAlong = (schema: TSchema, schemaPath: string): unknown[] => {
  let here: unknown = schema;
  const inner = schemaPath.split('/').slice(1);
  return [
    schema,
    ...inner.map(name => {
      here = step(here, decodeURIComponent(name.replaceAll('~1', '/').replaceAll('~0', '~')));
      return here;
    }),
  ];
};

/** The description of the schema at a path, or of the nearest enclosing schema that has one. */
const expectedAt = (schema: TSchema, schemaPath: string): string | undefined =>
  schemasAlong(schema, schemaPath)
    .map(one => step(one, 'description'))
    .findLast(words => typeof words === 'string') as string | undefined;

type Found = { readonly place: string; readonly expected: string };
type SchemaError = ReturnType<typeof Errors>[1][number];

/** Errors of a union's alternatives are dropped: what the union as a whole expects says more. */
const isWithinUnion = ({ schemaPath }: SchemaError) => schemaPath.includes('/anyOf/');

/** The value at a JSON pointer. */
const valueAt = (value: unknown, pointer: string): unknown => {
  const names = pointer.split('/').slice(1);
  return names.reduce((here, name) => step(here, name.replaceAll('~1', '/').replaceAll('~0', '~')), value);
};

/** The name of an unknown member that is probably a misspelling of the wanted one. */
const misspelled = (wanted: string, written: unknown, known: unknown): string | undefined => {
  const unread = Object.keys((written ?? {}) as object).filter(name => step(known, name) === undefined);
  return unread.find(name => isSimilar(name, wanted));
};

/**
 * What is said of a member that nothing reads, with the known one that it probably should be.
 * @param known the names of the known members.
 */
export const unknownMember = (name: string, known: readonly string[]): string => {
  const meant = similarName(name, known);
  return meant === undefined ? 'no member of that name' : `no member of that name; did you mean "${meant}"?`;
};

const placesOf = (value: unknown, schema: TSchema, error: SchemaError): Found[] => {
  const { keyword, instancePath, schemaPath, message } = error;
  if (keyword === 'additionalProperties') {
    const known = Object.keys(step(schemasAlong(schema, schemaPath).at(-1) ?? schema, 'properties') ?? {});
    return error.params.additionalProperties.map(name => ({
      place: `${instancePath}/${name}`,
      expected: unknownMember(name, known),
    }));
  }
  if (isWithinUnion(error)) return [];
  if (keyword === 'required') {
    const known = step(schemasAlong(schema, schemaPath).at(-1) ?? schema, 'properties');
    const insteadOf = (name: string) => {
      const found = misspelled(name, valueAt(value, instancePath), known);
      return found === undefined ? '' : `; there is "${found}", which nothing reads`;
    };
    return error.params.requiredProperties.map(name => ({
      place: `${instancePath}/${name}`,
      expected: `${expectedAt(schema, `${schemaPath}/properties/${name}`) ?? message}${insteadOf(name)}`,
    }));
  }
  return [{ place: instancePath, expected: expectedAt(schema, schemaPath) ?? message }];
};

/**
 * The faults of a value, at most one for each path.
 * @param where the setting that names the file, and the path of the value in it: `REGION_FILE /systems/ehr`.
 */
export const schemaFaults = (where: string, schema: TSchema, value: unknown): Fault[] => {
  const [, errors] = Errors(schema, value);
  const found = errors.flatMap(error => placesOf(value, schema, error));
  const byPlace = new Map(found.map(({ place, expected }) => [place, expected]));
  const between = where.includes(' ') ? '' : ' ';
  return [...byPlace].map(([place, expected]) => ({
    where: place === '' ? where : `${where}${between}${place}`,
    expected,
  }));
};

/** Paths of members that a schema does not declare. They are ignored, but reported to the operator. */
export const unknownMembers = (schema: TSchema, value: unknown, at = ''): string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const properties = step(schema, 'properties');
  const pattern = Object.values((step(schema, 'patternProperties') as object | undefined) ?? {})[0];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = step(properties, name) ?? pattern;
    if (known !== undefined) return unknownMembers(known as TSchema, inner, `${at}/${name}`);
    return properties === undefined ? [] : [`${at}/${name}`];
  });
};

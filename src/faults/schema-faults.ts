// Faults of a JSON file, by path, in the words of its schema.
import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { isSimilar, similarName } from './similar-name.ts';
import { reportedErrors } from './union-errors.ts';

const step = (schema: unknown, name: string): unknown =>
  typeof schema === 'object' && schema !== null && Object.hasOwn(schema, name)
    ? (schema as Record<string, unknown>)[name]
    : undefined;

// The schemas are built by TypeBox, which writes none that is invalid.
const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false });

/** The names in a JSON pointer. */
const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The schema itself and all schemas on a path into it, outermost first. */
const schemasAlong = (schema: TSchema, schemaPath: string): unknown[] => {
  const along: unknown[] = [schema];
  for (const name of namesIn(schemaPath)) along.push(step(along.at(-1), decodeURIComponent(name)));
  return along;
};

/** The description of the schema at a path, or of the nearest enclosing schema that has one. */
const expectedAt = (schema: TSchema, schemaPath: string): string | undefined =>
  schemasAlong(schema, schemaPath)
    .map(part => step(part, 'description'))
    .findLast(words => typeof words === 'string') as string | undefined;

/** Something wrong in a file: its JSON pointer, and what was expected. Never the value. */
export type PlacedFault = { readonly place: string; readonly expected: string };

/** The name of an unknown member that is probably a misspelling of the wanted one. */
const misspelled = (wanted: string, written: unknown, properties: unknown): string | undefined => {
  const unread = Object.keys((written ?? {}) as object).filter(name => step(properties, name) === undefined);
  return unread.find(name => isSimilar(name, wanted));
};

/** More names than these are not listed in a fault. */
const mostNames = 12;

/**
 * What is said of a member that nothing reads, with the known one that it probably should be, or all that may stand there.
 * @param names the names of the known members.
 */
export const unknownMember = (name: string, names: readonly string[]): string => {
  const meant = similarName(name, names);
  if (meant !== undefined) return `no member of that name; did you mean "${meant}"?`;
  return names.length === 0 || names.length > mostNames
    ? 'no member of that name'
    : `no member of that name; there may be ${names.join(', ')}`;
};

const placeOf = (value: unknown, schema: TSchema, error: ErrorObject): PlacedFault => {
  const { keyword, instancePath, schemaPath, params, message = 'valid' } = error;
  /** The path of the schema that the keyword belongs to. */
  const parentPath = schemaPath.slice(0, schemaPath.lastIndexOf('/'));
  const properties = step(schemasAlong(schema, parentPath).at(-1), 'properties');
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    return {
      place: `${instancePath}/${name}`,
      expected: unknownMember(name, Object.keys(properties ?? {})),
    };
  }
  if (keyword === 'required') {
    const name: string = params.missingProperty;
    const written = namesIn(instancePath).reduce(step, value);
    const misspelling = misspelled(name, written, properties);
    const instead = misspelling === undefined ? '' : `; there is "${misspelling}", which nothing reads`;
    return {
      place: `${instancePath}/${name}`,
      expected: `${expectedAt(schema, `${parentPath}/properties/${name}`) ?? message}${instead}`,
    };
  }
  return { place: instancePath, expected: expectedAt(schema, schemaPath) ?? message };
};

/** The faults of a value, at most one for each path. */
export const placedFaults = (schema: TSchema, value: unknown): PlacedFault[] => {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  // Which of two schemas counts is no fault: what is wrong by that one is.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const faults = reportedErrors(errors).map(error => placeOf(value, schema, error));
  return [...new Map(faults.map(fault => [fault.place, fault])).values()];
};

/**
 * The same, each with the setting that it belongs to.
 * @param where the setting that names the file, and the path of the value in it: `REGION_FILE /systems/ehr`.
 */
export const schemaFaults = (where: string, schema: TSchema, value: unknown) => {
  const between = where.includes(' ') ? '' : ' ';
  return placedFaults(schema, value).map(({ place, expected }) => ({
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
    const memberSchema = step(properties, name) ?? pattern;
    if (memberSchema !== undefined) return unknownMembers(memberSchema as TSchema, inner, `${at}/${name}`);
    return properties === undefined ? [] : [`${at}/${name}`];
  });
};

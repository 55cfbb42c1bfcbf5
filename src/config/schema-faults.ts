// What is wrong with a JSON file, by place, in the words of its schema.
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Fault } from './settings.ts';

const step = (schema: unknown, name: string): unknown =>
  typeof schema === 'object' && schema !== null && Object.hasOwn(schema, name)
    ? (schema as Record<string, unknown>)[name]
    : undefined;

/** The words of the schema at a place, or of the nearest one around it that has words. */
const expectedAt = (schema: TSchema, schemaPath: string): string | undefined => {
  let here: unknown = schema;
  let words: string | undefined;
  for (const name of schemaPath.replace(/^#\/?/, '').split('/')) {
    here = step(here, decodeURIComponent(name.replaceAll('~1', '/').replaceAll('~0', '~')));
    const description = step(here, 'description');
    if (typeof description === 'string') words = description;
  }
  return words;
};

type Found = { readonly place: string; readonly expected: string };

const placesOf = (schema: TSchema, value: unknown): Found[] =>
  Value.Errors(schema, value).flatMap(error => {
    const missing = error.keyword === 'required' ? error.params.requiredProperties : [''];
    return missing.map(name => ({
      place: `${error.instancePath}${name === '' ? '' : `/${name}`}`,
      expected:
        expectedAt(schema, name === '' ? error.schemaPath : `${error.schemaPath}/properties/${name}`) ??
        error.message,
    }));
  });

/**
 * The faults of a value, one a place.
 * @param where the setting that names the file.
 */
export const schemaFaults = (where: string, schema: TSchema, value: unknown): Fault[] => {
  const byPlace = new Map(placesOf(schema, value).map(({ place, expected }) => [place, expected]));
  return [...byPlace].map(([place, expected]) => ({
    where: place === '' ? where : `${where} ${place}`,
    expected,
  }));
};

/** Paths of members that a schema does not know: read over, but worth a word to the operator. */
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

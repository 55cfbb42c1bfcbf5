// Makes components of the objects within the record schemas: generators make types of components, and poor ones of nested objects.
import { partDescriptions, partNames } from './component-names.ts';
import type { OpenApiObject } from './components.ts';

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutDescription = ({ description: _, ...others }: OpenApiObject): OpenApiObject => others;

/** A schema with its direct parts replaced: its members, or its items. */
const mapParts = (schema: OpenApiObject, map: (part: unknown, member: string) => unknown): OpenApiObject => {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([member, part]) => [member, map(part, `/${member}`)]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: map(items, '[]') }),
  };
};

/** An object that has no name of its own. */
const isAnonymous = (schema: OpenApiObject): boolean => schema.type === 'object';

/** Equal for objects that differ at most in what they are described as themselves. */
const shapeOf = (schema: OpenApiObject): string => JSON.stringify(withoutDescription(schema));

type Shape = { readonly places: string[]; readonly descriptions: Set<unknown> };

/** All anonymous objects within the schemas, by shape. */
const shapesIn = (schemas: OpenApiObject): ReadonlyMap<string, Shape> => {
  const shapes = new Map<string, Shape>();
  const visit = (part: unknown, place: string): unknown => {
    if (!isObject(part)) return part;
    if (isAnonymous(part)) {
      const shape = shapes.get(shapeOf(part)) ?? { places: [], descriptions: new Set() };
      shape.places.push(place);
      shape.descriptions.add(part.description);
      shapes.set(shapeOf(part), shape);
    }
    return mapParts(part, (inner, member) => visit(inner, `${place}${member}`));
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if (isObject(schema)) mapParts(schema, (part, member) => visit(part, `${name}${member}`));
  }
  return shapes;
};

/** `PatientName` for the member `PatientName` and for items of it, `PatientNameV2` for `patientName`. */
const memberName = (place: string): string => {
  const member = place.replaceAll('[]', '').split('/').at(-1) ?? '';
  const name = `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
  return name === member ? name : `${name}V2`;
};

const endsWithPlace = (place: string, end: string): boolean => place === end || place.endsWith(`/${end}`);

/** The name of the objects at these places: of the table, or that of their member. */
const nameOf = (places: readonly string[]): string => {
  const stated = Object.entries(partNames).filter(([, end]) =>
    places.some(place => endsWithPlace(place, end)),
  );
  const found = stated.length > 0 ? stated.map(([name]) => name) : [...new Set(places.map(memberName))];
  const [name, ...others] = found;
  if (name === undefined || others.length > 0) {
    throw new TypeError(
      `${places.join(', ')} are the same object: give it one name instead of ${found.join(', ')}`,
    );
  }
  return name;
};

type Named = { readonly name: string; readonly description: unknown };

const namedShapes = (schemas: OpenApiObject): ReadonlyMap<string, Named> => {
  // Generators write names in a case of their own.
  const taken = new Map(Object.keys(schemas).map(name => [name.toLowerCase(), name]));
  const named = new Map<string, Named>();
  for (const [shape, { places, descriptions: all }] of shapesIn(schemas)) {
    const name = nameOf(places);
    const earlier = taken.get(name.toLowerCase());
    if (earlier !== undefined)
      throw new TypeError(`${places[0]} differs from ${earlier}: it needs another name`);
    taken.set(name.toLowerCase(), places[0] ?? name);
    const [only, ...others] = all;
    if (others.length > 0 && partDescriptions[name] === undefined) {
      throw new TypeError(`the places of ${name} describe it differently: it needs a description of its own`);
    }
    named.set(shape, { name, description: partDescriptions[name] ?? only });
  }
  return named;
};

/**
 * Makes a component of every object within schemas.
 * @param schemas all schemas of the document, in OpenAPI's form.
 * @throws TypeError if two different objects would have one name, if one has several names or descriptions, or if a row of the
 *   table names no object.
 */
export const withNamedParts = (schemas: OpenApiObject): OpenApiObject => {
  const shapes = namedShapes(schemas);
  const missing = Object.keys(partNames).filter(
    name => ![...shapes.values()].some(shape => shape.name === name),
  );
  if (missing.length > 0) throw new TypeError(`no object for ${missing.join(', ')}`);
  const parts: Record<string, OpenApiObject> = {};
  const replaced = (part: unknown): unknown => {
    if (!isObject(part)) return part;
    const inner = mapParts(part, replaced);
    const named = isAnonymous(part) ? shapes.get(shapeOf(part)) : undefined;
    if (named === undefined) return inner;
    const { name, description } = named;
    parts[name] = { ...inner, ...(description === undefined ? {} : { description }) };
    const own = part.description === description ? {} : { description: part.description };
    return { $ref: `#/components/schemas/${name}`, ...own };
  };
  const whole = Object.entries(schemas).map(([name, schema]) => [
    name,
    isObject(schema) ? mapParts(schema, replaced) : schema,
  ]);
  return { ...Object.fromEntries(whole), ...parts };
};

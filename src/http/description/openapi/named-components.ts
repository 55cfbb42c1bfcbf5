// Makes components of the objects within the record schemas: generators make types of components, and poor ones of nested objects.
import { componentOf } from '../../../domain/records/shared/common.ts';
import type { OpenApiObject } from './components.ts';

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema with its direct parts replaced: its members, or its items, which have the name of the array. */
const mapParts = (
  schema: OpenApiObject,
  member: string,
  map: (part: unknown, member: string) => unknown,
): OpenApiObject => {
  const { properties, items } = schema;
  const members = isObject(properties)
    ? {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, part]) => [name, map(part, name)]),
        ),
      }
    : {};
  return { ...schema, ...members, ...(items === undefined ? {} : { items: map(items, member) }) };
};

/** `PatientName` for the member `PatientName` and for items of it, `PatientNameV2` for `patientName`. */
const memberName = (member: string): string => {
  const name = `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
  return name === member ? name : `${name}V2`;
};

/**
 * Makes a component of every object within schemas: by the `$id` of its schema, or else by the name of its member.
 * @param schemas all schemas of the document, in OpenAPI's form.
 * @throws TypeError if two different objects would have one name, or one object several names or descriptions.
 */
export const withNamedParts = (schemas: OpenApiObject): OpenApiObject => {
  const parts: Record<string, OpenApiObject> = {};
  // Generators write names in a case of their own.
  const taken = new Map(Object.keys(schemas).map(name => [name.toLowerCase(), name]));
  const names = new Map<string, string>();

  const addPart = (name: string, part: OpenApiObject): void => {
    const { description, ...shape } = part;
    const first = names.get(JSON.stringify(shape)) ?? name;
    if (first !== name) throw new TypeError(`${first} and ${name} are the same object: give it one name`);
    if (parts[name] === undefined) {
      const earlier = taken.get(name.toLowerCase());
      if (earlier !== undefined)
        throw new TypeError(`${name} differs from ${earlier}: it needs another name`);
    } else if (!names.has(JSON.stringify(shape)))
      throw new TypeError(`two different objects are called ${name}: one needs another name`);
    else if (parts[name].description !== description)
      throw new TypeError(`the places of ${name} describe it differently: it needs a general description`);
    taken.set(name.toLowerCase(), name);
    names.set(JSON.stringify(shape), name);
    parts[name] = part;
  };

  const replaced = (part: unknown, member: string): unknown => {
    if (!isObject(part)) return part;
    const inner = mapParts(part, member, replaced);
    if (part.type !== 'object') return inner;
    const { $id: name = memberName(member), general = part.description } = componentOf(part) ?? {};
    addPart(name, { ...inner, ...(general === undefined ? {} : { description: general }) });
    const own = part.description === general ? {} : { description: part.description };
    return { $ref: `#/components/schemas/${name}`, ...own };
  };
  const whole = Object.entries(schemas).map(([name, schema]) => [
    name,
    isObject(schema) ? mapParts(schema, name, replaced) : schema,
  ]);
  return { ...Object.fromEntries(whole), ...parts };
};

// Which members of the contract's records occur in answers.
import type { TSchema } from 'typebox';
import { sharedSchemas } from '../../../src/domain/records/index.ts';

type Shape = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
};

/** The places of all members of a schema, such as `Booking[]/PerformingUnit/Name`. A record within a record is not entered. */
export const membersOf = (schema: TSchema): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (shape: Shape, place: string, within: readonly string[]): void => {
    const name = shape.$ref?.replace('#', '');
    if (name !== undefined) {
      if (!within.includes(name)) walk(sharedSchemas.get(name) as Shape, place, [...within, name]);
    } else if (shape.items !== undefined) walk(shape.items, `${place}[]`, within);
    else {
      for (const [member, one] of Object.entries(shape.properties ?? {})) {
        found.add(`${place}/${member}`);
        walk(one, `${place}/${member}`, within);
      }
    }
  };
  walk(schema as Shape, '', []);
  return found;
};

/** Adds the places of all members of a JSON value to a set. */
export const addMembers = (value: unknown, found: Set<string>, place = ''): void => {
  if (Array.isArray(value)) {
    for (const one of value) addMembers(one, found, `${place}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) {
      found.add(`${place}/${member}`);
      addMembers(one, found, `${place}/${member}`);
    }
  }
};

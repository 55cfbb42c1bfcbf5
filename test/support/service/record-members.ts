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
  const places = new Set<string>();
  const walk = (shape: Shape, place: string, within: readonly string[]): void => {
    const name = shape.$ref?.replace('#', '');
    if (name !== undefined) {
      if (!within.includes(name)) walk(sharedSchemas.get(name) as Shape, place, [...within, name]);
    } else if (shape.items !== undefined) walk(shape.items, `${place}[]`, within);
    else {
      for (const [member, memberShape] of Object.entries(shape.properties ?? {})) {
        places.add(`${place}/${member}`);
        walk(memberShape, `${place}/${member}`, within);
      }
    }
  };
  walk(schema as Shape, '', []);
  return places;
};

/** Adds the places of all members of a JSON value to a set. */
export const addMembers = (value: unknown, places: Set<string>, place = ''): void => {
  if (Array.isArray(value)) {
    for (const item of value) addMembers(item, places, `${place}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, memberValue] of Object.entries(value)) {
      places.add(`${place}/${member}`);
      addMembers(memberValue, places, `${place}/${member}`);
    }
  }
};

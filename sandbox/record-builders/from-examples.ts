// Records with every member of their schema, made of the examples that the schemas themselves give.
import type { TSchema } from 'typebox';
import { sharedSchemas } from '../../src/domain/records/index.ts';

type Shape = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly examples?: readonly unknown[];
};

/** Records in records, and values in values, are nested once. */
const deepest = 2;

const filled = (shape: Shape, within: readonly string[]): unknown => {
  if (shape.$ref !== undefined) {
    const name = shape.$ref.replace('#', '');
    if (within.filter(one => one === name).length === deepest) return undefined;
    return filled(sharedSchemas.get(name) as Shape, [...within, name]);
  }
  if (shape.items !== undefined) {
    const item = filled(shape.items, within);
    return item === undefined ? undefined : [item];
  }
  if (shape.properties === undefined) return shape.examples?.[0];
  const members = Object.entries(shape.properties).map(([name, member]) => [name, filled(member, within)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
};

/** A value with every member of a schema. */
export const fromExamples = <T>(schema: TSchema): T => filled(schema as Shape, []) as T;

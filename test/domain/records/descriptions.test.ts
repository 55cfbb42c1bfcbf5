// Every member of every record says what it is, and every value shows an example.
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { recordSchemas, sharedSchemas } from '../../../src/domain/records/index.ts';
import { AppointmentChange, Payment, ResultRecord } from '../../../src/domain/records/transition.ts';

type AnySchema = TSchema & {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly items?: AnySchema;
};
type Member = { readonly path: string; readonly schema: AnySchema };

/** Every member below a schema, by its path; what is referred to is looked at by itself. */
const membersOf = (schema: AnySchema, path: string): Member[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    { path: `${path}/${name}`, schema: member },
    ...membersOf(member, `${path}/${name}`),
  ]),
  ...(schema.items === undefined ? [] : membersOf(schema.items, path)),
];

const isValue = ({ schema }: Member) =>
  ['string', 'number', 'integer', 'boolean'].includes(schema.type ?? '');

const roots: readonly (readonly [string, TSchema])[] = [
  ...Object.entries(recordSchemas),
  ...sharedSchemas,
  ['ResultRecord', ResultRecord],
  ['Payment', Payment],
  ['AppointmentChange', AppointmentChange],
];
const all = roots.flatMap(([name, schema]) => membersOf(schema as AnySchema, name));

describe('the members of the records', () => {
  test('are all here', () => {
    expect(all.length).toBeGreaterThan(600);
    expect(all.filter(isValue).length).toBeGreaterThan(400);
  });

  test.each(roots)('%s has a description itself', (_, schema) => {
    expect((schema as AnySchema).description).toMatch(/\.$/);
  });

  test('have a description, which is a sentence', () => {
    // The members of the bodies that clients send are described as a 400 names them: "… must be the text "PAID"".
    const isSentence = ({ path, schema }: Member) =>
      /^(Payment|AppointmentChange)\//.test(path)
        ? /^(a|the) .{8,}/.test(schema.description ?? '')
        : /^\S.{6,}\.$/.test(schema.description ?? '');
    const without = all.filter(one => !isSentence(one));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test('have an example of the right type if they are values', () => {
    const types: Readonly<Record<string, string>> = { integer: 'number' };
    const wrong = all.filter(isValue).filter(({ schema }) => {
      const [example] = schema.examples ?? [];
      return typeof example !== (types[schema.type ?? ''] ?? schema.type);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a member without a description is found', () => {
    const bare = { properties: { Name: { type: 'string' } } } as unknown as AnySchema;
    expect(membersOf(bare, 'planted').map(({ path }) => path)).toEqual(['planted/Name']);
  });
});

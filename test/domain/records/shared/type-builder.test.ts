// Our type builder makes what TypeBox makes, as JSON Schema. TypeBox's own results are the expectation.
import { Type as TypeBox } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Type } from '../../../../src/domain/records/shared/type-builder.ts';

const options = { description: 'a note', examples: ['an example'] };

/** One schema of every kind, and their nesting, made by a builder. */
const schemasBy = (builder: typeof Type) => ({
  array: builder.Array(builder.String(), { ...options, minItems: 1 }),
  boolean: builder.Boolean(options),
  enum: builder.Enum(['a', 'b'], options),
  integer: builder.Integer({ minimum: 1, ...options }),
  'literal text': builder.Literal('v2', options),
  'literal number': builder.Literal(1),
  'literal truth': builder.Literal(true),
  number: builder.Number(),
  object: builder.Object({ a: builder.String(), b: builder.Optional(builder.Number()) }, options),
  'object without required members': builder.Object({ a: builder.Optional(builder.String()) }),
  'object of a wrapped optional member': builder.Object({
    a: builder.Optional(builder.Array(builder.Optional(builder.Unsafe<string>({ $ref: 'Other#' })))),
  }),
  'closed object': builder.Object({ a: builder.String() }, { additionalProperties: false }),
  partial: builder.Partial(
    builder.Object({ a: builder.String(options), b: builder.Optional(builder.Number()) }, options),
    { $id: 'Partial' },
  ),
  'object of partial members': builder.Object(
    builder.Partial(builder.Object({ a: builder.String() })).properties,
  ),
  record: builder.Record(builder.String(), builder.Number(), options),
  'record with a pattern': builder.Record(builder.String({ pattern: '^x-' }), builder.String()),
  string: builder.String({ pattern: '^a', minLength: 1 }),
  union: builder.Union([builder.Literal('ehr'), builder.Object({ a: builder.String() })], options),
  unsafe: builder.Unsafe<string>({ type: 'string', enum: ['a'] }),
});

describe('the type builder makes the JSON Schema that TypeBox makes', () => {
  const ours = schemasBy(Type);
  const theirs = schemasBy(TypeBox);

  test.each(Object.keys(theirs) as (keyof typeof theirs)[])('%s', name => {
    expect(JSON.stringify(ours[name])).toBe(JSON.stringify(theirs[name]));
  });

  test('and leaves what it was given unchanged', () => {
    const member = Type.String();
    const whole = Type.Object({ member });
    Type.Partial(whole);
    Type.Object({ member: Type.Optional(member) });
    expect(Type.Object({ member })).toEqual({
      type: 'object',
      required: ['member'],
      properties: { member: { type: 'string' } },
    });
    expect(whole.required).toEqual(['member']);
  });
});

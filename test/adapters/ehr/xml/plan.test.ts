// The plan of a decoder: what a schema's shape means for its elements, and which schemas cannot be planned.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { type ObjectPlan, planOf, trimmed } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { Coded, Identifier, refTo, stringEnum } from '../../../../src/domain/records/shared/common.ts';
import { withHidden } from '../../../../src/domain/records/shared/hiding.ts';

const rules = { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas };
const text = Type.String();
const texts = Type.Array(text);

/** The plan of the only member of a document. */
const innerOf = (schema: Parameters<typeof planOf>[0]): ObjectPlan => {
  const inner = planOf(Type.Object({ a: schema }), rules).members.get('a')?.plan;
  if (inner?.type !== 'object') throw new Error('no object');
  return inner;
};

describe('an object with one member', () => {
  test.each([
    ['a list: a container', Type.Object({ b: texts }), 'b', undefined],
    ['`value`: what is wrapped', Type.Object({ value: text }), undefined, 'value'],
    ['a list called `value`: a container', Type.Object({ value: texts }), 'value', undefined],
    ['another text: neither', Type.Object({ b: text }), undefined, undefined],
    ['a list beside its own text: neither', Type.Object({ $self: text, b: texts }), undefined, undefined],
    ['`value` beside its own text: neither', Type.Object({ $self: text, value: text }), undefined, undefined],
    ['two lists: neither', Type.Object({ b: texts, c: texts }), undefined, undefined],
    ['`value` and another: neither', Type.Object({ value: text, c: text }), undefined, undefined],
    ['nothing: neither', Type.Object({}), undefined, undefined],
  ])('%s', (_, schema, container, wrapped) => {
    const plan = innerOf(schema);
    expect([plan.container?.key, plan.wrapped?.key]).toEqual([container, wrapped]);
  });
});

test('an object’s own text is none of its elements', () => {
  const plan = innerOf(Type.Object({ $self: text, b: text }));
  expect(plan.self?.path).toBe('a/$self');
  expect([...plan.members.keys()]).toEqual(['b']);
});

test.each([
  ['Identifier', refTo(Identifier), true],
  ['Coded', refTo(Coded), true],
  ['of its own', Type.Object({ b: text }), false],
])('whether an empty object counts as absent: %s', (_, schema, isAbsent) => {
  expect(innerOf(schema).emptyIsAbsent).toBe(isAbsent);
});

describe('texts are trimmed', () => {
  const trims = (plan: ObjectPlan, element: string) => {
    const inner = plan.members.get(element)?.plan;
    return inner?.type === 'text' ? inner.trim : undefined;
  };

  test('in an Identifier and a coded value, also deep in it', () => {
    expect(trims(innerOf(refTo(Identifier)), 'extension')).toBe(true);
    const coded = innerOf(refTo(Coded));
    expect(trims(coded, 'code')).toBe(true);
    const shown = coded.members.get('displayName')?.plan;
    expect(shown?.type === 'object' ? trims(shown, 'value') : undefined).toBe(true);
  });

  test('where the schema says so, in a list too, and where it has a closed list of words', () => {
    const schema = { a: trimmed(text), b: Type.Array(trimmed(text)), c: stringEnum(['x']), d: text };
    const plan = planOf(Type.Object(schema), rules);
    expect(['a', 'b', 'c', 'd'].map(element => trims(plan, element))).toEqual([true, true, true, false]);
  });

  test('but not beside those', () => {
    const plan = planOf(Type.Object({ a: refTo(Identifier), b: text }), rules);
    expect(trims(plan, 'b')).toBe(false);
  });
});

test.each([
  ['compact-timestamp', '2026-01-15', '20260115000000', true],
  ['compact-date', '2026-01-15', '20260115', true],
  ['moment', '2026-01-15', { local: '20260115000000', epoch: Date.parse('2026-01-14T23:00Z') }, true],
])('a text in the format %s is read as a time, also from `value`', (format, written, value, attribute) => {
  const plan = planOf(Type.Object({ a: Type.String({ format }) }), rules).members.get('a')?.plan;
  if (plan?.type !== 'value') throw new Error('no value');
  expect([plan.read(written), plan.attribute]).toEqual([value, attribute]);
});

test.each([
  ['boolean', Type.Boolean(), '1', true],
  ['integer', Type.Integer(), '7', 7],
  ['number', Type.Number(), '7,5', 7.5],
])('a %s is read from the text of its element alone', (_, schema, written, value) => {
  const plan = planOf(Type.Object({ a: schema }), rules).members.get('a')?.plan;
  if (plan?.type !== 'value') throw new Error('no value');
  expect([plan.read(written), plan.attribute]).toEqual([value, false]);
});

describe('a value that the loss of another hides nothing beside', () => {
  const dependent = (unless: string) => withHidden('time', Type.Object({ value: text }), { unless });

  test('is found by the names of the record', () => {
    const plan = planOf(Type.Object({ A: dependent('B/Value'), B: Type.Object({ Value: text }) }), {
      ...rules,
      layout: { names: {} },
    });
    expect(plan.conditional).toEqual([{ member: plan.members.get('A'), unless: ['b', 'value'] }]);
  });

  test.each([
    ['that does not exist', 'C', 'no member C'],
    ['within what does not have it', 'B/C', 'no member C'],
    ['within a text', 'B/Value/C', 'no object at B/Value'],
  ])('%s: there is no plan', (_, unless, message) => {
    const schema = Type.Object({ A: dependent(unless), B: Type.Object({ Value: text }) });
    expect(() => planOf(schema, rules)).toThrow(new TypeError(message));
  });
});

describe('there is no plan', () => {
  test.each([
    [
      'without the schema that it refers to',
      Type.Object({ a: Type.Unsafe({ $ref: 'Nowhere#' }) }),
      'no schema has the $id Nowhere',
    ],
    [
      'for a type that no text can be read as',
      Type.Object({ a: Type.Object({ b: Type.Null() }) }),
      'a/b: no way to read null',
    ],
  ])('%s', (_, schema, message) => {
    expect(() => planOf(schema, rules)).toThrow(new TypeError(message));
  });

  test('for two members that a layout calls the same', () => {
    const layout = { names: { a: 'c', b: 'c' } };
    expect(() => planOf(Type.Object({ a: text, b: text }), { ...rules, layout })).toThrow(
      new TypeError('b: another member is called c'),
    );
  });
});

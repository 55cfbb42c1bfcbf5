// A decoded document whose members are read as properties: what is read of it, and what is not.
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { planOf } from '../../../../src/adapters/ehr/xml/plan.ts';
import { peek, trackDocument } from '../../../../src/adapters/ehr/xml/tracked-document.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';

const text = Type.String();

const plan = planOf(
  Type.Object({
    $self: text,
    id: text,
    flag: Type.Boolean(),
    code: Type.Object({ code: text, displayName: text }),
    reasons: Type.Array(Type.Object({ reason: text, other: text })),
    ids: Type.Array(text),
    drug: Type.Object({ dosage: Type.Array(Type.Object({ low: text, unit: text })), form: text }),
  }),
  { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas },
);

const made = () => ({
  $self: 'Own text',
  id: '1',
  flag: false,
  code: { code: 'A', displayName: 'Words' },
  reasons: [{ reason: 'first', other: 'x' }, { reason: 'second' }],
  ids: ['a', 'b'],
  drug: { dosage: [{ low: '1', unit: 'ml' }], form: 'Tablett' },
});

/** A document, and the path of each value of it that has not been read, once for each. */
const tracked = () => {
  const { document, unread } = trackDocument(made(), plan);
  return { document, unread: () => unread().flatMap(({ path, times = 1 }) => Array(times).fill(path)) };
};

/** The path of each member, once for each of its values. */
const nothingRead = [
  '$self',
  'id',
  'flag',
  ...['code', 'code'],
  ...['reasons', 'reasons', 'reasons'],
  ...['ids', 'ids'],
  ...['drug', 'drug', 'drug'],
];

test('without any read, reports the path of each member once per value', () => {
  expect(tracked().unread()).toEqual(nothingRead);
});

test('does not report what is read; reports its siblings with their own paths', () => {
  const { document, unread } = tracked();
  const { $self: own, id, flag, reasons } = document;
  expect([own, id, flag]).toEqual(['Own text', '1', false]);
  expect(document.code.displayName).toBe('Words');
  expect(reasons.map(({ reason }) => reason)).toEqual(['first', 'second']);
  expect(document.ids).toEqual(['a', 'b']);
  expect(document.drug.dosage[0]?.low).toBe('1');
  expect(unread()).toEqual(['code/code', 'reasons/other', 'drug/dosage/unit', 'drug/form']);
});

test('of a list, an item of which nothing is read has the path of the list', () => {
  const { document, unread } = tracked();
  expect(document.reasons[0]?.other).toBe('x');
  expect(unread().filter(path => path.startsWith('reasons'))).toEqual(['reasons/reason', 'reasons']);
});

test('seeing that a part exists reads none of its values', () => {
  const { document, unread } = tracked();
  expect(document.code).toBeDefined();
  expect(document.reasons).toHaveLength(2);
  expect(unread()).toEqual(nothingRead);
});

test('a part is the same one each time', () => {
  const { document } = tracked();
  expect(document.code).toBe(document.code);
  expect(document.reasons[0]).toBe(document.reasons[0]);
});

test('peek reads nothing', () => {
  const { document, unread } = tracked();
  expect(peek(document).id).toBe('1');
  expect(peek(document.code).displayName).toBe('Words');
  expect(peek(made()).id).toBe('1');
  expect(unread()).toEqual(nothingRead);
});

test('a part that is copied as a whole is unread', () => {
  const { document, unread } = tracked();
  expect({ ...document.code }).toEqual({});
  expect(unread()).toEqual(nothingRead);
});

test('what the document does not have is absent, whatever objects inherit', () => {
  const { document } = trackDocument<{ id?: string; code?: object }>({}, plan);
  expect([document.id, document.code]).toEqual([undefined, undefined]);
  expect((document as { toString?: unknown }).toString).toBeUndefined();
});

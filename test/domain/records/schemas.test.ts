// Every record schema, member for member, against the published trees; and every example against both.
import { Ajv, type AnySchema } from 'ajv';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { publishedTrees } from '../../../sandbox/record-builders/published-trees.ts';
import {
  archetypeRecord,
  contact,
  isArrayTree,
  noteRecord,
  patient,
  type Tree,
} from '../../../sandbox/record-builders/record-trees.ts';
import { ContactExtract } from '../../../src/domain/records/contact.ts';
import { examples } from '../../../src/domain/records/examples.ts';
import { recordKinds, recordSchemas, sharedSchemas } from '../../../src/domain/records/index.ts';
import { PatientExtract } from '../../../src/domain/records/patient.ts';
import {
  AppointmentChange,
  appointmentChangeExample,
  Payment,
  paymentExample,
  ResultRecord,
  resultExample,
} from '../../../src/domain/records/transition.ts';
import { listed } from '../../support/listed.ts';

/** Shared schemas that the trees know by a name; all others they write out. */
const named: Readonly<Record<string, string>> = {
  Identifier: 'Identifier',
  TimeValue: 'Time',
  DateValue: 'Date',
  Coded: 'Coded',
  Version: 'Version',
  AnyObject: 'Any',
  NoteRecord: 'Record',
  ArchetypeRecord: 'ArchetypeRecord',
};

/** The kinds of value that are objects, written out (records.md). */
const objects = {
  Identifier: { root: 'string', extension: 'string' },
  Time: { value: 'time text' },
  Date: { value: 'date text' },
  Version: { version: 'number' },
  Coded: {
    code: 'string',
    codeSystem: 'string',
    codeSystemName: 'string',
    codeSystemVersion: 'string',
    displayName: { value: 'string' },
  },
  Record: noteRecord,
  ArchetypeRecord: archetypeRecord,
} as const satisfies Readonly<Record<string, Tree>>;

type AnyJson = {
  $id?: string;
  $ref?: string;
  type?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, AnyJson>;
  items?: AnyJson;
};

const jsonOf = (schema: object): AnyJson => schema;

const sharedOf = (id: string): AnyJson => {
  const schema = sharedSchemas.get(id);
  if (schema === undefined) throw new Error(`no shared schema ${id}`);
  return jsonOf(schema);
};

/** A schema in the notation of the trees. */
const treeOf = (schema: object): Tree => {
  const { $ref, type, format, properties, items } = jsonOf(schema);
  if ($ref !== undefined) {
    const id = $ref.replace(/#$/, '');
    return named[id] ?? treeOf(sharedOf(id));
  }
  if (type === 'array' && items !== undefined) return [treeOf(items)];
  if (type === 'object' && properties !== undefined) {
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, treeOf(inner)]));
  }
  if (type === 'string' && format === 'compact-timestamp') return 'time text';
  if (type === 'string' && format === 'compact-date') return 'date text';
  if (type === undefined || type === 'object' || type === 'array')
    throw new Error('a schema that says nothing');
  return type;
};

describe('each record has exactly the members of its published tree', () => {
  test.each(Object.keys(publishedTrees) as (keyof typeof publishedTrees)[])('%s', kind => {
    expect(treeOf(recordSchemas[kind])).toEqual(publishedTrees[kind]);
  });

  test('the answer of the two transitions', () => {
    expect(treeOf(ResultRecord)).toEqual({ ResultCode: 'string', Comment: 'string', Any: ['Any'] });
  });

  test('the extracts that the v2 layouts are made from', () => {
    expect(treeOf(PatientExtract)).toEqual(patient);
    expect(treeOf(ContactExtract)).toEqual(contact);
  });

  test.each<[string, Tree]>([
    ['NoteRecord', objects.Record],
    ['ArchetypeRecord', objects.ArchetypeRecord],
    ['Identifier', objects.Identifier],
    ['TimeValue', objects.Time],
    ['DateValue', objects.Date],
    ['Version', objects.Version],
    ['Coded', objects.Coded],
  ])('the shared %s', (id, tree) => {
    expect(treeOf(sharedOf(id))).toEqual(tree);
  });
});

/** Where a schema requires members, beside the envelope of bookings and transitions. */
const requiring = ({ required = [], properties = {}, items }: AnyJson, path: string): string[] => [
  ...required.map(name => `${path}/${name}`),
  ...Object.entries(properties).flatMap(([name, inner]) => requiring(inner, `${path}/${name}`)),
  ...(items === undefined ? [] : requiring(items, path)),
];

test('no member of a record is required, but for the lists and words that bookings always have (D16)', () => {
  const all = Object.entries(recordSchemas).flatMap(([kind, schema]) => requiring(jsonOf(schema), kind));
  const shared = [...sharedSchemas].flatMap(([id, schema]) => requiring(jsonOf(schema), id));
  expect([...all, ...shared].sort()).toEqual(
    listed(`
    appointments/Any appointments/Booking appointments/Booking/Any appointments/Comment
    appointments/RegisteredBooking appointments/RegisteredBooking/Any appointments/ResultCode
  `),
  );
});

describe("the bounds of video meetings are the contract's", () => {
  const { properties } = jsonOf(recordSchemas.videoMeetings);
  const text = { type: 'string', maxLength: 64 };
  const unix = { type: 'integer', format: 'int64', minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 };

  test.each<[string, object]>([
    ['actionId', { type: 'integer', format: 'int64', minimum: 0, maximum: 10_000_000_000_000_000 }],
    ['startDateTimeInUnix', unix],
    ['endDateTimeInUnix', unix],
    ['performingUnitName', text],
    ['serviceName', text],
    ['meetingLink', text],
    ['otherStaffList', { type: 'array', maxItems: 32 }],
    ['server', { properties: { discoveryURI: text, clientID: text } }],
  ])('%s', (name, bounds) => {
    expect(properties?.[name]).toMatchObject(bounds);
  });

  test('staff', () => {
    expect(sharedOf('Staff').properties).toMatchObject({ name: text, type: text });
  });
});

type Example = [name: string, schema: TSchema, example: unknown, tree: Tree];

const rows: Example[] = [
  ...recordKinds.map((kind): Example => [kind, recordSchemas[kind], examples[kind], publishedTrees[kind]]),
  ['ResultRecord', ResultRecord, resultExample, { ResultCode: 'string', Comment: 'string', Any: ['Any'] }],
  ['Payment', Payment, paymentExample, { status: 'string', contactId: 'string', paymentType: 'string' }],
  ['AppointmentChange', AppointmentChange, appointmentChangeExample, { status: 'string' }],
];

const formats = { 'compact-timestamp': /^\d{14}$/, 'compact-date': /^\d{8}$/, int64: true } as const;

const values: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  number: value => typeof value === 'number',
  integer: value => typeof value === 'bigint' || Number.isInteger(value),
  'time text': value => typeof value === 'string' && /^\d{14}$/.test(value),
  'date text': value => typeof value === 'string' && /^\d{8}$/.test(value),
  Any: value => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Where a value is not what its tree says. */
const misfits = (value: unknown, tree: Tree, path = ''): string[] => {
  if (typeof tree === 'string') {
    if (tree in objects) return misfits(value, objects[tree as keyof typeof objects], path);
    return values[tree]?.(value) === true ? [] : [path];
  }
  if (isArrayTree(tree)) {
    if (!Array.isArray(value)) return [path];
    return value.flatMap((item, at) => misfits(item, tree[0], `${path}/${at}`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = Object.hasOwn(tree, name) ? tree[name] : undefined;
    return member === undefined ? [`${path}/${name}`] : misfits(inner, member, `${path}/${name}`);
  });
};

describe('examples', () => {
  const ajv = new Ajv({ strict: false, formats });
  for (const schema of sharedSchemas.values()) ajv.addSchema(schema as AnySchema);

  test.each(rows)('%s: valid, and made only of published members and times', (_, schema, example, tree) => {
    const validate = ajv.compile(schema as AnySchema);
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
    expect(misfits(example, tree)).toEqual([]);
  });

  test('the check of the examples finds errors', () => {
    const wrong = {
      XSDVersion: { version: '0.42' },
      PatientEHRExtract: [
        { time_created: { value: '20260115' }, Patient: { PatientBirthDate: { value: '1912' }, Shoe: '' } },
      ],
    };
    expect(misfits(wrong, publishedTrees.patients)).toEqual(
      listed(`
      /XSDVersion/version /PatientEHRExtract/0/time_created/value
      /PatientEHRExtract/0/Patient/PatientBirthDate/value /PatientEHRExtract/0/Patient/Shoe
    `),
    );
    const validate = ajv.compile(recordSchemas.patients as AnySchema);
    expect(validate(wrong)).toBe(false);
  });
});

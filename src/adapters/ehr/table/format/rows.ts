// The rows of a table: which value of the answer goes where in the record. Their schemas check the files, are published as JSON Schemas
// for editors, and give the types.
import { type Static, type TSchema, Type } from 'typebox';
import {
  Conditions,
  closedObject,
  digitsOption,
  fileName,
  literal,
  path,
  scalar,
  timeOption,
  trueOrFalse,
  Words,
} from './values.ts';

const { Optional } = Type;

const when = Optional(Conditions);
const required = Optional(trueOrFalse('true: the record lacks something if the value is missing'));
const single = Optional(trueOrFalse('true: the EHR sends a list of one'));

const words = Optional(
  Type.Union([fileName('words'), Words], {
    description: 'the name of a file in words/, or { word of the EHR: word of the record, or null }',
  }),
);

const From = closedObject({
  from: Type.Union([path(), Type.Array(path(), { minItems: 2 })], {
    description: 'a path in the EHR’s answer; beside time also a list of paths, whose texts are one time',
  }),
  words,
  otherwise: Optional(
    Type.Union([Type.Literal('as-sent'), closedObject({ value: scalar })], {
      description: '"as-sent", or { "value": … }: what a word means that is not listed',
    }),
  ),
  not: Optional(trueOrFalse('true: the opposite of the EHR’s true or false')),
  time: timeOption,
  day: Optional(trueOrFalse('true: only the day counts, as it is written')),
  digits: digitsOption,
  form: Optional(literal('html', '"html": the EHR sends HTML, whose text is published')),
  shift: Optional(
    Type.Integer({
      minimum: -6,
      maximum: 6,
      description: 'how many places the decimals are moved: -2 from öre to kronor',
    }),
  ),
  plus: Optional(
    closedObject(
      { minutes: path('the path of a number of minutes') },
      { description: '{ "minutes": path }: the time that is so many minutes later' },
    ),
  ),
  single,
  required,
  when,
});

const Id = closedObject({
  id: path(),
  root: Type.String({ minLength: 1, description: 'the root of the id: the OID of its register' }),
  words,
  digits: digitsOption,
  single,
  required,
  when,
});

const Hsa = closedObject({ hsa: path(), words, single, required, when });

const Join = closedObject({
  join: Type.Array(Type.Union([path(), closedObject({ text: Type.String({ minLength: 1 }) })]), {
    minItems: 2,
    description: 'at least two of: a path, or { "text": a text in place of the separator }',
  }),
  separator: Optional(Type.String({ description: 'the text between, by default a blank' })),
  required: Optional(
    Type.Union([Type.Boolean(), Type.Array(path(), { minItems: 1 })], {
      description: 'true, or the paths without whose values there is no text',
    }),
  ),
  when,
});

const Value = closedObject({ value: scalar, when });

const Born = closedObject({
  born: literal('number', '"number": the date of birth in the patient’s number'),
  when,
});

const Until = closedObject({
  until: path('the path of the time until which it is true'),
  time: timeOption,
  when,
});

const Names = closedObject({
  names: path('the path of the given names: a text with blanks between them, or a list of texts'),
  called: Optional(path('the path of the name in use')),
  position: Optional(
    path(
      'in place of called, the path of the position of the name in use: the two digits of the population register (20, 23), or a digit with first beside it',
    ),
  ),
  first: Optional(
    Type.Enum([0, 1], { description: '0 or 1: the position of the first name, where position is a digit' }),
  ),
  required,
  when,
});

/** Rows within a row are checked one by one (`rowSchemas`), so a fault says which row it is in. */
const rows = Optional(
  Type.Object({}, { description: 'rows: { member of the record: where its value comes from }' }),
);
const use = Optional(fileName('parts'));

const Each = closedObject({
  each: path(),
  keyed: Optional(
    Type.String({
      minLength: 1,
      description: 'the name under which rows read the key, where the items are the members of an object',
    }),
  ),
  record: rows,
  use,
  item: Optional(Type.Unknown({ description: 'a row for each item, in which the path . is the item' })),
  where: when,
  others: Optional(literal('any', '"any": items of which the conditions do not speak are not counted')),
  required,
  when,
});

const Block = closedObject({ block: path(), record: rows, use, single, required, when });

const Refer = closedObject({
  refer: Type.String({ minLength: 1, description: 'the name of a list in refers of system.json' }),
  by: path('the path of the key in that list'),
  record: rows,
  use,
  item: Optional(Type.Unknown({ description: 'a row whose paths start at what the key refers to' })),
  single,
  required,
  when,
});

/** The kinds of row, by the member that tells them apart. */
export const rowSchemas = {
  from: From,
  id: Id,
  hsa: Hsa,
  each: Each,
  block: Block,
  refer: Refer,
  join: Join,
  value: Value,
  names: Names,
  born: Born,
  until: Until,
} as const satisfies Record<string, TSchema>;

export type RowKind = keyof typeof rowSchemas;
export const rowKinds = Object.keys(rowSchemas) as RowKind[];

/** A row that its schema has checked. */
export type RowOf<K extends RowKind> = Static<(typeof rowSchemas)[K]>;

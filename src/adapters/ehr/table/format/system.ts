// system.json of a region's tables: how the EHR is called, and what its answers mean (docs/region-tables.md).
import { type Static, type TSchema, Type } from 'typebox';
import type { SourceKind } from '../../../../domain/records/index.ts';
import {
  Conditions,
  closed,
  digitsOption,
  fileName,
  Ignore,
  path,
  presence,
  scalar,
  timeDescription,
  Words,
} from './values.ts';

const { Optional } = Type;

const placeholders = '{patient}, {id}, {from}, {to}, {booking} or {paymentType}';

const httpPath = Type.String({
  pattern: '^/[^?#\\s\\\\]*$',
  description: `a path that begins with /, without query. A segment may be ${placeholders}`,
});

const parameterValue = Type.String({ description: `a text, or one of ${placeholders}` });

const Query = Type.Record(
  Type.String({ minLength: 1 }),
  Type.Union([
    parameterValue,
    Type.Object(
      { value: parameterValue, else: Type.String({ description: 'the text where there is no value' }) },
      closed,
    ),
  ]),
  { description: 'parameter → its value, or { "value": …, "else": … }' },
);
export type Query = Static<typeof Query>;

/** An answer that is recognized by its status and by words in its body. */
const Answer = Type.Object(
  {
    status: Type.Union([Type.Literal(200), Type.Integer({ minimum: 400, maximum: 599 })], {
      description: 'the HTTP status: 200, or from 400 to 599',
    }),
    body: Conditions,
  },
  { ...closed, description: '{ "status": 404, "body": { path: [words] } }' },
);

const isId = Optional(
  Type.Literal('id', { description: '"id": the EHR names the id that the lookup found' }),
);

const numberForm = {
  form: Optional(
    Type.Union([Type.Literal('10'), Type.Literal('6-4')], {
      description: '"10" or "6-4": the EHR names the patient by ten digits, with or without a sign',
    }),
  ),
  born: Optional(
    path('the path of the date of birth beside the number, which tells whose ten digits they are'),
  ),
};
const absent = Optional(
  Type.Literal('answer', { description: '"answer": a record that names nobody is the answer’s' }),
);

const OwnerRow = Type.Union(
  [
    Type.Object({ record: path(), is: isId, ...numberForm }, closed),
    Type.Object({ answer: path(), is: isId, ...numberForm }, closed),
    Type.Object({ record: path(), answer: path(), is: isId, absent, ...numberForm }, closed),
  ],
  {
    description:
      '{ "record": path } or { "answer": path }: where each record, or the answer, names its patient; "is": "id" beside it if that is the id of the lookup',
  },
);
export type OwnerRow = {
  readonly record?: string;
  readonly answer?: string;
  readonly is?: 'id';
  readonly absent?: 'answer';
  readonly form?: '10' | '6-4';
  readonly born?: string;
};

const markMembers = {
  from: path(),
  absent: Optional(Type.Literal('shown', { description: '"shown": a record without the mark is shown' })),
  when: Optional(Conditions),
};

/** A mark of a record that decides whether a patient may see it. */
const WordMark = Type.Object(
  {
    ...markMembers,
    shown: Type.Union([Type.Array(scalar), presence], {
      description: 'the words with which a record is shown; or "present" or "absent"',
    }),
    hidden: Optional(Type.Array(scalar, { description: 'the words with which it is not shown' })),
  },
  closed,
);

/** A time until which a record is not shown. */
const ClockMark = Type.Object(
  {
    ...markMembers,
    until: Type.Literal('now', {
      description: '"now": the record is shown when the time at the path has come',
    }),
    time: Optional(Type.String({ minLength: 4, maxLength: 40, description: timeDescription })),
  },
  closed,
);

const Mark = Type.Union([WordMark, ClockMark], {
  description: '{ "from": path, "shown": [words], "hidden": [words] }, or { "from": path, "until": "now" }',
});
export type Mark = Static<typeof Mark>;

const Visible = Type.Union([Type.Literal('all'), Mark, Type.Array(Mark, { minItems: 1 })], {
  description:
    '"all", or the mark that lets a record be shown: { "from": path, "shown": [words], "hidden": [words] }, or a list of marks',
});

const ProtectionRow = Type.Union(
  [
    Type.Literal('not-said'),
    Type.Object(
      {
        from: path(),
        words: Optional(Type.Union([fileName('words'), Words])),
        not: Optional(Type.Boolean({ description: 'true: the opposite of the EHR’s true or false' })),
      },
      closed,
    ),
  ],
  {
    description:
      '"not-said", or where the EHR says whether the identity is protected: { "from": path, "words": { word: true or false } }',
  },
);
export type ProtectionRow = Static<typeof ProtectionRow>;

const parameter = Type.String({ minLength: 1 });
const first = Type.Union([Type.Literal(0), Type.Literal(1)], {
  description: '0 or 1: the number of the first page',
});

const Next = Type.Union(
  [
    Type.Object({ cursor: path(), parameter: Type.String({ minLength: 1 }), digits: digitsOption }, closed),
    Type.Object({ offset: parameter, total: path() }, closed),
    Type.Object({ offset: parameter, more: path() }, closed),
    Type.Object({ page: parameter, first, total: path() }, closed),
    Type.Object({ page: parameter, first, more: path() }, closed),
    Type.Object({ link: path() }, closed),
  ],
  {
    description:
      '{ "cursor": path, "parameter": name }, { "link": path }, or { "offset": parameter } or { "page": parameter, "first": 0 or 1 } with "total": path or "more": path',
  },
);
export type Next = Static<typeof Next>;

const body = Optional(
  Type.Object({}, { description: `an object: names and texts; a text may be one of ${placeholders}` }),
);

const good = Optional({
  ...Conditions,
  description: 'path → words: an answer that does not say all of it is a failure, however empty its list is',
});
const partial = Optional({
  ...Conditions,
  description: 'path → words: an answer that says all of it lacks something',
});

const listMembers = {
  method: Optional(
    Type.Literal('POST', {
      description: '"POST", with a body: a search that changes nothing, and is repeated',
    }),
  ),
  path: httpPath,
  query: Optional(Query),
  body,
  items: Optional(path('the path of the list of records in the answer; . if the answer is the list')),
  record: Optional(path('the path of the one record in the answer; . if the answer is the record')),
  beside: Optional(Ignore),
  empty: Optional(Conditions),
  good,
  partial,
};

const ListReference = Type.Union(
  [
    Type.Object(
      {
        map: path('the path of an object whose members are referred to by their names'),
        ignore: Optional(Ignore),
      },
      closed,
    ),
    Type.Object(
      {
        list: path('the path of a list'),
        key: path('the path of the key in an item'),
        ignore: Optional(Ignore),
      },
      closed,
    ),
  ],
  { description: '{ "map": path }, or { "list": path, "key": path in an item }' },
);
export type ListReference = Static<typeof ListReference>;

const refers = Optional(
  Type.Record(Type.String({ minLength: 1 }), ListReference, {
    description: 'name → a list of the answer to which its records refer, such as its units',
  }),
);

const kindMembers = { ...listMembers, refers, owner: OwnerRow, visible: Visible, next: Optional(Next) };
const Kind = Type.Object(kindMembers, closed);
const Patients = Type.Object({ ...kindMembers, protected: ProtectionRow }, closed);
export type Kind = Static<typeof Kind>;

/** Where the answer of a lookup names the patient by the number, and the kind whose record does. */
const LookupOwner = Type.Object(
  {
    record: Optional(path()),
    answer: Optional(path()),
    ...numberForm,
    kind: Optional(
      Type.Literal('patients', { description: '"patients": the record of this kind names the patient' }),
    ),
    is: Optional(
      Type.Never({
        description:
          'no is: the id is what the lookup finds. If its answer names nobody, write { "kind": "patients" }',
      }),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    description:
      '{ "record": path } or { "answer": path }: where the answer names the patient by the number; { "kind": "patients" }: it names nobody, but the record of patients does, which is then read with the id; or both',
  },
);

const LookupRow = Type.Object(
  {
    ...listMembers,
    owner: LookupOwner,
    id: path('the path of the id, in the record that the lookup finds'),
    digits: digitsOption,
  },
  { ...closed, description: 'the call that finds the EHR’s own id of a patient' },
);
export type LookupRow = Static<typeof LookupRow>;

const Result = Type.Object(
  {
    status: Type.Integer({ minimum: 200, maximum: 599, description: 'an HTTP status' }),
    body: Optional(Conditions),
    result: Type.Enum(['OK', 'INFO', 'ERROR', 'unknown-patient', 'unknown-booking'], {
      description: 'OK, INFO, ERROR, unknown-patient or unknown-booking',
    }),
    comment: Optional(path('the path of the EHR’s own words')),
  },
  closed,
);
export type Result = Static<typeof Result>;

const WriteRows = Type.Object(
  {
    method: Type.Enum(['PUT', 'POST', 'PATCH'], { description: 'PUT, POST or PATCH' }),
    path: httpPath,
    query: Optional(Query),
    body,
    headers: Optional(
      Type.Record(
        Type.String({ minLength: 1 }),
        Type.String({ minLength: 1, maxLength: 1000, pattern: '^[ -~]*$' }),
        {
          description: 'header → its value, a text or {booking:PATH}, also between quotation marks',
        },
      ),
    ),
    results: Type.Array(Result, {
      minItems: 1,
      description: 'a list of { "status", "body", "result", "comment" }',
    }),
    ignore: Optional(Ignore),
  },
  closed,
);
export type WriteRows = Static<typeof WriteRows>;

const PaymentRow = Type.Object(
  {
    ...WriteRows.properties,
    paymentTypes: Optional(
      Type.Object(
        { CASH: Type.String({ minLength: 1 }), CARD: Type.String({ minLength: 1 }) },
        { ...closed, description: '{ "CASH": word of the EHR, "CARD": word of the EHR }' },
      ),
    ),
  },
  closed,
);
export type PaymentRow = Static<typeof PaymentRow>;

export const SystemFile = Type.Object(
  {
    $schema: Optional(Type.String()),
    format: Type.Enum(['json', 'xml'], { description: 'json or xml' }),
    namespaces: Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,30}$' }),
        Type.String({ minLength: 1 }),
        {
          minProperties: 1,
          description: 'prefix of the tables → XML namespace',
        },
      ),
    ),
    decimals: Optional(
      Type.Enum(['point', 'comma'], {
        description: 'point or comma: how texts write decimals, by default point',
      }),
    ),
    lookup: Optional(LookupRow),
    unknownPatient: Type.Union([Type.Literal('empty-lookup'), Answer], {
      description:
        '{ "status": 404, "body": { path: [words] } }, the EHR’s word that it does not know the patient, with its status (200 too); or "empty-lookup"',
    }),
    good,
    partial,
    partialAnswers: Optional(
      Type.Boolean({
        description:
          'true: an answer that says that some of it is missing is used, and counted, unless it is empty',
      }),
    ),
    kinds: Type.Object(
      {
        appointments: Optional(Kind),
        patients: Optional(Patients),
        contacts: Optional(Kind),
        attentionSignals: Optional(Kind),
        videoMeetings: Optional(Kind),
        prescriptions: Optional(Kind),
        journalNotes: Optional(Kind),
      } satisfies Record<SourceKind, TSchema>,
      { ...closed, minProperties: 1, description: 'kind → how it is read' },
    ),
    writes: Optional(
      Type.Object(
        { arrive: Optional(WriteRows), pay: Optional(PaymentRow) },
        { ...closed, description: '{ "arrive": …, "pay": … }' },
      ),
    ),
  },
  closed,
);
export type SystemFile = Static<typeof SystemFile>;

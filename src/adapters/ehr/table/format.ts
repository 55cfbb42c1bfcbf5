// The format of a region's tables: system.json, which says how the EHR is called and what its answers mean, and one table for each
// kind, whose rows say which value of the answer goes where in the record (docs/region-tables.md). The schemas check the files, are
// published as JSON Schemas for editors, and give the types.
import { type Static, type TSchema, Type } from 'typebox';

const closed = { additionalProperties: false } as const;
const { Optional } = Type;

/** A path in the EHR's answer: names from the outside in with `/` between, `@name` for an XML attribute, `.` for the value itself. */
const path = (description = 'a path in the EHR’s answer, such as unit/name') =>
  Type.String({ minLength: 1, maxLength: 1000, description });

/** The name of a file below `words/` or `parts/`, without its ending. */
const fileName = (folder: 'words' | 'parts') =>
  Type.String({
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    description: `the name of a file in ${folder}/, without .json: lower-case letters, digits and hyphens`,
  });

const flag = (description: string) => Type.Boolean({ description });
const scalar = Type.Union([Type.String({ minLength: 1 }), Type.Number(), Type.Boolean()], {
  description: 'a text, a number, true or false',
});
const reason = Type.String({ minLength: 3, description: 'the reason, as a text' });

const someWords = Type.Array(scalar, {
  minItems: 1,
  description: 'a list of words of the EHR: texts, numbers, true or false',
});

/** Conditions on the EHR's words, by path. All must hold. */
export const Conditions = Type.Record(Type.String({ minLength: 1 }), someWords, {
  minProperties: 1,
  description: 'path → a list of words of the EHR, such as { "status": ["done"] }',
});
export type Conditions = Static<typeof Conditions>;

/** A closed list: word of the EHR → what it means in the record. */
export const Words = Type.Record(Type.String({ minLength: 1 }), scalar, {
  minProperties: 1,
  description: 'word of the EHR → word of the record, such as { "J": true, "N": false }',
});
export type Words = Static<typeof Words>;

const when = Optional(Conditions);
const required = Optional(flag('true: the record lacks something if the value is missing'));
const single = Optional(flag('true: the EHR sends a list of one'));
const digits = Optional(flag('true: the EHR sends a number, whose digits are published as a text'));

const From = Type.Object(
  {
    from: path(),
    words: Optional(
      Type.Union([fileName('words'), Words], {
        description: 'the name of a file in words/, or { word of the EHR: word of the record }',
      }),
    ),
    otherwise: Optional(
      Type.Union([Type.Literal('as-sent'), Type.Object({ value: scalar }, closed)], {
        description: '"as-sent", or { "value": … }: what a word means that is not listed',
      }),
    ),
    not: Optional(flag('true: the opposite of the EHR’s true or false')),
    time: Optional(
      Type.String({
        minLength: 4,
        maxLength: 40,
        description: 'the form of a time: yyyy, MM, dd, HH, mm, ss with signs between, or unix or unix-ms',
      }),
    ),
    digits,
    single,
    required,
    when,
  },
  closed,
);

const Id = Type.Object(
  {
    id: path(),
    root: Type.String({ minLength: 1, description: 'the root of the id: the OID of its register' }),
    digits,
    single,
    required,
    when,
  },
  closed,
);

const Hsa = Type.Object({ hsa: path(), single, required, when }, closed);

const Join = Type.Object(
  {
    join: Type.Array(path(), { minItems: 2, description: 'at least two paths' }),
    separator: Optional(Type.String({ description: 'the text between, by default a blank' })),
    required,
    when,
  },
  closed,
);

const Value = Type.Object({ value: scalar, when }, closed);

const Names = Type.Object(
  {
    names: path('the path of the given names: a text with blanks between them, or a list of texts'),
    called: Optional(path('the path of the name in use')),
    required,
    when,
  },
  closed,
);

/** Rows within a row are checked one by one (`rowSchemas`), so that a fault says which row it is in. */
const rows = Optional(
  Type.Object({}, { description: 'rows: { member of the record: where its value comes from }' }),
);
const use = Optional(fileName('parts'));

const Each = Type.Object(
  {
    each: path(),
    record: rows,
    use,
    item: Optional(Type.Unknown({ description: 'a row for each item, in which the path . is the item' })),
    where: when,
    required,
    when,
  },
  closed,
);

const Block = Type.Object({ block: path(), record: rows, use, single, required, when }, closed);

/** The kinds of row, by the member that tells them apart. */
export const rowSchemas = {
  from: From,
  id: Id,
  hsa: Hsa,
  each: Each,
  block: Block,
  join: Join,
  value: Value,
  names: Names,
} as const satisfies Record<string, TSchema>;

export type RowKind = keyof typeof rowSchemas;
export const rowKinds = Object.keys(rowSchemas) as RowKind[];

type RowOf = {
  from: Static<typeof From>;
  id: Static<typeof Id>;
  hsa: Static<typeof Hsa>;
  each: Omit<Static<typeof Each>, 'record' | 'item'> & { record?: Rows; item?: WrittenRow };
  block: Omit<Static<typeof Block>, 'record'> & { record?: Rows };
  join: Static<typeof Join>;
  value: Static<typeof Value>;
  names: Static<typeof Names>;
};

/** A row: it has exactly one of the members that name a source. */
export type Row = RowOf[RowKind];
/** A row as written: a text stands for `{ "from": text }`. Several rows of one member are a list. */
export type WrittenRow = string | Row;
/** Member of the record, as a path of element names → its row or rows. */
export type Rows = { readonly [target: string]: WrittenRow | readonly WrittenRow[] };

/** Source paths that are left unpublished on purpose, each with a reason. */
export const Ignore = Type.Record(Type.String({ minLength: 1 }), reason, {
  description: 'path → the reason why it is not published',
});
export type Ignore = Static<typeof Ignore>;

/** The members of a table that are no rows. */
export const tableMembers = ['$schema', 'ignore'] as const;

// system.json

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
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'an HTTP status from 400 to 599' }),
    body: Conditions,
  },
  { ...closed, description: '{ "status": 404, "body": { path: [words] } }' },
);
export type KnownAnswer = Static<typeof Answer>;

const isNumber = Optional(
  Type.Literal('id', { description: '"id": the EHR names the id that the lookup found' }),
);

const Owner = Type.Union(
  [
    Type.Object({ record: path(), is: isNumber }, closed),
    Type.Object({ answer: path(), is: isNumber }, closed),
    Type.Object({ record: path(), answer: path(), is: isNumber }, closed),
  ],
  {
    description:
      '{ "record": path } or { "answer": path }: where each record, or the answer, names its patient; "is": "id" beside it if that is the id of the lookup',
  },
);
export type Owner = { readonly record?: string; readonly answer?: string; readonly is?: 'id' };

/** A mark of a record that decides whether a patient may see it. */
const Mark = Type.Object(
  {
    from: path(),
    shown: Type.Array(scalar, { description: 'the words with which a record is shown' }),
    hidden: Optional(Type.Array(scalar, { description: 'the words with which it is not shown' })),
    absent: Optional(Type.Literal('shown', { description: '"shown": a record without the mark is shown' })),
  },
  { ...closed, description: '{ "from": path, "shown": [words], "hidden": [words] }' },
);
export type Mark = Static<typeof Mark>;

const Visible = Type.Union([Type.Literal('all'), Mark, Type.Array(Mark, { minItems: 1 })], {
  description:
    '"all", or the mark that lets a record be shown: { "from": path, "shown": [words], "hidden": [words] }, or a list of marks',
});

const Protection = Type.Union(
  [
    Type.Literal('not-stated'),
    Type.Object(
      { from: path(), words: Optional(Type.Union([fileName('words'), Words])), not: From.properties.not },
      closed,
    ),
  ],
  {
    description:
      '"not-stated", or where the EHR says whether the identity is protected: { "from": path, "words": { word: true or false } }',
  },
);
export type Protection = Static<typeof Protection>;

const Next = Type.Union(
  [
    Type.Object({ cursor: path(), parameter: Type.String({ minLength: 1 }), digits }, closed),
    Type.Object({ offset: Type.String({ minLength: 1 }), total: path() }, closed),
    Type.Object({ link: path() }, closed),
  ],
  {
    description:
      '{ "cursor": path, "parameter": name }, { "offset": parameter, "total": path } or { "link": path }',
  },
);
export type Next = Static<typeof Next>;

const listMembers = {
  path: httpPath,
  query: Optional(Query),
  items: Optional(path('the path of the list of records in the answer; . if the answer is the list')),
  record: Optional(path('the path of the one record in the answer; . if the answer is the record')),
  owner: Owner,
  beside: Optional(Ignore),
  empty: Optional(Conditions),
};

const Kind = Type.Object({ ...listMembers, visible: Visible, next: Optional(Next) }, closed);
const Patients = Type.Object(
  { ...listMembers, visible: Visible, next: Optional(Next), protected: Protection },
  closed,
);
export type Kind = Static<typeof Kind>;

const Lookup = Type.Object(
  {
    ...listMembers,
    id: path('the path of the id, in the record that the lookup finds'),
    digits,
  },
  { ...closed, description: 'the call that finds the EHR’s own id of a patient' },
);
export type Lookup = Static<typeof Lookup>;

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

const Write = Type.Object(
  {
    method: Type.Enum(['PUT', 'POST', 'PATCH'], { description: 'PUT, POST or PATCH' }),
    path: httpPath,
    query: Optional(Query),
    body: Optional(
      Type.Object({}, { description: `an object: names and texts; a text may be one of ${placeholders}` }),
    ),
    results: Type.Array(Result, {
      minItems: 1,
      description: 'a list of { "status", "body", "result", "comment" }',
    }),
    ignore: Optional(Ignore),
  },
  closed,
);
export type Write = Static<typeof Write>;

const Payment = Type.Object(
  {
    ...Write.properties,
    paymentTypes: Optional(
      Type.Object(
        { CASH: Type.String({ minLength: 1 }), CARD: Type.String({ minLength: 1 }) },
        { ...closed, description: '{ "CASH": word of the EHR, "CARD": word of the EHR }' },
      ),
    ),
  },
  closed,
);
export type Payment = Static<typeof Payment>;

/** Kind, as in profiles → the file of its table. */
export const tableFiles = {
  appointments: 'appointments.json',
  patients: 'patients.json',
  contacts: 'contacts.json',
  attentionSignals: 'attention-signals.json',
  videoMeetings: 'video-meetings.json',
  prescriptions: 'prescriptions.json',
  journalNotes: 'journal-notes.json',
} as const;
export type TableKind = keyof typeof tableFiles;
export const tableKinds = Object.keys(tableFiles) as TableKind[];

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
    lookup: Optional(Lookup),
    unknownPatient: Type.Union([Type.Literal('empty-lookup'), Answer], {
      description:
        '{ "status": 404, "body": { path: [words] } }, the EHR’s word that it does not know the patient; or "empty-lookup"',
    }),
    kinds: Type.Object(
      {
        appointments: Optional(Kind),
        patients: Optional(Patients),
        contacts: Optional(Kind),
        attentionSignals: Optional(Kind),
        videoMeetings: Optional(Kind),
        prescriptions: Optional(Kind),
        journalNotes: Optional(Kind),
      } satisfies Record<TableKind, TSchema>,
      { ...closed, minProperties: 1, description: 'kind → how it is read' },
    ),
    writes: Optional(
      Type.Object(
        { arrive: Optional(Write), pay: Optional(Payment) },
        { ...closed, description: '{ "arrive": …, "pay": … }' },
      ),
    ),
  },
  closed,
);
export type SystemFile = Static<typeof SystemFile>;

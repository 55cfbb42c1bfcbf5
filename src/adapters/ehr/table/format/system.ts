// system.json of a region's tables: how the EHR is called, and what its answers mean (docs/region-tables.md).
import { type Static, type TSchema, Type } from 'typebox';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { lookupNumberForm, Only, OwnerRow, ProtectionRow, Visible } from './access.ts';
import { Conditions, closedObject, digitsOption, Ignore, literal, path, trueOrFalse } from './values.ts';

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
    closedObject({
      value: parameterValue,
      else: Type.String({ description: 'the text where there is no value' }),
    }),
  ]),
  { description: 'parameter → its value, or { "value": …, "else": … }' },
);

/** An answer that is recognized by its status and by words in its body. */
const Answer = closedObject(
  {
    status: Type.Union([Type.Literal(200), Type.Integer({ minimum: 400, maximum: 599 })], {
      description: 'the HTTP status: 200, or from 400 to 599',
    }),
    body: Conditions,
  },
  { description: '{ "status": 404, "body": { path: [words] } }' },
);

/** Answers of another status that say something of a kind: words of the body, but for 204, which has none. */
const Statuses = (description: string) =>
  Optional(
    Type.Array(
      closedObject({
        status: Type.Union([Type.Literal(204), Type.Integer({ minimum: 400, maximum: 599 })], {
          description: '204, or from 400 to 599',
        }),
        body: Optional(Conditions),
      }),
      { minItems: 1, description },
    ),
  );

const parameter = Type.String({ minLength: 1 });
const first = Type.Union([Type.Literal(0), Type.Literal(1)], {
  description: '0 or 1: the number of the first page',
});

const Next = Type.Union(
  [
    closedObject({ cursor: path(), parameter, digits: digitsOption }),
    closedObject({ offset: parameter, total: path() }),
    closedObject({ offset: parameter, more: path() }),
    closedObject({ page: parameter, first, total: path() }),
    closedObject({ page: parameter, first, more: path() }),
    closedObject({ link: path(), host: Optional(Type.Literal('ignored')) }),
  ],
  {
    description:
      '{ "cursor": path, "parameter": name }, { "link": path } (with "host": "ignored", of which only path and query count), or { "offset": parameter } or { "page": parameter, "first": 0 or 1 } with "total": path or "more": path',
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
  method: Optional(literal('POST', '"POST", with a body: a search that changes nothing, and is repeated')),
  path: httpPath,
  query: Optional(Query),
  body,
  items: Optional(
    path(
      'the path of the list of records in the answer; . if the answer is the list. Lists around it are marked: visits*/notes*',
    ),
  ),
  columns: Optional(
    closedObject(
      {
        list: path('the path of the list of columns'),
        name: Optional(path('the path of the name in a column; by default, a column is its name')),
      },
      {
        description:
          '{ "list": path, "name": path }: the names of the values, where each record is a list of them',
      },
    ),
  ),
  record: Optional(path('the path of the one record in the answer; . if the answer is the record')),
  beside: Optional(Ignore),
  empty: Optional(Conditions),
  good,
  partial,
};

const ListReference = Type.Union(
  [
    closedObject({
      map: path('the path of an object whose members are referred to by their names'),
      ignore: Optional(Ignore),
    }),
    closedObject({
      list: path('the path of a list'),
      key: path('the path of the key in an item'),
      ignore: Optional(Ignore),
    }),
  ],
  { description: '{ "map": path }, or { "list": path, "key": path in an item }' },
);
export type ListReference = Static<typeof ListReference>;

const refers = Optional(
  Type.Record(Type.String({ minLength: 1 }), ListReference, {
    description: 'name → a list of the answer to which its records refer, such as its units',
  }),
);

const kindMembers = {
  ...listMembers,
  refers,
  owner: OwnerRow,
  only: Optional(Only),
  visible: Visible,
  next: Optional(Next),
};
const Kind = closedObject({
  ...kindMembers,
  none: Statuses(
    '[{ "status": 404, "body": { path: [words] } }]: answers that say that there are no records',
  ),
  unknown: Statuses('[{ "status": 204 }]: answers that say that nobody knows whether there are records'),
  table: Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9]*$',
      description: 'of several requests: the table is contacts-NAME.json in place of contacts.json',
    }),
  ),
});
/** A kind, or a list of its requests. Told apart before they are checked, so that a fault says what is wrong in the one that is meant. */
const Kinds = Type.Unsafe<Kind | Kind[]>({
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in a schema that nobody awaits.
  then: Type.Array(Kind, { minItems: 2 }),
  else: Kind,
});
const Patients = closedObject({ ...kindMembers, protected: ProtectionRow });
export type Kind = Static<typeof Kind>;

/** Where the answer of a lookup names the patient by the number, and the kind whose record does. */
const LookupOwner = closedObject(
  {
    record: Optional(path()),
    answer: Optional(path()),
    ...lookupNumberForm,
    kind: Optional(literal('patients', '"patients": the record of this kind names the patient')),
    is: Optional(
      Type.Never({
        description:
          'no is: the id is what the lookup finds. If its answer names nobody, write { "kind": "patients" }',
      }),
    ),
  },
  {
    minProperties: 1,
    description:
      '{ "record": path } or { "answer": path }: where the answer names the patient by the number; { "kind": "patients" }: it names nobody, but the record of patients does, which is then read with the id; or both',
  },
);

const LookupRow = closedObject(
  {
    ...listMembers,
    owner: LookupOwner,
    id: path('the path of the id, in the record that the lookup finds'),
    digits: digitsOption,
  },
  { description: 'the call that finds the EHR’s own id of a patient' },
);
export type LookupRow = Static<typeof LookupRow>;

const Result = closedObject({
  status: Type.Integer({ minimum: 200, maximum: 599, description: 'an HTTP status' }),
  body: Optional(Conditions),
  result: Type.Enum(['OK', 'INFO', 'ERROR', 'pending', 'unknown-patient', 'unknown-booking'], {
    description: 'OK, INFO, ERROR, pending, unknown-patient or unknown-booking',
  }),
  comment: Optional(path('the path of the EHR’s own words')),
});

const WriteRows = closedObject({
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
});
export type WriteRows = Static<typeof WriteRows>;

const PaymentRow = closedObject({
  ...WriteRows.properties,
  paymentTypes: Optional(
    closedObject(
      { CASH: Type.String({ minLength: 1 }), CARD: Type.String({ minLength: 1 }) },
      { description: '{ "CASH": word of the EHR, "CARD": word of the EHR }' },
    ),
  ),
});
export type PaymentRow = Static<typeof PaymentRow>;

/** The prefix of an XML namespace, as names of tables have it. */
export const prefixPattern = '^[A-Za-z_][A-Za-z0-9_.-]{0,30}$';

export const SystemFile = closedObject({
  $schema: Optional(Type.String()),
  format: Type.Enum(['json', 'xml'], { description: 'json or xml' }),
  namespaces: Optional(
    Type.Record(Type.String({ pattern: prefixPattern }), Type.String({ minLength: 1 }), {
      minProperties: 1,
      description: 'prefix of the tables → XML namespace',
    }),
  ),
  decimals: Optional(
    Type.Enum(['point', 'comma'], {
      description: 'point or comma: how texts write decimals, by default point',
    }),
  ),
  thousands: Optional(
    Type.Enum(['space'], {
      description:
        'space: texts may have spaces between the thousands of a number (1 250,00), also no-break ones; by default they have none',
    }),
  ),
  lookup: Optional(LookupRow),
  unknownPatient: Type.Union([Type.Literal('empty-lookup'), Answer], {
    description:
      '{ "status": 404, "body": { path: [words] } }, the EHR’s word that it does not know the patient, with its status (200 too); or "empty-lookup"',
  }),
  beside: Optional(Ignore),
  good,
  partial,
  partialAnswers: Optional(
    trueOrFalse(
      'true: an answer that says that some of it is missing is used, and counted, unless it is empty',
    ),
  ),
  kinds: closedObject(
    {
      appointments: Optional(Kind),
      patients: Optional(Patients),
      contacts: Optional(Kinds),
      attentionSignals: Optional(Kinds),
      videoMeetings: Optional(Kinds),
      prescriptions: Optional(Kinds),
      journalNotes: Optional(Kinds),
    } satisfies Record<SourceKind, TSchema>,
    { minProperties: 1, description: 'kind → how it is read' },
  ),
  writes: Optional(
    closedObject(
      { arrive: Optional(WriteRows), pay: Optional(PaymentRow) },
      { description: '{ "arrive": …, "pay": … }' },
    ),
  ),
});
export type SystemFile = Static<typeof SystemFile>;

/** The requests of a kind. */
export const requestsOf = ({ kinds }: Pick<SystemFile, 'kinds'>, kind: SourceKind): readonly Kind[] =>
  [kinds[kind] ?? []].flat();

/** Those of all kinds. */
export const allRequests = ({ kinds }: Pick<SystemFile, 'kinds'>): readonly Kind[] =>
  Object.values(kinds).flat();

// Records as JSON. A record is written once, and its text serves whoever goes through all of it: the search for control characters
// (D33), the comparison of records that come twice (D29), and the answer.
import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { hasLongText } from '../domain/model/long-texts.ts';
import { memoize } from '../domain/model/memoize.ts';
import { type RecordKind, recordSchemas, sharedSchemas } from '../domain/records/index.ts';

export type Serialize = (value: unknown) => string;

type Schema = Parameters<typeof fastJson>[0];

const shared = Object.fromEntries(sharedSchemas) as Record<string, Schema>;

/** Serializes values of a schema. Members that it does not declare are dropped. Integers are exact, bigints too (D25). */
export const serializer = (schema: TSchema): Serialize =>
  fastJson(schema as Schema, { schema: shared }) as Serialize;

export type RecordWriter = {
  readonly serialize: Serialize;
  /** The JSON of a record, the same text each time; undefined if it has a long text: it must be gone through in pieces (D32). */
  readonly jsonOf: (record: object) => string | undefined;
  /** The same for whoever needs it last: the text is not kept any longer. */
  readonly takeJson: (record: object) => string | undefined;
};

/** Kind → how its records are written. */
export const recordWriter = memoize((kind: RecordKind): RecordWriter => {
  const serialize = serializer(recordSchemas[kind]);
  const written = new WeakMap<object, string>();
  const jsonOf = (record: object) => {
    const known = written.get(record);
    if (known !== undefined || hasLongText(record)) return known;
    const json = serialize(record);
    written.set(record, json);
    return json;
  };
  return {
    serialize,
    jsonOf,
    takeJson: record => {
      const json = jsonOf(record);
      // The texts of a weak map outlive their records until all of the memory is cleaned up.
      written.delete(record);
      return json;
    },
  };
});

/** The JSON of a record of a kind, as `RecordWriter` writes it. */
export const jsonOf = (kind: RecordKind, record: object): string | undefined =>
  recordWriter(kind).jsonOf(record);

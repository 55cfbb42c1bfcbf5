// Records as JSON. A record is written once, and its text serves whoever goes through all of it: the search for control characters
// (D33), the comparison of records that come twice (D29), and the answer.
import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { hasLongTexts } from '../domain/model/long-texts.ts';
import { memoize } from '../domain/model/memoize.ts';
import { type RecordKind, recordSchemas, sharedSchemas } from '../domain/records/index.ts';

type Schema = Parameters<typeof fastJson>[0];

const shared = Object.fromEntries(sharedSchemas) as Record<string, Schema>;

/** Serializes values of a schema. Members that it does not declare are dropped. Integers are exact, bigints too (D25). */
export const serializer = (schema: TSchema) =>
  fastJson(schema as Schema, { schema: shared }) as (value: unknown) => string;

/** Kind → how its records are written. */
export const recordWriter = memoize((kind: RecordKind) => {
  const serialize = serializer(recordSchemas[kind]);
  return {
    serialize,
    /**
     * The JSON of a record; undefined if it has long texts: it must be gone through in pieces (D32).
     * @param mostCharacters of its texts, if that is known.
     */
    jsonOf: (record: unknown, mostCharacters?: number): string | undefined =>
      hasLongTexts(record, mostCharacters) ? undefined : serialize(record),
  };
});

export type RecordWriter = ReturnType<typeof recordWriter>;

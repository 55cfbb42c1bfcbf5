// Serializing the answer of a read: each record becomes JSON as it arrives, and nothing is sent before all are complete.
import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { hasLongText } from '../../domain/model/long-texts.ts';
import { newYielding } from '../../domain/model/yield-to-event-loop.ts';
import { type RecordKind, sharedSchemas } from '../../domain/records/index.ts';
import type { LeftOut } from '../../domain/use-cases/left-out.ts';
import type { Answer } from '../../domain/use-cases/read-records.ts';
import type { Reservation } from './budget.ts';
import { jsonPieces } from './json-pieces.ts';
import { type Collected, utf8Blocks } from './utf8-blocks.ts';

export type Serialize = (record: unknown) => string;

type Schema = Parameters<typeof fastJson>[0];

const shared = Object.fromEntries(sharedSchemas) as Record<string, Schema>;

/** Serializes values of a schema. Members that it does not declare are dropped. Integers are exact, bigints too (D25). */
export const serializer = (schema: TSchema): Serialize =>
  fastJson(schema as Schema, { schema: shared }) as Serialize;

/** The JSON of the array, and the number of its records. */
export type SerializedAnswer = Collected & { readonly count: number };

/**
 * Serializes a whole answer. Throws what the iteration throws, and `budget-exceeded`; nothing has been sent by then.
 */
export const serializeAnswer = async (
  { records }: Answer<RecordKind>,
  { serialize, share }: { serialize: Serialize; share: Reservation },
): Promise<SerializedAnswer> => {
  let count = 0;
  const json = utf8Blocks(share.add);
  json.add('[');
  for await (const record of records) {
    if (count > 0) json.add(',');
    if (!hasLongText(record)) json.add(serialize(record));
    else {
      const yieldToEventLoop = newYielding();
      for (const piece of jsonPieces(record, serialize)) {
        json.add(piece);
        await yieldToEventLoop();
      }
    }
    count++;
  }
  json.add(']');
  const { text, blocks, bytes } = json.end();
  return { text, blocks, bytes, count };
};

const leftOutParts = ['records', 'values', 'sources', 'unmapped'] as const;

/** `records=1, values=2, sources=1`, without the zeros; undefined if nothing was left out (D29). */
export const leftOutHeader = (leftOut: LeftOut): string | undefined => {
  const named = leftOutParts.filter(what => leftOut[what] > 0);
  return named.length === 0 ? undefined : named.map(what => `${what}=${leftOut[what]}`).join(', ');
};

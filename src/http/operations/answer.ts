// A read's answer: records become JSON as they come; nothing goes out before all of them are there (house.md).
import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { type RecordKind, sharedSchemas } from '../../domain/records/index.ts';
import type { LeftOut } from '../../domain/use-cases/left-out.ts';
import type { Answer } from '../../domain/use-cases/read-records.ts';
import type { Reservation } from './budget.ts';

export type Serialize = (record: unknown) => string;

type Schema = Parameters<typeof fastJson>[0];

const shared = Object.fromEntries(sharedSchemas) as Record<string, Schema>;

/** Serialises values of a schema. Members that it does not declare are dropped. Integers are exact, bigints too (D25). */
export const serializer = (schema: TSchema): Serialize =>
  fastJson(schema as Schema, { schema: shared }) as Serialize;

export type SerializedAnswer = {
  /** The JSON of the array, in pieces. */
  readonly pieces: Buffer[];
  readonly bytes: number;
  /** How many records. */
  readonly count: number;
};

/** Characters of JSON that are kept as text before they become bytes: fewer, larger pieces. */
const pieceLength = 64 * 1024;

/**
 * Serialises an answer to its end. Throws what the iteration throws, and `budget-exceeded`; then nothing has been
 * answered.
 */
export const serializeAnswer = async (
  { records }: Answer<RecordKind>,
  { serialize, share }: { serialize: Serialize; share: Reservation },
): Promise<SerializedAnswer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let count = 0;
  let text = '[';

  const cut = () => {
    const piece = Buffer.from(text);
    share.add(piece.length);
    pieces.push(piece);
    bytes += piece.length;
    text = '';
  };

  for await (const record of records) {
    if (count > 0) text += ',';
    text += serialize(record);
    count++;
    if (text.length >= pieceLength) cut();
  }
  text += ']';
  cut();
  return { pieces, bytes, count };
};

/** `records=1, values=2, sources=1`, what is zero not named; undefined where nothing was left out (D29). */
export const leftOutHeader = ({ records, values, sources }: LeftOut): string | undefined => {
  const named = Object.entries({ records, values, sources }).filter(([, count]) => count > 0);
  return named.length === 0 ? undefined : named.map(([what, count]) => `${what}=${count}`).join(', ');
};

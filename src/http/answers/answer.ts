// Serializing the answer of a read: each record becomes JSON as it arrives, and nothing is sent before all are complete.
import { newYielding } from '../../domain/model/yield-to-event-loop.ts';
import type { RecordKind } from '../../domain/records/index.ts';
import type { LeftOut } from '../../domain/use-cases/left-out.ts';
import type { Answer } from '../../domain/use-cases/read-records.ts';
import type { RecordWriter } from '../../json/record-json.ts';
import type { Reservation } from './budget.ts';
import { jsonPieces } from './json-pieces.ts';
import { type Collected, utf8Blocks } from './utf8-blocks.ts';

/**
 * Serializes a whole answer. Throws what the iteration throws, and `budget-exceeded`; nothing has been sent by then.
 * @returns the JSON of the array, and the number of its records.
 */
export const serializeAnswer = async (
  { records, json: jsonOfLast }: Answer<RecordKind>,
  { writer, share }: { writer: RecordWriter; share: Reservation },
): Promise<Collected & { readonly count: number }> => {
  let count = 0;
  const json = utf8Blocks(share.add);
  json.add('[');
  for await (const record of records) {
    if (count > 0) json.add(',');
    const whole = jsonOfLast?.() ?? writer.jsonOf(record);
    if (whole !== undefined) json.add(whole);
    else {
      const yieldToEventLoop = newYielding();
      for (const piece of jsonPieces(record, writer.serialize)) {
        json.add(piece);
        await yieldToEventLoop();
      }
    }
    count++;
  }
  json.add(']');
  return { ...json.end(), count };
};

const leftOutParts = ['records', 'values', 'sources', 'unmapped'] as const;

/** `records=1, values=2, sources=1`, without the zeros; undefined if nothing was left out (D29). */
export const leftOutHeader = (leftOut: LeftOut): string | undefined => {
  const named = leftOutParts.filter(what => leftOut[what] > 0);
  return named.length === 0 ? undefined : named.map(what => `${what}=${leftOut[what]}`).join(', ');
};

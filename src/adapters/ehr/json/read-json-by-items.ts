// Reads a JSON document that is kept as a whole, and is large because of one list: beyond the limit of a document, its items are read one
// by one, each within the limits of a document (D32, what a document may hold).
import { isJsonList, isJsonObject, type Json } from '../../../domain/model/json.ts';
import type { MemoryMeter } from '../../../ports/call.ts';
import { memoryHeld } from '../memory-held.ts';
import { maxJsonBytes, readJson } from './read-json.ts';
import { readJsonList } from './read-json-list.ts';

/** What has been received, and then what follows. */
const continued = async function* (
  received: Uint8Array[],
  following: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let chunk = received.shift(); chunk !== undefined; chunk = received.shift()) yield chunk;
  for (let step = await following.next(); step.done !== true; step = await following.next()) yield step.value;
};

type ByItems = {
  /** The member of the document that holds the list. */
  readonly member: string;
  /** The budget (`Call.memory`) that what is being read counts towards. */
  readonly memory: MemoryMeter | undefined;
  /** Called with the bytes of what has been read: its caller keeps it, and counts it as one sum with what else it keeps. */
  readonly onKept: (bytes: number) => void;
};

/** A document of more than 8 MiB, with the items of its list in their places. */
const readLarge = async (
  body: AsyncIterable<Uint8Array>,
  { member, memory, onKept }: ByItems,
): Promise<Json> => {
  const reading = readJsonList(body, { path: [member], memory, onKept });
  const items: Json[] = [];
  let step = await reading.next();
  for (; step.done !== true; step = await reading.next()) items.push(step.value);
  const around = step.value;
  return isJsonObject(around) && isJsonList(around[member]) ? { ...around, [member]: items } : around;
};

/**
 * Reads a document that its caller keeps.
 * Throws `Failure`: `ehr-unusable`, also for an item, or what is around the items, of more than 8 MiB; `budget-exceeded`, and what the
 * body throws.
 */
export const readJsonByItems = async (body: AsyncIterable<Uint8Array>, options: ByItems): Promise<Json> => {
  const { memory, onKept } = options;
  const held = memoryHeld(memory);
  const following = body[Symbol.asyncIterator]();
  const received: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxJsonBytes) {
      const step = await following.next();
      if (step.done === true) break;
      received.push(step.value);
      size += step.value.length;
      held.update(size);
    }
  } finally {
    held.release();
  }
  const whole = continued(received, following);
  if (size > maxJsonBytes) return readLarge(whole, options);
  const { value, heldBytes, release } = await readJson(whole, { memory });
  release();
  onKept(heldBytes);
  return value;
};

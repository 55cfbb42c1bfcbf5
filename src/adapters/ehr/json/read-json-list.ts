// Reads a JSON document whose records are a list, record by record as they arrive: a document of any size is never held as a whole.
import { unusableAnswer } from '../../../domain/model/failure.ts';
import type { Json } from '../../../domain/model/json.ts';
import { maxItems } from '../../../domain/model/list-limits.ts';
import { newYielding } from '../../../domain/model/yield-to-event-loop.ts';
import type { MemoryMeter } from '../../../ports/call.ts';
import { memoryHeld } from '../memory-held.ts';
import { listSplitter } from './list-splitter.ts';
import { readJson } from './read-json.ts';

const openList = Buffer.from('[');
const closeList = Buffer.from(']');

/**
 * Yields the items of a list as they arrive, and returns the document, which has a 0 in place of each item.
 * @param options.path the names of the members that lead to the list; none if the document is the list. If it leads to something else,
 * the document is returned as it is.
 * @param options.memory the budget (`Call.memory`): what is held counts.
 * @param options.onKept called with the bytes of each item if the caller keeps the items, and counts them. Otherwise one counts until the
 * next is read.
 * Throws `Failure`: `ehr-unusable`, also for an item of more than 8 MiB, and for more than 100,000 items; `budget-exceeded`, and what the body throws.
 */
export const readJsonList = async function* (
  body: AsyncIterable<Uint8Array>,
  options: {
    readonly path: readonly string[];
    readonly memory?: MemoryMeter | undefined;
    readonly onKept?: ((bytes: number) => void) | undefined;
  },
): AsyncGenerator<Json, Json> {
  const { path, memory, onKept } = options;
  const splitter = listSplitter(path);
  const held = memoryHeld(memory);
  const yieldIfSlow = newYielding();
  let count = 0;
  try {
    for await (const chunk of body) {
      held.update(splitter.held() + chunk.length);
      for (const item of splitter.write(chunk)) {
        if (++count > maxItems) throw unusableAnswer('ehr-limit', `a list of more than ${maxItems} items`);
        // As the only item of a list, it has the limits of a record.
        const document = await readJson(Buffer.concat([openList, item, closeList]), { memory });
        onKept?.(document.heldBytes);
        yield (document.value as readonly Json[])[0] ?? null;
        document.release();
        const yielded = yieldIfSlow();
        if (yielded !== undefined) await yielded;
      }
    }
    const { value, release } = await readJson(splitter.around(), { memory });
    release();
    return value;
  } finally {
    held.release();
  }
};

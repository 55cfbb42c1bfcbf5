// Reads JSON answers of an EHR: strict UTF-8, within the limits of D32 (what a document may hold), counted towards the budget for
// answers, and yielding to the event loop.
import { isUtf8 } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { unusableAnswer } from '../../../domain/model/failure.ts';
import type { Json } from '../../../domain/model/json.ts';
import { maxValuesAtOnce } from '../../../domain/model/yield-to-event-loop.ts';
import { JsonFault, JsonReader } from '../../../json/strict-json.ts';
import type { MemoryMeter } from '../../../ports/call.ts';
import { memoryHeld } from '../memory-held.ts';
import { answerTooLarge, limitBytes } from '../transport/http-answers.ts';

/** The largest document, in bytes: it is held as a whole. */
export const maxJsonBytes = 8 * 1024 * 1024;

/** Characters that are read before yielding to the event loop: a tenth of a millisecond of work, a few in the worst case. */
const charactersPerYield = 16 * 1024;
/** The same before the first yield. Most documents are smaller. */
const charactersBeforeFirstYield = 64 * 1024;

/** A document that has been read, with exact digits: numbers that JavaScript would write differently are `ExactNumber`s. */
export type JsonDocument = {
  readonly value: Json;
  /** Its memory, and that of its text. */
  readonly heldBytes: number;
  /**
   * The document no longer counts towards the budget: nothing of it is in use any more. Unless this is called, it counts until the
   * request ends. May be called more than once.
   */
  readonly release: () => void;
};

/** The text of bytes in UTF-8, without the byte-order mark that some servers write; and an upper bound of its memory. */
const decoded = (bytes: Uint8Array) => {
  if (!isUtf8(bytes)) throw unusableAnswer('ehr-encoding', 'an answer that is not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  // A character takes two bytes, unless all are ASCII.
  const heldBytes = text.length === bytes.length ? text.length : 2 * text.length;
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, heldBytes };
};

/** The failure for a text that cannot be read. It names the place and never quotes the text. */
const failureOf = (error: unknown): unknown => {
  if (!(error instanceof JsonFault)) return error;
  const reason = error.kind === 'limit' ? 'ehr-limit' : 'ehr-not-well-formed';
  return unusableAnswer(reason, `${error.message}, at character ${error.at + 1}`);
};

const tooLarge = () =>
  unusableAnswer('ehr-answer-too-large', `a document of more than ${maxJsonBytes} bytes`);

/**
 * Reads a small document at once, such as the body of an error or an operator's file.
 * Throws `Failure` `ehr-unusable`.
 */
export const parseJson = (bytes: Uint8Array): Json => {
  if (bytes.length > maxJsonBytes) throw tooLarge();
  const { text } = decoded(bytes);
  const reader = new JsonReader(text, { exact: true });
  try {
    reader.advance();
    return reader.value;
  } catch (error) {
    throw failureOf(error);
  }
};

/** All bytes of a stream, counted as they arrive. */
const collected = async (body: AsyncIterable<Uint8Array>, held: ReturnType<typeof memoryHeld>) => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    held.update(size);
  }
  // While they are joined and decoded, they are held three times: in chunks, as a whole, and as a text.
  held.update(4 * size);
  return Buffer.concat(chunks);
};

/**
 * Reads a document.
 * @param body its bytes, or the chunks of them as they arrive.
 * @param options.memory the budget (`Call.memory`).
 * @param options.maxBytes less than `maxJsonBytes`.
 * Throws `Failure`: `ehr-unusable`, `budget-exceeded`, and what the body throws.
 */
export const readJson = async (
  body: Uint8Array | AsyncIterable<Uint8Array>,
  {
    memory,
    maxBytes = maxJsonBytes,
  }: { readonly memory?: MemoryMeter | undefined; readonly maxBytes?: number } = {},
): Promise<JsonDocument> => {
  const held = memoryHeld(memory);
  const most = Math.min(maxBytes, maxJsonBytes);
  try {
    if (body instanceof Uint8Array && body.length > most) throw answerTooLarge(most);
    const bytes = body instanceof Uint8Array ? body : await collected(limitBytes(body, most), held);
    held.update(3 * bytes.length);
    const { text, heldBytes } = decoded(bytes);
    const reader = new JsonReader(text, { exact: true, limits: { recordValues: maxValuesAtOnce } });
    for (let until = charactersBeforeFirstYield; !reader.advance(until); until += charactersPerYield) {
      held.update(heldBytes + reader.heldBytes);
      await yieldToEventLoop();
    }
    const all = heldBytes + reader.heldBytes;
    held.update(all);
    return { value: reader.value, heldBytes: all, release: held.release };
  } catch (error) {
    held.release();
    throw failureOf(error);
  }
};

// A record that comes twice (D29, nothing is left out in silence): equal, it is one; with another content, nobody can tell which of
// the two holds, and the answer is unusable.
import { createHash, hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { unusableAnswer } from './failure.ts';
import { hasLongTexts, isLongText, textPieces } from './long-texts.ts';
import { newYielding } from './yield-to-event-loop.ts';

/** Names the two by their positions from 1: ids are content, and stand in no log. */
const contradiction = (first: number, second: number) =>
  unusableAnswer('ehr-document', `one id with two contents: records ${first} and ${second} of the patient’s`);

/** Whether an id is missing or blank: it tells nothing from anything. */
export const isNoId = (id: unknown): boolean =>
  id === undefined || (typeof id === 'string' && id.trim() === '');

const written = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);

const digestOfText = (text: string) => hash('sha256', text, 'base64');

/**
 * The digest of a content. `JSON.stringify` refuses the few that have an integer which a double would round. To ask that of each value
 * would cost as much again.
 */
const digestOf = (content: readonly unknown[]): string => {
  try {
    return digestOfText(JSON.stringify(content));
  } catch {
    return digestOfText(JSON.stringify(content, written));
  }
};

/** The same for a content that has long texts: their lengths are in it, and they come after it. */
const digestOfLong = async (content: readonly unknown[]): Promise<string> => {
  const texts: string[] = [];
  const json = JSON.stringify(content, (name, value) => {
    if (!isLongText(value)) return written(name, value);
    texts.push(value);
    return value.length;
  });
  const digest = createHash('sha256').update(json);
  const yieldToEventLoop = newYielding();
  for (const text of texts)
    for (const piece of textPieces(text)) {
      digest.update(piece);
      await yieldToEventLoop();
    }
  return digest.digest('base64');
};

/** A digest of a content: equal contents have the same. A long text is digested in pieces. */
export const contentDigest = async (content: readonly unknown[]): Promise<string> =>
  hasLongTexts(content) ? digestOfLong(content) : digestOf(content);

/** Characters of contents that are kept as they are, before digests: a short answer needs none. */
const keptLength = 64 * 1024;

/** What is kept of a record: its content or a digest of it, what is known besides, and its position. */
type Known = { readonly content: string; readonly besides: string; readonly at: number };

/**
 * Tells which records of a stream have come before, without keeping them.
 * @returns whether a record with this id, and equal as to its content and what is known `besides`, has: a promise only for a record whose
 * JSON has not been written. Throws `ehr-unusable` if it was not equal.
 */
export const repetitions = (): ((
  id: string | undefined,
  found: { readonly record: unknown; readonly json?: string | undefined },
  besides: readonly unknown[],
) => boolean | Promise<boolean>) => {
  /** By the ids of the records. */
  const contents = new Map<string, Known>();
  let length = 0;
  let records = 0;
  const isKnown = (id: string, { content, besides, at }: Known): boolean => {
    const earlier = contents.get(id);
    if (earlier === undefined) {
      length += content.length;
      contents.set(id, { content: length > keptLength ? digestOfText(content) : content, besides, at });
      return false;
    }
    const isEqual = earlier.content === content || earlier.content === digestOfText(content);
    if (!isEqual || earlier.besides !== besides) throw contradiction(earlier.at, at);
    return true;
  };
  return (id, { record, json }, besides) => {
    const at = ++records;
    if (id === undefined) return false;
    if (json !== undefined) return isKnown(id, { content: json, besides: JSON.stringify(besides), at });
    return contentDigest([record, ...besides]).then(content => isKnown(id, { content, besides: '', at }));
  };
};

/**
 * The items of a list without those that come again.
 * @param idOf undefined or blank for an item without an id: it is kept.
 * Throws `ehr-unusable` if two items with one id are not equal.
 */
export const withoutRepetitions = <T>(items: readonly T[], idOf: (item: T) => unknown): readonly T[] => {
  const byId = new Map<unknown, T>();
  return items.filter((item, at) => {
    const id = idOf(item);
    if (isNoId(id)) return true;
    const earlier = byId.get(id);
    if (earlier !== undefined && !isDeepStrictEqual(item, earlier))
      throw contradiction(items.indexOf(earlier) + 1, at + 1);
    byId.set(id, item);
    return earlier === undefined;
  });
};

// The JSON of a record with long texts, in pieces (D32, what a document may hold).
import { isLongText, textPieces } from '../../domain/model/long-texts.ts';

/** What is in the place of a long text while the record is serialized. No text of a record has U+0000 (D33). */
const placeholder = (index: number): string => `\0${index}`;

/** Placeholders as JSON, with the index as group. */
const placeholders = /"\\u0000(\d+)"/;

const withPlaceholders = (value: unknown, texts: string[]): unknown => {
  if (isLongText(value)) return placeholder(texts.push(value) - 1);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => withPlaceholders(item, texts));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withPlaceholders(member, texts)]),
  );
};

/** The same JSON as `serialize` makes of the record, in order; no long text is written in one piece. */
export const jsonPieces = function* (
  record: unknown,
  serialize: (record: unknown) => string,
): Generator<string> {
  const texts: string[] = [];
  const json = serialize(withPlaceholders(record, texts)).split(placeholders);
  for (const [at, part] of json.entries()) {
    if (at % 2 === 0) yield part;
    else {
      yield '"';
      for (const piece of textPieces(texts[Number(part)] ?? '')) yield JSON.stringify(piece).slice(1, -1);
      yield '"';
    }
  }
};

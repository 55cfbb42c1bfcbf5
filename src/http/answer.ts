// A read's answer: records become JSON as they come; nothing goes out before all of them are there (house.md).
import type { Answer } from '../domain/use-cases/read-records.ts';

export type Serialize = (record: unknown) => string;

export type Collected = {
  /** The JSON of the array, in pieces. */
  readonly pieces: Buffer[];
  readonly bytes: number;
  readonly records: number;
};

/** Characters of JSON that are kept as text before they become bytes: fewer, larger pieces. */
const pieceLength = 64 * 1024;

/** Serialises an answer to its end. Throws what the iteration throws; then nothing has been answered. */
export const collect = async (answer: Answer<unknown>, serialize: Serialize): Promise<Collected> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let records = 0;
  let text = '[';

  const cut = () => {
    const piece = Buffer.from(text);
    pieces.push(piece);
    bytes += piece.length;
    text = '';
  };

  for await (const record of answer.records) {
    if (records > 0) text += ',';
    text += serialize(record);
    records++;
    if (text.length >= pieceLength) cut();
  }
  text += ']';
  cut();
  return { pieces, bytes, records };
};

/** `records=1, values=2`; undefined where nothing was left out (D29). */
export const leftOutHeader = ({
  records,
  values,
}: {
  records: number;
  values: number;
}): string | undefined => {
  const parts = [records > 0 ? `records=${records}` : '', values > 0 ? `values=${values}` : ''];
  const named = parts.filter(part => part !== '');
  return named.length === 0 ? undefined : named.join(', ');
};

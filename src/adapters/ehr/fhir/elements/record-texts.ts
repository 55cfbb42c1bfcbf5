// The texts of a record that are read in pieces: HTML, and the contents of notes. What is made of them counts to the budget until the
// next record is read (D32).
import { isFailure } from '../../../../domain/model/failure.ts';
import type { MemoryMeter } from '../../../../ports/call.ts';
import { memoryHeld } from '../../memory-held.ts';
import type { Meter } from '../../meter.ts';
import { readDocument } from '../../read-document.ts';
import {
  type DocumentSection,
  type ReadDocument,
  readClinicalDocument,
} from '../../translation/markup/clinical-document.ts';
import { htmlText } from '../../translation/markup/html.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import { streamDecoder } from '../../translation/markup/text-pieces.ts';

const decoded = async (
  bytes: Iterable<Uint8Array>,
  charset: string | undefined,
  memory: MemoryMeter | undefined,
): Promise<PlainText> => {
  const pieces: string[] = [];
  let length = 0;
  const add = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const decoder = streamDecoder(charset);
  const reader = {
    write: (chunk: Uint8Array) => add(decoder.write(chunk)),
    end: () => add(decoder.end()),
  };
  for await (const _ of readDocument(bytes, { reader, held: () => 2 * length, memory }));
  return { text: pieces.join(''), lostParts: 0 };
};

/** Characters of the titles and texts of sections. */
const lengthOf = (sections: readonly DocumentSection[]): number =>
  sections.reduce(
    (length, { title = '', text, sections: inner }) =>
      length + title.length + (text?.text.length ?? 0) + lengthOf(inner),
    0,
  );

/**
 * Reads the texts of records, in a charset, UTF-8 by default; undefined where they cannot be read. Throws `Failure` `budget-exceeded`.
 * @param memory the budget (`Call.memory`).
 * @param meter of the first record.
 */
export const recordTexts = (memory: MemoryMeter | undefined, meter: Meter) => {
  const held = memoryHeld(memory);
  let bytesOfRecord = 0;
  let ofRecord = meter;
  const count = (characters: number) => {
    bytesOfRecord += 2 * characters;
    held.update(bytesOfRecord);
  };
  const counted = <T extends PlainText | undefined>(read: T): T => {
    count(read?.text.length ?? 0);
    return read;
  };
  return {
    html: async (source: string | Iterable<Uint8Array>, charset?: string) =>
      counted(await htmlText(source, { charset, memory, meter: ofRecord })),
    plain: async (bytes: Iterable<Uint8Array>, charset?: string) => {
      try {
        return counted(await decoded(bytes, charset, memory));
      } catch (error) {
        if (isFailure(error, 'ehr-unusable')) return undefined;
        throw error;
      }
    },
    clinicalDocument: async (bytes: Iterable<Uint8Array>, charset?: string): Promise<ReadDocument> => {
      const read = await readClinicalDocument(bytes, { charset, memory, meter: ofRecord });
      if (read.state === 'read') count(lengthOf(read.document.sections));
      return read;
    },
    /** The next record is read, with its meter: nothing of the last one is in use any more. */
    nextRecord: (next: Meter) => {
      bytesOfRecord = 0;
      ofRecord = next;
      held.release();
    },
  };
};
export type RecordTexts = ReturnType<typeof recordTexts>;

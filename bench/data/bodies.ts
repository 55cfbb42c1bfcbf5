// The XML bodies. Each kind has a store of extracts, written once; each patient's body is a different selection from it. So
// even a body of 60 MB needs no more memory than the store, and no two patients have the same body.

import { encodings } from '../../sandbox/extracts/xml/encode.ts';
import { plain, type Variation } from '../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../sandbox/extracts/xml/write.ts';
import {
  noteExtract,
  patientExtract,
  placeholder,
  prescriptionExtract,
  recordPlaceholder,
} from './extracts.ts';
import { type Kind, kinds } from './kinds.ts';
import { patients, population } from './people.ts';
import { type Seeded, seeded } from './seeded.ts';

/** Writes extracts as the interface documentation does: ids, times and codes as attributes, the rest as elements. */
const usualForm: Variation = { ...plain, chance: share => share > 0.5 };

/** What is stored of a kind: extracts that are made from a seed, and how many. */
type Stored = { readonly kind: Kind; readonly extract: (by: Seeded) => object; readonly count: number };

const stored: readonly Stored[] = [
  { kind: kinds.patient, extract: patientExtract, count: population },
  { kind: kinds.prescription, extract: prescriptionExtract, count: 600 },
  { kind: kinds.note, extract: noteExtract, count: 1200 },
];

type Store = {
  readonly start: Buffer;
  /** Each extract as XML. */
  readonly extracts: readonly Buffer[];
  readonly end: Buffer;
};

/** Writes a kind's extracts as one document and splits it into extracts. */
const storeOf = ({ kind, extract, count }: Stored): Store => {
  const extracts = Array.from({ length: count }, (_, index) => extract(seeded(index + 1)));
  const { bytes } = writeExtracts({ ...kind, extracts, variation: usualForm, encoding: encodings.utf8 });
  const parts = bytes.toString('utf8').split(new RegExp(`(?=<${kind.element}>)`));
  const [start = '', ...written] = parts;
  const endTag = `\n</${kind.root}>`;
  const last = written.pop() ?? '';
  const all = [...written, last.slice(0, last.lastIndexOf(endTag))];
  return { start: Buffer.from(start), extracts: all.map(one => Buffer.from(one)), end: Buffer.from(endTag) };
};

/** Writes a text of the same length in each place of a placeholder. */
const fill = (body: Buffer, mark: string, textAt: (place: number) => string): Buffer => {
  let place = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    body.write(textAt(place++), at, 'latin1');
  }
  return body;
};

/** Fills in the patient's number, and a number of its own in each record. */
const signed = (body: Buffer, patientNumber: string): Buffer => {
  fill(body, placeholder, () => patientNumber);
  return fill(body, recordPlaceholder, place => String(10_000_000 + place));
};

/** Selects a patient's extracts until there are enough bytes. */
const chosen = ({ start, extracts, end }: Store, index: number, bytes: number): Buffer => {
  const by = seeded(100_000 + index);
  const parts = [start];
  let size = start.length + end.length;
  do {
    const extract = extracts.length === population ? extracts[index] : by.one(extracts);
    if (extract === undefined) throw new RangeError('no such patient');
    parts.push(extract);
    size += extract.length;
  } while (size < bytes);
  return Buffer.concat([...parts, end]);
};

export type Bodies = {
  /** The body of a patient with about this many bytes; undefined for an unknown path or patient. */
  of(asked: { readonly path: string; readonly patient: string; readonly bytes: number }): Buffer | undefined;
};

/** The most bytes of bodies to cache. Without the cache, building bodies would distort the measurements. */
const mostKept = 600_000_000;

export const bodies = (): Bodies => {
  const stores = new Map<string, Store>(stored.map(one => [one.kind.path, storeOf(one)]));
  const cached = new Map<string, Buffer>();
  let kept = 0;
  const make = (store: Store, patientNumber: string, bytes: number) =>
    signed(chosen(store, patients.indexOf(patientNumber), bytes), patientNumber);
  return {
    of: ({ path, patient: patientNumber, bytes }) => {
      const store = stores.get(path);
      if (store === undefined || !patients.includes(patientNumber)) return undefined;
      const key = `${path} ${patientNumber} ${bytes}`;
      const body = cached.get(key) ?? make(store, patientNumber, bytes);
      if (!cached.has(key) && kept + bytes <= mostKept) {
        cached.set(key, body);
        kept += bytes;
      }
      return body;
    },
  };
};

// Reads a saved answer as a whole, and knows where everything in it stands.
import { Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonStep,
  jsonPointer,
} from '../../../../domain/model/json.ts';
import { JsonFault, placeIn } from '../../../../json/strict-json.ts';
import { textDecoder } from '../../xml/parsing/encoding.ts';
import { parsedWithPlaces } from '../compiler/files.ts';
import { type ListedRecord, recordsOrFailure } from '../engine/located-records.ts';
import { readXmlTree } from '../engine/xml-tree.ts';
import type { Format } from '../source-path.ts';
import type { Tables } from '../tables.ts';
import { xmlPlaces } from './xml-places.ts';

export type Sample = {
  readonly value: Json;
  /** Where an object stands: the names and indexes from the answer down. */
  readonly pathOf: (object: Json) => readonly JsonStep[] | undefined;
  /** The line and column of a place; undefined for one that the answer does not have. */
  readonly placeOf: (
    path: readonly JsonStep[],
  ) => { readonly line: number; readonly column: number } | undefined;
};

/** What a saved answer holds, its text, and where everything in it stands: JSON pointer → index. */
type Placed = { readonly value: Json; readonly text: string; readonly places: ReadonlyMap<string, number> };

const readJsonSample = (bytes: Uint8Array): Placed => {
  const text = new TextDecoder().decode(bytes);
  try {
    return parsedWithPlaces(text, { exact: true });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column } = placeIn(text, error.at);
    throw unusableAnswer('ehr-not-well-formed', `${error.message}, at ${line}:${column}`);
  }
};

const readXmlSample = async (bytes: Uint8Array, namespaces: Tables['namespaces']): Promise<Placed> => {
  // The reader of the service first: it decides what can be read.
  const value = await readXmlTree([bytes], { charset: undefined, namespaces, memory: undefined });
  const decode = textDecoder(undefined);
  const text = decode.write(bytes) + decode.end();
  return { value, text, places: xmlPlaces(text, namespaces) };
};

const notePaths = (value: Json, path: readonly JsonStep[], paths: Map<Json, readonly JsonStep[]>): void => {
  if (!isJsonList(value) && !isJsonObject(value)) return;
  paths.set(value, path);
  const parts = isJsonList(value) ? value.entries() : Object.entries(value);
  for (const [step, part = null] of parts) notePaths(part, [...path, step], paths);
};

/** The records of a saved answer; none if it does not have the form that the tables say. */
export const recordsAt = (
  answer: Json,
  source: Parameters<typeof recordsOrFailure>[1],
  format: Format,
): readonly ListedRecord[] => {
  const found = recordsOrFailure(answer, source, format);
  return found instanceof Failure ? [] : found;
};

/** Reads a saved answer. Throws `ehr-unusable` if it cannot be read. */
export const readSample = async (
  bytes: Uint8Array,
  { format, namespaces }: Pick<Tables, 'format' | 'namespaces'>,
): Promise<Sample> => {
  const { value, text, places } =
    format === 'xml' ? await readXmlSample(bytes, namespaces) : readJsonSample(bytes);
  const paths = new Map<Json, readonly JsonStep[]>();
  notePaths(value, [], paths);
  return {
    value,
    pathOf: object => paths.get(object),
    placeOf: path => {
      const at = places.get(jsonPointer(path));
      return at === undefined ? undefined : placeIn(text, at);
    },
  };
};

// Reads a saved answer as a whole, and knows where everything in it stands.
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonStep,
  jsonPointer,
} from '../../../../domain/model/json.ts';
import { JsonFault, parseStrictJson, placeIn } from '../../../../json/strict-json.ts';
import { readDocument } from '../../read-document.ts';
import { textDecoder } from '../../xml/parsing/encoding.ts';
import { type ListedRecord, locatedRecords } from '../engine/located-records.ts';
import { xmlTrees } from '../engine/xml-tree.ts';
import type { SystemFile } from '../format/system.ts';
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

const readXml = async (
  bytes: Uint8Array,
  namespaces: ReadonlyMap<string, string> | undefined,
): Promise<Json> => {
  const { reader, envelope, held } = xmlTrees({
    onRecord: () => {},
    keeps: false,
    charset: undefined,
    namespaces,
  });
  for await (const _ of readDocument([bytes], { reader, held, memory: undefined }));
  return envelope();
};

const readJsonText = (text: string, onPlace: (path: readonly JsonStep[], at: number) => void): Json => {
  try {
    return parseStrictJson(text, { exact: true, onPlace });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column } = placeIn(text, error.at);
    const detail = `${error.message}, at ${line}:${column}`;
    throw unusableAnswer('ehr-not-well-formed', detail);
  }
};

/** What a saved answer holds, its text, and where everything in it stands: JSON pointer → index. */
type Placed = { readonly value: Json; readonly text: string; readonly places: ReadonlyMap<string, number> };

const readJsonSample = (bytes: Uint8Array): Placed => {
  const places = new Map<string, number>();
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const value = readJsonText(text, (path, at) => void places.set(jsonPointer(path), at));
  return { value, text, places };
};

const readXmlSample = async (
  bytes: Uint8Array,
  namespaces: ReadonlyMap<string, string> | undefined,
): Promise<Placed> => {
  // The reader of the service first: it decides what can be read.
  const value = await readXml(bytes, namespaces);
  const decode = textDecoder(undefined);
  const text = decode.write(bytes) + decode.end();
  return { value, text, places: xmlPlaces(text, namespaces) };
};

const notePaths = (value: Json, path: readonly JsonStep[], paths: Map<Json, readonly JsonStep[]>): void => {
  if (isJsonList(value)) {
    paths.set(value, path);
    for (const [at, item] of value.entries()) notePaths(item, [...path, at], paths);
  } else if (isJsonObject(value)) {
    paths.set(value, path);
    for (const [name, member] of Object.entries(value)) notePaths(member ?? null, [...path, name], paths);
  }
};

/** The records of a saved answer; none if it does not have the form that the tables say. */
export const recordsAt = (
  answer: Json,
  source: Parameters<typeof locatedRecords>[1],
  format: SystemFile['format'],
): readonly ListedRecord[] => {
  try {
    return locatedRecords(answer, source, format);
  } catch (error) {
    if (isFailure(error)) return [];
    throw error;
  }
};

/** Reads a saved answer. Throws `ehr-unusable` if it cannot be read. */
export const readSample = async (
  bytes: Uint8Array,
  {
    format,
    namespaces,
  }: { format: SystemFile['format']; namespaces?: ReadonlyMap<string, string> | undefined },
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

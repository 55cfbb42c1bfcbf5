// JSON answers as trees.
import {
  type Change,
  type Edit,
  lastFirst,
  marker,
  markerNumber,
  otherLetters,
  type ParsedDocument,
  type Place,
  unknownName,
} from './document.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What a change writes in place of a value. */
const replacements: Partial<Record<Change, Json>> = {
  null: null,
  word: marker,
  text: marker,
  number: markerNumber,
  flag: true,
  object: { [unknownName]: marker },
  list: [marker],
};

const emptyOf = (value: Json): Json => {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : '';
};

const isEmpty = (value: Json) => JSON.stringify(value) === JSON.stringify(emptyOf(value));

const changesOf = (value: Json): readonly Change[] => {
  const same = ['removed', 'empty', 'null', 'object'] as const;
  if (Array.isArray(value)) return [...same, 'text', 'number'];
  const single = [...same, 'list', 'repeated', 'repeated-before'] as const;
  if (typeof value === 'string') return [...single, 'word', 'number', 'flag'];
  if (typeof value === 'number') return [...single, 'text', 'flag'];
  if (typeof value === 'boolean') return [...single, 'text', 'number'];
  // Null is not there already: nothing else says so either.
  return ['list', 'repeated', 'repeated-before', 'text', 'number'];
};

const placesIn = (value: Json, path: string, steps: Place['steps']): Place[] => {
  const own: Place[] =
    steps.length === 0
      ? []
      : [
          {
            path,
            steps,
            isValue: typeof value !== 'object' || value === null,
            text: typeof value === 'string' ? value : undefined,
            changes: [
              ...changesOf(value).filter(change => change !== 'empty' || !isEmpty(value)),
              ...(typeof steps.at(-1) === 'string' ? (['duplicate'] as const) : []),
            ],
          },
        ];
  if (Array.isArray(value)) {
    return [...own, ...value.flatMap((item, at) => placesIn(item, `${path}[]`, [...steps, at]))];
  }
  if (typeof value !== 'object' || value === null) return own;
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, path === '' ? name : `${path}/${name}`, [...steps, name]),
  );
  return [...own, ...inside];
};

/** The same value with other texts, but still of the same type, where a member says which it is (FHIR). */
const second = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(second);
  if (typeof value !== 'object' || value === null) return marker;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'resourceType' ? inner : second(inner)]),
  );
};

/** Written into a name, and taken out of the text: an object has a name only once. */
const again = '~again~';

/** A text as a value of the type that it replaces. */
const typedLike = (value: Json, text: string): Json => {
  if (typeof value === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
  return typeof value === 'number' && /^\d+$/.test(text) ? Number(text) : text;
};

const valueChanged = (value: Json, { change, value: given = marker }: Edit): Json => {
  if (change === 'set') return typedLike(value, given);
  if (change === 'empty') return emptyOf(value);
  const replacement = replacements[change];
  if (replacement !== undefined) return structuredClone(replacement);
  if (change === 'wrapped') return { [unknownName]: value };
  throw new TypeError(`no such change of a value: ${change}`);
};

const itemChanged = (list: Json[], at: number, edit: Edit) => {
  const value = list[at];
  if (value === undefined) return;
  const { change } = edit;
  if (change === 'removed') list.splice(at, 1);
  else if (change === 'repeated') list.splice(at, 1, value, second(value));
  else if (change === 'repeated-before') list.splice(at, 1, second(value), value);
  else if (change === 'copied') list.splice(at, 1, value, structuredClone(value));
  else if (change === 'stranger') list.splice(at, 1, value, { [edit.name ?? unknownName]: marker });
  else list[at] = valueChanged(value, edit);
};

/** The members in their order, one of them replaced. */
const withMember = (
  object: { [name: string]: Json },
  name: string,
  members: readonly (readonly [string, Json])[],
) => {
  const entries = Object.entries(object).flatMap(entry => (entry[0] === name ? members : [entry]));
  for (const member of Object.keys(object)) delete object[member];
  for (const [member, value] of entries) object[member] = value;
};

const memberChanged = (object: { [name: string]: Json }, name: string, edit: Edit) => {
  const value = object[name];
  if (value === undefined) return;
  const members: Partial<Record<Change, readonly (readonly [string, Json])[]>> = {
    removed: [],
    repeated: [[name, [value, second(value)]]],
    'repeated-before': [[name, [second(value), value]]],
    duplicate: [
      [name, value],
      [`${name}${again}`, second(value)],
    ],
    renamed: [[unknownName, value]],
    'other-letters': [[otherLetters(name), value]],
    stranger: [
      [name, value],
      [edit.name ?? unknownName, [{ [unknownName]: marker }]],
    ],
  };
  withMember(object, name, members[edit.change] ?? [[name, valueChanged(value, edit)]]);
};

export const jsonDocument = (bytes: Uint8Array): ParsedDocument => {
  const root = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
  return {
    places: placesIn(root, '', []),
    edited: edits => {
      const copy = structuredClone(root);
      for (const edit of lastFirst(edits)) {
        const last = edit.place.steps.at(-1) ?? '';
        let parent: Json | undefined = copy;
        for (const step of edit.place.steps.slice(0, -1)) {
          parent = (parent as Record<string, Json> | null | undefined)?.[step];
        }
        if (typeof parent !== 'object' || parent === null) continue;
        if (Array.isArray(parent)) itemChanged(parent, Number(last), edit);
        else memberChanged(parent, String(last), edit);
      }
      return Buffer.from(JSON.stringify(copy).replaceAll(`${again}"`, '"'));
    },
  };
};

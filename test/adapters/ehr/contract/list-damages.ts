// Damages of a list: it stands under another name, in other letters or within something else, or something else stands beside
// its records. What is not understood never reads as "none" (D29).
import type { AnswerPlaces } from './damage-harness.ts';
import { type Change, type Edit, isWithin, type ParsedDocument, type Place } from './document.ts';

export type ListDamage = { readonly name: string; readonly edits: readonly Edit[] };

const edits = (places: readonly Place[], change: Change) => places.map(place => ({ place, change }));

const named: readonly (readonly [Change, string])[] = [
  ['renamed', 'under another name'],
  ['other-letters', 'in other letters'],
  ['wrapped', 'within another one'],
];

/** Names under which systems say that something went wrong, or that an answer is not whole. */
const errorNames = ['error', 'errors', 'Error', 'fault', 'exception', 'message', 'partial', 'truncated'];

/** What holds the records: the elements that are records in XML, the member that holds them in JSON. */
const holdersOf = ({ places }: ParsedDocument, { records }: AnswerPlaces): readonly Place[] => {
  if (records === undefined) return [];
  const recordPlaces = places.filter(({ path }) => records.test(path));
  const isJson = recordPlaces.some(({ path }) => path.endsWith('[]'));
  return isJson ? places.filter(({ path }) => records.test(`${path}[]`) && path !== '') : recordPlaces;
};

/** The damages of the list in an answer. */
export const listDamages = (document: ParsedDocument, places: AnswerPlaces): ListDamage[] => {
  const holders = holdersOf(document, places);
  const last = holders.at(-1);
  if (last === undefined) return [];
  return [
    ...named.map(([change, name]) => ({ name, edits: edits(holders, change) })),
    { name: 'with an unknown one beside', edits: edits([last], 'stranger') },
  ];
};

/** The last record, or list of records in JSON; without records, the last member of the answer. */
const lastAskedFor = (document: ParsedDocument, places: AnswerPlaces): Place | undefined =>
  holdersOf(document, places).at(-1) ?? document.places.findLast(({ steps }) => steps.length === 1);

/** The answer with an error beside what was asked for, and beside everything that holds it. */
export const errorsBeside = (document: ParsedDocument, places: AnswerPlaces): ListDamage[] => {
  const asked = lastAskedFor(document, places);
  if (asked === undefined) return [];
  const neighbours = document.places.filter(
    place => isWithin(asked, place) && !place.path.endsWith('[]') && !place.path.includes('@'),
  );
  const taken = new Set(document.places.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  return neighbours.flatMap(place =>
    errorNames
      .filter(name => !taken.has(name))
      .map(name => ({ name: `${name} beside ${place.path}`, edits: [{ place, change: 'stranger', name }] })),
  );
};

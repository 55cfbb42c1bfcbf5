// Damages of a list: it stands under another name, in other letters or within something else, or something else stands beside
// its records. What is not understood never reads as "none" (D29).
import type { AnswerPlaces } from './damage-harness.ts';
import type { Change, Edit, ParsedDocument, Place } from './document.ts';

export type ListDamage = { readonly name: string; readonly edits: readonly Edit[] };

const edits = (places: readonly Place[], change: Change) => places.map(place => ({ place, change }));

const named: readonly (readonly [Change, string])[] = [
  ['renamed', 'under another name'],
  ['other-letters', 'in other letters'],
  ['wrapped', 'within another one'],
];

/** The damages of the list in an answer: of the elements that are records in XML, of the member that holds them in JSON. */
export const listDamages = (document: ParsedDocument, { records }: AnswerPlaces): ListDamage[] => {
  if (records === undefined) return [];
  const recordPlaces = document.places.filter(({ path }) => records.test(path));
  const isJson = recordPlaces.some(({ path }) => path.endsWith('[]'));
  const holders = isJson
    ? document.places.filter(({ path }) => records.test(`${path}[]`) && path !== '')
    : recordPlaces;
  const last = holders.at(-1);
  if (last === undefined) return [];
  return [
    ...named.map(([change, name]) => ({ name, edits: edits(holders, change) })),
    { name: 'with an unknown one beside', edits: edits([last], 'stranger') },
  ];
};

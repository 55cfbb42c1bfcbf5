// The dosages of a prescription, and what they share: the bounds, whether they are as needed, and route, site and method.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Ix3Dosage } from '../../../../domain/records/prescription/dosage-ix3.ts';
import type { Dosage } from '../../translation/dosage/dosage.ts';
import { ix3Dosage } from '../../translation/dosage/ix3-dosage.ts';
import { definedItems, nonEmptyList, partialObject } from '../../translation/values.ts';
import { type Concept, codeIn, wordsOfConcept } from '../elements/coded.ts';
import { children, countLoss, type Element, isMask } from '../elements/element.ts';
import { readPart } from '../elements/tally.ts';
import type { ElementTimes } from '../elements/times.ts';
import { type ReadDosage, readDosage, type WayName, wayNames } from './dosage.ts';

/** The earliest start, and the latest end if every dosage has one. Times are texts of 14 digits. */
const boundsOfAll = (all: readonly ReadDosage[]) => {
  const starts = definedItems(all.map(({ bounds }) => bounds.start)).sort();
  const ends = definedItems(all.map(({ bounds }) => bounds.end)).sort();
  return { start: starts[0], end: ends.length < all.length ? undefined : ends.at(-1) };
};

/** Whether the dosages are as needed; undefined if they differ. */
const whenNeededOf = ([first, ...others]: readonly ReadDosage[]): boolean | undefined => {
  const asNeeded = first?.dosage.asNeeded;
  return others.every(({ dosage }) => dosage.asNeeded === asNeeded) ? asNeeded : undefined;
};

const inOrder = (all: readonly ReadDosage[]): ReadDosage[] =>
  all.toSorted(
    (left, right) =>
      (left.dosage.order ?? Number.MAX_SAFE_INTEGER) - (right.dosage.order ?? Number.MAX_SAFE_INTEGER),
  );

/** What a way says: its words and its code. */
const saidBy = (way: Concept | undefined): readonly (string | undefined)[] => [
  way && wordsOfConcept(way),
  codeIn(way),
];

const isSame = (one: Concept | undefined, other: Concept | undefined): boolean =>
  JSON.stringify(saidBy(one)) === JSON.stringify(saidBy(other));

/** The words of a way. One that is only a code is counted. */
const countedWords = ({ element, ways }: ReadDosage, name: WayName): string | undefined => {
  const [words, code] = saidBy(ways[name]);
  return words ?? (code === undefined ? undefined : countLoss(element, name));
};

/** The route, site and method that all dosages share. */
const routeDetail = (first: ReadDosage | undefined, shared: readonly WayName[]) => {
  if (first === undefined) return undefined;
  const [words, routeCode] = shared.includes('route') ? saidBy(first.ways.route) : [];
  const ofShared = (name: WayName) => (shared.includes(name) ? countedWords(first, name) : undefined);
  return partialObject({ routeCode, name: words, location: ofShared('site'), byWith: ofShared('method') });
};

/**
 * A dosage with the ways that differ from those of the others, a line each. One without words leaves no dose: nobody would know which eye
 * the drops are for.
 */
const withOwnWays = (read: ReadDosage, own: readonly WayName[]): Dosage => {
  const { element, dosage } = read;
  const { value, isComplete } = readPart(element, () => own.map(name => countedWords(read, name)));
  const withWays = { ...dosage, ways: definedItems(value) };
  if (isComplete || dosage.regimen === undefined) return withWays;
  return { ...withWays, regimen: countLoss(element, undefined, 'out-of-bounds') };
};

/** A dosage that says nothing has no plugin. */
const pluginOf = (dosage: Dosage) => {
  const { DosageOrder, ...said } = ix3Dosage(dosage);
  return partialObject(said) && { IX3Dosage: omitUndefined<Ix3Dosage>({ DosageOrder, ...said }) };
};

/** Stands for dosages that are masked or unreadable as a whole, after the others. */
const unreadDosages: Dosage = { texts: [], regimen: undefined };

/** The plugins of a prescription, what all of its dosages share, and their elements in the order of `sequence`. */
export const dosagesOf = (request: Element<R4.MedicationRequest>, times: ElementTimes) => {
  const { value, isComplete } = readPart(request, () => children(request, 'dosageInstruction'));
  const readable = value.filter(({ node }) => !isMask(node));
  const all = inOrder(readable.map(element => readDosage(element, times)));
  const shared = wayNames.filter(
    name => isComplete && all.every(({ ways }) => isSame(ways[name], all[0]?.ways[name])),
  );
  const own = wayNames.filter(name => !shared.includes(name));
  const { start, end } = boundsOfAll(all);
  return {
    start,
    // Nobody knows what a dosage that cannot be read says.
    end: isComplete ? end : undefined,
    whenNeeded: isComplete ? whenNeededOf(all) : undefined,
    elements: all.map(({ element }) => element),
    route: routeDetail(all[0], shared),
    plugins: nonEmptyList([
      ...all.map(read => pluginOf(withOwnWays(read, own))),
      isComplete ? undefined : pluginOf(unreadDosages),
    ]),
  };
};

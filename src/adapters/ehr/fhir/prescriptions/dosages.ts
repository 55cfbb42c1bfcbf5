// The dosages of a prescription, and what they share: the bounds, whether they are as needed, and route, site and method.
import type * as R4 from 'fhir/r4.js';
import { type Dosage, maxDosages } from '../../translation/dosage/dosage.ts';
import { type DosageContext, shownDosages } from '../../translation/dosage/ix3-dosage.ts';
import { firstMoment, lastMoment } from '../../translation/dosage/time-units.ts';
import { definedItems, partialObject } from '../../values/values.ts';
import { children, countLoss, countLosses, type Element, isMask } from '../elements/element.ts';
import type { Now } from '../elements/names.ts';
import { readPart } from '../elements/tally.ts';
import { countUnshown, type ReadDosage, readDosage, type Way, type WayName, wayNames } from './dosage.ts';

/** The earliest start, and the latest end if every dosage has one. Times are texts of 14 digits. */
const boundsOfAll = (all: readonly ReadDosage[]) => {
  const bounds = all.map(({ dosage }) => dosage.bounds);
  const starts = definedItems(bounds.map(({ start }) => start && firstMoment(start))).sort();
  const ends = definedItems(bounds.map(({ end }) => end && lastMoment(end))).sort();
  return { start: starts[0], end: ends.length < all.length ? undefined : ends.at(-1) };
};

/** Whether the dosages are as needed; undefined if they differ. */
const whenNeededOf = ([first, ...others]: readonly ReadDosage[]): boolean | undefined => {
  const asNeeded = first?.dosage.asNeeded;
  return others.every(({ dosage }) => dosage.asNeeded === asNeeded) ? asNeeded : undefined;
};

const orderOf = ({ dosage }: ReadDosage): number => dosage.order ?? Number.MAX_SAFE_INTEGER;

const isSame = (one: Way, other: Way | undefined): boolean =>
  one.words === other?.words && one.code === other?.code;

/** The words of a way. One that is only a code is counted. */
const countedWords = ({ element, ways }: ReadDosage, name: WayName): string | undefined => {
  const { words, code } = ways[name];
  return words ?? (code === undefined ? undefined : countLoss(element, name));
};

/** The route, site and method that all dosages share. */
const routeDetail = (first: ReadDosage | undefined, shared: readonly WayName[]) => {
  if (first === undefined) return undefined;
  const route = shared.includes('route') ? first.ways.route : undefined;
  const ofShared = (name: WayName) => (shared.includes(name) ? countedWords(first, name) : undefined);
  return partialObject({
    routeCode: route?.code,
    name: route?.words,
    location: ofShared('site'),
    byWith: ofShared('method'),
  });
};

/**
 * A dosage with the ways that differ from those of the others, a line each. One without words leaves no dose: nobody would know which eye
 * the drops are for.
 */
const withOwnWays = (read: ReadDosage, own: readonly WayName[]): Dosage => {
  const { element, dosage } = read;
  const { value, isComplete } = readPart(element, () => own.map(name => countedWords(read, name)));
  return { ...dosage, lines: [...dosage.lines, ...definedItems(value)], isLost: !isComplete };
};

/**
 * The plugins of a prescription, what all of its dosages share, and their elements in the order of `sequence`.
 * @param product the name and the strength of the product.
 */
export const dosagesOf = (
  request: Element<R4.MedicationRequest>,
  { times, now, product }: Now & DosageContext,
) => {
  const { value, isComplete } = readPart(request, () => {
    const sent = children(request, 'dosageInstruction');
    if (sent.length <= maxDosages) return sent;
    countLosses(request, 'dosageInstruction', sent.length);
    return [];
  });
  const readable = value.filter(({ node }) => !isMask(node));
  const read = readable.map(element => readDosage(element, { times, product }));
  const all = read.toSorted((left, right) => orderOf(left) - orderOf(right));
  const shared = wayNames.filter(
    name => isComplete && all.every(({ ways }) => isSame(ways[name], all[0]?.ways[name])),
  );
  const own = wayNames.filter(name => !shared.includes(name));
  const { start, end } = boundsOfAll(all);
  const { shown, plugins } = shownDosages(
    all.map(one => withOwnWays(one, own)),
    { product, now, isComplete },
  );
  for (const [at, { element }] of all.entries()) {
    const one = shown[at];
    if (one !== undefined) countUnshown(element, one, times);
  }
  return {
    start,
    // Nobody knows what a dosage that cannot be read says.
    end: isComplete ? end : undefined,
    whenNeeded: isComplete ? whenNeededOf(all) : undefined,
    elements: all.map(({ element }) => element),
    route: routeDetail(all[0], shared),
    plugins,
  };
};

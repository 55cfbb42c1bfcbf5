// The dosages of a prescription, each in the first plugin that can express all of it; what they share; and the route.
import type * as R4 from 'fhir/r4.js';
import { joinedLines, nonEmptyList, partialObject, uniqueTexts } from '../../translation/values.ts';
import { type Concept, codeIn, conceptOf, textOfConcept } from '../elements/coded.ts';
import { child, children, type Element, isMask } from '../elements/element.ts';
import { readPart } from '../elements/tally.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dosage, hasLength, hasLimits, readDosage } from './dosage.ts';
import { incompleteIx3Dosage, ix3Dosage } from './ix3-dosage.ts';
import type { Plugin, SharedDosage } from './simple-plugins.ts';
import { simplePlugin } from './simple-plugins.ts';
import { hasOnly } from './timing.ts';

const isAsNeeded = ({ asNeeded, isAsNeededFor }: Dosage): boolean | undefined =>
  isAsNeededFor ? true : asNeeded;

const nothingShared = { whenNeeded: undefined, arePeriodsShared: false, start: undefined, end: undefined };

/** The earliest start, and the latest end if every dosage has one. Times are texts of 14 digits. */
const sharedBy = (all: readonly Dosage[]): SharedDosage => {
  const first = all[0];
  if (first === undefined) return nothingShared;
  let whenNeeded = isAsNeeded(first);
  let arePeriodsShared = true;
  let { start, end } = first.period;
  for (const dosage of all) {
    const { period } = dosage;
    if (isAsNeeded(dosage) !== whenNeeded) whenNeeded = undefined;
    if (period.start !== first.period.start || period.end !== first.period.end) arePeriodsShared = false;
    if (start === undefined || (period.start !== undefined && period.start < start)) start = period.start;
    if (end !== undefined && (period.end === undefined || period.end > end)) end = period.end;
  }
  return { whenNeeded, arePeriodsShared, start, end };
};

const inOrder = (all: readonly Dosage[]): Dosage[] =>
  all.toSorted(
    (left, right) => (left.sequence ?? Number.MAX_SAFE_INTEGER) - (right.sequence ?? Number.MAX_SAFE_INTEGER),
  );

/** Whether a dosage adds nothing to what is published for all dosages. */
const isRedundant = (dosage: Dosage, { whenNeeded, arePeriodsShared }: SharedDosage): boolean => {
  const { period } = dosage;
  const isBounded =
    hasLength(dosage) || (!arePeriodsShared && (period.start !== undefined || period.end !== undefined));
  return (
    dosage.isReadable &&
    dosage.instruction.length === 0 &&
    dosage.timingName === undefined &&
    dosage.entries === 0 &&
    dosage.events.length === 0 &&
    hasOnly(dosage.repeat) &&
    !isBounded &&
    !dosage.isAsNeededFor &&
    (dosage.asNeeded === undefined || whenNeeded !== undefined) &&
    !hasLimits(dosage)
  );
};

const pluginOf = (dosage: Dosage, shared: SharedDosage): Plugin | undefined => {
  if (isRedundant(dosage, shared)) return undefined;
  const lines = joinedLines([...dosage.instruction, dosage.timingName]);
  return simplePlugin(dosage, shared, lines) ?? { IX3Dosage: ix3Dosage(dosage) };
};

/** Stands for dosages that are masked or unreadable as a whole, after the others. */
const unreadDosages: Plugin = { IX3Dosage: incompleteIx3Dosage({ sequence: undefined, instruction: [] }) };

/** The plugins of a prescription, what all of its dosages share, and their elements in the order of `sequence`. */
export const dosagesOf = (request: Element<R4.MedicationRequest>, times: TimeReader) => {
  const { value, isComplete } = readPart(request, () => children(request, 'dosageInstruction'));
  const readable = value.filter(({ node }) => !isMask(node));
  const all = inOrder(readable.map(element => readDosage(element, times)));
  const shared = sharedBy(all);
  const elements = all.map(({ element }) => element);
  const plugins = nonEmptyList([
    ...all.map(dosage => pluginOf(dosage, shared)),
    isComplete ? undefined : unreadDosages,
  ]);
  return { shared, elements, plugins };
};

/** The ways in which a medicine is taken. */
const wayNames = ['route', 'site', 'method'] as const;
type Ways = Readonly<Record<(typeof wayNames)[number], Concept | undefined>>;

const waysOf = (dosage: Element<R4.Dosage>): Ways => ({
  route: conceptOf(child(dosage, 'route')),
  site: conceptOf(child(dosage, 'site')),
  method: conceptOf(child(dosage, 'method')),
});

const isStated = ({ route, site, method }: Ways): boolean =>
  route !== undefined || site !== undefined || method !== undefined;

/** Counts the ways of the other dosages that differ from those that are shown. */
const countOtherWays = (root: Element<R4.MedicationRequest>, shown: Ways, all: readonly Ways[]): void => {
  for (const way of wayNames) {
    for (const other of uniqueTexts(all.map(ways => textOfConcept(ways[way]))))
      if (other !== textOfConcept(shown[way]))
        root.tally.losses.push({
          path: `MedicationRequest/dosageInstruction/${way}`,
          reason: 'repeated',
          hides: [],
        });
  }
};

/** The route, site and method of the first dosage that has one of them. Others are counted as repeated. */
export const routeOf = (root: Element<R4.MedicationRequest>, dosages: readonly Element<R4.Dosage>[]) => {
  const all = dosages.map(waysOf);
  const main = all.find(isStated);
  if (main === undefined) return undefined;
  if (all.length > 1) countOtherWays(root, main, all);
  return partialObject({
    routeCode: codeIn(main.route),
    name: textOfConcept(main.route),
    location: textOfConcept(main.site),
    byWith: textOfConcept(main.method),
  });
};

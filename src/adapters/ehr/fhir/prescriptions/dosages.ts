// The dosages of a prescription, each in the first plugin that can express all of it; what they share; and the route.
import type * as R4 from 'fhir/r4.js';
import { nonBlank, nonEmptyList, partialObject, uniqueTexts } from '../../translation/values.ts';
import { type Concept, codeIn, conceptOf, textOfConcept } from '../elements/coded.ts';
import { child, children, type Element } from '../elements/element.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dosage, readDosage } from './dosage.ts';
import { ix3Dosage } from './ix3-dosage.ts';
import type { Plugin, SharedDosage } from './simple-plugins.ts';
import { simplePlugin } from './simple-plugins.ts';
import { hasOnly } from './timing.ts';

const isAsNeeded = ({ asNeeded, isAsNeededFor }: Dosage): boolean | undefined =>
  isAsNeededFor ? true : asNeeded;

const nothingShared = { whenNeeded: undefined, areBoundsShared: false, start: undefined, end: undefined };

/** The earliest start, and the latest end if every dosage has one. Times are texts of 14 digits. */
const sharedBy = (all: readonly Dosage[]): SharedDosage => {
  const first = all[0];
  if (first === undefined) return nothingShared;
  let whenNeeded = isAsNeeded(first);
  let areBoundsShared = true;
  let { start, end } = first.bounds;
  for (const dosage of all) {
    const { bounds } = dosage;
    if (isAsNeeded(dosage) !== whenNeeded) whenNeeded = undefined;
    if (bounds.start !== first.bounds.start || bounds.end !== first.bounds.end) areBoundsShared = false;
    if (start === undefined || (bounds.start !== undefined && bounds.start < start)) start = bounds.start;
    if (end !== undefined && (bounds.end === undefined || bounds.end > end)) end = bounds.end;
  }
  return { whenNeeded, areBoundsShared, start, end };
};

const inOrder = (all: readonly Dosage[]): Dosage[] =>
  all.toSorted(
    (one, other) => (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER),
  );

/** Whether a dosage adds nothing to what is published for all dosages. */
const isRedundant = (dosage: Dosage, { whenNeeded, areBoundsShared }: SharedDosage): boolean => {
  const { bounds } = dosage;
  const isBounded =
    bounds.duration !== undefined ||
    bounds.range !== undefined ||
    (!areBoundsShared && (bounds.start !== undefined || bounds.end !== undefined));
  return (
    dosage.lines.length === 0 &&
    dosage.entries === 0 &&
    dosage.events.length === 0 &&
    hasOnly(dosage.repeat) &&
    !isBounded &&
    !dosage.isAsNeededFor &&
    (dosage.asNeeded === undefined || whenNeeded !== undefined) &&
    dosage.maxPerPeriod === undefined &&
    dosage.maxPerAdministration === undefined &&
    dosage.maxPerLifetime === undefined
  );
};

const pluginOf = (dosage: Dosage, shared: SharedDosage): Plugin | undefined => {
  if (isRedundant(dosage, shared)) return undefined;
  const lines = nonBlank(dosage.lines.join('\n'));
  return simplePlugin(dosage, shared, lines) ?? { IX3Dosage: ix3Dosage(dosage) };
};

/** The plugins of a prescription, what all of its dosages share, and their elements in the order of `sequence`. */
export const dosagesOf = (request: Element<R4.MedicationRequest>, times: TimeReader) => {
  const all = inOrder(children(request, 'dosageInstruction').map(element => readDosage(element, times)));
  const shared = sharedBy(all);
  const elements = all.map(({ element }) => element);
  return { shared, elements, plugins: nonEmptyList(all.map(dosage => pluginOf(dosage, shared))) };
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
    for (const other of uniqueTexts(all.map(one => textOfConcept(one[way]))))
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

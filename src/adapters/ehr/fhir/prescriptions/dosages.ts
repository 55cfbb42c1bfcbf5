// The dosages of a prescription, each in the first plugin that can express all of it.
import { definedItems, nonBlank, nonEmptyList } from '../../translation/values.ts';
import { children, type Element } from '../elements/element.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dosage, readDosage } from './dosage.ts';
import { ix3Dosage } from './ix3-dosage.ts';
import type { Plugin, SharedDosage } from './plugin.ts';
import { simplePlugin } from './simple-plugins.ts';
import { hasOnly } from './timing.ts';

const isAsNeeded = ({ asNeeded, isAsNeededFor }: Dosage): boolean | undefined =>
  isAsNeededFor ? true : asNeeded;

const same = <T>(values: readonly T[]): T | undefined =>
  values.length > 0 && values.every(value => value === values[0]) ? values[0] : undefined;

const sharedBySeveral = (all: readonly Dosage[]): SharedDosage => {
  const periods = all.map(({ bounds: { start, end } }) => `${start ?? ''}/${end ?? ''}`);
  const starts = definedItems(all.map(({ bounds }) => bounds.start)).toSorted();
  const ends = definedItems(all.map(({ bounds }) => bounds.end)).toSorted();
  return {
    whenNeeded: same(all.map(isAsNeeded)),
    areBoundsShared: same(periods) !== undefined,
    start: starts[0],
    end: ends.length === all.length ? ends.at(-1) : undefined,
  };
};

/** Most prescriptions have one dosage. */
const sharedBy = (all: readonly Dosage[]): SharedDosage => {
  const only = all.length === 1 ? all[0] : undefined;
  if (only === undefined) return sharedBySeveral(all);
  const { start, end } = only.bounds;
  return { whenNeeded: isAsNeeded(only), areBoundsShared: true, start, end };
};

const inOrder = (all: readonly Dosage[]): readonly Dosage[] =>
  all.length < 2
    ? all
    : all.toSorted(
        (one, other) =>
          (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER),
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
export const dosagesOf = (request: Element, times: TimeReader) => {
  const all = inOrder(children(request, 'dosageInstruction').map(element => readDosage(element, times)));
  const shared = sharedBy(all);
  const elements = all.map(({ element }) => element);
  return { shared, elements, plugins: nonEmptyList(all.map(dosage => pluginOf(dosage, shared))) };
};

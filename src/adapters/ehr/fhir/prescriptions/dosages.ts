// The dosages of a prescription: for each the first plugin that holds all that it says.
import { nonBlank, nonEmptyList } from '../../translation/values.ts';
import { children, type Element } from '../elements/element.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dosage, readDosage } from './dosage.ts';
import { ix3Dosage } from './ix3-dosage.ts';
import type { Plugin, SharedDosage } from './plugin.ts';
import { simplePlugin } from './simple-plugins.ts';

const isAsNeeded = ({ asNeeded, isAsNeededFor }: Dosage): boolean | undefined =>
  isAsNeededFor ? true : asNeeded;

const same = <T>(values: readonly T[]): T | undefined =>
  values.length > 0 && values.every(value => value === values[0]) ? values[0] : undefined;

const sharedBy = (all: readonly Dosage[]): SharedDosage => {
  const periods = all.map(({ bounds: { start, end } }) => `${start ?? ''}/${end ?? ''}`);
  const starts = all.flatMap(({ bounds }) => bounds.start ?? []).toSorted();
  const ends = all.flatMap(({ bounds }) => bounds.end ?? []).toSorted();
  return {
    whenNeeded: same(all.map(isAsNeeded)),
    areBoundsShared: same(periods) !== undefined,
    start: starts[0],
    end: ends.length === all.length ? ends.at(-1) : undefined,
  };
};

const inOrder = (all: readonly Dosage[]): Dosage[] =>
  all.toSorted(
    (one, other) => (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER),
  );

const isRepeatEmpty = ({ repeat }: Dosage): boolean =>
  repeat === undefined ||
  Object.entries(repeat).every(
    ([name, value]) =>
      name === 'element' || value === undefined || (Array.isArray(value) && value.length === 0),
  );

/** Whether a dosage says nothing that is not told elsewhere. */
const saysNothing = (said: Dosage, { whenNeeded, areBoundsShared }: SharedDosage): boolean => {
  const { bounds } = said;
  const isBounded =
    bounds.duration !== undefined ||
    bounds.range !== undefined ||
    (!areBoundsShared && (bounds.start !== undefined || bounds.end !== undefined));
  return (
    said.lines.length === 0 &&
    said.entries === 0 &&
    said.events.length === 0 &&
    isRepeatEmpty(said) &&
    !isBounded &&
    !said.isAsNeededFor &&
    (said.asNeeded === undefined || whenNeeded !== undefined) &&
    said.maxPerPeriod === undefined &&
    said.maxPerAdministration === undefined &&
    said.maxPerLifetime === undefined
  );
};

const pluginOf = (said: Dosage, together: SharedDosage): Plugin | undefined => {
  if (saysNothing(said, together)) return undefined;
  const lines = nonBlank(said.lines.join('\n'));
  return simplePlugin(said, together, lines) ?? { IX3Dosage: ix3Dosage(said) };
};

/** The plugins of a prescription, and what holds for all of its dosages. */
export const dosagesOf = (request: Element, times: TimeReader) => {
  const all = inOrder(children(request, 'dosageInstruction').map(element => readDosage(element, times)));
  const together = sharedBy(all);
  return { together, plugins: nonEmptyList(all.map(said => pluginOf(said, together))) };
};

// The units of a record: the unit itself, its care unit and its care provider. Release rules look at them too (D26).
import { type AnyElement, pathOf, rootOfType } from '../elements/element.ts';
import type { Named } from './care-providers.ts';
import type { Reading } from './context.ts';
import type { RecordEncounter } from './encounter.ts';
import type { FoundUnit, Unit } from './units.ts';

/** Counts a unit that is named but cannot be identified: it hides the unit from the access rules (D36). */
export const countUnresolvedUnit = (
  { tally }: AnyElement,
  found: FoundUnit | undefined,
  path: string,
): void => {
  if (found?.isResolved === false) tally.losses.push({ path, reason: 'unreadable', hides: ['unit'] });
};

/** Counts a care unit that is named but cannot be identified. If the unit itself is unresolved, that is counted already. */
export const countUnresolvedCareUnit = ({ tally }: AnyElement, found: FoundUnit | undefined): void => {
  if (found?.isResolved !== true || found.unit?.isCareUnitResolved !== false) return;
  const path = `${found.unit.received?.root(tally).name ?? 'Organization'}/extension`;
  tally.losses.push({ path, reason: 'unreadable', hides: ['unit'] });
};

/** A unit, and the element that names it. */
type NamedUnit = { readonly found: FoundUnit | undefined; readonly path: string };

/**
 * The unit of a role among the people, else of the Encounter. If a role or the Encounter is withheld, the record's unit may be
 * another unit than the one that was found, so it is unresolved.
 */
const impliedUnit = (
  { root, units, references: { lookUp, typeOf } }: Reading,
  { people, encounter }: Naming,
): NamedUnit => {
  let withheldPath: string | undefined;
  const result = (found: FoundUnit | undefined, path: string): NamedUnit =>
    withheldPath === undefined
      ? { found, path }
      : { found: { unit: found?.unit, isResolved: false }, path: withheldPath };
  for (const { reference } of people) {
    if (typeOf(reference) !== 'PractitionerRole') continue;
    const role = lookUp(reference);
    if (role.state === 'withheld') withheldPath ??= pathOf(reference);
    const roleRoot = role.state === 'found' ? rootOfType(role.target.root, 'PractitionerRole') : undefined;
    const found = roleRoot === undefined ? undefined : units.in(roleRoot, 'organization');
    if (found !== undefined) return result(found, pathOf(reference));
  }
  if (encounter?.isWithheld === true) withheldPath ??= encounter.path;
  const found = encounter?.root === undefined ? undefined : units.in(encounter.root, 'serviceProvider');
  return result(found, encounter?.path ?? pathOf(root));
};

/** What may name the unit of a record besides its custodian. */
type Naming = {
  readonly people: readonly Named[];
  readonly encounter: RecordEncounter | undefined;
};

const namedUnit = (
  reading: Reading,
  { custodian, ...naming }: Naming & { readonly custodian?: FoundUnit | undefined },
): NamedUnit => {
  const { root, units, references } = reading;
  if (custodian !== undefined) return { found: custodian, path: `${pathOf(root)}/custodian` };
  const organization = naming.people.find(({ reference }) => references.typeOf(reference) === 'Organization');
  const found = units.at(organization?.reference);
  if (organization !== undefined && found !== undefined)
    return { found, path: pathOf(organization.reference) };
  return impliedUnit(reading, naming);
};

/**
 * The unit of a record: its custodian; else an Organization among its people, or the organisation of their role; else the
 * unit of its Encounter. One that cannot be identified is counted.
 */
export const unitOfRecord = (
  reading: Reading,
  naming: Naming & { readonly custodian?: FoundUnit | undefined },
): Unit | undefined => {
  const { found, path } = namedUnit(reading, naming);
  countUnresolvedUnit(reading.root, found, path);
  countUnresolvedCareUnit(reading.root, found);
  return found?.unit;
};

/** The ids of a unit, of its care unit and of its care provider; and all three for the extract's list of units. */
export const unitParts = (unit: Unit | undefined) => {
  const careUnit = unit?.careUnit ?? unit;
  return {
    own: unit?.ids,
    careUnit: careUnit?.ids,
    careProvider: unit?.careProvider?.ids,
    all: [unit, unit?.careUnit, unit?.careProvider],
  };
};

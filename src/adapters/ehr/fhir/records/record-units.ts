// The units of a record: the unit itself, its care unit and its care provider. Release rules look at the first two (D26), and none looks at
// the care provider, so a lost one hides nothing from them.
import { type AnyElement, ignoringLosses, pathOf, rootOfType, wasSent } from '../elements/element.ts';
import { countUnresolved } from '../elements/reference.ts';
import { addOnce } from '../elements/tally.ts';
import type { Named } from './care-providers.ts';
import type { Reading } from './context.ts';
import type { RecordEncounter } from './encounter.ts';
import type { KnownUnit, UnitResolution } from './units.ts';

/** Counts a unit that is named but cannot be identified: it hides the unit from the access rules (D36). */
export const countUnresolvedUnit = (
  { tally }: AnyElement,
  resolution: UnitResolution | undefined,
  path: string,
): void => {
  if (resolution?.isResolved === false) addOnce(tally, path, { path, reason: 'unreadable', hides: ['unit'] });
};

/** Counts a care unit that is named but cannot be identified. If the unit itself is unresolved, that is counted already. */
export const countUnresolvedCareUnit = (
  { tally }: AnyElement,
  resolution: UnitResolution | undefined,
): void => {
  if (resolution?.isResolved !== true || resolution.unit?.isCareUnitResolved !== false) return;
  const path = `${resolution.unit.received?.root(tally).name ?? 'Organization'}/extension`;
  tally.losses.push({ path, reason: 'unreadable', hides: ['unit'] });
};

/** A unit, and the element that names it. */
type NamedUnit = { readonly resolution: UnitResolution | undefined; readonly path: string };

/**
 * The unit of a role among the people, else of the Encounter. A role or an Encounter that was not read hides the unit: that of the
 * record may be another one than was found.
 */
const impliedUnit = (
  { units, references: { lookUp, typeOf } }: Reading,
  { people, encounter }: Naming,
): NamedUnit => {
  for (const { reference } of people) {
    // One whose type is unknown may be a role.
    if (!['PractitionerRole', undefined].includes(typeOf(reference))) continue;
    const role = lookUp(reference);
    if (role.state !== 'found' && wasSent(reference, 'reference')) countUnresolved(reference, ['unit']);
    const resolution = units.in(rootOfType(role.root, 'PractitionerRole'), 'organization');
    if (resolution !== undefined) return { resolution, path: pathOf(reference) };
  }
  if (encounter?.isUnread === true) countUnresolved(encounter.reference, ['unit']);
  return { resolution: units.in(encounter?.root, 'serviceProvider'), path: 'Encounter/serviceProvider' };
};

/** What may name the unit of a record. */
type Naming = {
  readonly custodian?: UnitResolution | undefined;
  readonly people: readonly Named[];
  readonly encounter: RecordEncounter | undefined;
};

const namedUnit = (reading: Reading, naming: Naming): NamedUnit => {
  const { root, units, references } = reading;
  const { custodian } = naming;
  if (custodian !== undefined) return { resolution: custodian, path: `${pathOf(root)}/custodian` };
  const organization = naming.people.find(({ reference }) => references.typeOf(reference) === 'Organization');
  const resolution = units.at(organization?.reference);
  if (organization !== undefined && resolution !== undefined)
    return { resolution, path: pathOf(organization.reference) };
  return impliedUnit(reading, naming);
};

/** What tells units apart: their ids and names. */
const saidOf = (unit: KnownUnit | undefined): string => JSON.stringify([unit?.ids, unit?.name]);

/** Those whom a record names, without the Organizations that are its unit. Any other Organization is no person, and has no place. */
const peopleBesideUnit = (
  { units, references }: Reading,
  people: readonly Named[],
  unit: KnownUnit | undefined,
): readonly Named[] =>
  people.filter(
    ({ reference }) =>
      references.typeOf(reference) !== 'Organization' ||
      saidOf(units.at(ignoringLosses(reference))?.unit) !== saidOf(unit),
  );

/** The ids of a unit, of its care unit and of its care provider; and all three for the extract's list of units. */
export const unitParts = (unit: KnownUnit | undefined) => {
  const careUnit = unit?.careUnit ?? unit;
  return {
    own: unit?.ids,
    careUnit: careUnit?.ids,
    careProvider: unit?.careProvider?.ids,
    all: [unit, unit?.careUnit, unit?.careProvider],
  };
};

/**
 * The unit of a record, and the people of the record who are not that unit. The unit is the custodian; else an Organization among the
 * people, or the organisation of their role; else the unit of the Encounter. A unit that cannot be identified is counted.
 * @param others people who do not name the unit.
 */
export const unitAndPeople = (reading: Reading, naming: Naming, others: readonly Named[] = []) => {
  const { resolution, path } = namedUnit(reading, naming);
  countUnresolvedUnit(reading.root, resolution, path);
  countUnresolvedCareUnit(reading.root, resolution);
  const unit = resolution?.unit;
  const people = peopleBesideUnit(reading, [...naming.people, ...others], unit);
  return { unit: unitParts(unit), people };
};

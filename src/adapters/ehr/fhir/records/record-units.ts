// The units of a record: the unit itself, its care unit and its care provider. Release rules look at them too (D26).
import { type AnyElement, rootOfType } from '../elements/element.ts';
import type { Named } from './care-providers.ts';
import type { Reading } from './context.ts';
import type { RecordEncounter } from './encounter.ts';
import type { FoundUnit, Unit } from './units.ts';

/** Counts a unit that is named but cannot be identified, under the path that access rules look at. */
export const reportUnresolvedUnit = (
  element: AnyElement,
  found: FoundUnit | undefined,
  rulePath: string,
): void => {
  if (found !== undefined && !found.isResolved) {
    element.tally.losses.push({ path: rulePath, reason: 'unreadable' });
  }
};

/** Counts a care unit that is named but cannot be identified. If the unit itself is unresolved, that is counted already. */
export const reportUnresolvedCareUnit = (
  element: AnyElement,
  found: FoundUnit | undefined,
  rulePath: string,
): void => {
  if (found?.isResolved === true && found.unit?.isCareUnitResolved === false) {
    element.tally.losses.push({ path: rulePath, reason: 'unreadable' });
  }
};

/**
 * The unit of a role among the people, else of the Encounter. If a role or the Encounter is withheld, the record's unit may be
 * another one than the one that is found, so it is unresolved.
 */
const impliedUnit = (
  { units, references: { lookUp, typeOf } }: Reading,
  { people, encounter }: Naming,
): FoundUnit | undefined => {
  let isHidden = false;
  const result = (found: FoundUnit | undefined) =>
    isHidden ? { unit: found?.unit, isResolved: false } : found;
  for (const { reference } of people) {
    if (typeOf(reference) !== 'PractitionerRole') continue;
    const role = lookUp(reference);
    if (role.state === 'withheld') isHidden = true;
    const roleRoot = role.state === 'found' ? rootOfType(role.target.root, 'PractitionerRole') : undefined;
    const found = roleRoot === undefined ? undefined : units.in(roleRoot, 'organization');
    if (found !== undefined) return result(found);
  }
  if (encounter?.isWithheld === true) isHidden = true;
  return result(encounter?.root === undefined ? undefined : units.in(encounter.root, 'serviceProvider'));
};

/** What may name the unit of a record besides its custodian. */
type Naming = {
  readonly people: readonly Named[];
  readonly encounter: RecordEncounter | undefined;
};

/**
 * The unit of a record: its custodian; else an Organization among its people, or the organisation of their role; else the
 * unit of its Encounter. One that cannot be identified is counted under `ruledPath`.
 */
export const unitOfRecord = (
  reading: Reading,
  {
    ruledPath,
    custodian,
    ...naming
  }: Naming & { readonly ruledPath: string; readonly custodian?: FoundUnit | undefined },
): Unit | undefined => {
  const { root, units, references } = reading;
  const found =
    custodian ??
    units.at(
      naming.people.find(({ reference }) => references.typeOf(reference) === 'Organization')?.reference,
    ) ??
    impliedUnit(reading, naming);
  reportUnresolvedUnit(root, found, ruledPath);
  reportUnresolvedCareUnit(root, found, ruledPath);
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

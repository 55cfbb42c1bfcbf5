// The units of a record: where it was made, its care unit and its care provider, for the release rules too (D26).
import { child, children, type Element } from '../elements/element.ts';
import type { Reading } from './reading.ts';
import type { FoundUnit, Unit } from './units.ts';

/** Tells access rules of a unit that is there and cannot be known, under the name that they know. */
export const reportUnresolvedUnit = (
  element: Element,
  found: FoundUnit | undefined,
  rulePath: string,
): void => {
  if (found !== undefined && !found.isResolved) {
    element.tally.losses.push({ path: rulePath, reason: 'unreadable' });
  }
};

/** The Organization among references, else the one of a role among them. */
const unitOfPeople = (
  references: readonly Element[],
  { units, references: { lookUp, typeOf } }: Reading,
): FoundUnit | undefined => {
  const organization = references.find(one => typeOf(one) === 'Organization');
  if (organization !== undefined) return units.at(organization);
  for (const reference of references) {
    const found = lookUp(reference);
    if (found.state !== 'found') continue;
    const { resource, root } = found.target;
    const unit =
      resource.resourceType === 'PractitionerRole' ? units.at(child(root, 'organization')) : undefined;
    if (unit !== undefined) return unit;
  }
  return undefined;
};

/**
 * The unit of a record: its custodian; else an Organization among the people of it, or the one of their role; else that of
 * its Encounter.
 */
export const unitOfRecord = (
  reading: Reading,
  {
    people,
    encounter,
    ruledPath,
  }: {
    readonly people: readonly Element[];
    readonly encounter: Element | undefined;
    readonly ruledPath: string;
  },
): Unit | undefined => {
  const { root, units } = reading;
  const found =
    units.at(child(root, 'custodian')) ??
    unitOfPeople(people, reading) ??
    (encounter === undefined ? undefined : units.at(child(encounter, 'serviceProvider')));
  reportUnresolvedUnit(root, found, ruledPath);
  return found?.unit;
};

/** A unit, its care unit and its care provider: the ids that extracts name, and all of them for the list of units. */
export const unitParts = (unit: Unit | undefined) => {
  const careUnit = unit?.careUnit ?? unit;
  return {
    own: unit?.ids,
    careUnit: careUnit?.ids,
    careProvider: unit?.careProvider?.ids,
    all: [unit, unit?.careUnit, unit?.careProvider],
  };
};

/** Several single members or lists of a resource, as one list of references. */
export const referencesOf = (root: Element, ...members: readonly string[]): Element[] =>
  members.flatMap(member =>
    Array.isArray(root.node[member]) ? children(root, member) : (child(root, member) ?? []),
  );

// The units of a record: the unit itself, its care unit and its care provider. Release rules look at them too (D26).
import { child, children, type Element } from '../elements/element.ts';
import type { Reading } from './reading.ts';
import type { FoundUnit, Unit } from './units.ts';

/** Counts a unit that is named but cannot be identified, under the path that access rules look at. */
export const reportUnresolvedUnit = (
  element: Element,
  found: FoundUnit | undefined,
  rulePath: string,
): void => {
  if (found !== undefined && !found.isResolved) {
    element.tally.losses.push({ path: rulePath, reason: 'unreadable' });
  }
};

/** The first Organization among the references, else the organisation of a role among them. */
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
 * The unit of a record: its custodian; else an Organization among its people, or the organisation of their role; else the
 * unit of its Encounter.
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

/** The references in several members, single ones or lists, as one list. */
export const referencesOf = (root: Element, ...members: readonly string[]): Element[] => {
  const found: Element[] = [];
  for (const member of members) {
    if (Array.isArray(root.node[member])) for (const one of children(root, member)) found.push(one);
    else {
      const only = child(root, member);
      if (only !== undefined) found.push(only);
    }
  }
  return found;
};

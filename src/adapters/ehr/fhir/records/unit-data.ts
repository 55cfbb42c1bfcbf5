// The list of units in an extract, without duplicates, with names and addresses. Prescriptions have their own member names.
import { memoize } from '../../../../domain/model/memoize.ts';
import { contactPart } from '../../../../domain/records/shared/layout-v2.ts';
import { definedItems, nonEmptyList, partialObject } from '../../values/values.ts';
import { newTally, type Tally } from '../elements/tally.ts';
import type { KnownUnit } from './units.ts';

const internalId = ({ key }: KnownUnit) => key?.slice(key.indexOf('/') + 1);

/** What makes a unit the same as another one: its ids; without ids, its resource, or else its name. */
const keyOf = ({ ids, name, received }: KnownUnit): unknown =>
  ids === undefined && received !== undefined ? received.node : JSON.stringify(ids ?? name);

const eachOnce = (units: readonly (KnownUnit | undefined)[]): readonly KnownUnit[] => {
  const byKey = new Map<unknown, KnownUnit>();
  for (const unit of definedItems(units)) {
    const key = keyOf(unit);
    const earlier = byKey.get(key);
    // A unit with a resource has more members than one that is only referred to.
    if (earlier === undefined || (earlier.received === undefined && unit.received !== undefined))
      byKey.set(key, unit);
  }
  return [...byKey.values()];
};

/** A unit in notes, contacts and attention signals. Notes have no internal id, and contacts other names. */
const publishedUnit = (unit: KnownUnit, withInternalId: boolean) => {
  const contact = unit.received?.contact(newTally());
  return partialObject({
    ...unit.ids,
    UnitInternalID: withInternalId ? internalId(unit) : undefined,
    UnitName: unit.name,
    HeadCareproviderUnitID: unit.careProvider?.ids?.UnitID ?? unit.careProvider?.ids?.UnitLocalID,
    PhoneNumbers: partialObject({ Phone: contact?.phones }),
    EmailAddresses: partialObject({ Email: contact?.emails }),
    UnitAddresses: partialObject({ UnitAddress: contact?.addresses }),
  });
};

/** A unit in prescriptions. */
const publishedUnitData = (unit: KnownUnit) => {
  const contact = unit.received?.contact(newTally());
  const { UnitID, UnitLocalID } = unit.careProvider?.ids ?? {};
  return partialObject({
    ...unit.ids,
    UnitInternalID: internalId(unit),
    UnitName: unit.name,
    UnitHeadCareProviderUnitID: UnitID?.extension ?? UnitLocalID?.extension,
    PhoneNumbers: partialObject({ PhoneData: contact?.phones }),
    EmailAddresses: partialObject({ EmailData: contact?.emails }),
    UnitAddresses: partialObject({ UnitAddressData: contact?.addresses }),
  });
};

/** Lists units. Each is made once: the records of a request are mostly those of a few units. */
const listPublishedAs = <T>(publish: (unit: KnownUnit) => T | undefined) => {
  const published = memoize(publish);
  return (units: readonly (KnownUnit | undefined)[], tally: Tally): T[] | undefined => {
    const all = eachOnce(units);
    for (const { received } of all) received?.contact(tally);
    return nonEmptyList(all.map(published));
  };
};

/** The lists of units of one request, in the forms of the kinds. A lost value counts for each record that names the unit. */
export const unitLists = () => ({
  units: listPublishedAs(unit => publishedUnit(unit, true)),
  unitsOfContacts: listPublishedAs(unit => contactPart(publishedUnit(unit, true))),
  unitsOfNotes: listPublishedAs(unit => publishedUnit(unit, false)),
  unitsOfPrescriptions: listPublishedAs(publishedUnitData),
});

// The list of units in an extract, without duplicates, with names and addresses. Prescriptions have their own member names.
import { nonEmptyList, partialObject } from '../../translation/values.ts';
import type { Tally } from '../elements/tally.ts';
import { noContact } from './unit-contact.ts';
import type { Unit } from './units.ts';

const internalId = ({ key }: Unit) => key?.slice(key.indexOf('/') + 1);

/** Removes duplicates, by ids, or by name for units without ids. */
const eachOnce = (units: readonly (Unit | undefined)[]): Unit[] => {
  const found = new Map<string, Unit>();
  for (const unit of units) {
    if (unit === undefined) continue;
    const key = JSON.stringify(unit.ids ?? unit.name);
    const known = found.get(key);
    // A unit with a resource has more members than one that is only referred to.
    if (known === undefined || (known.received === undefined && unit.received !== undefined))
      found.set(key, unit);
  }
  return [...found.values()];
};

/** The units of notes, contacts and attention signals. Notes have no internal id. */
export const unitsOf = (
  units: readonly (Unit | undefined)[],
  { tally, withInternalId }: { tally: Tally; withInternalId: boolean },
) =>
  partialObject({
    Unit: nonEmptyList(
      eachOnce(units).map(unit => {
        const { phones, emails, addresses } = unit.received?.contact(tally) ?? noContact;
        return partialObject({
          ...unit.ids,
          UnitInternalID: withInternalId ? internalId(unit) : undefined,
          UnitName: unit.name,
          HeadCareproviderUnitID: unit.careProvider?.ids?.UnitID ?? unit.careProvider?.ids?.UnitLocalID,
          PhoneNumbers: partialObject({ Phone: phones }),
          EmailAddresses: partialObject({ Email: emails }),
          UnitAddresses: partialObject({ UnitAddress: addresses }),
        });
      }),
    ),
  });

/** The units of prescriptions. */
export const unitDataOf = (units: readonly (Unit | undefined)[], tally: Tally) =>
  partialObject({
    UnitData: nonEmptyList(
      eachOnce(units).map(unit => {
        const { phones, emails, addresses } = unit.received?.contact(tally) ?? noContact;
        const { UnitID, UnitLocalID } = unit.careProvider?.ids ?? {};
        return partialObject({
          ...unit.ids,
          UnitInternalID: internalId(unit),
          UnitName: unit.name,
          UnitHeadCareProviderUnitID: UnitID?.extension ?? UnitLocalID?.extension,
          PhoneNumbers: partialObject({ PhoneData: phones }),
          EmailAddresses: partialObject({ EmailData: emails }),
          UnitAddresses: partialObject({ UnitAddressData: addresses }),
        });
      }),
    ),
  });

// The list of units in an extract, without duplicates, with names and addresses. Prescriptions have their own member names.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { nonBlank, nonEmptyList, partialObject } from '../../translation/values.ts';
import { contactPoints, postalAddress } from '../elements/contact-points.ts';
import { children, type Element } from '../elements/element.ts';
import type { Unit } from './units.ts';

const addressOf = (element: Element) => {
  const { use, lines, careOf, postalCode, city, state, country, text } = postalAddress(element);
  const street = [...(careOf === undefined ? [] : [careOf]), ...lines].join(', ');
  return partialObject({
    UnitAddressType: use,
    UnitAddressAddress: nonBlank(street) ?? text,
    UnitAddressPostcode: postalCode,
    UnitAddressCity: city,
    UnitAddressCounty: state,
    UnitAddressCountry: country,
  });
};

/** The phone numbers, e-mail addresses and postal addresses of a unit. Extracts name the lists around them differently. */
const partsOf = ({ root }: Unit) => {
  const points = root === undefined ? [] : contactPoints(root);
  return {
    phones: nonEmptyList(
      points.map(({ isEmail, use, value }) =>
        isEmail ? undefined : omitUndefined({ PhoneType: use, PhoneNumber: value }),
      ),
    ),
    emails: nonEmptyList(
      points.map(({ isEmail, use, value }) =>
        isEmail ? omitUndefined({ EmailType: use, EmailAddress: value }) : undefined,
      ),
    ),
    addresses: nonEmptyList((root === undefined ? [] : children(root, 'address')).map(addressOf)),
  };
};

const internalId = ({ key }: Unit) => key?.slice(key.indexOf('/') + 1);

/** Removes duplicates, by ids, or by name for units without ids. */
const eachOnce = (units: readonly (Unit | undefined)[]): Unit[] => {
  const found = new Map<string, Unit>();
  for (const unit of units) {
    if (unit === undefined) continue;
    const key = JSON.stringify(unit.ids ?? unit.name);
    const known = found.get(key);
    // A unit with a resource has more members than one that is only referred to.
    if (known === undefined || (known.root === undefined && unit.root !== undefined)) found.set(key, unit);
  }
  return [...found.values()];
};

/** The units of notes, contacts and attention signals. Notes have no internal id. */
export const unitsOf = (
  units: readonly (Unit | undefined)[],
  { withInternalId }: { withInternalId: boolean },
) =>
  partialObject({
    Unit: nonEmptyList(
      eachOnce(units).map(unit => {
        const { phones, emails, addresses } = partsOf(unit);
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
export const unitDataOf = (units: readonly (Unit | undefined)[]) =>
  partialObject({
    UnitData: nonEmptyList(
      eachOnce(units).map(unit => {
        const { phones, emails, addresses } = partsOf(unit);
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

// The units that an extract names, each once, with their names and addresses: under the names of two trees.
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

/** What there is to say of a unit, whatever the names of the lists in it. */
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

/** Each unit once, by its ids; one without any by its name. */
const eachOnce = (units: readonly (Unit | undefined)[]): Unit[] => {
  const found = new Map<string, Unit>();
  for (const unit of units) {
    if (unit === undefined) continue;
    const key = JSON.stringify(unit.ids ?? unit.name);
    const known = found.get(key);
    // A unit that is known by its resource says more than one that is only referred to.
    if (known === undefined || (known.root === undefined && unit.root !== undefined)) found.set(key, unit);
  }
  return [...found.values()];
};

/** Units as journal notes have them; contacts and attention signals also have the internal id. */
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

/** The same, as prescriptions name the parts. */
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

// How to reach a unit: under the extract's names, which all kinds share.
import type * as R4 from 'fhir/r4.js';
import { definedItems, nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import { contactPoints, phonesAndEmails, postalAddress } from '../elements/contact-points.ts';
import { child, children, type Element, rootOfType } from '../elements/element.ts';

/** A unit: an Organization, or a Location with an id of its own. */
export type UnitElement = Element<R4.Organization | R4.Location>;

const addressOf = (element: Element<R4.Address>) => {
  const { use, lines, careOf, postalCode, city, part } = postalAddress(element);
  const street = [...(careOf === undefined ? [] : [careOf]), ...lines].join(', ');
  const whole = part('text');
  return partialObject({
    UnitAddressType: use,
    UnitAddressAddress: nonBlank(street) ?? whole,
    UnitAddressPostcode: postalCode,
    UnitAddressCity: city,
    UnitAddressCounty: part('state'),
    UnitAddressCountry: part('country'),
  });
};

/** The postal addresses: an Organization has a list, a Location one. */
const addressesOf = (root: UnitElement): readonly Element<R4.Address>[] => [
  ...definedItems([child(rootOfType(root, 'Location'), 'address')]),
  ...children(rootOfType(root, 'Organization'), 'address'),
];

/** The phone numbers, e-mail addresses and postal addresses of a unit. Extracts name the lists around them differently. */
export const unitContact = (root: UnitElement) => ({
  ...phonesAndEmails(contactPoints(root)),
  addresses: nonEmptyList(addressesOf(root).map(addressOf)),
});

export type UnitContact = ReturnType<typeof unitContact>;

/** Of a unit without a resource. */
export const noContact: UnitContact = { phones: undefined, emails: undefined, addresses: undefined };

// How to reach a unit: under the extract's names, which all kinds share.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { definedItems, nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import { contactPoints, isEmail, postalAddress } from '../elements/contact-points.ts';
import { child, children, type Element, rootOfType } from '../elements/element.ts';

/** A unit: an Organization, or a Location with an id of its own. */
export type UnitElement = Element<R4.Organization | R4.Location>;

const addressOf = (element: Element<R4.Address>) => {
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

/** The postal addresses: an Organization has a list, a Location one. */
const addressesOf = (root: UnitElement): readonly Element<R4.Address>[] => [
  ...definedItems([child(rootOfType(root, 'Location'), 'address')]),
  ...children(rootOfType(root, 'Organization'), 'address'),
];

/** The phone numbers, e-mail addresses and postal addresses of a unit. Extracts name the lists around them differently. */
export const unitContact = (root: UnitElement) => {
  const points = contactPoints(root);
  return {
    phones: nonEmptyList(
      points.map(point =>
        isEmail(point) ? undefined : omitUndefined({ PhoneType: point.use, PhoneNumber: point.value }),
      ),
    ),
    emails: nonEmptyList(
      points.map(point =>
        isEmail(point) ? omitUndefined({ EmailType: point.use, EmailAddress: point.value }) : undefined,
      ),
    ),
    addresses: nonEmptyList(addressesOf(root).map(addressOf)),
  };
};

export type UnitContact = ReturnType<typeof unitContact>;

/** Of a unit without a resource. */
export const noContact: UnitContact = { phones: undefined, emails: undefined, addresses: undefined };

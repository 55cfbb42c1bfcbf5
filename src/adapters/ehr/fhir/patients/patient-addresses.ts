// A patient's addresses: those in use, and the registered one.
import type * as R4 from 'fhir/r4.js';
import { nonBlank, partialObject } from '../../values/values.ts';
import { conceptOf, isSaid, textOfConcept } from '../elements/coded.ts';
import { type PostalAddress, postalAddress } from '../elements/contact-points.ts';
import { child, children, countLoss, type Element } from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import { hasEnded, type Now } from '../elements/names.ts';

const typeUrl = 'http://hl7.se/fhir/ig/base/StructureDefinition/SEBaseAddressPersonExtension';

/** SNOMED CT's code for the address in the population register. */
const registered = '63381000052101';

const publishedAddress = (address: PostalAddress, type: string | undefined) => {
  const { careOf, street, postalCode, city, part } = address;
  const country = part('country') ?? '';
  const isCode = /^[A-Z]{2}$/.test(country);
  const parts = {
    PatientAddressCO: careOf,
    PatientAddressStreet: street,
    PatientAddressPostcode: postalCode,
    PatientAddressCity: city,
    PatientAddressCounty: part('state'),
    PatientAddressCountryCode: isCode ? country : undefined,
    PatientAddressCountry: isCode ? undefined : nonBlank(country),
  };
  const isTextAlone = Object.values(parts).every(value => value === undefined);
  return partialObject({
    PatientAddressType: type,
    ...parts,
    PatientAddressComment: isTextAlone ? part('text') : undefined,
  });
};

/** The addresses that are neither old nor ended. */
export const addressesInUse = (root: Element<R4.Patient>, now: Now): Element<R4.Address>[] =>
  children(root, 'address').filter(address => address.node.use !== 'old' && !hasEnded(address, now));

/** The addresses in use, as they are published. */
export const patientAddresses = (root: Element<R4.Patient>, now: Now) =>
  addressesInUse(root, now).map(element => {
    const typed = extension(element, typeUrl);
    const concept = conceptOf(child(typed, 'valueCodeableConcept'));
    const type = textOfConcept(concept);
    if (typed !== undefined && type === undefined && isSaid(concept))
      countLoss(typed, 'valueCodeableConcept');
    const address = postalAddress(element);
    return {
      address,
      isRegistered: concept?.codings.some(({ code }) => code === registered) === true,
      published: publishedAddress(address, type ?? address.use),
    };
  });

/** What the population register says: county and municipality. */
export const registerOf = (addresses: ReturnType<typeof patientAddresses>) => {
  const home = addresses.find(({ isRegistered }) => isRegistered)?.address;
  return home && partialObject({ PatientCounty: home.part('state'), PatientCity: home.part('district') });
};

// The addresses of a person in the population register.
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import { nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import type { PersonpostType, SvenskAdressType, UtlandsadressType } from './wire-types.ts';

type Patient = NonNullable<PatientExtract['Patient']>;
type Address = NonNullable<NonNullable<Patient['PatientAddresses']>['PatientAddress']>[number];

const street = (...parts: (string | undefined)[]) =>
  nonBlank(parts.flatMap(part => nonBlank(part) ?? []).join(', '));

/** An address with its type; undefined if only the type is known. */
const addressOf = (type: string, parts: { [K in keyof Address]: Address[K] | undefined }) => {
  const address = partialObject<Address>(parts as Address);
  return address === undefined ? undefined : { PatientAddressType: type, ...address };
};

const swedish = (type: string, address: SvenskAdressType = {}) =>
  addressOf(type, {
    PatientAddressCO: nonBlank(address.CareOf),
    PatientAddressStreet: street(address.Utdelningsadress1, address.Utdelningsadress2),
    PatientAddressPostcode: nonBlank(address.PostNr),
    PatientAddressCity: nonBlank(address.Postort),
  });

const foreign = (type: string, address: UtlandsadressType = {}) =>
  addressOf(type, {
    PatientAddressStreet: street(
      address.Utdelningsadress1,
      address.Utdelningsadress2,
      address.Utdelningsadress3,
    ),
    PatientAddressCountry: nonBlank(address.Land),
  });

/** The published addresses of a person; undefined if the register has none. */
export const addressesOf = (person: PersonpostType) =>
  partialObject({
    PatientAddress: nonEmptyList([
      swedish('Folkbokföringsadress', person.Folkbokforingsadress),
      swedish('Särskild postadress', person.SarskildPostadress),
      foreign('Utlandsadress', person.Utlandsadress),
    ]),
  });

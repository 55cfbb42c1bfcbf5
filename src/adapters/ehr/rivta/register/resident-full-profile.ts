// LookupResidentForFullProfile 1.1 → the patient.
import { Failure, sourceUnavailable } from '../../../../domain/model/failure.ts';
import { type Hidden, hides } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import {
  numberKindOf,
  type PatientNumber,
  parsePatientNumber,
} from '../../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import type { Loss, PatientReader } from '../../../../ports/ehr.ts';
import { nonBlank, nonEmptyList, numberRoot, partialObject, timeValue } from '../../values/values.ts';
import { planOf } from '../../xml/plan.ts';
import { peek } from '../../xml/tracked-document.ts';
import { type CountLoss, openDocument } from '../losses.ts';
import { type Contract, contractCaller, type SoapConnection } from '../soap/contract.ts';
import { registeredName } from './names.ts';
import {
  type PersonpostType,
  ResidentType,
  type SvenskAdressType,
  type UtlandsadressType,
} from './wire-types.ts';

export const residentFullProfile: Contract<typeof ResidentType> = {
  name: 'LookupResidentForFullProfile',
  domain: 'population:residentmaster',
  version: 1,
  hasResult: false,
  element: 'resident',
  schema: ResidentType,
};

type Patient = NonNullable<PatientExtract['Patient']>;
type Address = NonNullable<NonNullable<Patient['PatientAddresses']>['PatientAddress']>[number];

/** The meaning of a code. An unknown code is counted as unreadable. */
const lookUpCode = <T>(
  word: string | undefined,
  { meanings, ...place }: { meanings: Readonly<Record<string, T>>; path: string; hides: readonly Hidden[] },
  countLoss: CountLoss,
): T | undefined => {
  if (nonBlank(word) === undefined) return undefined;
  const meaning = Object.hasOwn(meanings, word ?? '') ? meanings[word ?? ''] : undefined;
  if (meaning === undefined) countLoss({ ...place, reason: 'unreadable' });
  return meaning;
};

const sexes = { K: 'F', M: 'M' };
const protectedWords = { J: true, N: false };

/**
 * Whether the identity is protected. The contract requires the element exactly once. Otherwise the protection is unknown,
 * and those who act for the patient are refused (D27).
 */
const isProtected = (
  { Sekretessmarkering: word }: ResidentType,
  losses: readonly Loss[],
  countLoss: CountLoss,
): boolean | undefined => {
  if (hides(losses, 'protection')) return undefined;
  const place = { path: 'Sekretessmarkering', hides: ['protection'] } as const;
  if (nonBlank(word) === undefined) countLoss({ ...place, reason: 'unreadable' });
  return lookUpCode(word, { meanings: protectedWords, ...place }, countLoss);
};

/** A number in the register, with the root of its kind. */
const numberOf = (number: string | undefined): Identifier | undefined => {
  if (nonBlank(number) === undefined) return undefined;
  const parsed = parsePatientNumber(number ?? '', {});
  return omitUndefined<Identifier>({
    root: parsed === undefined ? undefined : numberRoot(numberKindOf(parsed), undefined),
    extension: number,
  });
};

/** The cause of deregistration for a person who has died. */
const deceased = 'AV';

/** The day of death. Deregistration for another cause is not read, and therefore counted. */
const deceasedDate = (
  { Avregistrering: deregistration }: PersonpostType,
  losses: readonly Loss[],
  countLoss: CountLoss,
) => {
  if (deregistration === undefined) return undefined;
  const causes = ['AvregistreringsorsakKodKomplett', 'AvregistreringsorsakKod'] as const;
  const cause = causes.find(name => peek(deregistration)[name] === deceased);
  // Only the element with this cause is read: the other one, and other causes, have no member.
  const isDeceased = cause !== undefined && deregistration[cause] === deceased;
  if (!isDeceased) return undefined;
  const path = 'Personpost/Avregistrering/Avregistreringsdatum';
  const isCountedAlready = losses.some(loss => loss.path.endsWith(path));
  if (deregistration.Avregistreringsdatum === undefined && !isCountedAlready)
    countLoss({ path, reason: 'unreadable', hides: [] });
  return timeValue(deregistration.Avregistreringsdatum);
};

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
const addressesOf = (person: PersonpostType) =>
  partialObject({
    PatientAddress: nonEmptyList([
      swedish('Folkbokföringsadress', person.Folkbokforingsadress),
      swedish('Särskild postadress', person.SarskildPostadress),
      foreign('Utlandsadress', person.Utlandsadress),
    ]),
  });

const patientOf = (resident: ResidentType, losses: readonly Loss[], countLoss: CountLoss): Patient => {
  const { Personpost: person = {} } = resident;
  const home = person.Folkbokforingsadress;
  return omitUndefined<Patient>({
    PatientID: numberOf(person.PersonId),
    PatientProtectedId: isProtected(resident, losses, countLoss),
    PatientName: registeredName(person.Namn, countLoss),
    PatientBirthDate: timeValue(person.Fodelsetid),
    PatientDeceasedDate: deceasedDate(person, losses, countLoss),
    PatientSex: lookUpCode(person.Kon, { meanings: sexes, path: 'Personpost/Kon', hides: [] }, countLoss),
    PatientAddresses: addressesOf(person),
    PatientDataRegister: partialObject({
      PatientCounty: nonBlank(home?.LanKod),
      PatientCity: nonBlank(home?.KommunKod),
      PatientDistrict: nonBlank(home?.ForsamlingKod),
    }),
    // Another number of the same person that the register refers to.
    PatientConnectedActiveNumbers: partialObject({
      PatientConnectedActiveNumber: nonEmptyList([numberOf(person.HanvisningsPersonNr)]),
    }),
  });
};

/** The failure where data of a source system of the register may be missing. */
export const sourceMissing = () => sourceUnavailable('a source system of the register could not be reached');

/** The request for one person, without restrictions. */
export const lookupRequest = (patient: PatientNumber) => ({
  'q:personId': patient,
  'q:lookUpSpecification': '',
});

/** Creates the reader of the patient. The register has all residents: a person who is not in it is unknown. */
export const readResident = (connection: SoapConnection): PatientReader<RecordOf<'patients'>> => {
  const callContract = contractCaller(connection, residentFullProfile);
  const { element, schema } = residentFullProfile;
  const plan = planOf(schema, connection.rules);

  return async function* ({ patient, call }) {
    let count = 0;
    let isComplete = true;
    for await (const item of callContract({ body: lookupRequest(patient), call })) {
      if ('omitted' in item) {
        isComplete &&= item.omitted === 'unmapped';
        yield item;
        continue;
      }
      count++;
      if (hides(item.losses, 'owner')) {
        yield { omitted: 'foreign' };
        continue;
      }
      const { document, ofDocument, losses } = openDocument(item, { element, plan });
      const patientPart = patientOf(document, item.losses, ofDocument.countLoss);
      yield {
        record: { XSDVersion: layoutVersions.patients, PatientEHRExtract: [{ Patient: patientPart }] },
        losses: losses(),
        isProtected: patientPart.PatientProtectedId ?? 'not-said',
      };
    }
    // A person is unknown only if no source of the register is missing or out of date.
    if (count === 0) throw isComplete ? new Failure('patient-unknown') : sourceMissing();
  };
};

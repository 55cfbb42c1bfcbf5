// LookupResidentForFullProfile 1.1 → the patient, in both forms.
import type { Static } from 'typebox';
import { Failure } from '../../../domain/model/failure.ts';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import { kindOf, type PatientNumber, parsePatientNumber } from '../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../domain/records/index.ts';
import type { PatientExtract } from '../../../domain/records/patient.ts';
import { type Identifier, members } from '../../../domain/records/shared/common.ts';
import { patientLayout } from '../../../domain/records/shared/layout-v2.ts';
import type { Loss, Omission, Reader } from '../../../ports/ehr.ts';
import { renamed } from '../translation/renamed.ts';
import { asking, type Connection, type Contract, conclusion } from './ask.ts';
import { hidesPatient, type RuledPaths, underPublishedNames } from './losses.ts';
import { filled, type Lose, several, some, timeValue, typeOfNumber } from './values.ts';
import { date, text } from './wire-types.ts';

const SvenskAdressType = members({
  LanKod: text,
  KommunKod: text,
  ForsamlingKod: text,
  CareOf: text,
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  PostNr: text,
  Postort: text,
});

const UtlandsadressType = members({
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  Utdelningsadress3: text,
  Land: text,
});

const NamnType = members({ Tilltalsnamnsmarkering: text, Fornamn: text, Mellannamn: text, Efternamn: text });

const PersonpostType = members({
  PersonId: text,
  Kon: text,
  Fodelsetid: date,
  Avregistrering: members({
    AvregistreringsorsakKod: text,
    AvregistreringsorsakKodKomplett: text,
    // May be incomplete (`2024`, `20240300`): only a whole date is a date.
    Avregistreringsdatum: date,
  }),
  Namn: NamnType,
  Folkbokforingsadress: SvenskAdressType,
  SarskildPostadress: SvenskAdressType,
  Utlandsadress: UtlandsadressType,
});
type PersonpostType = Static<typeof PersonpostType>;

const ResidentType = members({ Sekretessmarkering: text, Personpost: PersonpostType });
type ResidentType = Static<typeof ResidentType>;

export const residentFullProfile: Contract<typeof ResidentType> = {
  name: 'LookupResidentForFullProfile',
  namespace: 'urn:riv:population:residentmaster:LookupResidentForFullProfileResponder:1',
  core: 'urn:riv:population:residentmaster:1',
  action:
    'urn:riv:population:residentmaster:LookupResidentForFullProfileResponder:1:LookupResidentForFullProfile',
  hasResult: false,
  element: 'resident',
  schema: ResidentType,
};

/** What D27 looks at. */
const ruled: RuledPaths = [['Sekretessmarkering', 'Patient/PatientProtectedId']];

type Extract = Static<typeof PatientExtract>;
type Patient = NonNullable<Extract['Patient']>;
type Address = NonNullable<NonNullable<Patient['PatientAddresses']>['PatientAddress']>[number];

/** What one of a few words means; another word cannot be read. */
const meaning = <T>(
  word: string | undefined,
  { meanings, path }: { meanings: Readonly<Record<string, T>>; path: string },
  lose: Lose,
): T | undefined => {
  if (filled(word) === undefined) return undefined;
  const found = Object.hasOwn(meanings, word ?? '') ? meanings[word ?? ''] : undefined;
  if (found === undefined) lose(path);
  return found;
};

const sexes = { K: 'F', M: 'M' };
const protectedWords = { J: true, N: false };

/**
 * Whether the identity is protected. The contract always says so, once: where it does not, nobody can tell, and who acts
 * for the patient is refused (D27).
 */
const protectedOf = (
  { Sekretessmarkering: word }: ResidentType,
  losses: readonly Loss[],
  lose: Lose,
): boolean | undefined => {
  const path = 'Sekretessmarkering';
  if (losses.some(loss => loss.path === `resident/${path}`)) return undefined;
  if (filled(word) === undefined) lose(path);
  return meaning(word, { meanings: protectedWords, path }, lose);
};

/** The register's number, with the root of its kind. */
const numberOf = (number: string | undefined): Identifier | undefined => {
  if (filled(number) === undefined) return undefined;
  const parsed = parsePatientNumber(number ?? '', {});
  return omitUndefined<Identifier>({
    root: parsed === undefined ? undefined : typeOfNumber(kindOf(parsed), undefined),
    extension: number,
  });
};

/**
 * The given names; the one in use is marked. The mark's digits are the places of one or two of them (`20`: the second;
 * `12`: the first and the second).
 */
const givenNames = ({ Fornamn, Tilltalsnamnsmarkering: mark }: Static<typeof NamnType>, lose: Lose) => {
  const names = (filled(Fornamn) ?? '')
    .trim()
    .split(/\s+/)
    .filter(name => name !== '');
  const places = [...(filled(mark) ?? '')].map(Number).filter(place => place !== 0);
  const isMarked = (at: number) => places.includes(at + 1);
  const isSound = /^([1-9]\d)?$/.test(mark ?? '') && places.every(place => place <= names.length);
  if (!isSound) lose('Personpost/Namn/Tilltalsnamnsmarkering');
  return several(
    names.map((value, at) => (isSound && isMarked(at) ? { qualifier: 'CL', value } : { value })),
  );
};

const nameOf = (name: Static<typeof NamnType> = {}, lose: Lose) =>
  some({
    PatientFamilyName: filled(name.Efternamn),
    PatientMiddleName: filled(name.Mellannamn),
    PatientGivenName: givenNames(name, lose),
  });

const street = (...parts: (string | undefined)[]) =>
  filled(parts.flatMap(part => filled(part) ?? []).join(', '));

/** An address under its type; none where nothing but the type is known. */
const addressOf = (type: string, parts: { [K in keyof Address]: Address[K] | undefined }) => {
  const found = some<Address>(parts as Address);
  return found === undefined ? undefined : { PatientAddressType: type, ...found };
};

const swedish = (type: string, address: Static<typeof SvenskAdressType> = {}) =>
  addressOf(type, {
    PatientAddressCO: filled(address.CareOf),
    PatientAddressStreet: street(address.Utdelningsadress1, address.Utdelningsadress2),
    PatientAddressPostcode: filled(address.PostNr),
    PatientAddressCity: filled(address.Postort),
  });

const foreign = (type: string, address: Static<typeof UtlandsadressType> = {}) =>
  addressOf(type, {
    PatientAddressStreet: street(
      address.Utdelningsadress1,
      address.Utdelningsadress2,
      address.Utdelningsadress3,
    ),
    PatientAddressCountry: filled(address.Land),
  });

/** The cause of a deregistration that says that the person has died. */
const deceased = 'AV';

const deceasedDate = ({ Avregistrering: found }: PersonpostType, losses: readonly Loss[], lose: Lose) => {
  const causes = [found?.AvregistreringsorsakKod, found?.AvregistreringsorsakKodKomplett];
  if (!causes.includes(deceased)) return undefined;
  const path = 'Personpost/Avregistrering/Avregistreringsdatum';
  const isToldAlready = losses.some(loss => loss.path.endsWith(path));
  if (found?.Avregistreringsdatum === undefined && !isToldAlready) lose(path);
  return timeValue(found?.Avregistreringsdatum);
};

const patientOf = (resident: ResidentType, losses: readonly Loss[], lose: Lose): Patient => {
  const { Personpost: person = {} } = resident;
  const home = person.Folkbokforingsadress;
  return omitUndefined<Patient>({
    PatientID: numberOf(person.PersonId),
    PatientProtectedId: protectedOf(resident, losses, lose),
    PatientName: nameOf(person.Namn, lose),
    PatientBirthDate: timeValue(person.Fodelsetid),
    PatientDeceasedDate: deceasedDate(person, losses, lose),
    PatientSex: meaning(person.Kon, { meanings: sexes, path: 'Personpost/Kon' }, lose),
    PatientAddresses: some({
      PatientAddress: several([
        swedish('Folkbokföringsadress', home),
        swedish('Särskild postadress', person.SarskildPostadress),
        foreign('Utlandsadress', person.Utlandsadress),
      ]),
    }),
    PatientDataRegister: some({
      PatientCounty: filled(home?.LanKod),
      PatientCity: filled(home?.KommunKod),
      PatientDistrict: filled(home?.ForsamlingKod),
    }),
  });
};

const records = {
  patients: (extract: Extract): RecordOf<'patients'> => ({ PatientEHRExtract: [extract] }),
  patientsV2: (extract: Extract): RecordOf<'patientsV2'> => ({
    patientEHRExtract: [renamed(patientLayout, extract)],
  }),
};

/** Nobody is unknown while a source of the register is missing or out of date. */
const unknownUnless = ([lacks]: readonly Omission[]): Failure =>
  lacks === undefined
    ? new Failure('patient-unknown')
    : new Failure('ehr-unavailable', {
        reason: 'ehr-source-unavailable',
        detail: 'nobody found, and a source system could not be asked',
      });

/** What the register is asked for one person: whoever it is, wherever registered. */
export const lookup = (patient: PatientNumber) => ({ 'q:personId': patient, 'q:lookUpSpecification': '' });

/** The reader of a form. A person whom the register does not hold is unknown: it holds whoever is a resident. */
export const readResident = <K extends keyof typeof records>(
  connection: Connection,
  kind: K,
): Reader<RecordOf<K>> => {
  const ask = asking(connection, residentFullProfile);
  const recordOf = records[kind] as (extract: Extract) => RecordOf<K>;
  const headers = { logicalAddress: connection.own.logicalAddress };

  return async function* ({ patient, call }) {
    const { ended, omissions } = conclusion(connection, residentFullProfile, call);
    let count = 0;
    for await (const { document, losses } of ask({ headers, body: lookup(patient), call, ended })) {
      count++;
      if (hidesPatient(losses, 'resident/Personpost/PersonId')) {
        yield { omitted: 'foreign' };
        continue;
      }
      const lost: Loss[] = [];
      const lose: Lose = (path, reason = 'unreadable') =>
        void lost.push({ path: `resident/${path}`, reason });
      const extract = { Patient: patientOf(document, losses, lose) };
      yield {
        record: recordOf(extract),
        losses: underPublishedNames([...losses, ...lost], 'resident', ruled),
      };
    }
    if (count === 0) throw unknownUnless(omissions());
    yield* omissions();
  };
};

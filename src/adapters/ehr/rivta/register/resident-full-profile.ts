// LookupResidentForFullProfile 1.1 → the patient, in both forms.
import type { Static } from 'typebox';
import { Failure } from '../../../../domain/model/failure.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import {
  numberKindOf,
  type PatientNumber,
  parsePatientNumber,
} from '../../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { patientLayout } from '../../../../domain/records/shared/layout-v2.ts';
import type { Loss, Omission, Reader } from '../../../../ports/ehr.ts';
import { renamed } from '../../translation/renamed.ts';
import { peek, watchReads } from '../../translation/unread.ts';
import {
  type CountLoss,
  nonBlank,
  nonEmptyList,
  numberRoot,
  partialObject,
  timeValue,
} from '../../translation/values.ts';
import { hidesPatient, type RuledPaths, underPublishedNames } from '../losses.ts';
import { asking, type Connection, type Contract } from '../soap/ask.ts';
import { conclusion } from '../soap/conclusion.ts';
import { addressesOf } from './addresses.ts';
import { nameOf } from './names.ts';
import { type PersonpostType, ResidentType } from './wire-types.ts';

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

/** What one of a few words means; another word cannot be read. */
const meaning = <T>(
  word: string | undefined,
  { meanings, path }: { meanings: Readonly<Record<string, T>>; path: string },
  lose: CountLoss,
): T | undefined => {
  if (nonBlank(word) === undefined) return undefined;
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
  lose: CountLoss,
): boolean | undefined => {
  const path = 'Sekretessmarkering';
  if (losses.some(loss => loss.path === `resident/${path}`)) return undefined;
  if (nonBlank(word) === undefined) lose(path);
  return meaning(word, { meanings: protectedWords, path }, lose);
};

/** The register's number, with the root of its kind. */
const numberOf = (number: string | undefined): Identifier | undefined => {
  if (nonBlank(number) === undefined) return undefined;
  const parsed = parsePatientNumber(number ?? '', {});
  return omitUndefined<Identifier>({
    root: parsed === undefined ? undefined : numberRoot(numberKindOf(parsed), undefined),
    extension: number,
  });
};

/** The cause of a deregistration that says that the person has died. */
const deceased = 'AV';

/** The day of death. A deregistration for another cause is not published, and so counted. */
const deceasedDate = (
  { Avregistrering: found }: PersonpostType,
  losses: readonly Loss[],
  lose: CountLoss,
) => {
  if (found === undefined) return undefined;
  const causes = ['AvregistreringsorsakKodKomplett', 'AvregistreringsorsakKod'] as const;
  const cause = causes.find(name => peek(found)[name] === deceased);
  // Only the element that says so is read: the other one, and other causes, have no member.
  const isDeceased = cause !== undefined && found[cause] === deceased;
  if (!isDeceased) return undefined;
  const path = 'Personpost/Avregistrering/Avregistreringsdatum';
  const isToldAlready = losses.some(loss => loss.path.endsWith(path));
  if (found.Avregistreringsdatum === undefined && !isToldAlready) lose(path);
  return timeValue(found.Avregistreringsdatum);
};

const patientOf = (resident: ResidentType, losses: readonly Loss[], lose: CountLoss): Patient => {
  const { Personpost: person = {} } = resident;
  const home = person.Folkbokforingsadress;
  return omitUndefined<Patient>({
    PatientID: numberOf(person.PersonId),
    PatientProtectedId: protectedOf(resident, losses, lose),
    PatientName: nameOf(person.Namn, lose),
    PatientBirthDate: timeValue(person.Fodelsetid),
    PatientDeceasedDate: deceasedDate(person, losses, lose),
    PatientSex: meaning(person.Kon, { meanings: sexes, path: 'Personpost/Kon' }, lose),
    PatientAddresses: addressesOf(person),
    PatientDataRegister: partialObject({
      PatientCounty: nonBlank(home?.LanKod),
      PatientCity: nonBlank(home?.KommunKod),
      PatientDistrict: nonBlank(home?.ForsamlingKod),
    }),
    // Another number of the same person, which the register refers to.
    PatientConnectedActiveNumbers: partialObject({
      PatientConnectedActiveNumber: nonEmptyList([numberOf(person.HanvisningsPersonNr)]),
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
    for await (const { document: whole, losses } of ask({ headers, body: lookup(patient), call, ended })) {
      count++;
      if (hidesPatient(losses, 'resident/Personpost/PersonId')) {
        yield { omitted: 'foreign' };
        continue;
      }
      const lost: Loss[] = [];
      const lose: CountLoss = (path, reason = 'unreadable') =>
        void lost.push({ path: `resident/${path}`, reason });
      const { document, unread } = watchReads(whole);
      const extract = { Patient: patientOf(document, losses, lose) };
      for (const path of unread()) lose(path, 'unmapped');
      yield {
        record: recordOf(extract),
        losses: underPublishedNames([...losses, ...lost], 'resident', ruled),
      };
    }
    if (count === 0) throw unknownUnless(omissions());
    yield* omissions();
  };
};

// Finds the EHR's own id of a patient with a call before the others, and makes sure whose it is.
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import type { Call } from '../../../../ports/call.ts';
import { answerMeter } from '../../meter.ts';
import type { Format, Steps } from '../source-path.ts';
import type { ListSource, LookupTables } from '../tables.ts';
import { unusable } from './answers.ts';
import { find, type Sought, scalarOf } from './find.ts';
import { contextOfRecord, type ListedRecord } from './located-records.ts';
import { ownerCheck, type Person, wrongPatient } from './owner.ts';
import { type Connection, readListedRecords } from './pages.ts';

type Finding = { readonly person: Person; readonly call: Call };

const valueAt = (listed: ListedRecord, steps: Steps, format: Format): Sought =>
  scalarOf(find(listed.record, steps, contextOfRecord(listed, answerMeter()())), { format });

/**
 * This patient's records of a call before the others. A search may find other people beside the patient: records that name another
 * number are left out.
 * Throws `ehr-unusable` for a record that does not tell whose it is, and if all of them are other people's.
 */
const ownRecords = async function* (
  connection: Connection,
  source: ListSource,
  { person, call }: Finding,
): AsyncGenerator<ListedRecord> {
  const { tables, roots } = connection;
  const owner = ownerCheck(source, { ...person, tables, roots });
  let hasOwn = false;
  let hasOthers = false;
  const listed = readListedRecords(connection, source, { person, interval: {}, call, keeps: false });
  const beginRecord = answerMeter();
  for await (const records of listed)
    for (const record of records) {
      const ownerFault = owner.ofRecord(record, contextOfRecord(record, beginRecord()).outside);
      if (ownerFault === undefined) {
        hasOwn = true;
        yield record;
      } else if (ownerFault === 'another') hasOthers = true;
      else throw wrongPatient('a lookup', ownerFault);
    }
  if (hasOthers && !hasOwn) throw wrongPatient('a lookup', 'another');
};

/** The id in a record that the lookup found; undefined if there is none, or one with control characters (D33). */
const idIn = (record: ListedRecord, { id, isDigits }: LookupTables, format: Format): string | undefined => {
  const value = valueAt(record, id, format);
  if (typeof value === 'string') return hasControls(value.trim()) ? undefined : value.trim();
  const isNumber = typeof value === 'number' || (isDigits && typeof value === 'object');
  return isNumber ? digitsOf(value as Json) : undefined;
};

/** What a lookup finds: the id of the patient, and the dates of birth that tell whose ten digits are. */
type FoundPerson = { readonly id: string } & Required<Pick<Person, 'births'>>;

/** What the lookup finds. Throws `patient-unknown` if the EHR says that it finds nobody. */
const findId = async (
  connection: Connection,
  lookup: LookupTables,
  finding: Finding,
): Promise<FoundPerson> => {
  const { format, unknownPatient } = connection.tables;
  const ids = new Set<string>();
  const births = new Map(lookup.births.map(steps => [steps, [] as Sought[]] as const));
  for await (const record of ownRecords(connection, lookup, finding)) {
    const id = idIn(record, lookup, format);
    if (id === undefined) throw unusable('a lookup without an id');
    ids.add(id);
    for (const [steps, dates] of births) dates.push(valueAt(record, steps, format));
  }
  const [id, ...others] = ids;
  if (others.length > 0) throw unusable('a lookup that found several ids');
  if (id !== undefined) return { id, births };
  throw unknownPatient === 'empty-lookup'
    ? new Failure('patient-unknown')
    : unusable('a lookup that found nobody');
};

/** The id that a saved answer of the lookup has. Throws as `findId`; `unexpected` for tables without a lookup. */
export const idFound = async (
  connection: Connection,
  { patient, call }: Pick<Person, 'patient'> & Pick<Finding, 'call'>,
): Promise<{ readonly id: string }> => {
  const { lookup } = connection.tables;
  if (lookup === undefined) throw new Failure('unexpected', { detail: 'the tables have no lookup' });
  const person = { patient, id: undefined, now: connection.localNow() };
  const { id } = await findId(connection, lookup, { person, call });
  return { id };
};

/** Throws unless the record of patients that the id leads to names this patient. */
const confirm = async (connection: Connection, patients: ListSource, finding: Finding): Promise<void> => {
  let isNamed = false;
  for await (const _ of ownRecords(connection, patients, finding)) isNamed = true;
  if (!isNamed) throw unusable('a lookup whose id leads to no patient');
};

/** Runs a search for a patient once in each request. Nothing is kept for another one: a number or an id may change hands. */
const oncePerRequest = <T>(search: (finding: Finding) => Promise<T>) => {
  const searches = new WeakMap<object, Map<PatientNumber, Promise<T>>>();
  return (finding: Finding): Promise<T> => {
    const { request } = finding.call;
    const { patient } = finding.person;
    if (request === undefined) return search(finding);
    const ofRequest = searches.get(request) ?? new Map<PatientNumber, Promise<T>>();
    searches.set(request, ofRequest);
    const found = ofRequest.get(patient) ?? search(finding);
    ofRequest.set(patient, found);
    return found;
  };
};

/**
 * Finds the EHR's own id of a patient, if its tables have a lookup. All calls of a request share what was found, or why nothing was.
 * @param next the call that follows; undefined for a write.
 */
export type FindPerson = (
  patient: PatientNumber,
  options: { readonly call: Call; readonly next?: ListSource },
) => Promise<Person>;

/**
 * Creates the search for a system's patients. Where the lookup's answer names nobody, the record of patients confirms whose the id
 * is, unless the call that follows does so itself.
 */
export const personFinder = (connection: Connection): FindPerson => {
  const { localNow, file } = connection;
  const { lookup } = connection.tables;
  if (lookup === undefined) return async patient => ({ patient, id: undefined, now: localNow() });
  if (file !== undefined) {
    const { id = 'any', onId } = file;
    const onAnyId = file.id === undefined ? onId : undefined;
    return async patient => ({ patient, id, onAnyId, now: localNow() });
  }
  const { confirmedBy } = lookup;
  const findOnce = oncePerRequest(finding => findId(connection, lookup, finding));
  const confirmOnce = oncePerRequest(async finding => {
    if (confirmedBy !== undefined) await confirm(connection, confirmedBy, finding);
  });
  return async (patient, { call, next }) => {
    const now = localNow();
    const found = await findOnce({ person: { patient, id: undefined, now }, call });
    const person: Person = { patient, ...found, now };
    if (next === undefined || !next.confirmsPatient) await confirmOnce({ person, call });
    return person;
  };
};

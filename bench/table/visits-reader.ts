// What an adapter in TypeScript would make of Nordvik's visits, with every loss counted: the same records as by its tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hyphenated } from '../../sandbox/table/simulator.ts';
import { readJson } from '../../src/adapters/ehr/json/read-json.ts';
import { markPart, markRead, type Reads, unreadPaths } from '../../src/adapters/ehr/translation/unread.ts';
import {
  hsaId,
  isAbsent,
  nonEmptyList,
  partialObject,
  timeValue,
} from '../../src/adapters/ehr/translation/values.ts';
import type { TimeReader } from '../../src/adapters/ehr/translation/written-times.ts';
import { unreadable } from '../../src/adapters/ehr/translation/written-values.ts';
import {
  digitsOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  wordOf,
} from '../../src/domain/model/json.ts';
import type { Hidden, Loss } from '../../src/domain/model/loss.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import { patient } from './visits.ts';

type Reading = { readonly times: TimeReader; readonly reads: Reads; readonly losses: Loss[] };

type Hides = readonly Hidden[];

/** The members of an object. */
type Fields = {
  text(name: string, hides: Hides): string | undefined;
  digits(name: string, hides: Hides): string | undefined;
  time(name: string, hides: Hides): string | undefined;
  word<T>(name: string, words: Readonly<Record<string, T>>, hides: Hides): T | undefined;
  list(name: string, hides: Hides): readonly Fields[];
  texts(name: string, hides: Hides): readonly string[];
};

const fieldsOf = (node: JsonObject, prefix: string, reading: Reading): Fields => {
  const { times, reads, losses } = reading;
  markPart(reads, node);
  const read = <T>(name: string, hides: Hides, make: (value: Json) => T | undefined) => {
    markRead(reads, node, name);
    const value = node[name];
    const made = isAbsent(value) ? undefined : make(value);
    if (made === undefined && !isAbsent(value))
      losses.push({ path: `${prefix}${name}`, reason: 'unreadable', hides });
    return made;
  };
  const inside = (name: string) => (value: Json) =>
    isJsonObject(value) ? fieldsOf(value, `${prefix}${name}/`, reading) : undefined;
  const asText = (value: Json) => (typeof value === 'string' ? value : undefined);
  const listOf =
    <T>(make: (item: Json) => T | undefined) =>
    (value: Json) => {
      const made = isJsonList(value) ? value.map(make) : [];
      return made.every(item => item !== undefined) ? made : undefined;
    };
  return {
    text: (name, hides) => read(name, hides, asText),
    digits: (name, hides) => read(name, hides, digitsOf),
    time: (name, hides) =>
      read(name, hides, value => {
        const time = typeof value === 'string' ? times.time(value) : undefined;
        return time === unreadable ? undefined : time;
      }),
    word: (name, words, hides) => read(name, hides, value => words[wordOf(value) ?? '']),
    list: (name, hides) => read(name, hides, listOf(inside(name))) ?? [],
    texts: (name, hides) => read(name, hides, listOf(asText)) ?? [],
  };
};

const wordsIn = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../sandbox/table/nordvik/words/${name}.json`), 'utf8'),
  );

const statuses = wordsIn('visit-status');
const roles = wordsIn('roles');
const types = { VISIT: 'Mottagningsbesök', HOME: 'Hembesök', VIDEO: 'Videobesök', STAY: 'Slutenvård' };

const localId = (extension: string | undefined) =>
  extension === undefined ? undefined : { root: '1.2.752.129.2.1.2.1', extension };

const staffOf = (staff: Fields) =>
  omitUndefined({
    careProviderID: hsaId(staff.text('hsaId', [])),
    careProviderName: staff.text('name', []),
    careProviderType: staff.word('role', roles, []),
  });

/** The units beside the visits, by their number. */
type Units = ReadonlyMap<string, JsonObject>;

const unitsIn = (units: Json | undefined): Units =>
  new Map(
    (isJsonList(units) ? units : []).flatMap(unit => {
      const no = isJsonObject(unit) ? digitsOf(unit.no) : undefined;
      return no === undefined ? [] : [[no, unit as JsonObject] as const];
    }),
  );

const extractOf = (fields: Fields, units: Units, reading: Reading) => {
  const node = units.get(fields.digits('unit', ['unit']) ?? '');
  const unit = node === undefined ? undefined : fieldsOf(node, 'units/', reading);
  const unitIds = partialObject({
    unitID: hsaId(unit?.text('hsaId', ['unit'])),
    unitLocalID: localId(unit?.digits('no', ['unit'])),
  });
  const secrecyLevels = nonEmptyList(fields.texts('secrecyLevels', ['secrecy']));
  const careProviders = nonEmptyList(fields.list('staff', []).map(staffOf));
  return omitUndefined({
    timeCreated: timeValue(fields.time('updated', [])),
    contact: omitUndefined({
      contactInternalID: fields.digits('id', []),
      contactBeginDateTime: timeValue(fields.time('begin', ['time'])),
      contactEndDateTime: timeValue(fields.time('end', ['time'])),
      contactStatus: fields.word('status', statuses, ['state']),
      contactVisitType: fields.word('type', types, []),
      contactRoom: fields.text('room', []),
      contactBed: fields.text('bed', []),
      contactShareInfo: fields.word('blocked', { J: false, N: true }, ['sharing']),
      contactSecrecyLevels: secrecyLevels && { secrecyLevel: secrecyLevels },
    }),
    contactPerformingUnit: unitIds,
    units: { unit: [omitUndefined({ ...unitIds, unitName: unit?.text('name', []) })] },
    careProviders: careProviders && { careProvider: careProviders },
    patient: { patientID: { root: '1.2.752.129.2.1.3.1', extension: patient } },
  });
};

/** Reads the visits of an answer that the patient may see. */
export const readVisits = async function* (answer: Uint8Array, times: TimeReader) {
  const { value, release } = await readJson(answer);
  const visits = isJsonObject(value) ? value.visits : undefined;
  const units = unitsIn(isJsonObject(value) ? value.units : undefined);
  if (!isJsonList(visits)) throw new TypeError('not a list of visits');
  for (const visit of visits) {
    if (!isJsonObject(visit)) throw new TypeError('not a visit');
    const losses: Loss[] = [];
    const reads: Reads = new Map();
    const reading: Reading = { times, reads, losses };
    const fields = fieldsOf(visit, '', reading);
    const isOwn = fields.text('nationalId', ['owner']) === hyphenated(patient);
    const isVisible = fields.word('audience', { PATIENT: true, STAFF: false }, []) === true;
    const record = { contactEHRExtract: [extractOf(fields, units, reading)] };
    for (const path of unreadPaths(visit, reads)) losses.push({ path, reason: 'unmapped', hides: [] });
    if (isOwn && isVisible) yield { record, losses };
  }
  release();
};

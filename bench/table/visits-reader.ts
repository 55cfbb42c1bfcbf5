// What an adapter in TypeScript makes of Nordvik's visits: the same records as by its tables, with what the contract suite asks of a reader.
// Every loss is counted, a visit of somebody else is left out, and one that is withheld is named as such.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../src/adapters/ehr/json/read-json.ts';
import { markPart, markRead, type Reads, unreadLosses } from '../../src/adapters/ehr/values/unread.ts';
import {
  hsaId,
  isAbsent,
  nonEmptyList,
  partialObject,
  timeValue,
} from '../../src/adapters/ehr/values/values.ts';
import type { TimeReader } from '../../src/adapters/ehr/values/written-times.ts';
import { unreadable } from '../../src/adapters/ehr/values/written-values.ts';
import { Failure } from '../../src/domain/model/failure.ts';
import {
  digitsOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  wordOf,
} from '../../src/domain/model/json.ts';
import type { Hidden, Loss } from '../../src/domain/model/loss.ts';
import { boundedPaths } from '../../src/domain/model/loss-paths.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import { newYielding } from '../../src/domain/model/yield-to-event-loop.ts';
import { isForeign, numberRoots, personRoots } from '../../src/domain/rules/foreign.ts';
import type { Call } from '../../src/ports/call.ts';
import type { Found, Omission } from '../../src/ports/ehr.ts';
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

/** The units beside the visits, by their number; undefined for a number that several have. */
type Units = ReadonlyMap<string, JsonObject | undefined>;

const unitsIn = (units: Json | undefined): Units => {
  const byNumber = new Map<string, JsonObject | undefined>();
  for (const unit of isJsonList(units) ? units : []) {
    const no = isJsonObject(unit) ? digitsOf(unit.no) : undefined;
    if (no !== undefined) byNumber.set(no, byNumber.has(no) ? undefined : (unit as JsonObject));
  }
  return byNumber;
};

/** The unit that a visit refers to. A number that refers to none is a loss. */
const unitOf = (visit: Fields, units: Units, { losses }: Reading): JsonObject | undefined => {
  const no = visit.digits('unit', ['unit']);
  const unit = no === undefined ? undefined : units.get(no);
  if (no !== undefined && unit === undefined)
    losses.push({ path: 'unit', reason: 'unreadable', hides: ['unit'] });
  return unit;
};

const extractOf = (fields: Fields, unit: Fields | undefined) => {
  const unitIds = partialObject({
    unitID: hsaId(unit?.text('hsaId', ['unit'])),
    unitLocalID: localId(unit?.digits('no', ['unit'])),
  });
  const named = unit && omitUndefined({ ...unitIds, unitName: unit.text('name', []) });
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
    units: named && { unit: [named] },
    careProviders: careProviders && { careProvider: careProviders },
    patient: { patientID: { root: numberRoots.personal, extension: patient } },
  });
};

const unusable = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-document', detail });

const membersBeside = new Set(['generated', 'result', 'visits', 'units', 'paging']);

/** The visits of an answer, and the units beside them. Anything else beside them may be an error, or further records (D14). */
const visitsIn = (answer: Json): { readonly visits: readonly Json[]; readonly units: Units } => {
  if (!isJsonObject(answer) || answer.result !== 'OK') throw unusable('an answer that is no good one');
  if (Object.keys(answer).some(name => !membersBeside.has(name))) throw unusable('an unknown member');
  const { visits, units, paging } = answer;
  if (!isJsonList(visits)) throw unusable('not a list of visits');
  if (isJsonObject(paging) && !isAbsent(paging.next)) throw unusable('an answer with a further page');
  return { visits, units: unitsIn(units) };
};

/** What the reader of an adapter in TypeScript needs. */
type VisitsQuery = { readonly times: TimeReader; readonly call: Call };

const roots = personRoots(undefined);

/** Reads the visits of an answer, as the contract of `ports/ehr` asks it of each adapter. */
export const readVisits = async function* (
  answer: Uint8Array,
  { times, call }: VisitsQuery,
): AsyncGenerator<Found<object | undefined> | Omission> {
  const { value, release } = await readJson(answer, { memory: call.memory });
  const { visits, units } = visitsIn(value);
  const pathOf = boundedPaths();
  const yieldToEventLoop = newYielding();
  for (const visit of visits) {
    if (!isJsonObject(visit)) throw unusable('not a visit');
    const losses: Loss[] = [];
    const reads: Reads = new Map();
    const reading: Reading = { times, reads, losses };
    const fields = fieldsOf(visit, '', reading);
    const owner = fields.text('nationalId', []);
    if (owner === undefined || isForeign({ extension: owner }, patient, roots)) {
      yield { omitted: 'foreign' };
      continue;
    }
    // A mark that is missing or unknown hides the record.
    const isVisible = fields.word('audience', { PATIENT: true, STAFF: false }, []) === true;
    const unit = unitOf(fields, units, reading);
    const extract = extractOf(fields, unit && fieldsOf(unit, 'units/', reading));
    losses.push(...unreadLosses(visit, reads, { pathOf }));
    if (unit !== undefined) losses.push(...unreadLosses(unit, reads, { pathOf, root: 'units' }));
    if (isVisible) yield { record: { contactEHRExtract: [extract] }, losses };
    else yield { record: undefined, losses: losses.filter(({ hides }) => hides.includes('protection')) };
    await yieldToEventLoop();
  }
  release();
};

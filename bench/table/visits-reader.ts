// What an adapter in TypeScript would make of Nordvik's visits, with what the project has for adapters: the same records as by its
// tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hyphenated } from '../../sandbox/table/simulator.ts';
import { type Fields, readFields } from '../../src/adapters/ehr/json/fields.ts';
import { readJson } from '../../src/adapters/ehr/json/read-json.ts';
import { hsaId, nonEmptyList, partialObject, timeValue } from '../../src/adapters/ehr/translation/values.ts';
import type { TimeReader } from '../../src/adapters/ehr/xml/times.ts';
import { isJsonList, isJsonObject } from '../../src/domain/model/json.ts';
import type { Loss } from '../../src/domain/model/loss.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import { patient } from './visits.ts';

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

const extractOf = (fields: Fields) => {
  const unit = fields.object('unit', ['unit']);
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
  if (!isJsonList(visits)) throw new TypeError('not a list of visits');
  for (const visit of visits) {
    if (!isJsonObject(visit)) throw new TypeError('not a visit');
    const losses: Loss[] = [];
    const { fields, reportUnread } = readFields(visit, { times, report: loss => void losses.push(loss) });
    const isOwn = fields.text('nationalId', ['owner']) === hyphenated(patient);
    const isVisible = fields.word('audience', { PATIENT: true, STAFF: false }, []) === true;
    const record = { contactEHRExtract: [extractOf(fields)] };
    reportUnread();
    if (isOwn && isVisible) yield { record, losses };
  }
  release();
};

// The sandbox's invented EHR, Nordvik, with the records of the contract suite: the same answers in JSON and in XML.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTables } from '../../../../sandbox/table/region.ts';
import {
  type EhrRecords,
  hyphenated,
  type NordvikBooking,
  type NordvikWorld,
  nordvikSimulator,
} from '../../../../sandbox/table/simulator.ts';
import type { Format } from '../../../../sandbox/table/wire.ts';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import type { Log } from '../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';

const unit = { hsaId: 'SE2321000016-1A2B', no: 1253, name: 'Hudmottagningen' };
const common = (owner: string) => ({
  nationalId: hyphenated(owner),
  audience: 'PATIENT',
  updated: '2026-01-15T10:15:00',
});

/** Nordvik's own ids of its patients. */
export const personNos = { [world.patient]: 40217, [world.other]: 40218, [world.empty]: 40219 };

const person = (owner: PatientNumber) => ({
  nationalId: hyphenated(owner),
  personNo: personNos[owner] ?? 0,
  updated: '2026-01-15T10:15:00',
  name: { family: 'Tolvansson', given: 'Tolvan Erik', calledBy: 'Tolvan' },
  born: '1912-12-12',
  sex: 'M',
  secrecy: 'NONE',
  addresses: [{ type: 'HOME', street: 'Hittepågatan 12', zip: '583 36', town: 'Linköping' }],
  mobile: '070-000 00 00',
  email: 'tolvan@example.com',
  listedAt: unit,
});

const visit = (owner: string, id: number) => ({
  ...common(owner),
  id,
  begin: '2026-01-15T09:30:00',
  end: '2026-01-15T10:00:00',
  status: 'IN',
  type: 'VISIT',
  blocked: 'J',
  secrecyLevels: ['Skyddad'],
  unit,
  staff: [{ hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' }],
});

const alert = (owner: string, id: number) => ({
  ...common(owner),
  retracted: false,
  id,
  since: '2010-03-12',
  state: 'ACTIVE',
  category: 'ALLERGY',
  title: 'Penicillin',
  text: 'Uppgift från patienten.',
  severity: 3,
  unit,
});

const prescription = (owner: string, treatment: number) => ({
  ...common(owner),
  registered: '2026-01-15T10:00:00',
  firstDay: '15.01.2026',
  lastDay: '25.01.2100',
  treatment,
  status: 'ONGOING',
  drug: {
    name: 'Exemplipin',
    strength: 800,
    unit: 'mg',
    form: 'Tablett',
    atc: 'J01CE02',
    atcName: 'fenoximetylpenicillin',
  },
  asNeeded: false,
  dosage: '1 tablett 3 gånger per dag',
  reason: 'Halsfluss',
  unit,
  prescriber: { hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' },
});

const note = (owner: string, id: number) => ({
  ...common(owner),
  id,
  saved: '2026-01-15T10:00:00',
  about: '2026-01-15T09:30:00',
  signed: '2026-01-15T10:10:00',
  template: 'Mottagningsbesök',
  secrecyLevels: ['Skyddad'],
  headings: [{ heading: 'Aktuellt', texts: [{ html: '<p>Torr <b>hosta</b>.</p>' }, { html: 'Feber.' }] }],
  unit,
  author: { hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' },
});

const meeting = (owner: string) => ({
  nationalId: hyphenated(owner),
  audience: 'PATIENT',
  id: 349576,
  start: 1784100600,
  end: 1784102400,
  title: 'Videobesök',
  url: 'https://video.example.com/m/349576',
  unit: { hsaId: 'SE2321000016-1A2B', no: 1253, name: 'Hudmottagningen' },
  host: { name: 'Påhittad Läkarsson', role: 'LK' },
  guests: [{ name: 'Påhittad Sköterskesson', role: 'SSK' }],
});

const booking = (): NordvikBooking => ({
  audience: 'PATIENT',
  id: Number(world.bookingId),
  start: '2026-01-15T09:30:00',
  status: 'PLANNED',
  paid: false,
  unit,
  bring: 'Ta med legitimation.',
  info: 'Ring på klockan.',
  price: { ore: 125_050, reduction: '1\u00a0000,00', why: 'Frikort' },
});

/** A booking of a patient who has arrived, and can pay. */
export const arrivedId = '59063';

const recordsOf = (owner: PatientNumber): EhrRecords => ({
  person: person(owner),
  visits: [visit(owner, 59062), visit(owner, 59063)],
  alerts: [alert(owner, 1), alert(owner, 2)],
  prescriptions: [prescription(owner, 7), prescription(owner, 8)],
  notes: [note(owner, 58723), note(owner, 58724)],
  meetings: [meeting(owner)],
  bookings: [booking()],
});

const nothing = { visits: [], alerts: [], prescriptions: [], notes: [], meetings: [], bookings: [] };

const patients = (): NordvikWorld =>
  new Map([
    [world.patient, recordsOf(world.patient)],
    [world.other, recordsOf(world.other)],
    [world.empty, { person: person(world.empty), ...nothing }],
  ]);

const patientsWithArrivals = (): NordvikWorld =>
  new Map(
    [...patients()].map(([number, records]) => [
      number,
      { ...records, bookings: [...records.bookings, { ...booking(), id: Number(arrivedId), status: 'IN' }] },
    ]),
  );

/** Starts the EHR, with one record a page. */
export const nordvik =
  (format: Format, { hasArrivals = false } = {}) =>
  () =>
    nordvikSimulator({
      format,
      world: hasArrivals ? patientsWithArrivals : patients,
      port: 0,
      pageSize: 1,
    });

/**
 * Takes the version of a booking out of arrivals, so that the contract suite can notify of bookings that it has not read: of ids in other
 * letters, or that lead elsewhere. Fjällvård's tables send versions in the suite, and Nordvik's in the tests of the sandbox.
 */
const withoutVersions = (file: string): void => {
  const { writes, ...system } = JSON.parse(readFileSync(file, 'utf8'));
  const { headers: _, ...arrive } = writes.arrive;
  writeFileSync(file, JSON.stringify({ ...system, writes: { ...writes, arrive } }));
};

/** Opens the adapter with the tables of a format. */
export const openNordvik = (format: Format) => {
  const tables = copyTables(format, mkdtempSync(join(tmpdir(), 'nordvik-')));
  withoutVersions(join(tables, 'system.json'));
  return (url: string, log?: Log) =>
    table.open(systemAt(url, { profileMembers: { tables } }), {
      time: regionTime('Europe/Stockholm'),
      clock: Date.now,
      reserveNumbersRoot: undefined,
      ...(log === undefined ? {} : { log }),
    });
};

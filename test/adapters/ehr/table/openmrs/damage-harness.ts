// What the contract suite has to know about OpenMRS to damage its answers.
import { table } from '../../../../../src/adapters/ehr/table/index.ts';
import type { Log } from '../../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../../src/adapters/time/region-time.ts';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import { systemAt } from '../../calls.ts';
import type { AnswerPlaces, DamageHarness } from '../../contract/damage-harness.ts';
import { world } from '../../contract-world.ts';
import { keptTables } from '../table-ehr.ts';
import { openmrsSimulator } from './simulator.ts';
import { openmrsTables } from './tables.ts';

const { patient, bookingId } = world;
const tables = keptTables(openmrsTables);

/** Opens the adapter. */
export const openOpenmrs = (url: string, log?: Log) =>
  table.open(systemAt(url, { profileMembers: { tables } }), {
    time: regionTime('Europe/Stockholm'),
    clock: () => Date.parse('2026-11-25T12:00:00+01:00'),
    reserveNumbersRoot: undefined,
    ...(log === undefined ? {} : { log }),
  });

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };
const meaningless = [{ place: /(?:^|\/)links(?:\[\])?(?:\/.*)?$/, reason: 'addresses for programs' }];
const ignored = (names: string) => ({
  place: new RegExp(`(?:^|/)(?:${names})$`),
  reason: 'another member says it, or nothing does',
});

const listOf = (more: Partial<AnswerPlaces> = {}): AnswerPlaces => ({
  records: /^results\[\]$/,
  id: /^(?:results)?\[\]\/uuid$/,
  decisive: /^(?:results)?\[\]\/(?:patient(?:\/uuid)?|voided)$/,
  forbidden: [
    { place: /\/patient\/uuid$/, value: 'p-2' },
    { place: /^(?:results)?\[\]\/voided$/, value: 'true' },
  ],
  meaningless,
  ...more,
});

const identifiers = /identifiers\[\]\/identifier(?:Type(?:\/uuid)?)?$/;
/** Of several identifiers with the same type and value, each is the one. */
const besideIdentifiers = {
  place: /identifiers\[\](?:\/identifierType\/display)?$/,
  reason: 'what it is called, or one more of them',
};

const { records: _, ...bookings } = listOf();

const lookup: AnswerPlaces = {
  publishesNothing: true,
  unknownPatient: /^results(?:\[\])?$/,
  records: /^results\[\]$/,
  decisive: identifiers,
  meaningless: [
    ...meaningless,
    { place: /^results\[\]\/(?!identifiers|uuid).*$/, reason: 'the record of patients says it' },
    besideIdentifiers,
  ],
};

export const openmrsDamages: DamageHarness = {
  name: 'OpenMRS',
  format: 'json',
  patient,
  simulator: openmrsSimulator,
  open: openOpenmrs,
  mostDamages: 100,
  nameOf: ({ method, url }) => {
    if (url.searchParams.has('identifier')) return 'lookup';
    if (url.pathname.endsWith('/status-change')) return `${method} status`;
    return url.searchParams.has('startIndex') ? `${url.pathname} after` : url.pathname;
  },
  kinds: {
    patients: {
      answers: {
        lookup,
        '/patient/p-1': {
          decisive: new RegExp(`${identifiers.source}|^voided$`),
          forbidden: [{ place: /^voided$/, value: 'true' }],
          protection: /person\/attributes\[\]\/value$/,
          protects: [{ place: /person\/attributes\[\]\/value$/, value: 'true' }],
          meaningless: [...meaningless, besideIdentifiers, ignored('uuid')],
        },
      },
    },
    contacts: { interval: forever, answers: { lookup, '/visit': listOf() } },
    attentionSignals: {
      interval: forever,
      answers: {
        '/patient/p-1/allergy': listOf({
          // Status 204 is the EHR's word that nobody has asked: the flags are read without them, and that is counted.
          isOptional: true,
          meaningless: [...meaningless, ignored('codedAllergen|codedAllergen/display|nonCodedAllergen')],
        }),
        '/flag': listOf(),
      },
    },
    prescriptions: { interval: forever, answers: { '/order': listOf() } },
    journalNotes: {
      interval: forever,
      needsNoRule: { secrecy: 'the tables read no secrecy levels' },
      rules: [
        {
          name: 'templates',
          withhold: { noteTemplates: ['Vitals'] },
          looksAt: /\/encounterType(?:\/display)?$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Systolic'] },
          looksAt: /\/obs(?:\[\](?:\/(?:concept(?:\/display)?|voided))?)?$/,
        },
      ],
      answers: {
        '/encounter': listOf({ pages: { request: '/encounter after' }, mayBeFlags: /\/obs\[\]\/value$/ }),
      },
    },
    appointments: {
      interval: forever,
      answers: {
        // The answer itself is the list.
        '/appointments/search': {
          ...bookings,
          states: {
            place: /\/status$/,
            words: {
              BOOKED: ['Scheduled'],
              ARRIVED: ['CheckedIn'],
              ONGOING: [],
              PERFORMED: ['Completed'],
              CANCELLED: ['Cancelled'],
              MISSED: ['Missed'],
            },
          },
        },
      },
    },
  },
  writes: {
    arrive: {
      bookingId,
      request: 'POST status',
      sends: ({ bookingId: id }) => ({
        method: 'POST',
        path: `/appointments/${id}/status-change`,
        body: '{"toStatus":"CheckedIn","patient":"p-1"}',
      }),
      result: /^status$/,
      refusesAmbiguousIds: true,
    },
  },
};

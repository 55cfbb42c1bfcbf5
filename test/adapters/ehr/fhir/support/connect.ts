// Opens the FHIR adapter for a FHIR server.
import type { System } from '../../../../../src/adapters/ehr/adapter.ts';
import { fhir } from '../../../../../src/adapters/ehr/fhir/index.ts';
import type { Relations } from '../../../../../src/adapters/ehr/relations.ts';
import type { Log } from '../../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../../src/adapters/time/region-time.ts';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import type { ResultRecord } from '../../../../../src/domain/records/transition.ts';
import type { Arrival, Ehr, Found, PaymentNotice, Reader } from '../../../../../src/ports/ehr.ts';
import { listed } from '../../../../support/listed.ts';
import { recordedLog } from '../../../recorded-log.ts';
import { newCall, systemAt } from '../../calls.ts';

export const patient = '191212121212' as PatientNumber;
export const other = '198507302381' as PatientNumber;

/** All resource types that the adapter supports. */
const allResources = listed(`
  Patient Appointment Encounter AllergyIntolerance Flag MedicationRequest Medication DocumentReference
  Composition Binary Organization Location HealthcareService Practitioner PractitionerRole PaymentNotice
  RelatedPerson
`);

export const payment = {
  identifierSystem: 'http://region.example/payments',
  recipient: { identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-0001' } },
};

export const ownMembers = {
  protectedIdentity: 'security-label',
  resources: allResources,
  prescriptionNotes: 'patient',
  payment,
  ehrSystem: 'SE2321000016-FHIR',
};

export type ReadOptions = { readonly patient?: PatientNumber; readonly interval?: Interval };

export type Connected = {
  readonly ehr: Ehr;
  readonly relations: Relations | undefined;
  /** What is logged without a log of the caller's own. */
  readonly logged: ReturnType<typeof recordedLog>['logged'];
  /** Reads all records of a kind. */
  read(kind: SourceKind, query?: ReadOptions): Promise<Found<unknown>[]>;
  /** Both transitions, with the results alone. */
  writer(): {
    arrive(arrival: Arrival): Promise<ResultRecord>;
    pay(payment: PaymentNotice): Promise<ResultRecord>;
  };
  isOpen(): boolean;
  close(): Promise<void>;
};

export type Connecting = {
  readonly own?: object;
  readonly members?: Partial<System>;
  readonly now?: () => number;
  readonly timeZone?: string;
  readonly log?: Log;
};

/** 15 January 2026, 12 o'clock in Stockholm. */
const noon = Date.UTC(2026, 0, 15, 11);

export const connect = (
  url: string,
  { own = {}, members = {}, now = () => noon, timeZone = 'Europe/Stockholm', log }: Connecting = {},
): Connected => {
  const recorded = recordedLog();
  const system = systemAt(url, {
    profileMembers: { ...ownMembers, ...own },
    maxAnswerBytes: 64_000_000,
    ...members,
  });
  const region = {
    time: regionTime(timeZone),
    clock: now,
    reserveNumbersRoot: '1.2.752.97.3.1.3',
    log: log ?? recorded.log,
  };
  const opened = fhir.open(system, region);
  return {
    ehr: opened.ehr,
    relations: opened.relations,
    logged: recorded.logged,
    read: async (kind, query = {}) => {
      const reader = opened.ehr[kind] as Reader<unknown> | undefined;
      if (reader === undefined) throw new Error(`${kind} is not offered`);
      const records: Found<unknown>[] = [];
      for await (const yielded of reader({ patient, interval: {}, call: newCall(), ...query })) {
        if ('omitted' in yielded) throw new Error(`the answer is incomplete: ${yielded.omitted}`);
        records.push(yielded);
      }
      return records;
    },
    writer: () => {
      const { arrive, pay } = opened.ehr.writer ?? {};
      if (arrive === undefined || pay === undefined)
        throw new Error('the system does not offer both transitions');
      return {
        arrive: async arrival => (await arrive(arrival)).result,
        pay: async payment => (await pay(payment)).result,
      };
    },
    isOpen: opened.isOpen,
    close: opened.close,
  };
};

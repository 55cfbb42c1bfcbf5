// Converts an entry to a FHIR R4 AuditEvent following PatientRead and PatientUpdate of IHE's Basic Audit Log Patterns.
import { hash } from 'node:crypto';
import { type NumberKind, numberKindOf, parsePatientNumber } from '../../src/domain/model/patient-number.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import type { HandedOnEntry } from './entries.ts';

const terminology = 'http://terminology.hl7.org/CodeSystem';
const dicom = 'http://dicom.nema.org/resources/ontology/DCM';
const balp = 'https://profiles.ihe.net/ITI/BALP';

const coding = (system: string, code: string, display: string) => ({ system, code, display });
const concept = (system: string, code: string, display: string) => ({
  coding: [coding(system, code, display)],
});

const source = concept(dicom, '110153', 'Source Role ID');
const destination = concept(dicom, '110152', 'Destination Role ID');

/** Codes for reads, where data flows to the client, and for writes, where it flows from the client. */
const kinds = {
  read: {
    action: 'R',
    subtype: coding('http://hl7.org/fhir/restful-interaction', 'read', 'read'),
    profile: `${balp}/StructureDefinition/IHE.BasicAudit.PatientRead`,
    client: destination,
    server: source,
    user: concept(`${terminology}/v3-ParticipationType`, 'IRCP', 'information recipient'),
  },
  write: {
    action: 'U',
    subtype: coding('http://hl7.org/fhir/restful-interaction', 'update', 'update'),
    profile: `${balp}/StructureDefinition/IHE.BasicAudit.PatientUpdate`,
    client: source,
    server: destination,
    user: concept(`${terminology}/v3-ParticipationType`, 'AUT', 'author (originator)'),
  },
} as const;

/** The profiles require network addresses. The log has that of the client, but for entries of earlier versions. */
const noAddress = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

/** A network address, as type 2 of AuditEvent: an IP address. */
const networkOf = (address: string | null | undefined) =>
  address == null ? noAddress : { address, type: '2' };

/** OIDs of the national registers. The log does not tell to which register a region's reserve numbers belong. */
const registers: Readonly<Record<NumberKind, string | undefined>> = {
  personal: '1.2.752.129.2.1.3.1',
  coordination: '1.2.752.129.2.1.3.3',
  reserve: undefined,
};

const systemOf = (number: string): object => {
  const parsed = parsePatientNumber(number, {});
  const register = parsed && registers[numberKindOf(parsed)];
  return register === undefined ? {} : { system: `urn:oid:${register}` };
};

const patient = (number: string) => ({
  type: 'Patient',
  identifier: { ...systemOf(number), value: number },
});

/** The outcome: success, the caller's failure or the service's. Empty while a write has only begun. */
const outcomeOf = ({ status, phase, result }: AccessEntry) => {
  if (phase === 'begun' || status === null) return {};
  // A refused write is a 200, too (D22).
  if (result === 'ERROR') return { outcome: '4', outcomeDesc: 'ResultCode ERROR' };
  if (status < 400) return { outcome: '0' };
  return { outcome: status < 500 ? '4' : '8', outcomeDesc: `HTTP status ${status}` };
};

/** Members of the entry that have no FHIR element. */
const detailsOf = (entry: AccessEntry) => {
  const { records, result, leftOut, phase, scope, subscription, instance, systems, units, prev } = entry;
  const all = { phase, scope, subscription, result, records, ...leftOutNames(leftOut), instance, prev };
  const lists = { system: systems, unit: units };
  return [
    ...Object.entries(all).map(([type, value]) => ({ type, value })),
    ...Object.entries(lists).flatMap(([type, list]) => (list ?? []).map(value => ({ type, value }))),
  ].flatMap(({ type, value }) =>
    value === null || value === undefined ? [] : [{ type, valueString: String(value) }],
  );
};

const leftOutNames = (leftOut: AccessEntry['leftOut']) => ({
  leftOutRecords: leftOut?.records,
  leftOutValues: leftOut?.values,
  leftOutSources: leftOut?.sources,
  leftOutUnmapped: leftOut?.unmapped,
});

/** The person in the token; none for a client without a user. */
const userOf = ({ caller, callerPatient, ground }: AccessEntry, type: object): object[] => {
  if (caller === null && callerPatient === null) return [];
  return [
    {
      type,
      who: callerPatient === null ? { identifier: { value: caller } } : patient(callerPatient),
      ...(caller === null ? {} : { altId: caller }),
      requestor: true,
      ...(ground === null ? {} : { role: [{ text: ground }] }),
    },
  ];
};

/** On whose behalf a partner asks: a care unit and a person, as its token names them. */
const behalfOf = ({ unit, user }: AccessEntry): object[] =>
  Object.entries({ unit, user }).flatMap(([name, value]) =>
    value == null
      ? []
      : [{ type: { text: `on behalf of ${name}` }, who: { identifier: { value } }, requestor: false }],
  );

const personEntity = (number: string) => ({
  what: patient(number),
  type: coding(`${terminology}/audit-entity-type`, '1', 'Person'),
  role: coding(`${terminology}/object-role`, '1', 'Patient'),
});

/**
 * An id that the same entry always has: from a hash of its members that hold something, so members which a later version
 * adds do not change it. Two entries that are equal in all members, `prev` included, are the same one.
 */
const idOf = ({ number: _, ...entry }: HandedOnEntry): string => {
  const held = Object.entries(entry).filter(([, value]) => value !== null && value !== undefined);
  const digits = hash('sha256', JSON.stringify(Object.fromEntries(held)), 'hex');
  // A UUID of version 8: its bits are our own.
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ];
  return [...parts, digits.slice(20, 32)].join('-');
};

export type AuditEvent = { readonly id: string; readonly resource: object };

/**
 * Converts an entry to an AuditEvent. It claims IHE's profile only for successful requests with a patient: the profiles do
 * not cover failures.
 */
export const auditEvent = (entry: AccessEntry): AuditEvent => {
  const id = idOf(entry);
  const isWrite = /^[12] /.test(entry.operation);
  const kind = kinds[isWrite ? 'write' : 'read'];
  const outcome = outcomeOf(entry);
  const users = userOf(entry, kind.user);
  const holds = outcome.outcome === '0' && entry.subject !== null;
  const resource = {
    resourceType: 'AuditEvent',
    id,
    ...(holds ? { meta: { profile: [kind.profile] } } : {}),
    type: coding(`${terminology}/audit-event-type`, 'rest', 'RESTful Operation'),
    subtype: [kind.subtype],
    action: kind.action,
    recorded: entry.time,
    ...outcome,
    agent: [
      {
        type: kind.client,
        who: { identifier: { value: entry.client ?? entry.subscription } },
        requestor: users.length === 0,
        network: networkOf(entry.address),
      },
      { type: kind.server, who: { display: 'patient-data-access' }, requestor: false, network: noAddress },
      ...users,
      ...behalfOf(entry),
    ],
    source: {
      ...(entry.region == null ? {} : { site: entry.region }),
      observer: { display: 'patient-data-access' },
      type: [coding(`${terminology}/security-source-type`, '4', 'Application Server')],
    },
    entity: [
      ...(entry.subject === null ? [] : [personEntity(entry.subject)]),
      {
        what: { display: entry.operation },
        type: coding(`${terminology}/audit-entity-type`, '2', 'System Object'),
        role: coding(`${terminology}/object-role`, '4', 'Domain Resource'),
        detail: detailsOf(entry),
      },
      {
        what: { identifier: { value: entry.requestId } },
        type: { system: `${balp}/CodeSystem/BasicAuditEntityType`, code: 'XrequestId' },
      },
    ],
  };
  return { id, resource };
};

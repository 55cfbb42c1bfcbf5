// Entries as AuditEvents, held against the profiles PatientRead and PatientUpdate of IHE's Basic Audit Log Patterns.
import { describe, expect, test } from 'vitest';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { auditEvent } from '../../../tools/access-log/audit-event.ts';
import { entryOf, fullEntry } from '../../adapters/access-log/entry.ts';

type Coding = { readonly system: string; readonly code: string };
type Concept = { readonly coding?: readonly Coding[] };
type Who = {
  readonly display?: string;
  readonly identifier?: { readonly system?: string; readonly value: string };
};
type Event = {
  readonly meta?: { readonly profile: readonly string[] };
  readonly type: Coding;
  readonly subtype: readonly Coding[];
  readonly action: string;
  readonly recorded: string;
  readonly outcome?: string;
  readonly agent: readonly {
    type: Concept;
    who: Who;
    requestor: boolean;
    network?: object;
    altId?: string;
  }[];
  readonly source: { readonly observer: object };
  readonly entity: readonly { what: Who; type: Coding; role?: Coding; detail?: readonly object[] }[];
};

const eventOf = (more: Partial<AccessEntry> = {}) =>
  auditEvent(entryOf('0b1f6d2e-0000-4000-8000-000000000001', more)).resource as Event;

const read = 'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead';
const update = 'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientUpdate';
const write = { operation: '2 appointmentChange', result: 'OK', records: null, leftOut: null } as const;

/** What the profiles ask of an agent or an entity, by the code of its type. */
const agentOf = ({ agent }: Event, code: string) =>
  agent.filter(({ type }) => type.coding?.[0]?.code === code);
const entityOf = ({ entity }: Event, code: string) => entity.filter(({ type }) => type.code === code);

describe.each([
  ['PatientRead', {}, { profile: read, action: 'R', subtype: 'read', client: '110152', server: '110153' }],
  [
    'PatientUpdate',
    write,
    { profile: update, action: 'U', subtype: 'update', client: '110153', server: '110152' },
  ],
])('%s', (_, more, expected) => {
  const event = eventOf(more);

  test('the event', () => {
    expect(event.meta?.profile).toEqual([expected.profile]);
    expect(event.type).toMatchObject({
      system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
      code: 'rest',
    });
    expect(event.subtype.map(({ system, code }) => [system, code])).toEqual([
      ['http://hl7.org/fhir/restful-interaction', expected.subtype],
    ]);
    expect([event.action, event.outcome, event.recorded]).toEqual([
      expected.action,
      '0',
      '2026-01-15T08:30:00.000Z',
    ]);
    expect(event.source.observer).toBeDefined();
  });

  test('one client and one server, each with who and network', () => {
    for (const code of [expected.client, expected.server]) {
      const [agent, ...more] = agentOf(event, code);
      expect(more).toEqual([]);
      expect(agent?.who).toBeDefined();
      expect(agent?.network).toBeDefined();
    }
  });

  test('the user asks, and is known by number and by sub', () => {
    const [user, ...others] = event.agent.filter(({ requestor }) => requestor);
    expect(others).toEqual([]);
    expect(user).toMatchObject({
      altId: 'åäö-1',
      who: { identifier: { system: 'urn:oid:1.2.752.129.2.1.3.1', value: '191212121212' } },
    });
    expect(user?.network).toBeUndefined();
  });

  test('one patient, one thing that was read or changed, one request id', () => {
    expect(entityOf(event, '1')).toMatchObject([
      {
        role: { system: 'http://terminology.hl7.org/CodeSystem/object-role', code: '1' },
        what: { identifier: { value: '191212121212' } },
      },
    ]);
    expect(entityOf(event, '2')).toMatchObject([
      { role: { code: '4' }, what: { display: expect.any(String) } },
    ]);
    expect(entityOf(event, 'XrequestId')).toMatchObject([
      {
        type: { system: 'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType' },
        what: { identifier: { value: '0b1f6d2e-0000-4000-8000-000000000001' } },
      },
    ]);
  });
});

describe('what the profiles leave to others names none', () => {
  test.each<[string, Partial<AccessEntry>, string | undefined]>([
    ['a refusal', { status: 403, ground: null }, '4'],
    ['a failure of the service', { status: 503 }, '8'],
    ['a write that was refused', { ...write, phase: 'done', status: 200, result: 'ERROR' }, '4'],
    ['a write that has begun', { ...write, phase: 'begun', status: null }, undefined],
    ['nobody asked for', { subject: null, status: 403 }, '4'],
  ])('%s', (_, more, outcome) => {
    const event = eventOf(more);
    expect([event.meta, event.outcome]).toEqual([undefined, outcome]);
    expect(entityOf(event, '1')).toHaveLength(more.subject === null ? 0 : 1);
  });
});

test('a partner without a user: the client asks', () => {
  const event = eventOf({ caller: null, callerPatient: null, ground: 'partner', client: 'kiosk' });
  expect(event.agent).toHaveLength(2);
  expect(event.agent.filter(({ requestor }) => requestor)).toMatchObject([
    { who: { identifier: { value: 'kiosk' } } },
  ]);
});

test.each([
  ['191212121212', 'urn:oid:1.2.752.129.2.1.3.1'],
  ['197010632391', 'urn:oid:1.2.752.129.2.1.3.3'],
  ['197000602396', 'urn:oid:1.2.752.129.2.1.3.3'],
  ['191212121213', undefined],
  ['19121212A123', undefined],
])('the number %s is of the register %s', (subject, system) => {
  expect(entityOf(eventOf({ subject }), '1')[0]?.what.identifier?.system).toBe(system);
});

test('what FHIR has no element for is in the detail', () => {
  const event = eventOf({ leftOut: { records: 1, values: 2, sources: 3, unmapped: 4 } });
  expect(entityOf(event, '2')[0]?.detail).toEqual([
    { type: 'phase', valueString: 'done' },
    { type: 'scope', valueString: 'user/Appointment-read' },
    { type: 'subscription', valueString: 'app' },
    { type: 'records', valueString: '1' },
    { type: 'leftOutRecords', valueString: '1' },
    { type: 'leftOutValues', valueString: '2' },
    { type: 'leftOutSources', valueString: '3' },
    { type: 'leftOutUnmapped', valueString: '4' },
  ]);
});

test('the members of this version: address, region, on whose behalf, systems, units, and the chain', () => {
  const prev = 'a'.repeat(64);
  const event = eventOf({ ...fullEntry, leftOut: null, prev });
  expect(event.source).toMatchObject({ site: 'Region Exempel' });
  expect(agentOf(event, '110152')).toMatchObject([{ network: { address: '2001:db8::1', type: '2' } }]);
  expect(event.agent.slice(-2)).toEqual([
    {
      type: { text: 'on behalf of unit' },
      who: { identifier: { value: 'SE2321000016-1ÅÄÖ' } },
      requestor: false,
    },
    { type: { text: 'on behalf of user' }, who: { identifier: { value: "nurse';--" } }, requestor: false },
  ]);
  expect(entityOf(event, '2')[0]?.detail?.slice(4)).toEqual([
    { type: 'instance', valueString: 'host-1/0a1b2c3d4e5f' },
    { type: 'prev', valueString: prev },
    { type: 'system', valueString: 'ehr' },
    { type: 'system', valueString: 'notes' },
    { type: 'unit', valueString: 'SE1' },
    { type: 'unit', valueString: 'a "quoted", {unit}' },
    { type: 'unit', valueString: '+12' },
  ]);
});

test('the id is that of the entry: the same again, whatever null members a later version adds, and another for any change', () => {
  const idOf = (more: Partial<AccessEntry>) => auditEvent(entryOf('1', more)).id;
  expect(idOf({})).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idOf({ region: null, units: null, prev: null })).toBe(idOf({}));
  const changes: Partial<AccessEntry>[] = [
    { records: 2 },
    { prev: 'a' },
    { units: ['SE1'] },
    { phase: 'begun' },
  ];
  expect(new Set([{}, ...changes].map(idOf)).size).toBe(5);
});

test('a write that was done before is a success', () => {
  expect(eventOf({ ...write, phase: 'done', status: 200, result: 'INFO' })).toMatchObject({ outcome: '0' });
});

test('the number of an entry that was handed on does not change its id: a month that is exported has the same events', () => {
  const entry = entryOf('0b1f6d2e-0000-4000-8000-000000000001');
  expect(auditEvent({ ...entry, ...{ number: 17 } })).toEqual(auditEvent(entry));
});

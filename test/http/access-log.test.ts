// The access log over HTTP (D23): which requests leave which entries and when, and that no other log holds such data.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/model/failure.ts';
import type { AccessEntry, AccessLog } from '../../src/ports/access-log.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { inTurn } from '../support/in-turn.ts';
import { listed } from '../support/listed.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import {
  type AskOptions,
  call,
  credentials,
  documentOf,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  raw,
  rowOf,
  rows,
  smallEhr,
  speak,
  subscription,
} from './contract.ts';

const own = '198507302381';
const child = '201907152399';
const shielded = '201702222389';

type Claims = Readonly<Record<string, unknown>>;

const usualEhr = smallEhr(patient => patient === shielded);
const key = 'check-in-app-key';
const settings = { AUTH_PARTNER_CLIENTS: 'partner' };
const subscriptions = [
  subscription('check-in-app'),
  subscription('kiosks', { clients: ['kiosk'] }),
  subscription('small', { rateLimit: 1 }),
];

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(usualEhr));
const service = await forThisFile(startService({ issuer, ehr: ehr.url, settings, subscriptions }));

beforeEach(() => {
  ehr.received.length = 0;
  ehr.answer = usualEhr;
});

/** Makes a request, and reads its log entries as soon as it is answered. */
const ask = async (
  row: Row,
  { claims = {}, ...options }: AskOptions & { claims?: Claims } = {},
  asked = service,
) => {
  const requestId = randomUUID();
  const token = await issuer.sign({ patient: own, scope: row.scope, ...claims });
  const headers = { 'x-request-id': requestId, ...options.headers };
  const answered = await asked.ask(call(row, { token, key, ...options, headers }));
  return { requestId, answered, trail: entriesOf(requestId, asked) };
};

const entriesOf = (requestId: unknown, asked = service) =>
  asked.entries().filter(entry => entry.requestId === requestId);

const members = listed(`
  time requestId operation phase subscription client caller callerPatient subject ground scope status result
  records leftOut region instance address unit user systems units prev
`);

type Expected = Partial<Omit<AccessEntry, 'time' | 'requestId' | 'operation' | 'scope'>>;

/** The entry has exactly the documented members, and these values; none of something may be null or zero. */
const expectEntry = (
  entry: AccessEntry | undefined,
  row: Row,
  { records = 0, leftOut, ...expected }: Expected,
) => {
  expect(Object.keys(entry ?? {}).sort()).toEqual([...members].sort());
  const { time, requestId, records: counted, leftOut: lacking, instance, ...more } = entry as AccessEntry;
  const { systems, units, prev, ...rest } = more;
  expect(instance).toMatch(/^[^/]+\/[0-9a-f]{12}$/);
  expect(systems ?? ['ehr']).toEqual(['ehr']);
  expect(units ?? []).toEqual([]);
  expect(prev ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(3_600_000);
  expect(rest).toStrictEqual({
    operation: `${row.number} ${row.name}`,
    phase: 'done',
    subscription: 'check-in-app',
    client: 'app',
    caller: 'user-1',
    callerPatient: own,
    subject: own,
    ground: 'self',
    scope: row.scope,
    status: 200,
    result: null,
    region: 'Region Prov',
    address: '127.0.0.1',
    unit: null,
    user: null,
    ...expected,
  });
  expect(counted ?? 0).toBe(records);
  expect(lacking ?? { records: 0, values: 0, sources: 0, unmapped: 0 }).toEqual(
    leftOut ?? { records: 0, values: 0, sources: 0, unmapped: 0 },
  );
};

const reads = rows.filter(row => !isWrite(row));
const writes = rows.filter(isWrite);
const begun: Expected = { phase: 'begun', status: null };

/** These entries and no others. */
const expectTrail = (trail: readonly AccessEntry[], row: Row, ...expected: readonly Expected[]) => {
  expect(trail).toHaveLength(expected.length);
  for (const [at, members] of expected.entries()) expectEntry(trail[at], row, members);
};

/** What a usual call of any operation leaves, with what is special about it. */
const expectUsual = (row: Row, trail: readonly AccessEntry[], special: Expected = {}) => {
  const entries: readonly Expected[] = isWrite(row) ? [begun, { result: 'OK' }] : [{ records: 1 }];
  expectTrail(trail, row, ...entries.map(entry => ({ ...entry, ...special })));
};

describe.each(rows)('operation $number $name', row => {
  it('for the patient', async () => {
    expectUsual(row, (await ask(row)).trail);
  });

  it('for the patient, with a header and hyphens', async () => {
    const { trail } = await ask(row, { claims: { patient: '19850730-2381' }, patient: own });
    expectUsual(row, trail);
  });

  it('for a caller acting for the patient', async () => {
    const { trail } = await ask(row, { claims: { acts_for: [child] }, patient: '20190715-2399' });
    expectUsual(row, trail, { subject: child, ground: 'acts_for' });
  });

  it('for a guardian without a number of their own', async () => {
    const { trail } = await ask(row, {
      claims: { patient: undefined, acts_for: child, sub: 'g-2' },
      patient: child,
    });
    expectUsual(row, trail, { caller: 'g-2', callerPatient: null, subject: child, ground: 'acts_for' });
  });

  it("for a partner's client", async () => {
    const claims = { patient: undefined, client_id: undefined, azp: 'partner', sub: 'partner-7' };
    const { trail } = await ask(row, { claims, patient: child });
    const special = { client: 'partner', caller: 'partner-7', callerPatient: null, subject: child };
    expectUsual(row, trail, { ...special, ground: 'partner' });
  });

  const refused: readonly [string, AskOptions & { claims?: Claims }, Expected][] = [
    ['who may not act for the patient', { patient: child }, { subject: child }],
    ['who names nobody', { claims: { patient: undefined } }, { subject: null, callerPatient: null }],
    ['whose own number cannot be read', { claims: { patient: 'x' } }, { subject: null, callerPatient: null }],
    [
      'whose own number cannot be read, and who names one',
      { claims: { patient: null }, patient: child },
      { subject: child, callerPatient: null },
    ],
  ];

  it.each(refused)('for one %s: refused', async (_, options, expected) => {
    const { answered, trail } = await ask(row, options);
    expect(answered.status).toBe(403);
    expectTrail(trail, row, { ...expected, ground: null, status: 403 });
  });

  it('for a failure of the EHR', async () => {
    ehr.answer = (_, response) => response.writeHead(500).end();
    const { trail } = await ask(row);
    expectTrail(trail, row, { status: row.number === 8 ? 500 : 502 });
  });

  it('for a patient whom the EHR does not know', async () => {
    ehr.answer = (_, response) => xml(response, unknownPatient, 404);
    const { trail } = await ask(row);
    const element = { records: 1 };
    const expected =
      row.number === 3 ? element : isWrite(row) ? { result: 'ERROR' as const } : { status: 404 };
    expectTrail(trail, row, expected);
  });

  const early: readonly [string, number, AskOptions & { claims?: Claims }][] = [
    ['no key', 401, { key: null }],
    ['an unknown key', 401, { key: 'no-such-key' }],
    ['a bad token', 401, { headers: { authorization: 'Bearer x' } }],
    ['an expired token', 401, { claims: { exp: 1_700_000_000 } }],
    ['another client', 403, { key: 'kiosks-key' }],
    ['no scope', 403, { claims: { scope: 'openid' } }],
    ['a malformed patient', 400, { patient: '201907152398' }],
    ['an empty patient', 400, { patient: '' }],
  ];

  it.each(early)('not for %s', async (_, status, options) => {
    const before = service.entries().length;
    expect((await ask(row, options)).answered.status).toBe(status);
    expect(service.entries()).toHaveLength(before);
  });

  it('not for an unknown method or path', async () => {
    const before = service.entries().length;
    const token = await issuer.sign({ patient: own, scope: everyScope });
    for (const other of [
      { method: 'DELETE' },
      { method: 'HEAD' },
      { method: 'OPTIONS' },
      { path: `${row.path}x` },
    ]) {
      const { body: _, ...asked } = { ...call(row, { token, key }), ...other };
      expect([404, 405]).toContain((await service.ask(asked)).status);
    }
    expect(service.entries()).toHaveLength(before);
  });

  it('not for two patient headers', async () => {
    const before = service.entries().length;
    const token = await issuer.sign({ patient: own, scope: everyScope });
    const [, authorization = ['', '']] = credentials(token);
    const headers = [
      ['ocp-apim-subscription-key', key],
      authorization,
      ['patient', own],
      ['patient', own],
    ] as const;
    expect((await speak(service.url, raw(call(row), headers))).status).toBe(400);
    expect(service.entries()).toHaveLength(before);
  });
});

// Any value but `v2` belongs to operation 4.
it.each(rows.filter(({ number }) => number !== 5))(
  'operation $number for a 400 after the gates',
  async row => {
    const { trail } = await ask(row, {
      more: 'api-version=v9',
      claims: { acts_for: [child] },
      patient: child,
    });
    expectTrail(trail, row, { subject: child, ground: 'acts_for', status: 400 });
  },
);

it('has no ground if protected identity is why it was refused', async () => {
  for (const row of rows) {
    const { answered, trail } = await ask(row, { claims: { acts_for: [shielded] }, patient: shielded });
    expect(answered.status).toBe(403);
    expectTrail(trail, row, { subject: shielded, ground: null, status: 403 });
  }
});

it('is not written for a call beyond the rate limit', async () => {
  const first = await ask(rowOf(10), { key: 'small-key' });
  expectEntry(first.trail[0], rowOf(10), { subscription: 'small', records: 1 });
  const second = await ask(rowOf(10), { key: 'small-key' });
  expect(second.answered.status).toBe(429);
  expect(second.trail).toEqual([]);
});

describe('who asked from where, and whose records were handed out', () => {
  const elements: Readonly<Record<number, string>> = {
    3: 'PerformingUnit',
    6: 'ContactPerformingUnit',
    7: 'CareUnit',
    9: 'CreationUnit',
    10: 'CareUnit',
  };
  const of = ({ systems, units }: Pick<AccessEntry, 'systems' | 'units'>) => ({ systems, units });

  /** An EHR whose only record is from this unit, at the place where release rules look for it, too. */
  const ehrWithUnit =
    (row: Row, id: string): EhrServer['answer'] =>
    ({ path, query }, response) => {
      const element = elements[row.number];
      const unit = row.number === 3 ? `<HSAId>${id}</HSAId>` : `<UnitID extension="${id}"/>`;
      const document = documentOf(path, query.get('patient') ?? '', false);
      const end = row.number === 3 ? '</Booking>' : /<\/\w+EHRExtract>/.exec(document)?.[0];
      xml(
        response,
        end === undefined ? document : document.replace(end, `<${element}>${unit}</${element}>${end}`),
      );
    };

  it.each(reads)(
    'operation $number: the systems that answered, and the care units of the records',
    async row => {
      if (elements[row.number] !== undefined) ehr.answer = ehrWithUnit(row, 'SE2321000016-1A2B');
      const { answered, trail } = await ask(row);
      expect(answered.status).toBe(200);
      const units = elements[row.number] === undefined ? null : ['SE2321000016-1A2B'];
      expect(trail.map(of)).toEqual([{ systems: ['ehr'], units }]);
    },
  );

  it('no unit of what was not handed out, and no system that did not answer', async () => {
    const profile = { release: { withhold: { units: ['SE2321000016-1A2B'] } } };
    const strict = await startService({ issuer, ehr: ehr.url, subscriptions, profile });
    for (const number of [3, 6, 7, 9, 10]) {
      ehr.answer = ehrWithUnit(rowOf(number), 'SE2321000016-1A2B');
      const { trail } = await ask(rowOf(number), {}, strict);
      expect(trail.map(of)).toEqual([{ systems: ['ehr'], units: [] }]);
    }
    ehr.answer = (_, response) => response.writeHead(500).end();
    expect((await ask(rowOf(10), {}, strict)).trail.map(of)).toEqual([{ systems: null, units: null }]);
    await strict.close();
  });

  it('the systems of a write, in both of its entries', async () => {
    for (const row of writes)
      expect((await ask(row)).trail.map(of)).toEqual(Array(2).fill({ systems: ['ehr'], units: null }));
  });

  it("the partner's unit and user, and the client's address as the proxy wrote it", async () => {
    const claims = { unit: 'SE2321000016-1A2B', user: 'SE2321000016-9Z8Y' };
    const proxied = await startService({
      issuer,
      ehr: ehr.url,
      subscriptions,
      settings: {
        AUTH_PARTNER_CLIENTS: 'partner',
        AUTH_UNIT_CLAIM: 'care_unit',
        AUTH_USER_CLAIM: 'employee',
        TRUST_PROXY: '127.0.0.1',
      },
    });
    const cases: readonly [Claims, string, Pick<AccessEntry, 'unit' | 'user' | 'address'>][] = [
      [
        { care_unit: claims.unit, employee: claims.user },
        '[2001:DB8:0:0::1]:4711',
        { ...claims, address: '2001:db8::1' },
      ],
      [
        { care_unit: [claims.unit], employee: 7 },
        '203.0.113.7',
        { unit: null, user: null, address: '203.0.113.7' },
      ],
      [{}, '::ffff:203.0.113.7', { unit: null, user: null, address: '203.0.113.7' }],
      [{}, 'unknown', { unit: null, user: null, address: null }],
    ];
    for (const [more, forwarded, expected] of cases) {
      const { trail } = await ask(
        rowOf(4),
        {
          claims: { patient: undefined, client_id: 'partner', ...more },
          patient: child,
          headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': forwarded },
        },
        proxied,
      );
      expect(trail).toMatchObject([{ ground: 'partner', ...expected }]);
    }
    await proxied.close();
  });
});

describe('reads', () => {
  it.each(reads.filter(({ interval }) => interval))('a bad interval of operation $number', async row => {
    const { trail } = await ask(row, { more: 'fromDateTime=x' });
    expectTrail(trail, row, { status: 400 });
  });

  it('tells how many records were answered and left out', async () => {
    const row = rowOf(10);
    const one = (patient: string, note = '') =>
      `<JournalNoteEHRExtract><Patient><PatientID extension="${patient}"/></Patient>${note}</JournalNoteEHRExtract>`;
    const unreadable = '<Note><NoteActive>maybe</NoteActive><NoteTypeOfNote>x</NoteTypeOfNote></Note>';
    const cases: readonly [string, Expected, string | null][] = [
      [one(own) + one(own), { records: 2 }, null],
      [
        one(own) + one(child),
        { records: 1, leftOut: { records: 1, values: 0, sources: 0, unmapped: 0 } },
        'records=1',
      ],
      [
        one(own, unreadable),
        { records: 1, leftOut: { records: 0, values: 1, sources: 0, unmapped: 0 } },
        'values=1',
      ],
      [
        one(own, unreadable) + one(own) + one(child) + one(child),
        { records: 2, leftOut: { records: 2, values: 1, sources: 0, unmapped: 0 } },
        'records=2, values=1',
      ],
      ['', {}, null],
    ];
    for (const [extracts, expected, header] of cases) {
      ehr.answer = (_, response) =>
        xml(
          response,
          `<JournalNoteEHRExtracts><XSDVersion version="0.21"/>${extracts}</JournalNoteEHRExtracts>`,
        );
      const { answered, trail } = await ask(row);
      expect(answered.headers.get('x-left-out')).toBe(header);
      expectTrail(trail, row, expected);
    }
  });

  it('that are not offered', async () => {
    const profile = { sources: { patients: 'ehr' } };
    const poor = await startService({ issuer, ehr: ehr.url, subscriptions, profile });
    for (const row of rows.filter(({ number }) => ![4, 5].includes(number))) {
      const { trail } = await ask(row, {}, poor);
      const status = row.number === 8 ? 404 : 501;
      expectTrail(trail, row, isWrite(row) ? { result: 'ERROR' } : { status });
    }
    await poor.close();
  });
});

describe('writes', () => {
  const bookings = (state: string) =>
    documentOf('/bookings', '').replace(/<Status>.*<\/PaymentStatus>/, state);
  const arrived = '<Status>ARRIVED</Status><PaymentStatus>PAID</PaymentStatus>';
  const notSent: readonly [string, string, 'INFO' | 'ERROR'][] = [
    ['that are done already', bookings(arrived), 'INFO'],
    ['of a cancelled appointment', bookings('<Status>CANCELLED</Status>'), 'ERROR'],
    ['of a missed appointment', bookings('<Status>MISSED</Status>'), 'ERROR'],
    ['of no appointment', '<Bookings/>', 'ERROR'],
    ['where the list is an error', '<Bookings><ResultCode>ERROR</ResultCode></Bookings>', 'ERROR'],
  ];

  describe.each(writes)('operation $number', row => {
    it('have "begun" on disk before the EHR is notified', async () => {
      let seen: readonly AccessEntry[] = [];
      ehr.answer = (received, response) => {
        if (received.method !== 'GET') seen = entriesOf(received.headers['x-request-id']);
        return usualEhr(received, response);
      };
      const { trail } = await ask(row);
      expectTrail(seen, row, begun);
      expect(trail).toHaveLength(2);
    });

    it.each(notSent)('%s have only "done"', async (_, list, result) => {
      ehr.answer = (_received, response) => xml(response, list);
      const { trail } = await ask(row);
      expect(ehr.received.map(({ method }) => method)).toEqual(['GET']);
      expectTrail(trail, row, { result });
    });

    it('that the EHR refuses are begun and done', async () => {
      const refusal = '<ResultRecord><ResultCode>ERROR</ResultCode><Comment>Nej.</Comment></ResultRecord>';
      ehr.answer = (received, response) =>
        received.method === 'GET' ? usualEhr(received, response) : xml(response, refusal, 409);
      const { trail } = await ask(row);
      expectTrail(trail, row, begun, { result: 'ERROR' });
    });

    it('with an unknown outcome have one "begun", though they are sent twice', async () => {
      ehr.answer = (received, response) =>
        received.method === 'GET' ? usualEhr(received, response) : response.writeHead(500).end();
      const { answered, trail } = await ask(row);
      expectFault(answered, row, {
        status: 504,
        text: 'The outcome is not known. Repeating the request is safe.',
      });
      expect(ehr.received.filter(({ method }) => method !== 'GET')).toHaveLength(2);
      expectTrail(trail, row, begun, { status: 504 });
    });

    const unread: readonly [string, number, AskOptions][] = [
      ['a bad member', 400, { body: { status: 'x' } }],
      ['no JSON', 400, { body: '{', headers: { 'content-type': 'application/json' } }],
      ['another media type', 415, { body: 'x' }],
      ['too much', 413, { body: { x: 'x'.repeat(65_536) } }],
    ];

    it.each(unread)('of %s have only "done"', async (_, status, options) => {
      const { trail } = await ask(row, options);
      expect(ehr.received).toEqual([]);
      expectTrail(trail, row, { status });
    });
  });
});

describe('a client that leaves while the entry of its answer is written', () => {
  it('leaves one entry, and no error in the service log', async () => {
    // More than a block: it is sent as a stream, which breaks off when its client has left.
    const id = `<ehr_id extension="${'x'.repeat(10_000)}"/>`;
    const patientId = `<Patient><PatientID extension="${own}"/></Patient>`;
    const record = `<ContactEHRExtract>${id}${patientId}</ContactEHRExtract>`;
    ehr.answer = (_, response) =>
      xml(response, `<ContactEHRExtracts>${record.repeat(30)}</ContactEHRExtracts>`);
    const entries: AccessEntry[] = [];
    let leave = () => {};
    const accessLog: AccessLog = {
      append: async entry => {
        entries.push(entry);
        leave();
        await wait(200);
      },
      isWritable: async () => true,
      isKnownUnwritable: () => false,
    };
    const one = await startService({ issuer, ehr: ehr.url, replaced: { accessLog } });
    const token = await issuer.sign({ patient: own, scope: everyScope });
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    leave = () => socket.destroy();
    socket.write(raw(rowOf(6), credentials(token)));
    await once(socket, 'close');
    await wait(600);
    expect(entries.map(({ phase, status }) => ({ phase, status }))).toEqual([{ phase: 'done', status: 200 }]);
    expect(one.log().filter(({ level }) => level === 'error')).toEqual([]);
    await one.close();
  });
});

describe('a log that cannot be written', () => {
  const text = 'The service is not available. Try again later.';
  const failing = (phase?: AccessEntry['phase']): AccessLog => ({
    append: async entry => {
      if (phase === undefined || entry.phase === phase)
        throw new Failure('log-unavailable', { reason: 'access-log-unwritable' });
    },
    isWritable: async () => false,
    isKnownUnwritable: () => false,
  });
  const withLog = async (accessLog: AccessLog, use: (asked: TestService) => Promise<void>) => {
    const one = await startService({ issuer, ehr: ehr.url, subscriptions, replaced: { accessLog } });
    await use(one);
    await one.close();
  };
  const expectNothing = async (asked: TestService, row: Row, options: AskOptions = {}) => {
    const token = await issuer.sign({ patient: own, scope: everyScope });
    const answered = await asked.ask(call(row, { token, key, ...options }));
    expectFault(answered, row, { status: row.number === 8 ? 500 : 503, text });
    if (row.number !== 8) expect(answered.headers.get('retry-after')).toBe('5');
    expect(answered.headers.get('x-left-out')).toBeNull();
  };
  const writesReceived = () => ehr.received.filter(({ method }) => method !== 'GET');

  it('answers nothing, and does not notify the EHR', async () => {
    await withLog(failing(), async asked => {
      for (const row of rows) {
        await expectNothing(asked, row);
        await expectNothing(asked, row, { patient: child });
        await expectNothing(asked, row, { more: 'api-version=v9' });
      }
    });
    expect(writesReceived()).toEqual([]);
  });

  it('does not notify the EHR of a write whose "begun" failed', async () => {
    await withLog(failing('begun'), async asked => {
      for (const row of writes) await expectNothing(asked, row);
    });
    expect(writesReceived()).toEqual([]);
  });

  it('does not answer a write that was done', async () => {
    await withLog(failing('done'), async asked => {
      for (const row of writes) await expectNothing(asked, row);
    });
    expect(writesReceived()).toHaveLength(2);
  });

  it('is known to be unwritable: the EHR is not asked at all, and no entry is tried', async () => {
    let appended = 0;
    const accessLog: AccessLog = {
      append: async () => {
        appended++;
      },
      isWritable: async () => false,
      isKnownUnwritable: () => true,
    };
    await withLog(accessLog, async asked => {
      for (const row of rows) {
        await expectNothing(asked, row);
        await expectNothing(asked, row, { patient: child });
      }
      expect((await asked.ask(call(rowOf(6), { key: null }))).status).toBe(401);
    });
    expect([ehr.received, appended]).toEqual([[], 0]);
  });

  it('does not affect requests without an entry', async () => {
    await withLog(failing(), async asked => {
      for (const row of rows) expect((await asked.ask(call(row, { key: null }))).status).toBe(401);
    });
  });
});

it('is the only log with persons: none of them, and no token, key or content, is in the service log', async () => {
  const one = await startService({ issuer, ehr: ehr.url, settings, subscriptions });
  const tokens = [
    await issuer.sign({ patient: own, scope: everyScope, acts_for: [child, shielded], sub: own }),
    await issuer.sign({ patient: own, scope: 'openid' }),
    await issuer.sign({ patient: own, scope: everyScope, exp: 1_700_000_000 }),
  ];
  const page = `<html>${own} hemlig-anteckning</html>`;
  const answers: readonly EhrServer['answer'][] = [
    usualEhr,
    (_, response) => xml(response, page, 500),
    (_, response) => xml(response, page),
    (_, response) => xml(response, unknownPatient.replace('not here', `${own} hemlig-anteckning`), 404),
    // Someone else's record, and a value that cannot be read.
    ({ path }, response) => xml(response, documentOf(path, '191212121212')),
    ({ path, query }, response) =>
      xml(
        response,
        documentOf(path, query.get('patient') ?? '', true).replace('>true<', '>hemlig-anteckning<'),
      ),
  ];
  for (const [turn, answer] of answers.entries()) {
    ehr.answer = answer;
    for (const row of inTurn(rows, turn)) {
      for (const patient of [undefined, child, shielded, '191212121212', '201907152398']) {
        for (const token of tokens)
          await one.ask(call(row, { token, key, patient, more: `fromDateTime=${own}` }));
        await one.ask(
          call(row, { token: tokens[0], key, patient, headers: { referer: `https://x.test/${own}` } }),
        );
      }
      await one.ask(call(row, { token: tokens[0], key: 'wrong-key' }));
      await one.ask({ path: `/patients/${own}?patient=${own}`, key });
    }
  }
  await speak(one.url, `GET /patients/%zz?patient=${own} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  const logged = JSON.stringify(one.log());
  const secrets = [
    own,
    child,
    shielded,
    '191212121212',
    '201907152398',
    key,
    'wrong-key',
    'hemlig-anteckning',
  ];
  for (const secret of [...secrets, ...tokens]) expect(logged.includes(secret), secret).toBe(false);
  expect(logged).toContain('10 journalNotes');
  await one.close();
});

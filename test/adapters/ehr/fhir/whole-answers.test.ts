// All or nothing for every request that a read makes: pages, references, contents, tokens.
import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { Received } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall } from '../calls.ts';
import { type Connecting, patient } from './support/connect.ts';
import {
  type Answer,
  allergy,
  appointment,
  bundle,
  json,
  noteOf,
  outcome,
  tolvan,
  videoLink,
} from './support/fhir-server.ts';
import { type Answers, only, openAt, readAll } from './support/read-all.ts';

const next = (url: string, ...resources: object[]) =>
  bundle(resources, { link: [{ relation: 'next', url }] });
const status =
  (code: number): Answer =>
  (_, response) =>
    json(response, outcome('error', 'x'), code);

/** Two pages of allergies. */
const twoPages =
  (second: Answer): Answer =>
  ({ query, ...received }: Received, response: ServerResponse) => {
    if (!query.has('page')) return json(response, next('AllergyIntolerance?page=2', allergy('1')));
    return typeof second === 'function' ? second({ query, ...received }, response) : json(response, second);
  };

describe('a second page', () => {
  test.each<[string, Answer, string]>([
    [
      'that is cut off',
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/fhir+json' })
          .write('{', () => response.destroy()),
      'ehr-unusable',
    ],
    [
      'that is not JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'ehr-unusable',
    ],
    [
      'that reports incomplete results',
      bundle([allergy('2'), outcome('warning', 'incomplete')]),
      'ehr-unusable',
    ],
    ...[400, 401, 403, 404, 410, 500].map((code): [string, Answer, string] => [
      `of ${code}`,
      status(code),
      'ehr-unusable',
    ]),
    ['of 503', status(503), 'ehr-unavailable'],
    ['of 504', status(504), 'ehr-too-slow'],
  ])('%s fails both: %s', async (_, second, expected) => {
    const { read, logged } = await openAt({ '/AllergyIntolerance': twoPages(second) });
    expect(await failureOf(read('attentionSignals'))).toBe(expected);
    expect(JSON.stringify(logged)).not.toContain(patient);
  });

  test('that never arrives fails at the deadline of the read', async () => {
    const { ehr } = await openAt(
      { '/AllergyIntolerance': twoPages(() => {}) },
      { members: { timeoutMs: 300 } },
    );
    const reading = async () => {
      for await (const _ of ehr.attentionSignals?.({ patient, interval: {}, call: newCall() }) ?? []);
    };
    expect(await failureOf(reading())).toBe('ehr-too-slow');
  });

  test('counts towards the byte limit of the read together with the first', async () => {
    const large = allergy('2', { note: [{ text: 'x'.repeat(6000) }] });
    const second = twoPages(bundle([large]));
    const within = await openAt({ '/AllergyIntolerance': second }, { members: { maxAnswerBytes: 20_000 } });
    expect(await within.read('attentionSignals')).toHaveLength(2);
    const beyond = await openAt({ '/AllergyIntolerance': second }, { members: { maxAnswerBytes: 6500 } });
    expect(await failureOf(beyond.read('attentionSignals'))).toBe('ehr-unusable');
  });

  test('that repeats a resource does not duplicate the record', async () => {
    const { read } = await openAt({ '/AllergyIntolerance': twoPages(bundle([allergy('1'), allergy('2')])) });
    expect(await read('attentionSignals')).toHaveLength(2);
  });

  test('that repeats a resource with different content is unusable (D29)', async () => {
    const changed = allergy('1', { code: { text: 'Jordnötter' } });
    const { read } = await openAt({ '/AllergyIntolerance': twoPages(bundle([changed])) });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test('that repeats a suppressed issue counts it once', async () => {
    const hidden = (text: string) => outcome('information', 'suppressed', text);
    const { read } = await openAt({
      '/AllergyIntolerance': ({ query }, response) =>
        json(
          response,
          query.has('page')
            ? bundle([hidden('Ett'), hidden('Två')])
            : next('AllergyIntolerance?page=2', allergy('1'), hidden('Ett')),
        ),
    });
    expect(await read('attentionSignals')).toHaveLength(3);
  });

  test('equal suppressed issues of one page are several records', async () => {
    const hidden = outcome('information', 'suppressed');
    const { read } = await openAt({
      '/AllergyIntolerance': ({ query }, response) =>
        json(
          response,
          query.has('page')
            ? bundle([hidden])
            : next('AllergyIntolerance?page=2', allergy('1'), hidden, hidden),
        ),
    });
    expect(await read('attentionSignals')).toHaveLength(3);
  });
});

describe('the total of a search (D29)', () => {
  const withTotals =
    (first: object, second: object): Answer =>
    ({ query }, response) =>
      json(
        response,
        query.has('page')
          ? bundle([allergy('1'), allergy('2')], second)
          : { ...next('AllergyIntolerance?page=2', allergy('1')), ...first },
      );

  test.each<[string, object, object, number]>([
    ['none', {}, {}, 2],
    ['of as many as came', { total: 2 }, { total: 2 }, 2],
    ['of as many as came with one again on the second page: another was passed over', { total: 3 }, {}, 3],
    ['of fewer', { total: 1 }, {}, 2],
    ['of more: the others are left out', { total: 5 }, { total: 5 }, 5],
    ['of more in the beginning: the last word counts', { total: 9 }, { total: 3 }, 3],
    ['of more on the first page alone', { total: 4 }, {}, 4],
  ])('%s', async (_, first, second, count) => {
    const { read } = await openAt({ '/AllergyIntolerance': withTotals(first, second) });
    const found = await read('attentionSignals');
    expect(found).toHaveLength(count);
    expect(found.slice(2)).toEqual(found.slice(2).map(() => ({ record: undefined, losses: [] })));
  });

  test('counts what comes twice on one page: it does not say that another was passed over', async () => {
    const answers = { '/AllergyIntolerance': bundle([allergy('1'), allergy('1')], { total: 2 }) };
    expect(await readAll('attentionSignals', answers)).toHaveLength(1);
  });

  test('that is not said: a record that comes again on a later page is logged', async () => {
    const { read, logged } = await openAt({ '/AllergyIntolerance': withTotals({}, {}) });
    await read('attentionSignals');
    expect(logged).toMatchObject([
      {
        level: 'warn',
        fields: { count: 1 },
        message: 'records came again on a later page: others may have been passed over',
      },
    ]);
    const stated = await openAt({ '/AllergyIntolerance': withTotals({ total: 2 }, {}) });
    await stated.read('attentionSignals');
    expect(JSON.stringify(stated.logged)).not.toContain('came again');
  });

  test('counts bookings and video meetings too', async () => {
    const answers = { '/Appointment': bundle([appointment({ extension: [videoLink] })], { total: 3 }) };
    expect(only(await readAll('appointments', answers)).record).toMatchObject({ withheld: 2 });
    expect(await readAll('videoMeetings', answers)).toHaveLength(3);
  });

  test('does not count twice what issues say is hidden', async () => {
    const hidden = outcome('information', 'suppressed');
    const answers = { '/AllergyIntolerance': bundle([allergy('1'), hidden], { total: 2 }) };
    expect(await readAll('attentionSignals', answers)).toHaveLength(2);
    const allHidden = { '/AllergyIntolerance': bundle([hidden], { total: 1 }) };
    expect(await readAll('attentionSignals', allHidden)).toEqual([{ record: undefined, losses: [] }]);
  });

  test.each([
    ['above 0 without any match', { total: 1 }, 'ehr-unusable'],
    ['that nobody counts to', { total: Number.MAX_SAFE_INTEGER }, 'ehr-unusable'],
    ['that is not a number', { total: '0' }, 'ehr-unusable'],
    ['that is not a whole number', { total: 0.5 }, 'ehr-unusable'],
    ['below 0', { total: -1 }, 'ehr-unusable'],
  ])('%s: unusable, and never none', async (_, members, code) => {
    const { read } = await openAt({ '/AllergyIntolerance': bundle([], members) });
    expect(await failureOf(read('attentionSignals'))).toBe(code);
  });

  test.each([
    ['none', bundle([], { total: 1 })],
    ['too few', bundle([tolvan()], { total: 2 })],
  ])('of patients, of whom %s came: unusable, and not unknown', async (_, patients) => {
    const { read } = await openAt({ '/Patient': patients });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });
});

describe('an interval that is passed on', () => {
  const sent = async (kind: 'contacts' | 'appointments', from?: string, to?: string) => {
    const members = { intervalAtEhr: new Set([kind]) };
    const { server, read } = await openAt({}, { members });
    await read(kind, { interval: { from, to } as Interval });
    const path = kind === 'contacts' ? '/fhir/Encounter' : '/fhir/Appointment';
    return server.received.find(one => one.path === path)?.query.getAll('date');
  };

  test('has an hour more at both ends', async () => {
    expect(await sent('contacts', '20260115000000', '20260116000000')).toEqual([
      'ge2026-01-14T22:00:00Z',
      'lt2026-01-16T00:00:00Z',
    ]);
  });

  // R4 has the years 0001 to 9999.
  test.each(['00000101000000', '00010101000000'])(
    'has no start if it would be before year 1: %s',
    async from => {
      expect(await sent('contacts', from, '20260116000000')).toEqual(['lt2026-01-16T00:00:00Z']);
      expect(await sent('appointments', from)).toEqual(['ge1900-01-01T00:00:00Z']);
    },
  );

  test('may reach from year 2 to the end of year 9999', async () => {
    expect(await sent('contacts', '00020101000000', '99991231235959')).toEqual([
      expect.stringMatching(/^ge0001-12-31T2\d:/),
      'lt9999-12-31T23:59:59Z',
    ]);
  });
});

describe('lists that are kept in memory', () => {
  const bookings = (count: number) =>
    bundle(Array.from({ length: count }, (_, at) => appointment({ id: String(at + 1) })));
  const without = { own: { resources: ['Patient', 'Appointment'], payment: undefined } };

  test('10,000 appointments are read, 10,001 are refused', async () => {
    const most = await openAt({ '/Appointment': bookings(10_000) }, without);
    const [found] = (await most.read('appointments')) as unknown as [{ record: { appointments: unknown[] } }];
    expect(found.record.appointments).toHaveLength(10_000);
    const more = await openAt({ '/Appointment': bookings(10_001) }, without);
    expect(await failureOf(more.read('appointments'))).toBe('ehr-unusable');
    expect(await failureOf(more.read('videoMeetings'))).toBe('ehr-unusable');
  });

  test('more than 8 MiB over all pages are refused', async () => {
    const page = (id: string) => appointment({ id, comment: 'x'.repeat(5 * 1024 * 1024) });
    const { read } = await openAt(
      {
        '/Appointment': ({ query }, response) =>
          json(response, query.has('page') ? bundle([page('2')]) : next('Appointment?page=2', page('1'))),
      },
      without,
    );
    expect(await failureOf(read('appointments'))).toBe('ehr-unusable');
  });
});

describe('the visits and payments of many bookings', () => {
  const many = bundle(Array.from({ length: 400 }, (_, at) => appointment({ id: String(at + 1) })));

  test('are fetched with at most four concurrent calls', async () => {
    let inFlight = 0;
    let most = 0;
    const slow: Answer = async (_, response) => {
      most = Math.max(most, ++inFlight);
      await delay(20);
      inFlight--;
      json(response, bundle([]));
    };
    const { read, server } = await openAt({
      '/Appointment': many,
      '/Encounter': slow,
      '/PaymentNotice': slow,
    });
    await read('appointments');
    // 50 bookings per call.
    expect(server.received.filter(({ query }) => query.has('appointment'))).toHaveLength(8);
    expect(server.received.filter(({ query }) => query.has('request'))).toHaveLength(8);
    expect(most).toBe(4);
  });

  test('are not requested after a call has failed', async () => {
    const { read, server } = await openAt({
      '/Appointment': many,
      '/Encounter': status(500),
      '/PaymentNotice': bundle([]),
    });
    expect(await failureOf(read('appointments'))).toBe('ehr-unusable');
    await delay(100);
    expect(server.received.filter(({ query }) => query.has('request'))).toEqual([]);
  });
});

describe('references that were not included', () => {
  const organization = (id: string, members: object = {}) => ({
    resourceType: 'Organization',
    id,
    name: `Enhet ${id}`,
    identifier: [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value: `SE2321000016-${id}` }],
    ...members,
  });
  const role = {
    resourceType: 'PractitionerRole',
    id: 'r1',
    practitioner: { reference: 'Practitioner/d1' },
    organization: { reference: 'Organization/o1' },
  };
  const byId =
    (...resources: { id: string }[]): Answer =>
    ({ query }, response) => {
      const ids = (query.get('_id') ?? '').split(',');
      json(response, bundle(resources.filter(({ id }) => ids.includes(id))));
    };
  const answers: Answers = {
    '/AllergyIntolerance': bundle([allergy('1', { recorder: { reference: 'PractitionerRole/r1' } })]),
    '/PractitionerRole': byId(role),
    '/Practitioner': byId({
      resourceType: 'Practitioner',
      id: 'd1',
      name: [{ text: 'Doktor Ett' }],
    } as never),
    '/Organization': byId(
      organization('o1', { partOf: { reference: 'Organization/o2' } }),
      organization('o2', { partOf: { reference: 'Organization/o3' } }),
      organization('o3'),
    ),
  };

  test('are fetched in three rounds: a role, its organisation, the parent organisation', async () => {
    const { read, server } = await openAt(answers);
    const [{ record }] = (await read('attentionSignals')) as unknown as [
      { record: { AttentionSignalEHRExtract: never[] } },
    ];
    expect(record.AttentionSignalEHRExtract[0]).toMatchObject({
      CareUnit: { UnitID: { extension: 'SE2321000016-o1' } },
      HeadCareproviderUnit: { UnitID: { extension: 'SE2321000016-o2' } },
      CareProviders: { CareProvider: [{ CareProviderName: 'Doktor Ett' }] },
    });
    const asked = server.received.flatMap(({ path, query }) =>
      query.has('_id') ? [`${path} ${query.get('_id')}`] : [],
    );
    expect(asked.toSorted()).toEqual([
      '/fhir/Organization o1',
      '/fhir/Organization o2',
      '/fhir/Practitioner d1',
      '/fhir/PractitionerRole r1',
    ]);
  });

  test.each(['/PractitionerRole', '/Practitioner', '/Organization'])(
    'an unavailable %s fails the answer',
    async path => {
      const { read } = await openAt({ ...answers, [path]: status(500) });
      expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
    },
  );

  test('a missing resource is published by the display name of the reference', async () => {
    const recorder = { reference: 'PractitionerRole/r1', display: 'Doktor Ett' };
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', { recorder })]) }),
    );
    expect(record.AttentionSignalEHRExtract[0].CareProviders.CareProvider).toEqual([
      { CareProviderType: 'recorder', CareProviderName: 'Doktor Ett' },
    ]);
    // The unit of the allergy may be that of the role.
    expect(losses).toEqual(['unreadable AllergyIntolerance/recorder']);
  });

  test('are fetched 50 per call; more than 1,000 are refused', async () => {
    const recordedBy = (count: number) =>
      bundle(
        Array.from({ length: count }, (_, at) =>
          allergy(String(at + 1), { recorder: { reference: `Practitioner/${at}` } }),
        ),
      );
    const some = await openAt({ '/AllergyIntolerance': recordedBy(120) });
    expect(await some.read('attentionSignals')).toHaveLength(120);
    const counts = some.server.received.flatMap(({ query }) => query.get('_id')?.split(',').length ?? []);
    expect(counts.toSorted((one, other) => other - one)).toEqual([50, 50, 20]);
    const most = await openAt({ '/AllergyIntolerance': recordedBy(1000) });
    expect(await most.read('attentionSignals')).toHaveLength(1000);
    const many = await openAt({ '/AllergyIntolerance': recordedBy(1001) });
    await expect(many.read('attentionSignals')).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-limit',
      message: 'more than 1000 references',
    });
  });

  test('are not fetched for unlisted types or from other servers', async () => {
    const found = [
      allergy('1', { recorder: { reference: 'Practitioner/d1' } }),
      allergy('2', { recorder: { reference: 'https://elsewhere.example/fhir/Practitioner/d1' } }),
      // A device is no professional, and counted as such.
      allergy('3', { recorder: { reference: 'Device/1' } }),
    ];
    const resources = ['Patient', 'AllergyIntolerance'];
    const { read, server } = await openAt({ '/AllergyIntolerance': bundle(found) }, { own: { resources } });
    expect((await read('attentionSignals')).map(({ losses }) => losses.length)).toEqual([1, 1, 1]);
    expect(server.received).toHaveLength(2);
  });
});

describe('tokens', () => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const secret = 'hemligt-token';
  const withTokens = (give: Answer, answers: Answers) => {
    const guarded: Answer = ({ headers, ...received }, response) => {
      if (headers.authorization === undefined) return status(401) as never;
      const answer = answers['/AllergyIntolerance'] ?? bundle([allergy('1')]);
      return typeof answer === 'function'
        ? answer({ headers, ...received }, response)
        : json(response, answer);
    };
    return { '/auth/token': give, ...answers, '/AllergyIntolerance': guarded };
  };
  const tokenAt = (url: string): Connecting => ({
    now: Date.now,
    members: { auth: { tokenUrl: url, clientId: 'c', scope: 's', key, kid: 'k', alg: 'ES384' } },
  });

  /** Opens the adapter with a server that is also its token server. */
  const openWith = async (give: Answer, answers: Answers = {}) => {
    const tokens = await openAt({ '/token': give });
    return openAt(withTokens(give, answers), tokenAt(`${tokens.server.url}/token`));
  };
  const token: Answer = (_, response) =>
    json(response, { access_token: secret, token_type: 'Bearer', expires_in: 300 });

  test('a token that expires between two pages is renewed, and the list is complete', async () => {
    let refused = 0;
    const pages: Answer = ({ query }, response) => {
      if (query.has('page') && refused++ === 0) return json(response, outcome('error', 'login'), 401);
      json(
        response,
        query.has('page') ? bundle([allergy('2')]) : next('AllergyIntolerance?page=2', allergy('1')),
      );
    };
    const { read } = await openWith(token, { '/AllergyIntolerance': pages });
    expect(await read('attentionSignals')).toHaveLength(2);
  });

  test.each<[string, Answer, string]>([
    [
      'refused',
      (_, response) =>
        json(response, { error: 'invalid_client', error_description: `${secret} ${patient}` }, 400),
      'ehr-unusable',
    ],
    ['not allowed', status(401), 'ehr-unusable'],
    [
      'an HTML page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(secret),
      'ehr-unusable',
    ],
    [
      'of another type',
      (_, response) => json(response, { access_token: secret, token_type: 'mac' }),
      'ehr-unusable',
    ],
    ['temporarily unavailable', status(503), 'ehr-unavailable'],
  ])('a token that is %s: no list, and none of its text in a log', async (_, give, expected) => {
    const { read, logged } = await openWith(give);
    const failing = read('attentionSignals').then(
      () => 'no failure',
      (error: Error & { code: string }) => error,
    );
    const error = await failing;
    expect(error).toMatchObject({ code: expected });
    const output = JSON.stringify([logged, String(error), String((error as Error).cause)]);
    expect(output).not.toContain(secret);
    expect(output).not.toContain(patient);
  });

  test('a token that does not arrive in time', async () => {
    const tokens = await openAt({ '/token': () => {} });
    const connecting = tokenAt(`${tokens.server.url}/token`);
    const { read, server } = await openAt(
      {},
      { ...connecting, members: { ...connecting.members, timeoutMs: 300 } },
    );
    expect(await failureOf(read('attentionSignals'))).toMatch(/^ehr-(too-slow|unavailable)$/);
    expect(server.received).toEqual([]);
  });
});

describe('contents at a URL', () => {
  const note = (id: string, attachment: object, members: object = {}) =>
    noteOf({ contentType: 'text/plain', ...attachment }, { id, date: '2026-01-15T08:30:00Z', ...members });
  const plain: Answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Elsewhere.');
  const textOf = (record: never) =>
    (
      record as {
        JournalNoteEHRExtract: { Note: { Records: { Record: { Value: { $self?: string }[] }[] } } }[];
      }
    ).JournalNoteEHRExtract[0]?.Note.Records.Record[0]?.Value[0]?.$self;

  test("are read from an origin that the profile lists, without the service's credentials", async () => {
    const store = await openAt({ '/signed': plain });
    const url = `${store.server.url}/signed?signature=1`;
    const { record, losses } = only(
      await readAll(
        'journalNotes',
        { '/DocumentReference': bundle([note('d1', { url })]) },
        { contentOrigins: [store.server.url] },
      ),
    );
    expect(textOf(record as never)).toBe('Elsewhere.');
    expect(losses).toEqual([]);
    const [asked] = store.server.received;
    expect(asked?.query.get('signature')).toBe('1');
    expect(asked?.headers).toMatchObject({ accept: 'text/plain' });
    for (const header of ['authorization', 'traceparent', 'x-api-key'])
      expect(asked?.headers).not.toHaveProperty(header);
  });

  test('are not fetched from an unlisted origin', async () => {
    const store = await openAt({ '/signed': plain });
    const { losses } = only(
      await readAll('journalNotes', {
        '/DocumentReference': bundle([note('d1', { url: `${store.server.url}/signed` })]),
      }),
    );
    expect(losses).toEqual(['unreadable DocumentReference/content']);
    expect(store.server.received).toEqual([]);
  });

  test('fail the answer if they are unavailable', async () => {
    const store = await openAt({ '/signed': status(500) });
    const { read } = await openAt(
      { '/DocumentReference': bundle([note('d1', { url: `${store.server.url}/signed` })]) },
      { own: { contentOrigins: [store.server.url] } },
    );
    expect(await failureOf(read('journalNotes'))).toBe('ehr-unusable');
  });

  test('are not fetched from a Binary if Binary is not listed', async () => {
    const resources = ['Patient', 'DocumentReference'];
    const { read, server } = await openAt(
      { '/DocumentReference': bundle([note('d1', { url: 'Binary/1' })]) },
      { own: { resources } },
    );
    const [found] = await read('journalNotes');
    expect(found?.losses).toEqual([{ path: 'DocumentReference/content', reason: 'unreadable', hides: [] }]);
    expect(server.received).toHaveLength(2);
  });

  test("are fetched only for notes that are shown, not for a withheld, another patient's or an older note", async () => {
    const notes = [
      note('d1', { url: 'Binary/1' }, { meta: { security: [{ code: 'NOPAT' }] } }),
      note('d2', { url: 'Binary/2' }, { subject: { reference: 'Patient/p2' } }),
      note('d3', { url: 'Binary/3' }, { date: '2020-01-01T00:00:00Z' }),
      note('d4', { url: 'Binary/4' }),
    ];
    const { read, server } = await openAt({ '/DocumentReference': bundle(notes), '/Binary/4': plain });
    await read('journalNotes', { interval: { from: '20260101000000' as CompactTimestamp } });
    expect(server.received.map(({ path }) => path).filter(path => path.includes('Binary'))).toEqual([
      '/fhir/Binary/4',
    ]);
  });

  test('are fetched for the 200 newest notes; older notes remain without content', async () => {
    const notes = Array.from({ length: 201 }, (_, at) =>
      note(
        `d${at}`,
        { url: `Binary/${at}` },
        {
          date: `2026-01-15T08:${String(at % 60).padStart(2, '0')}:${String(Math.floor(at / 60)).padStart(2, '0')}Z`,
        },
      ),
    );
    const { read, server } = await openAt({
      '/DocumentReference': bundle(notes),
      ...Object.fromEntries(notes.map((_, at) => [`/Binary/${at}`, plain])),
    });
    const found = await read('journalNotes');
    expect(found).toHaveLength(201);
    expect(found.flatMap(({ losses }) => losses)).toEqual([
      { path: 'DocumentReference/content', reason: 'out-of-bounds', hides: [] },
    ]);
    expect(server.received.filter(({ path }) => path.includes('Binary'))).toHaveLength(200);
    // The oldest note.
    expect(server.received.some(({ path }) => path === '/fhir/Binary/0')).toBe(false);
  });

  test('concurrent reads of one user with many contents take turns, and each answer is complete', async () => {
    const notes = Array.from({ length: 30 }, (_, at) => note(`d${at}`, { url: `Binary/${at}` }));
    const { read } = await openAt({
      '/DocumentReference': bundle(notes),
      ...Object.fromEntries(notes.map((_, at) => [`/Binary/${at}`, plain])),
    });
    const lists = await Promise.all(Array.from({ length: 5 }, () => read('journalNotes')));
    expect(lists.map(list => list.length)).toEqual([30, 30, 30, 30, 30]);
  });

  test('a waiting read ends when its client disconnects', async () => {
    const pending: ServerResponse[] = [];
    const { ehr } = await openAt({ '/Patient': (_, response) => void pending.push(response) });
    const calls = Array.from({ length: 7 }, () => newCall());
    const ended = calls.map(async call => {
      const reading = async () => {
        for await (const _ of ehr.attentionSignals?.({ patient, interval: {}, call }) ?? []);
      };
      return failureOf(reading());
    });
    await expect.poll(() => pending.length).toBe(6);
    for (const call of calls.toReversed()) call.leave();
    expect(await Promise.all(ended)).toEqual(calls.map(() => 'client-gone'));
    expect(pending).toHaveLength(6);
  });

  test.each<[string, string, Buffer, string | undefined]>([
    ['another charset', 'text/plain; charset=iso-8859-1', Buffer.from('Åäö', 'latin1'), 'Åäö'],
    [
      'bytes that are invalid in the charset',
      'text/plain; charset=utf-8',
      Buffer.from('Åäö', 'latin1'),
      undefined,
    ],
    ['an unknown charset', 'text/plain; charset=x', Buffer.from('A'), undefined],
    ['HTML instead of plain text', 'text/html', Buffer.from('<p>Logga in</p>'), undefined],
    ['XML', 'application/fhir+xml', Buffer.from('<Binary/>'), undefined],
  ])('in %s', async (_, type, bytes, text) => {
    const { record, losses } = only(
      await readAll('journalNotes', {
        '/DocumentReference': bundle([note('d1', { url: 'Binary/1' })]),
        '/Binary/1': (_received, response) => response.writeHead(200, { 'content-type': type }).end(bytes),
      }),
    );
    expect(textOf(record as never)).toBe(text);
    expect(losses).toEqual(text === undefined ? ['unreadable DocumentReference/content'] : []);
  });
});

// The FHIR simulator: what it refuses, and what it answers.
import { randomUUID } from 'node:crypto';
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourcesOfPatients } from '../../sandbox/fhir/patients.ts';
import { numberIdentifier } from '../../sandbox/fhir/resources/patient.ts';
import { type FhirSimulator, fhirSimulator } from '../../sandbox/fhir/simulator/simulator.ts';
import { people } from '../../sandbox/patients/patients.ts';

const clientId = 'patient-data-access';
const scope = 'system/*.rs system/Appointment.u system/PaymentNotice.c';
const patient = 'Patient/100042';

let fhir: FhirSimulator;
let key: CryptoKey;
let stranger: CryptoKey;
let token = '';

type Claims = {
  readonly iss?: string;
  readonly aud?: string;
  readonly jti?: string;
  readonly seconds?: number;
  readonly by?: CryptoKey;
};

const assertion = ({ iss = clientId, aud = fhir.tokenUrl, seconds = 240, by = key, jti }: Claims = {}) =>
  new SignJWT({ jti: jti ?? randomUUID() })
    .setProtectedHeader({ alg: 'ES384', kid: 'key', typ: 'JWT' })
    .setIssuer(iss)
    .setSubject(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(`${seconds} seconds`)
    .sign(by);

const askToken = async (client_assertion: string, more: Record<string, string> = {}) => {
  const response = await fetch(fhir.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
      scope,
      ...more,
    }),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
};

beforeAll(async () => {
  const pair = await generateKeyPair('ES384');
  key = pair.privateKey;
  stranger = (await generateKeyPair('ES384')).privateKey;
  const client = { clientId, publicKey: pair.publicKey, scope };
  fhir = await fhirSimulator({ resources: resourcesOfPatients(), port: 0, client });
  token = (await askToken(await assertion())).body.access_token ?? '';
});
afterAll(() => fhir.close());

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown };

const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  const response = await fetch(path.startsWith('http') ? path : `${fhir.url}/${path}`, {
    method,
    headers: {
      accept: 'application/fhir+json',
      authorization: `Bearer ${token}`,
      'x-request-id': 'r1',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

/** Why a request is refused. */
const refusal = async (path: string, sent?: Sent) => {
  const { status, body } = await send(path, sent);
  expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error' }] });
  return `${status} ${body.issue[0].details.text}`;
};

describe('tokens', () => {
  test('accepts an assertion only once', async () => {
    const one = await assertion();
    expect(await askToken(one)).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 300, scope },
    });
    expect(await askToken(one)).toEqual({ status: 401, body: { error: 'invalid_client' } });
  });

  test.each<[string, () => Claims]>([
    ['of another client', () => ({ iss: 'somebody' })],
    ['for another server', () => ({ aud: 'https://elsewhere.example' })],
    ['by another key', () => ({ by: stranger })],
    ['that holds too long', () => ({ seconds: 3600 })],
    ['that is over', () => ({ seconds: -60 })],
  ])('an assertion %s is refused', async (_, claims) => {
    expect(await askToken(await assertion(claims()))).toEqual({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  test.each([
    [{ grant_type: 'authorization_code' }, 'unsupported_grant_type'],
    [{ scope: 'system/*.cruds' }, 'invalid_scope'],
    [{ client_assertion_type: 'jwt' }, 'invalid_client'],
  ])('%j is refused', async (more, error) => {
    expect((await askToken(await assertion(), more)).body).toEqual({ error });
  });

  test('answers nothing without a token, or beyond its scope', async () => {
    expect(await refusal(patient, { headers: { authorization: 'Bearer no' } })).toBe(
      '401 the access token is missing or not valid',
    );
    const write = { method: 'PUT', headers: { 'content-type': 'application/fhir+json' }, body: {} };
    expect(await refusal(patient, write)).toBe('403 the scope does not allow u on Patient');
  });
});

describe('searches', () => {
  const appointments = `Appointment?patient=${patient}&date=ge1900-01-01T00:00:00Z&_count=10`;

  test.each([
    ['Patient?_count=10', '400 a search needs at least one filter'],
    ['Patient?name=Tolvan&_count=10', '400 Patient cannot be searched by name'],
    ['Patient?identifier=191212121212&_count=10', '400 an identifier is not system|value'],
    ['Flag?patient=100042&_count=10', '400 a reference is not Patient/id'],
    [`Flag?patient=${patient}`, '400 _count is missing or not a positive integer'],
    [`Flag?patient=${patient}&_count=0`, '400 _count is missing or not a positive integer'],
    [`Flag?patient=${patient}&_count=10&_include=Flag:subject`, '400 the type has no such _include'],
    [`Flag?patient=${patient}&_count=10&_sort=date`, '400 Flag cannot be searched by _sort'],
    [`Appointment?patient=${patient}&_count=10`, '400 a search for appointments needs a date'],
    [
      `Appointment?patient=${patient}&date=ge2026-01-01&_count=10`,
      '400 a date is not ge or lt and an instant in UTC',
    ],
    ['PaymentNotice?request=59062&_count=10', '400 a reference is not Appointment/id'],
    ['Observation?patient=Patient/1&_count=10', '404 Observation cannot be searched'],
    ['?_getpages=x&_getpagesoffset=0', '410 the page has expired'],
  ])('%s: %s', async (path, why) => {
    expect(await refusal(path)).toBe(why);
  });

  test('requires the headers that every request has', async () => {
    expect(await refusal(patient, { headers: { accept: 'application/json' } })).toBe(
      '406 Accept is not application/fhir+json',
    );
    expect(await refusal(patient, { headers: { 'x-request-id': '' } })).toBe('400 x-request-id is missing');
  });

  test('finds a patient by the number, with the hyphen as it is stored', async () => {
    const system = 'http://electronichealth.se/identifier/personnummer';
    const found = async (value: string) =>
      (await send(`Patient?identifier=${encodeURIComponent(`${system}|${value}`)}&_count=10`)).body.entry;
    expect(await found(people.tolvan.number)).toMatchObject([{ resource: { id: '100042' } }]);
    expect(await found('19850730-2381')).toHaveLength(2);
    expect(await found('191212121213')).toEqual([]);
  });

  test('returns pages, each with the resources that its matches refer to', async () => {
    let next: string | undefined = `${appointments.replace('=10', '=5')}&_include=Appointment:actor`;
    const sizes: number[] = [];
    const matches = new Set<string>();
    while (next !== undefined) {
      const { body } = await send(next);
      expect(body).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total: 15 });
      const entries = body.entry as {
        search: { mode: string };
        resource: { resourceType: string; id: string };
      }[];
      const found = entries.filter(({ search }) => search.mode === 'match');
      sizes.push(found.length);
      for (const { resource } of found) matches.add(resource.id);
      expect(entries.some(({ resource }) => resource.resourceType === 'Practitioner')).toBe(true);
      next = body.link.find(({ relation }: { relation: string }) => relation === 'next')?.url;
    }
    expect(sizes).toEqual([5, 5, 5]);
    expect(matches.size).toBe(15);
  });

  test('returns a Binary as it is, or as a resource', async () => {
    const url = `${fhir.url}/Binary/58963`;
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'r1' };
    const html = await fetch(url, { headers: { ...headers, accept: 'text/html' } });
    expect(html.headers.get('content-type')).toBe('text/html');
    expect(await html.text()).toContain('<h1>Bedömning</h1>');
    expect((await send('Binary/58963')).body).toMatchObject({
      resourceType: 'Binary',
      contentType: 'text/html',
    });
    expect(await refusal('Binary/58963', { headers: { accept: 'text/plain' } })).toMatch(/^406/);
  });
});

describe('writes', () => {
  const patchType = 'application/json-patch+json';
  const arrived = [{ op: 'replace', path: '/status', value: 'arrived' }];
  const patch = (headers: Record<string, string>, body: unknown = arrived): Sent => ({
    method: 'PATCH',
    headers: { 'content-type': patchType, 'if-match': 'W/"1"', ...headers },
    body,
  });

  test.each<[string, Sent]>([
    ['415 not application/json-patch+json', patch({ 'content-type': 'application/fhir+json' })],
    ['412 somebody else has changed the appointment', patch({ 'if-match': 'W/"7"' })],
    ['400 a patch must have exactly one operation', patch({}, [...arrived, ...arrived])],
    [
      '422 only replacing /status is supported',
      patch({}, [{ op: 'test', path: '/status', value: 'booked' }]),
    ],
    [
      '400 the status is not one of an arrival',
      patch({}, [{ op: 'replace', path: '/status', value: 'noshow' }]),
    ],
  ])('an arrival: %s', async (why, sent) => {
    expect(await refusal('Appointment/59062', sent)).toBe(why);
  });

  test('refuses an arrival without a version, in another state, or of an unknown booking', async () => {
    const { 'if-match': _, ...headers } = patch({}).headers ?? {};
    expect(await refusal('Appointment/59062', { ...patch({}), headers })).toBe('400 If-Match is missing');
    expect(await refusal('Appointment/59066', patch({}))).toBe('422 Tiden kan inte checkas in.');
    expect(await refusal('Appointment/1', patch({}))).toBe('404 there is no such Appointment');
  });

  test('creates a new version on arrival, and then accepts only that version', async () => {
    expect(await send('Appointment/59068', patch({ prefer: 'return=minimal' }))).toEqual({
      status: 200,
      body: undefined,
    });
    expect((await send('Appointment/59068')).body).toMatchObject({
      status: 'arrived',
      meta: { versionId: '2' },
    });
    expect(await refusal('Appointment/59068', patch({}))).toMatch(/^412/);
  });

  const notice = (members: object = {}) => ({
    resourceType: 'PaymentNotice',
    identifier: [{ system: 'http://region.example/payments', value: 'Appointment/59063' }],
    status: 'active',
    request: { reference: 'Appointment/59063' },
    created: '2026-11-23T10:20:00+01:00',
    paymentDate: '2026-11-23',
    payment: { type: 'PaymentReconciliation', display: 'CARD' },
    recipient: { display: 'Region Sandlådan' },
    amount: {},
    paymentStatus: { coding: [{ code: 'paid' }] },
    ...members,
  });
  const condition = `identifier=${encodeURIComponent('http://region.example/payments|Appointment/59063')}&status=active`;
  const pay = (body: object, headers: Record<string, string> = { 'if-none-exist': condition }): Sent => ({
    method: 'POST',
    headers: { 'content-type': 'application/fhir+json', ...headers },
    body,
  });

  test.each<[string, Sent]>([
    ['400 If-None-Exist is missing', pay(notice(), {})],
    ['400 PaymentNotice has an unknown element note', pay(notice({ note: 'x' }))],
    ['400 not an active PaymentNotice', pay(notice({ status: 'draft' }))],
    ['400 created is not a time with an offset', pay(notice({ created: '2026-11-23T10:20:00Z' }))],
    ['400 paymentDate is not a date', pay(notice({ paymentDate: '20261123' }))],
    ['400 recipient or amount is missing', pay(notice({ amount: undefined }))],
    ['400 paymentStatus is not paid', pay(notice({ paymentStatus: { coding: [{ code: 'cleared' }] } }))],
    ['404 there is no such Appointment', pay(notice({ request: { reference: 'Appointment/1' } }))],
    ['422 Patienten har inte anlänt.', pay(notice({ request: { reference: 'Appointment/59062' } }))],
  ])('a payment: %s', async (why, sent) => {
    expect(await refusal('PaymentNotice', sent)).toBe(why);
  });

  test('creates a payment once', async () => {
    const created = await send('PaymentNotice', pay(notice()));
    expect(created).toMatchObject({ status: 201, body: { resourceType: 'PaymentNotice', status: 'active' } });
    const again = await send('PaymentNotice', pay(notice()));
    expect(again).toMatchObject({ status: 200, body: { id: created.body.id } });
  });

  test('accepts no other writes', async () => {
    expect(await refusal('Appointment', { method: 'POST', body: {} })).toBe(
      '403 the scope does not allow c on Appointment',
    );
    expect(await refusal('Appointment/59062', { method: 'DELETE', body: {} })).toBe(
      '405 DELETE is not supported here',
    );
  });
});

test('every reference can be resolved', () => {
  const all = resourcesOfPatients();
  const known = new Set(all.map(({ resourceType, id }) => `${resourceType}/${id}`));
  expect(known.size).toBe(all.length);
  const literal = [...JSON.stringify(all).matchAll(/"reference":"([^"]+)"/g)].map(([, to = '']) => to);
  expect(literal.length).toBeGreaterThan(2000);
  expect(literal.filter(to => !known.has(to))).toEqual([]);
});

test('no resource id reveals the patient', () => {
  const ids = resourcesOfPatients().map(({ id }) => id);
  for (const { number } of Object.values(people)) expect(ids.filter(id => id.includes(number))).toEqual([]);
});

test.each([
  ['191212121212', 'personnummer'],
  ['197001602391', 'samordningsnummer'],
  ['197001612399', 'samordningsnummer'],
])('the register of %s is that of %s', (number, register) => {
  const { system } = numberIdentifier(number, { isHyphenated: false });
  expect(system).toBe(`http://electronichealth.se/identifier/${register}`);
});

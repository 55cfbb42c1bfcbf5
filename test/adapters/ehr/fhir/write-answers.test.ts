// What confirms a write to a FHIR server and what does not, row by row (D21, no double writes).
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { eachLoss } from '../../../support/losses.ts';
import type { Received } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall } from '../calls.ts';
import { type Connecting, connect, patient } from './support/connect.ts';
import { type Answer, appointment, fhirServer, json, outcome } from './support/fhir-server.ts';

const get = 'GET /Appointment/59062';
const patch = 'PATCH /Appointment/59062';
const post = 'POST /PaymentNotice';

const open = async (answers: Readonly<Record<string, Answer>>, connecting: Connecting = {}) => {
  const server = await fhirServer({ [get]: appointment(), ...answers });
  const connected = connect(`${server.url}/fhir`, connecting);
  onTestFinished(server.close);
  onTestFinished(connected.close);
  const { arrive, pay } = connected.writer();
  const command = { patient: patient as PatientNumber, bookingId: '59062' };
  return {
    arrive: (call = newCall()) => arrive({ ...command, call }),
    pay: () => pay({ ...command, call: newCall(), paymentType: 'CARD' }),
    arrival: () => connected.ehr.writer?.arrive?.({ ...command, call: newCall() }),
    payment: () => connected.ehr.writer?.pay?.({ ...command, call: newCall(), paymentType: 'CARD' }),
    sent: () => server.received.filter(({ method }) => method !== 'GET'),
    logged: connected.logged,
  };
};

const answer = (status: number, body?: unknown) => (_: Received, response: ServerResponse) =>
  body === undefined ? response.writeHead(status).end() : json(response, body, status);

const said = (result: Promise<{ readonly ResultCode: string; readonly Comment: string }>) =>
  result.then(
    ({ ResultCode, Comment }) => `${ResultCode} ${Comment}`.trim(),
    (error: { code: string }) => error.code,
  );

const issues = (...severities: string[]) => ({
  resourceType: 'OperationOutcome',
  issue: severities.map(severity => ({ severity, code: 'processing' })),
});

const arrived = { resourceType: 'Appointment', id: '59062', status: 'arrived' };
const modifierExtension = [{ url: 'http://region.example/not', valueBoolean: true }];

const incomplete = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'incomplete' }],
};

const asText = (_: Received, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(arrived));

const unsure = 'outcome-unknown';

describe('an arrival is done if the server', () => {
  test.each<[string, unknown, string]>([
    ['returns the appointment with the new status', arrived, 'OK'],
    ['returns it with the old status', { ...arrived, status: 'booked' }, unsure],
    ['returns another appointment', { ...arrived, id: '59063' }, unsure],
    ['returns another resource with that id and status', { ...arrived, resourceType: 'Encounter' }, unsure],
    ['returns no resource', { id: '59062', status: 'arrived' }, unsure],
    ['returns information', issues('information'), 'OK'],
    ['returns a warning', issues('warning', 'information'), 'OK'],
    ['returns an error beside information', issues('information', 'error'), unsure],
    ['returns information beside an error', issues('error', 'information'), unsure],
    ['returns a fatal error', issues('fatal'), unsure],
    ['returns an issue of a severity that R4 does not have', issues('information', 'ERROR'), unsure],
    ['returns it with a modifier', { ...arrived, modifierExtension }, unsure],
    ['returns information with rules', { ...issues('information'), implicitRules: 'x' }, unsure],
    ['returns information that is not complete', incomplete, unsure],
  ])('%s: %#', async (_, body, expected) => {
    const { arrive, sent } = await open({ [patch]: answer(200, body) });
    expect(await said(arrive())).toBe(expected);
    expect(sent()).toHaveLength(1);
  });
});

const system = 'http://region.example/payments';
const other = 'urn:other';
const notice = {
  resourceType: 'PaymentNotice',
  status: 'active',
  identifier: [{ system, value: 'Appointment/59062' }],
};

describe('a payment is registered if the server', () => {
  test.each<[string, unknown, string]>([
    ['returns our notice', notice, 'OK'],
    [
      'returns it with further identifiers',
      { ...notice, identifier: [{ system: other, value: '1' }, ...notice.identifier] },
      'OK',
    ],
    ['returns a cancelled notice', { ...notice, status: 'cancelled' }, unsure],
    ['returns another resource with our identifier', { ...notice, resourceType: 'Basic' }, unsure],
    ['returns no resource', { ...notice, resourceType: undefined }, unsure],
    ['returns a notice without identifiers', { ...notice, identifier: undefined }, unsure],
    ['returns an identifier that is a text', { ...notice, identifier: ['Appointment/59062'] }, unsure],
    [
      'returns it beside an identifier of nothing',
      { ...notice, identifier: [null, ...notice.identifier] },
      'OK',
    ],
    [
      'returns a notice of another appointment',
      { ...notice, identifier: [{ system, value: 'Appointment/1' }] },
      unsure,
    ],
    [
      "returns another system's notice",
      { ...notice, identifier: [{ system: other, value: 'Appointment/59062' }] },
      unsure,
    ],
  ])('%s', async (_, body, expected) => {
    const { pay } = await open({ [post]: answer(201, body) });
    expect(await said(pay())).toBe(expected);
  });
});

describe('what is left out of the answer to an arrival (D29)', () => {
  const issue = { severity: 'information', code: 'informational' };
  const outcomeOf = (...all: object[]) => ({ resourceType: 'OperationOutcome', issue: all });
  const error = (text: unknown) => ({ severity: 'error', code: 'conflict', details: { text } });
  const words = 'OperationOutcome/issue/details/text';

  test.each<[string, number, unknown, string, string[]]>([
    ['no body', 204, undefined, 'OK', []],
    ['the appointment', 200, arrived, 'OK', []],
    [
      'the rest of the appointment',
      200,
      { ...arrived, meta: { versionId: '8' }, start: '2026-01-15T09:30:00Z', slot: [{ display: 'Rum 1' }] },
      'OK',
      ['unmapped Appointment/start', 'unmapped Appointment/slot'],
    ],
    ['information', 200, outcomeOf(issue), 'OK', []],
    [
      'words of an information, and a code that R4 does not have',
      200,
      outcomeOf({ ...issue, code: 'success', details: { text: 'Sparat.' }, diagnostics: 'OK' }, issue),
      'OK',
      [
        'unreadable OperationOutcome/issue/code',
        'unmapped OperationOutcome/issue/details',
        'unmapped OperationOutcome/issue/diagnostics',
      ],
    ],
    ['a refusal', 422, outcomeOf(error('Stängt.')), 'ERROR Stängt.', []],
    [
      'words that are masked, and further ones',
      422,
      outcomeOf(error('Nr 19121212-1212.'), error('Låst.'), { ...issue, expression: ['x', 'y'] }),
      'ERROR Nr .',
      [
        `withheld ${words}`,
        `repeated ${words}`,
        ...Array(2).fill('unmapped OperationOutcome/issue/expression'),
      ],
    ],
    [
      'words that are cut',
      422,
      outcomeOf(error('å'.repeat(201))),
      `ERROR ${'å'.repeat(200)}`,
      [`cut ${words}`],
    ],
    ['words that are no text', 422, outcomeOf(error({})), 'ERROR', [`unreadable ${words}`]],
    ['words that just fit', 422, outcomeOf(error(` ${'å'.repeat(200)} `)), `ERROR ${'å'.repeat(200)}`, []],
    [
      'an error without a severity and a code',
      422,
      outcomeOf({}),
      'ERROR',
      ['unreadable OperationOutcome/issue/severity', 'unreadable OperationOutcome/issue/code'],
    ],
    [
      'an error whose severity cannot be read, and whose code R4 does not have',
      422,
      outcomeOf({ severity: {}, code: 'x', details: { text: 'Nej.' } }),
      'ERROR Nej.',
      ['unreadable OperationOutcome/issue/severity', 'unreadable OperationOutcome/issue/code'],
    ],
    [
      'an error of a severity that R4 does not have',
      422,
      outcomeOf({ ...error('Nej.'), severity: 'ERROR' }),
      'ERROR Nej.',
      ['unreadable OperationOutcome/issue/severity'],
    ],
    [
      'the words of a warning, which are not the client’s',
      422,
      outcomeOf({ ...error('Strax.'), severity: 'warning' }, error('Nej.')),
      'ERROR Nej.',
      ['unmapped OperationOutcome/issue/details'],
    ],
  ])('%s', async (_, status, body, expected, losses) => {
    const { arrival } = await open({ [patch]: answer(status, body) });
    const given = await arrival();
    expect(`${given?.result.ResultCode} ${given?.result.Comment}`.trim()).toBe(expected);
    expect(eachLoss(given?.losses ?? []).map(({ reason, path }) => `${reason} ${path}`)).toEqual(losses);
  });
});

test.each<[string, unknown, string[]]>([
  ['no body', undefined, []],
  ['our notice', notice, []],
  [
    'the rest of our notice',
    { ...notice, id: '1', created: '2026-01-15T12:00:00+01:00', amount: { value: 1 } },
    ['unmapped PaymentNotice/created', 'unmapped PaymentNotice/amount'],
  ],
])('what is left out of the answer to a payment (D29): %s', async (_, body, losses) => {
  const { payment } = await open({ [post]: answer(201, body) });
  const given = await payment();
  expect(given?.result).toEqual({ ResultCode: 'OK', Comment: '', Any: [] });
  expect(eachLoss(given?.losses ?? []).map(({ reason, path }) => `${reason} ${path}`)).toEqual(losses);
});

describe('the version that was read', () => {
  test.each<[string, unknown]>([
    ['no version', {}],
    ['a blank one', { versionId: ' ' }],
  ])('%s is no condition', async (_, meta) => {
    const { arrive, sent } = await open({ [get]: appointment({ meta }), [patch]: answer(204) });
    expect(await said(arrive())).toBe('OK');
    expect(sent()[0]?.headers).not.toHaveProperty('if-match');
  });

  test('that cannot be read, cannot be sent: nothing is written', async () => {
    const { arrive, sent } = await open({ [get]: appointment({ meta: { versionId: {} } }) });
    expect(await said(arrive())).toBe('booking-incomplete');
    expect(sent()).toEqual([]);
  });

  test.each(['7', '12', 'a-b.c', '!~'])('%j is the condition of the write', async versionId => {
    const { arrive, sent } = await open({
      [get]: appointment({ meta: { versionId } }),
      [patch]: answer(204),
    });
    expect(await said(arrive())).toBe('OK');
    expect(sent()[0]?.headers['if-match']).toBe(`W/"${versionId}"`);
  });

  test.each(['7 8', '7"', '"7', ' 7', 'å7', '7å', '7\n'])(
    '%j cannot be sent: nothing is written',
    async versionId => {
      const { arrive, sent } = await open({ [get]: appointment({ meta: { versionId } }) });
      expect(await said(arrive())).toBe('booking-incomplete');
      expect(sent()).toEqual([]);
    },
  );
});

test.each([
  ['blank words come first', ['  ', 'Låst.'], 'Låst.'],
  ['no words', [], ''],
  ['words that are no text', [{ text: 'x' }, 'Låst.'], 'Låst.'],
])('the words of a refusal: %s', async (_, texts, comment) => {
  const issue = texts.map(text => ({ severity: 'error', code: 'x', details: { text } }));
  const { arrive } = await open({
    [patch]: answer(422, {
      resourceType: 'OperationOutcome',
      issue: issue.length === 0 ? issues('error').issue : issue,
    }),
  });
  expect(await arrive()).toEqual({ ResultCode: 'ERROR', Comment: comment, Any: [] });
});

describe('before the write', () => {
  test('an appointment of another media type is unusable, and nothing is written', async () => {
    const { arrive, sent } = await open({
      [get]: (_: Received, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(appointment())),
    });
    expect(await failureOf(arrive())).toBe('ehr-unreachable');
    expect(sent()).toEqual([]);
  });

  test('no place for the read before an arrival stays what it is: the client hears that the service is busy', async () => {
    let reached = false;
    const { arrive } = await open(
      {
        [get]: () => {
          reached = true;
        },
      },
      { members: { maxConcurrent: 1, timeoutMs: 20_000 } },
    );
    const calls = [newCall(), newCall()];
    const waiting = calls.map(one => arrive(one).catch(() => undefined));
    await expect.poll(() => reached).toBe(true);
    await expect(arrive()).rejects.toMatchObject({ code: 'ehr-unreachable', reason: 'ehr-places-taken' });
    for (const one of calls) one.leave();
    await Promise.all(waiting);
  });

  test('an answer that is not read gives its place back: the next transition gets it', async () => {
    let count = 0;
    const { arrive } = await open(
      {
        [get]: (_: Received, response: ServerResponse) => {
          if (++count > 1) return json(response, appointment());
          response.writeHead(403, { 'content-type': 'application/fhir+json' });
          // More than is read ahead, and never ended.
          response.write('x'.repeat(4_000_000));
        },
        [patch]: answer(204),
      },
      { members: { maxConcurrent: 1 } },
    );
    expect(await failureOf(arrive())).toBe('ehr-unreachable');
    expect(await said(arrive())).toBe('OK');
  });
});

test.each<[string, object]>([
  ['without issues', { resourceType: 'OperationOutcome', issue: [] }],
  ['with a modifier', { ...issues('error'), modifierExtension }],
  ['with rules', { ...issues('error'), implicitRules: 'x' }],
  ['of another type', { ...issues('error'), resourceType: 'Basic' }],
  ['of no type', { ...issues('error'), resourceType: undefined }],
])('a refusal by an outcome %s is not the server’s word', async (_, body) => {
  const { arrive } = await open({ [patch]: answer(422, body) });
  expect(await said(arrive())).toBe('outcome-unknown');
});

describe('operators learn why', () => {
  const unknown = { code: 'outcome-unknown', reason: 'ehr-outcome-unknown' };
  const notNotified = { code: 'ehr-unreachable', reason: 'ehr-not-notified' };
  const bookingIncomplete = { code: 'booking-incomplete', reason: 'booking-incomplete' };
  const unknownBy = (message: string) => ({ ...unknown, message });
  /** What was read before the write could not be used. */
  const notRead = (why: string, reason = 'ehr-document') => ({
    ...notNotified,
    message: `the EHR was not notified: ${why}`,
    cause: { code: 'ehr-unusable', reason },
  });
  const undone = 'an answer that does not say that the appointment has the new status';

  test.each<[what: string, Record<string, Answer>, failure: object]>([
    ['it is answered as text', { [patch]: asText }, unknownBy('an answer to a write that is not FHIR JSON')],
    ['the old status is returned', { [patch]: answer(200, appointment()) }, unknownBy(undone)],
    [
      'an outcome cannot be read',
      { [patch]: answer(200, { resourceType: 'OperationOutcome' }) },
      unknownBy(undone),
    ],
    ['a proxy answers 404', { [patch]: answer(404) }, unknownBy('status 404')],
    ['it is in conflict', { [patch]: answer(412) }, unknownBy('status 412')],
    ['a proxy answers 422', { [patch]: answer(422) }, unknownBy('status 422')],
    ['the token is refused', { [patch]: answer(401) }, { ...notNotified, message: 'status 401' }],
    [
      'the version cannot be sent',
      { [get]: appointment({ meta: { versionId: '7 8' } }) },
      { ...bookingIncomplete, message: 'the versionId is not valid in a header, which the write needs' },
    ],
    ['the appointment is not returned', { [get]: answer(500) }, notRead('status 500', 'ehr-status')],
    ['it is returned as text', { [get]: asText }, notRead('an answer that is not FHIR JSON')],
    [
      'another one is returned',
      { [get]: appointment({ id: '1' }) },
      notRead('a resource other than the appointment'),
    ],
    [
      'a part of it is returned',
      { [get]: appointment({ meta: { tag: [{ code: 'SUBSETTED' }] } }) },
      notRead('an incomplete appointment'),
    ],
    [
      'its visits cannot be had',
      { '/Encounter': answer(503) },
      { ...notNotified, cause: { code: 'ehr-unavailable', reason: 'ehr-says-unavailable' } },
    ],
  ])('of an arrival: %s', async (_, answers, failure) => {
    const { arrive } = await open(answers);
    await expect(arrive()).rejects.toMatchObject(failure);
  });

  test.each<[message: string, Answer]>([
    [
      'an answer that does not say that the payment is registered',
      answer(201, { ...notice, identifier: [] }),
    ],
    ['status 412', answer(412)],
    ['status 422', answer(422)],
  ])('of a payment: %s', async (message, given) => {
    const { pay } = await open({ [post]: given });
    await expect(pay()).rejects.toMatchObject({ ...unknown, message });
  });

  test('the codes of a refusal are logged, its words are not', async () => {
    const { arrive, logged } = await open({ [patch]: answer(422, outcome('error', 'conflict', 'Nej.')) });
    expect(await arrive()).toMatchObject({ ResultCode: 'ERROR' });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('"severity":"error","code":"conflict"');
    expect(JSON.stringify(logged)).not.toContain('Nej.');
  });
});

test('an error that no code foresees stays what it is, before the write', async () => {
  const { arrive, sent } = await open({});
  const unforeseen = new RangeError('unforeseen');
  await expect(arrive(newCall({ signal: AbortSignal.abort(unforeseen) }))).rejects.toBe(unforeseen);
  expect(sent()).toEqual([]);
});

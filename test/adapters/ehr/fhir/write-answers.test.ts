// What confirms a write to a FHIR server and what does not, row by row (D21, no double writes).
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { Received } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall } from '../calls.ts';
import { type Connecting, connect, patient } from './support/connect.ts';
import { type Answer, appointment, fhirServer, json } from './support/fhir-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const get = 'GET /Appointment/59062';
const patch = 'PATCH /Appointment/59062';
const post = 'POST /PaymentNotice';

const open = async (answers: Readonly<Record<string, Answer>>, connecting: Connecting = {}) => {
  const server = await fhirServer({ [get]: appointment(), ...answers });
  const connected = connect(`${server.url}/fhir`, connecting);
  closers.push(server.close, connected.close);
  const { arrive, pay } = connected.writer();
  const command = { patient: patient as PatientNumber, bookingId: '59062' };
  return {
    arrive: () => arrive({ ...command, call: newCall() }),
    pay: () => pay({ ...command, call: newCall(), paymentType: 'CARD' }),
    arrival: () => connected.ehr.writer?.arrive?.({ ...command, call: newCall() }),
    sent: () => server.received.filter(({ method }) => method !== 'GET'),
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

describe('an arrival is done if the server', () => {
  test.each<[string, unknown, string]>([
    ['returns the appointment with the new status', arrived, 'OK'],
    ['returns it with the old status', { ...arrived, status: 'booked' }, 'outcome-unknown'],
    ['returns another appointment', { ...arrived, id: '59063' }, 'outcome-unknown'],
    [
      'returns another resource with that id and status',
      { ...arrived, resourceType: 'Encounter' },
      'outcome-unknown',
    ],
    ['returns no resource', { id: '59062', status: 'arrived' }, 'outcome-unknown'],
    ['returns information', issues('information'), 'OK'],
    ['returns a warning', issues('warning', 'information'), 'OK'],
    ['returns an error beside information', issues('information', 'error'), 'outcome-unknown'],
    ['returns information beside an error', issues('error', 'information'), 'outcome-unknown'],
    ['returns a fatal error', issues('fatal'), 'outcome-unknown'],
    [
      'returns an issue of a severity that R4 does not have',
      issues('information', 'ERROR'),
      'outcome-unknown',
    ],
    ['returns it with a modifier', { ...arrived, modifierExtension }, 'outcome-unknown'],
    ['returns information with rules', { ...issues('information'), implicitRules: 'x' }, 'outcome-unknown'],
  ])('%s: %#', async (_, body, expected) => {
    const { arrive, sent } = await open({ [patch]: answer(200, body) });
    expect(await said(arrive())).toBe(expected);
    expect(sent()).toHaveLength(1);
  });
});

const system = 'http://region.example/payments';
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
      { ...notice, identifier: [{ system: 'urn:other', value: '1' }, ...notice.identifier] },
      'OK',
    ],
    ['returns a cancelled notice', { ...notice, status: 'cancelled' }, 'outcome-unknown'],
    ['returns another resource with our identifier', { ...notice, resourceType: 'Basic' }, 'outcome-unknown'],
    ['returns no resource', { ...notice, resourceType: undefined }, 'outcome-unknown'],
    ['returns a notice without identifiers', { ...notice, identifier: undefined }, 'outcome-unknown'],
    [
      'returns an identifier that is a text',
      { ...notice, identifier: ['Appointment/59062'] },
      'outcome-unknown',
    ],
    [
      'returns a notice of another appointment',
      { ...notice, identifier: [{ system, value: 'Appointment/1' }] },
      'outcome-unknown',
    ],
    [
      "returns another system's notice",
      { ...notice, identifier: [{ system: 'urn:other', value: 'Appointment/59062' }] },
      'outcome-unknown',
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
  ])('%s', async (_, status, body, expected, losses) => {
    const { arrival } = await open({ [patch]: answer(status, body) });
    const given = await arrival();
    expect(`${given?.result.ResultCode} ${given?.result.Comment}`.trim()).toBe(expected);
    expect(given?.losses.map(({ reason, path }) => `${reason} ${path}`)).toEqual(losses);
  });
});

describe('the version that was read', () => {
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
      expect(await said(arrive())).toBe('ehr-unreachable');
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

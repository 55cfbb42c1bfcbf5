// Arrivals and payments at a FHIR server: the requests, and the outcome of every answer (D21).
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { Received } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall } from '../calls.ts';
import { type Connecting, connect, patient } from './support/connect.ts';
import { type Answer, appointment, bundle, fhirServer, json, outcome } from './support/fhir-server.ts';

const open = async (
  answers: Readonly<Record<string, Answer>> = {},
  own: object = {},
  connecting: Connecting = {},
) => {
  const server = await fhirServer({ 'GET /Appointment/59062': appointment(), ...answers });
  const connected = connect(`${server.url}/fhir`, { ...connecting, own });
  onTestFinished(server.close);
  onTestFinished(connected.close);
  const { arrive, pay } = connected.writer();
  const command = { patient: patient as PatientNumber, bookingId: '59062', call: newCall() };
  return {
    server,
    arrive: (bookingId = '59062') => arrive({ ...command, bookingId }),
    pay: () => pay({ ...command, paymentType: 'CARD' }),
    sent: () => server.received.filter(({ method }) => method !== 'GET'),
  };
};

const patch = 'PATCH /Appointment/59062';
const post = 'POST /PaymentNotice';
const answer = (status: number, body?: unknown) => (_: Received, response: ServerResponse) =>
  body === undefined ? response.writeHead(status).end() : json(response, body, status);

const ok = { ResultCode: 'OK', Comment: '', Any: [] };

describe('requests', () => {
  test('an arrival is a patch of the status, conditional on the version that was read', async () => {
    const { arrive, sent } = await open({ [patch]: answer(200) });
    expect(await arrive()).toEqual(ok);
    const [one, ...others] = sent();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      method: 'PATCH',
      path: '/fhir/Appointment/59062',
      headers: {
        'content-type': 'application/json-patch+json',
        'if-match': 'W/"7"',
        prefer: 'return=minimal',
      },
      body: '[{"op":"replace","path":"/status","value":"arrived"}]',
    });
  });

  test('an arrival as an update preserves every member and digit that was read', async () => {
    const text = JSON.stringify(appointment({ x: 'DIGITS' })).replace(
      '"DIGITS"',
      '[1.50,12345678901234567890,1e2]',
    );
    const { arrive, sent } = await open(
      {
        'GET /Appointment/59062': (_, response) =>
          response.writeHead(200, { 'content-type': 'application/fhir+json' }).end(text),
        'PUT /Appointment/59062': answer(200),
      },
      { arrival: 'update', arrivalStatus: 'checked-in' },
    );
    expect(await arrive()).toEqual(ok);
    expect(sent()[0]?.body).toBe(text.replace('"booked"', '"checked-in"'));
    expect(sent()[0]?.headers).toMatchObject({
      accept: 'application/fhir+json',
      'content-type': 'application/fhir+json',
      'if-match': 'W/"7"',
      prefer: 'return=minimal',
    });
  });

  test('an appointment without a version is written unconditionally', async () => {
    const { arrive, sent } = await open({
      'GET /Appointment/59062': appointment({ meta: undefined }),
      [patch]: answer(204),
    });
    await arrive();
    expect(sent()[0]?.headers).not.toHaveProperty('if-match');
  });

  test('a payment is created only if none exists', async () => {
    const { pay, sent } = await open({ [post]: answer(201) });
    expect(await pay()).toEqual(ok);
    const [one, ...others] = sent();
    expect(others).toEqual([]);
    expect(one?.headers).toMatchObject({
      'content-type': 'application/fhir+json',
      'if-none-exist':
        'identifier=http%3A%2F%2Fregion.example%2Fpayments%7CAppointment%2F59062&status=active',
      prefer: 'return=minimal',
    });
    expect(JSON.parse(one?.body ?? '')).toEqual({
      resourceType: 'PaymentNotice',
      identifier: [{ system: 'http://region.example/payments', value: 'Appointment/59062' }],
      status: 'active',
      request: { reference: 'Appointment/59062' },
      created: '2026-01-15T12:00:00+01:00',
      paymentDate: '2026-01-15',
      payment: { type: 'PaymentReconciliation', display: 'CARD' },
      recipient: { identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-0001' } },
      amount: {
        extension: [
          { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' },
        ],
      },
      paymentStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/paymentstatus', code: 'paid' }],
      },
    });
  });

  test.each([
    ['summer time', 'Europe/Stockholm', '2026-07-15T10:00:00Z', '2026-07-15T12:00:00+02:00'],
    ['another day than in UTC', 'Europe/Stockholm', '2026-01-31T23:30:09.999Z', '2026-02-01T00:30:09+01:00'],
    ['UTC', 'Atlantic/Reykjavik', '2026-01-15T12:00:00Z', '2026-01-15T12:00:00+00:00'],
    ['half an hour less', 'America/St_Johns', '2026-01-15T01:00:00Z', '2026-01-14T21:30:00-03:30'],
    ['three quarters more', 'Asia/Kathmandu', '2026-01-15T12:00:00Z', '2026-01-15T17:45:00+05:45'],
  ])('a payment has the time of its region: %s', async (_, timeZone, now, created) => {
    const { pay, sent } = await open({ [post]: answer(201) }, {}, { timeZone, now: () => Date.parse(now) });
    expect(await pay()).toEqual(ok);
    expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ created, paymentDate: created.slice(0, 10) });
  });
});

describe('the current appointment', () => {
  const get = 'GET /Appointment/59062';
  const visit = (status: string) =>
    bundle([
      {
        resourceType: 'Encounter',
        id: '1',
        status,
        subject: { reference: 'Patient/p1' },
        appointment: [{ reference: 'Appointment/59062' }],
      },
    ]);

  test.each<[string, Record<string, Answer>, string]>([
    [
      'already arrived',
      { [get]: appointment({ status: 'checked-in' }) },
      'INFO The patient has already arrived.',
    ],
    ['cancelled', { [get]: appointment({ status: 'cancelled' }) }, 'ERROR The appointment is cancelled.'],
    ['missed', { [get]: appointment({ status: 'noshow' }) }, 'ERROR The appointment has been missed.'],
    [
      'arrived according to its visit',
      { '/Encounter': visit('in-progress') },
      'INFO The patient has already arrived.',
    ],
  ])('%s: nothing is sent', async (_, answers, expected) => {
    const { arrive, sent } = await open(answers);
    const { ResultCode, Comment } = await arrive();
    expect(`${ResultCode} ${Comment}`).toBe(expected);
    expect(sent()).toEqual([]);
  });

  test.each([
    [
      'paid',
      {
        paymentStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/paymentstatus', code: 'paid' }],
        },
      },
      'INFO',
    ],
    ['another status', { paymentStatus: { coding: [{ code: 'x' }] } }, 'OK'],
    ['no longer active', { status: 'cancelled' }, 'OK'],
    ['of another appointment', { request: { reference: 'Appointment/1' } }, 'OK'],
  ] as const)('a notice that is %s: %s', async (_, members, code) => {
    const notice = {
      resourceType: 'PaymentNotice',
      id: '1',
      status: 'active',
      request: { reference: 'Appointment/59062' },
      ...members,
    };
    const { pay, sent } = await open({ '/PaymentNotice': bundle([notice]), [post]: answer(201) });
    expect(await pay()).toMatchObject({ ResultCode: code });
    expect(sent()).toHaveLength(code === 'OK' ? 1 : 0);
  });

  test.each<[string, Answer]>([
    ['not there, by its own word', answer(404, outcome('error', 'not-found'))],
    ['gone', answer(410, outcome('error', 'deleted'))],
    ["another patient's", appointment({ participant: [{ actor: { reference: 'Patient/p2' } }] })],
    ['nobody knows whose', appointment({ participant: [] })],
    ['proposed', appointment({ status: 'proposed' })],
    ['withdrawn', appointment({ status: 'entered-in-error' })],
    ['withheld', appointment({ meta: { security: [{ code: 'NOPAT' }] } })],
  ])('%s: no such booking', async (_, found) => {
    const { arrive, pay, sent } = await open({ [get]: found });
    expect(await failureOf(arrive())).toBe('booking-unknown');
    expect(await failureOf(pay())).toBe('booking-unknown');
    expect(sent()).toEqual([]);
  });

  test('one that the server refuses to show is not "no such booking", and nothing is sent (D29)', async () => {
    const { arrive, pay, sent } = await open({ [get]: answer(404, outcome('error', 'forbidden')) });
    expect(await failureOf(arrive())).toBe('ehr-unreachable');
    expect(await failureOf(pay())).toBe('ehr-unreachable');
    expect(sent()).toEqual([]);
  });

  test.each(['../Patient/p1', '..', '.'])('%s is not a valid FHIR id: it is never sent', async id => {
    const { arrive, server } = await open();
    expect(await failureOf(arrive(id))).toBe('booking-unknown');
    expect(server.received.map(({ path }) => path)).toEqual(['/fhir/Patient']);
  });

  test.each<[string, Record<string, Answer>]>([
    ['a plain 404', { [get]: answer(404) }],
    ['a plain 410', { [get]: answer(410) }],
    ['a 500', { [get]: answer(500) }],
    ['a 206 with the appointment', { [get]: answer(206, appointment()) }],
    ['another appointment', { [get]: appointment({ id: '1' }) }],
    ['a resource of another type', { [get]: appointment({ resourceType: 'Encounter' }) }],
    ['an appointment without its type', { [get]: appointment({ resourceType: undefined }) }],
    ['a list', { [get]: answer(200, [appointment()]) }],
    ['visits that cannot be had', { '/Encounter': answer(500) }],
  ])('%s: the EHR was not notified', async (_, answers) => {
    const { arrive, sent } = await open(answers);
    expect(await failureOf(arrive())).toBe('ehr-unreachable');
    expect(sent()).toEqual([]);
  });

  test('payments are not searched for before an arrival', async () => {
    const { arrive } = await open({ '/PaymentNotice': answer(500), [patch]: answer(204) });
    expect(await arrive()).toEqual(ok);
  });

  test('an unknown patient', async () => {
    const { arrive } = await open({ '/Patient': bundle([]) });
    expect(await failureOf(arrive())).toBe('patient-unknown');
  });
});

const arrived = appointment({ status: 'arrived' });
const notice = {
  resourceType: 'PaymentNotice',
  id: '1',
  status: 'active',
  identifier: [{ system: 'http://region.example/payments', value: 'Appointment/59062' }],
};
const page = (_: Received, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
const fine = outcome('information', 'informational');

type Case = [answer: string, Answer, expected: string];

/** Outcomes in which an error may hide. */
const unreadable = [undefined, [], {}, 'error', ['error'], { severity: 'error', code: 'exception' }].map(
  (issue): Case => [
    `200 with an outcome whose issues are ${JSON.stringify(issue)}`,
    answer(200, { resourceType: 'OperationOutcome', issue }),
    'outcome-unknown',
  ],
);

describe('an answer to an arrival', () => {
  test.each<Case>([
    ['200', answer(200), 'OK'],
    ['204', answer(204), 'OK'],
    ['200 with the appointment', answer(200, arrived), 'OK'],
    ['200 with an outcome', answer(200, fine), 'OK'],
    ['200 with an error', answer(200, outcome('error', 'exception')), 'outcome-unknown'],
    ...unreadable,
    ['200 with another status', answer(200, appointment()), 'outcome-unknown'],
    ['200 with another appointment', answer(200, { ...arrived, id: '1' }), 'outcome-unknown'],
    ['200 with a page', page, 'outcome-unknown'],
    ['201', answer(201), 'outcome-unknown'],
    ...[409, 412, 429, 500, 502, 503, 504, 302].map(
      (code): Case => [`${code}`, answer(code, fine), 'outcome-unknown'],
    ),
    ['404 with an outcome', answer(404, fine), 'booking-unknown'],
    ['410 with an outcome', answer(410, fine), 'booking-unknown'],
    ['404', answer(404), 'outcome-unknown'],
    ...[400, 403, 405, 415, 422, 501].map(
      (code): Case => [`${code} with an outcome`, answer(code, outcome('error', 'x', 'Nej.')), 'ERROR Nej.'],
    ),
    ['400', answer(400), 'outcome-unknown'],
    ['401', answer(401, fine), 'ehr-unreachable'],
    ['no status line', (_, response) => response.destroy(), 'outcome-unknown'],
  ])('%s: %s', async (_, given, expected) => {
    const { arrive, sent } = await open({ [patch]: given });
    const found = await arrive().then(
      ({ ResultCode, Comment }) => `${ResultCode} ${Comment}`.trim(),
      (error: { code: string }) => error.code,
    );
    expect(found).toBe(expected);
    expect(sent()).toHaveLength(1);
  });
});

describe('an answer to a payment', () => {
  test.each<Case>([
    ['201', answer(201), 'OK'],
    ['204', answer(204), 'OK'],
    ['201 with the notice', answer(201, notice), 'OK'],
    ...unreadable,
    ['201 with another notice', answer(201, { ...notice, identifier: [] }), 'outcome-unknown'],
    ['200', answer(200), 'INFO The appointment is already paid.'],
    ['200 with a page', page, 'outcome-unknown'],
    ...[202, 302, 412, 429, 500, 502, 503, 504].map(
      (code): Case => [`${code}`, answer(code, fine), 'outcome-unknown'],
    ),
    ...[400, 403, 404, 405, 409, 410, 415, 422, 501].map(
      (code): Case => [`${code} with an outcome`, answer(code, outcome('error', 'x', 'Nej.')), 'ERROR Nej.'],
    ),
    ['409', answer(409), 'outcome-unknown'],
    ['401', answer(401, fine), 'ehr-unreachable'],
  ])('%s: %s', async (_, given, expected) => {
    const { pay } = await open({ [post]: given });
    const found = await pay().then(
      ({ ResultCode, Comment }) => `${ResultCode} ${Comment}`.trim(),
      (error: { code: string }) => error.code,
    );
    expect(found).toBe(expected);
  });
});

test.each([
  ['a person number', 'Patient 19121212-1212 saknas.', 'Patient saknas.'],
  ['one with another dash', 'Patient 19121212–1212 saknas.', 'Patient saknas.'],
  ['a reserve number, with a letter', 'Patient 19121212T121 saknas.', 'Patient saknas.'],
  ['six digits', 'Patient 121212 saknas.', 'Patient saknas.'],
  ['a shorter number', 'Rum 12345 finns.', 'Rum 12345 finns.'],
  ['lines', 'Ett\n  två\ttre', 'Ett två tre'],
  ['too many words', 'å'.repeat(300), 'å'.repeat(200)],
  ['too many words, with a blank where they are cut', `${'å'.repeat(199)} å`, 'å'.repeat(199)],
])('the words of a refusal: %s', async (_, text, comment) => {
  const { arrive } = await open({ [patch]: answer(422, outcome('error', 'x', text)) });
  expect(await arrive()).toEqual({ ResultCode: 'ERROR', Comment: comment, Any: [] });
});

test('the words of a refusal are those of its first error, fatal or not', async () => {
  const issue = (severity: string, text?: string) => ({
    severity,
    code: 'invalid',
    diagnostics: 'Tolvan',
    ...(text === undefined ? {} : { details: { text } }),
  });
  const issues = [issue('warning', 'Varning'), issue('error'), issue('fatal', 'Låst'), issue('error', 'Fel')];
  const { arrive } = await open({
    'PATCH /Appointment/59062': answer(422, { resourceType: 'OperationOutcome', issue: issues }),
  });
  expect(await arrive()).toEqual({ ResultCode: 'ERROR', Comment: 'Låst', Any: [] });
});

// The sandbox as the region without code, in JSON and in XML: every scenario gives the documented answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { tableScenarios } from '../../sandbox/table/scenarios.ts';
import { paste, pasteReset, type Sandbox, serviceLogOf, startSandbox } from '../support/service/sandbox.ts';
import {
  answerOf,
  documentedOutcomes,
  leftOut,
  noteNumbers,
  outcomesOf,
  scenarioAnswers,
  slicedNotes,
} from '../support/service/scenario-answers.ts';

type Answers = Awaited<ReturnType<typeof scenarioAnswers>>;

let sandboxes: readonly Sandbox[];
let answers: Answers;
let inXml: Answers;

beforeAll(async () => {
  sandboxes = await Promise.all(['table', 'table-xml'].map(region => startSandbox(['--region', region])));
  const [first, second] = await Promise.all(sandboxes.map(scenarioAnswers));
  if (first === undefined || second === undefined) throw new Error('two regions were started');
  answers = first;
  inXml = second;
}, 180_000);
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
});

const scenario = (begin: string) => answerOf(answers, begin);

describe('the sandbox as the region without code', () => {
  test('prints a command for each scenario, and each gives the documented answer', () => {
    for (const all of [answers, inXml])
      expect(outcomesOf(all)).toEqual(documentedOutcomes(tableScenarios));
  });

  test('answers the same from XML as from JSON', () => {
    const shown = ([shows, { status, body, head }]: [
      string,
      Answers extends ReadonlyMap<string, infer A> ? A : never,
    ]) => ({
      shows,
      status,
      leftOut: leftOut({ head }),
      // The time that a long answer took, and the id of a request that failed, are its own.
      body: shows.includes('measured') || status >= 400 ? undefined : body,
    });
    expect([...inXml].map(shown)).toEqual([...answers].map(shown));
  });

  test('returns bookings, and counts the status that the tables do not know', () => {
    const [{ Booking: bookings }] = scenario('3:').body;
    expect(bookings).toHaveLength(6);
    expect(bookings[0]).toEqual({
      ContactId: '59062',
      StartTime: '2026-12-02 09:30',
      TypedStartDateTime: '2026-12-02T08:30:00Z',
      PerformingUnit: { Name: 'Hudmottagningen', Id: '1253', HSAId: 'SE2321000016-1A2B' },
      PatientInformation: 'Ta med legitimation.',
      PaymentDetails: { Price: 200, Reduction: 0 },
      Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
    });
    expect(leftOut(scenario('3:'))).toBe('values=1');
  });

  test('refuses a payment before the arrival, then takes both', () => {
    expect(scenario('1: pay before').body).toMatchObject([
      { ResultCode: 'ERROR', Comment: 'Patienten har inte anlänt.' },
    ]);
    expect(scenario('2: mark').body).toMatchObject({ ResultCode: 'OK' });
    expect(scenario('1: pay (paste').body).toMatchObject([{ ResultCode: 'OK' }]);
    expect(scenario('2: repeat it: INFO').body.ResultCode).toBe('INFO');
    expect(scenario('2: repeat it: OK').body.ResultCode).toBe('OK');
  });

  test('withholds what is not for the patient, and reports that it is left out', () => {
    for (const [begin, text] of [
      ['6:', '59050'],
      ['7:', 'Hepatit C'],
      ['10: x-left-out', 'Hör till någon annan'],
    ] as const) {
      expect(JSON.stringify(scenario(begin).body)).not.toContain(text);
      expect(leftOut(scenario(begin))).toMatch(/^records=1\b/);
    }
    expect(leftOut(scenario('10: x-left-out'))).toBe('records=1, unmapped=1');
  });

  test('has a note without a time in each part of the journal', () => {
    const part = scenario('10: a week of her journal');
    expect(noteNumbers(part.body)).toEqual(slicedNotes);
    expect(leftOut(part)).toBeUndefined();
  });

  test('goes back to its beginning with the printed command', async () => {
    for (const sandbox of sandboxes) {
      const pasted = (begin: string) =>
        paste(sandbox, sandbox.scenarios.find(({ shows }) => shows.startsWith(begin))?.curl ?? '');
      expect((await pasted('2: mark')).body).toMatchObject({ ResultCode: 'INFO' });
      await pasteReset(sandbox);
      expect((await pasted('2: the arrival is not done')).status).toBe(504);
      expect((await pasted('2: mark')).body).toMatchObject({ ResultCode: 'OK' });
    }
  });

  test('keeps the digits of a strength, and the texts of dosages', () => {
    const text = JSON.stringify(scenario('9:').body);
    expect(text).toContain('"PrescriptionProductStrengthNumeric":"0.5"');
    expect(text).toContain('{"FreeTextDosage":{"Text":"4 tabletter varje måndag"}}');
  });

  test('keeps personal data out of the service log', async () => {
    for (const sandbox of sandboxes) {
      const log = await serviceLogOf(sandbox, tableScenarios.length);
      for (const { number, family } of Object.values(people)) {
        for (const secret of [number, `${number.slice(0, 8)}-${number.slice(8)}`, family])
          expect(log).not.toContain(secret);
      }
    }
  });
});

// The sandbox as the region without code, in JSON and in XML: every scenario gives the documented answer.
import { describe, expect, test, vi } from 'vitest';
import { userToken } from '../../sandbox/authorization-server/sign-in.ts';
import { bookingIds } from '../../sandbox/patients/bookings.ts';
import { operationsOffered } from '../support/offered-operations.ts';
import { pasteReset } from '../support/service/sandbox.ts';
import {
  type Answer,
  errorWord,
  leftOut,
  noteNumbers,
  regionRuns,
} from '../support/service/scenario-answers.ts';
import { guideBlocks, runBlock } from './guide-code.ts';

/** An answer without the times of today's video visit, which begins some minutes after the start of its sandbox. */
const untimed = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_, value) => {
      if (value?.ContactId === bookingIds.tolvanVideo)
        return { ...value, StartTime: '', TypedStartDateTime: '' };
      if (String(value?.actionId) === bookingIds.tolvanVideo)
        return { ...value, startDateTimeInUnix: 0, endDateTimeInUnix: 0 };
      return value;
    }),
  );

const runs = regionRuns(['table', 'table-xml'], {
  inPart: /^records=1, unmapped=1$/,
  hidden: {
    '6:': ['59050'],
    '7:': ['Hepatit C'],
    '10: journal notes: one': ['Läkaren ringer'],
    '10: x-left-out': ['Hör till någon annan'],
  },
  pays: '1: pay (paste',
});
const [{ scenario }] = runs;

describe('the sandbox as the region without code', () => {
  test('answers the same from XML as from JSON', () => {
    const shown = ([shows, { status, body, head }]: readonly [string, Answer]) => ({
      shows,
      status,
      leftOut: leftOut({ head }),
      // The time that a long answer took, and the id of a request that failed, are its own.
      body: shows.includes('measured') || status >= 400 ? undefined : untimed(body),
    });
    const [inJson, inXml] = runs.map(({ answers }) => [...answers].map(shown));
    expect(inXml).toEqual(inJson);
  });

  test('returns bookings, and counts the status that the tables do not know', () => {
    const [{ Booking: bookings }] = scenario('3:').body;
    expect(bookings).toHaveLength(8);
    expect(bookings[0]).toEqual({
      ContactId: '59062',
      StartTime: '2026-12-02 09:30',
      TypedStartDateTime: '2026-12-02T08:30:00Z',
      PerformingUnit: { Name: 'Hudmottagningen', Id: '1253', HSAId: 'SE2321000016-1A2B' },
      PatientInformation: 'Ta med legitimation.',
      PaymentDetails: { Price: 200, Reduction: 0 },
      Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
    });
    expect(bookings.at(5)).toMatchObject({
      ContactId: '59069',
      Any: [{ Status: 'UNKNOWN', PaymentStatus: 'UNPAID' }],
    });
    expect(leftOut(scenario('3:'))).toBe('values=1');
  });

  test('runs the code of the guide: what is offered, a journal in parts, exact ids, what an answer lacks', async () => {
    const [{ sandbox }] = runs;
    const [capabilities, slicing, ids, lacking] = guideBlocks('js');

    const hideJournal = vi.fn();
    const offered = await runBlock<Set<string>>(
      capabilities,
      { fetch, service: sandbox.service, hideJournal },
      'offered',
    );
    expect([...offered]).toEqual(operationsOffered('table').map(({ name }) => name));
    expect(hideJournal).not.toHaveBeenCalled();

    const token = await userToken(sandbox, {
      clientId: 'patient-app',
      redirectUri: `${sandbox.service}/docs/`,
      scope: 'user/JournalNote-read',
      account: 'long',
    });
    const parts: string[][] = [];
    const read = async (path: string, interval: Record<string, string>) => {
      const response = await fetch(`${sandbox.service}${path}?${new URLSearchParams(interval)}`, {
        headers: { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': sandbox.key },
      });
      const body = await response.json();
      parts.push(noteNumbers(body));
      return body;
    };
    const notes = await runBlock<Map<string, object>>(slicing, { read }, 'notes');
    const kept = noteNumbers([...notes.values()]);
    // Each timed note is in one part alone, and the note without a time in all of them.
    expect(parts.flat()).toHaveLength(2000 + 8);
    expect(parts.filter(part => part.includes('72000'))).toHaveLength(8);
    const whole = noteNumbers(await read('/patients/journalnotes/', {}));
    expect(whole).toHaveLength(2001);
    expect(kept.sort()).toEqual(whole.sort());

    const response = { text: async () => '[{"actionId":9007199254740993}]' };
    expect(await runBlock(ids, { response }, 'meetings[0].actionId')).toBe(9007199254740993n);

    const isIncomplete = (sent: Record<string, string>) =>
      runBlock<boolean>(lacking, { response: { headers: new Headers(sent) } }, 'isIncomplete');
    expect(await isIncomplete({})).toBe(false);
    expect(await isIncomplete({ 'x-left-out': 'unmapped=80' })).toBe(false);
    for (const word of ['records=1', 'values=2, unmapped=80', 'sources=1'])
      expect(await isIncomplete({ 'x-left-out': word })).toBe(true);
  }, 60_000);

  test('goes back to its beginning with the printed command', async () => {
    for (const { sandbox, again } of runs) {
      expect((await again('2: mark')).body).toMatchObject({ ResultCode: 'INFO' });
      await pasteReset(sandbox);
      expect((await again('2: the arrival is not done')).status).toBe(504);
      expect((await again('2: mark')).body).toMatchObject({ ResultCode: 'OK' });
    }
  });

  test('considers the EHR down after five failures in a row, until a call succeeds', async () => {
    const [unusable, unavailable, tooSlow] = [
      '10: the EHR gives an unusable answer',
      '10: the EHR is not available',
      '10: the EHR does not answer in time',
    ] as const;
    for (const { again } of runs) {
      const words: unknown[] = [];
      for (const begin of [unusable, unavailable, unusable, unavailable, tooSlow, tooSlow])
        words.push(errorWord(await again(begin)));
      expect(words.slice(3)).toEqual(['ehr-unavailable', 'ehr-too-slow', 'ehr-unavailable']);
      const answered = async () => (await again('10: journal notes')).status;
      await expect.poll(answered, { timeout: 20_000 }).toBe(200);
      expect(errorWord(await again(tooSlow))).toBe('ehr-too-slow');
    }
  }, 60_000);

  test('keeps the digits of a strength, and the texts of dosages', () => {
    const text = JSON.stringify(scenario('9:').body);
    const strengths = text.matchAll(
      /"PrescriptionProductStrengthNumeric":"([^"]*)","PrescriptionProductStrengthNumericUnit":"([^"]*)"/g,
    );
    // One of the ten is a vaccine without a strength.
    expect([...strengths].map(([, digits, unit]) => `${digits} ${unit}`)).toEqual([
      ...['5 mg', '500 mg', '0.04 mmol/ml', '2.5 mg', '0.1 %', '20 mg', '1 mg/ml', '2.5 mg', '2.5 mg'],
    ]);
    expect(text).toContain('{"FreeTextDosage":{"Text":"4 tabletter varje måndag"}}');
    const week =
      '2 tabletter på kvällen måndag, onsdag och fredag, 1,5 tabletter på kvällen tisdag, torsdag, lördag och söndag';
    expect(text).toContain(`{"FreeTextDosage":{"Text":"${week}"}}`);
  });
});

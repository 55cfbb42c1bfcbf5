// Damaged answers to the two writes (D21): only a readable result of the EHR is one, and a write that the EHR may have received
// is never reported as certainly not sent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../sandbox/listen.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import type { EhrWriter } from '../../../../src/ports/ehr.ts';
import { newCall } from '../calls.ts';
import type { DamagedWrite, DamageHarness, RunningAdapter } from './damage-harness.ts';
import { nameOfDamage, parsed, startAdapter } from './damages.ts';
import { failingAnswers } from './failing-answers.ts';
import type { EhrAnswer, RightAnswer } from './intercepting-ehr.ts';
import { sampled } from './sample.ts';

type Write = keyof EhrWriter;

const mostDamages = 100;
const mostCuts = 25;

/** Sends a write. Returns the result's code, or that of the failure. */
const outcomeOf = async (
  writer: EhrWriter | undefined,
  write: Write,
  harness: DamageHarness,
): Promise<string> => {
  const { patient, writes = {} } = harness;
  const command = { patient, bookingId: writes[write]?.bookingId ?? '', call: newCall() };
  try {
    const answer =
      write === 'arrive'
        ? await writer?.arrive?.(command)
        : await writer?.pay?.({ ...command, paymentType: 'CARD' });
    return answer?.result.ResultCode ?? 'no such write';
  } catch (error) {
    return isFailure(error) ? error.code : String(error);
  }
};

export const writeDamageTests = (harness: DamageHarness): void => {
  const writes = Object.entries(harness.writes ?? {}) as [Write, DamagedWrite][];
  if (writes.length === 0) return;

  describe.each(writes)(`damaged answers: ${harness.name}: %s`, (write, { request, result, doneBy = [] }) => {
    let adapter: RunningAdapter;
    beforeEach(async () => {
      adapter = await startAdapter(harness);
    });
    afterEach(() => adapter.close());

    /** The right answer of an EHR of its own: the booking of this one stays as it is. */
    const rightAnswer = async (): Promise<RightAnswer> => {
      const done = await startAdapter(harness);
      expect(await outcomeOf(done.ehr.writer, write, harness)).toBe('OK');
      const answer = done.fake.answers().find(one => one.request === request);
      await done.close();
      if (answer === undefined) throw new Error(`no answer of ${request}`);
      return answer;
    };

    /** The outcome while the fake EHR answers the write so. It must have been sent once. */
    const outcomeWith = async (answer: EhrAnswer): Promise<string> => {
      adapter.fake.forget();
      adapter.fake.serve(request, answer);
      const outcome = await outcomeOf(adapter.ehr.writer, write, harness);
      const sent = adapter.fake.received.filter(name => name === request).length;
      return sent === 1 ? outcome : `${outcome}, sent ${sent} times`;
    };

    test('a damaged answer is the right result, or none', async () => {
      const { bytes, headers } = await rightAnswer();
      const document = parsed(harness, bytes);
      const damages = document.places.flatMap(place =>
        place.changes.map(change => ({ decides: result.test(place.path), edits: [{ place, change }] })),
      );
      const isDone = doneBy.includes(200);
      const findings: string[] = [];
      for (const { decides, edits } of sampled(damages, mostDamages)) {
        const outcome = await outcomeWith({ headers, bytes: document.edited(edits) });
        const allowed = decides && !isDone ? ['outcome-unknown'] : ['outcome-unknown', 'OK'];
        if (!allowed.includes(outcome)) findings.push(`${nameOfDamage({ edits })}: ${outcome}`);
      }
      expect(findings).toEqual([]);
    });

    test('of an answer that is cut off, or is none, the outcome is unknown', async () => {
      const right = await rightAnswer();
      const { bytes, headers } = right;
      const lengths = sampled(
        Array.from({ length: bytes.length }, (_, at) => at),
        mostCuts,
      );
      const cuts = lengths.map((length): [string, EhrAnswer] => [
        `cut after ${length} bytes`,
        { headers, bytes: bytes.subarray(0, length) },
      ]);
      const failing = failingAnswers(right).map(([name, answer]): [string, EhrAnswer] => [name, answer]);
      const all = [...cuts, ...failing].filter(([, { status = 200 }]) => !doneBy.includes(status));
      const outcomes: (readonly [string, string])[] = [];
      for (const [name, answer] of all) outcomes.push([name, await outcomeWith(answer)]);
      expect(outcomes).toEqual(all.map(([name]) => [name, 'outcome-unknown']));
    });

    test.runIf(harness.refusal !== undefined)('a refusal is the result of the EHR', async () => {
      expect(await outcomeWith(harness.refusal ?? {})).toBe('ERROR');
    });

    test('without a connection, the EHR certainly was not notified', async () => {
      const { ehr, close } = harness.open(`http://127.0.0.1:${await freePort()}`);
      expect(await outcomeOf(ehr.writer, write, harness)).toBe('ehr-unreachable');
      await close();
    });
  });
};

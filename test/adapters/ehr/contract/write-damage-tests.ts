// The two writes (D21): the request arrives whole, only a readable result of the EHR is one, and a write that the EHR may have
// received is never reported as certainly not sent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../sandbox/listen.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import type { Arrival, Ehr, EhrWriter } from '../../../../src/ports/ehr.ts';
import { recordedLog } from '../../recorded-log.ts';
import { newCall } from '../calls.ts';
import { type DamagedWrite, type DamageHarness, mixedCaseId, type RunningAdapter } from './damage-harness.ts';
import { nameOfDamage, parsed, startAdapter } from './damages.ts';
import { failingAnswers } from './failing-answers.ts';
import type { EhrAnswer } from './intercepting-ehr.ts';
import { quotesIn } from './quotes.ts';
import { sampled } from './sample.ts';

type Write = keyof EhrWriter;

const mostDamages = 100;
const mostCuts = 25;

/** What an EHR answers to a write. */
type Outcome = {
  /** The result's code, or that of the failure. */
  readonly code: string;
  /** The result and what it lacks; undefined after a failure. */
  readonly answer: string | undefined;
};

const paymentType = 'CARD';

/** Reads the bookings for the request of a write. If they cannot be read, the write must say so itself. */
export const readBookings = async (
  { appointments }: Pick<Ehr, 'appointments'>,
  { patient, call }: Pick<Arrival, 'patient' | 'call'>,
): Promise<void> => {
  try {
    for await (const _ of appointments?.({ patient, interval: {}, call }) ?? []);
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
};

const outcomeOf = async (
  { ehr, logged, harness }: Pick<RunningAdapter, 'ehr' | 'logged' | 'harness'>,
  write: Write,
  bookingId = harness.writes?.[write]?.bookingId ?? '',
): Promise<Outcome> => {
  const { patient } = harness;
  const { writer } = ehr;
  const command = { patient, bookingId, call: newCall({ request: {} }) };
  if (harness.writes?.[write]?.needsBooking === true) await readBookings(ehr, command);
  const already = logged.length;
  const quotes = (readings: Parameters<typeof quotesIn>[0]) =>
    quotesIn(readings, { patient, logged: logged.slice(already) })
      .map(quote => `, ${quote}`)
      .join('');
  try {
    const answer =
      write === 'arrive' ? await writer?.arrive?.(command) : await writer?.pay?.({ ...command, paymentType });
    const { result, losses = [] } = answer ?? {};
    const said = quotes({ yielded: [{ record: undefined, losses }], error: undefined });
    return { code: `${result?.ResultCode ?? 'no such write'}${said}`, answer: JSON.stringify(answer) };
  } catch (error) {
    const code = isFailure(error) ? error.code : String(error);
    return { code: `${code}${quotes({ yielded: [], error })}`, answer: undefined };
  }
};

/** What a body says, however it is spelled. */
const contentOf = (harness: DamageHarness, body: string): unknown =>
  harness.format === 'json'
    ? JSON.parse(body)
    : parsed(harness, Buffer.from(body)).places.map(({ path, text }) => [path, text]);

export const writeDamageTests = (harness: DamageHarness): void => {
  const writes = Object.entries(harness.writes ?? {}) as [Write, DamagedWrite][];
  if (writes.length === 0) return;

  describe.each(writes)(`damaged answers: ${harness.name}: %s`, (write, damaged) => {
    const { request, result, answers, doneBy = [], notDoneBy = [], meaningless = [] } = damaged;
    let adapter: RunningAdapter;
    beforeEach(async () => {
      adapter = await startAdapter(harness);
    });
    afterEach(() => adapter.close());

    /** The right answers of an EHR of its own: the booking of this one stays as it is. */
    const rightAnswers = async () => {
      if (answers !== undefined) return answers;
      const done = await startAdapter(harness);
      expect((await outcomeOf(done, write)).code).toBe('OK');
      const answer = done.fake.answers().find(candidate => candidate.request === request);
      await done.close();
      if (answer === undefined) throw new Error(`no answer of ${request}`);
      return [{ status: 200, ...answer }];
    };

    /** The outcome while the fake EHR answers the write so. It must have been sent once. */
    const outcomeWith = async (answer: EhrAnswer): Promise<Outcome> => {
      adapter.fake.forget();
      adapter.fake.serve(request, answer);
      const outcome = await outcomeOf(adapter, write);
      const sent = adapter.fake.received.filter(({ name }) => name === request).length;
      return sent === 1 ? outcome : { ...outcome, code: `${outcome.code}, sent ${sent} times` };
    };

    test('the request arrives whole, with the id as it is', async () => {
      for (const bookingId of new Set([damaged.bookingId, mixedCaseId])) {
        const {
          path,
          body,
          headers = {},
          method,
        } = damaged.sends({
          patient: harness.patient,
          bookingId,
          paymentType,
        });
        adapter.fake.forget();
        await outcomeOf(adapter, write, bookingId);
        // A search that changes nothing may have the same method.
        const reads = Object.values(harness.kinds).flatMap(({ answers }) => Object.keys(answers));
        const sent = adapter.fake.received.filter(
          received => received.method === method && !reads.includes(received.name),
        );
        expect(
          sent.map(({ url, ...received }) => ({
            path: `${url.pathname}${url.search}`,
            headers: Object.fromEntries(Object.keys(headers).map(name => [name, received.headers[name]])),
            body: contentOf(harness, received.body),
          })),
        ).toEqual([{ path, headers, body: contentOf(harness, body) }]);
      }
    });

    test('a damaged answer is the right result or none, and says what the result lacks', async () => {
      const findings: string[] = [];
      for (const { bytes, ...head } of await rightAnswers()) {
        const right = await outcomeWith({ ...head, bytes });
        expect(right.code).toBe('OK');
        const document = parsed(harness, Buffer.from(bytes));
        const damages = document.places.flatMap(place => place.changes.map(change => ({ place, change })));
        for (const edit of sampled(damages, mostDamages)) {
          const { code, answer } = await outcomeWith({ ...head, bytes: document.edited([edit]) });
          const isMeaningless = meaningless.some(({ place }) => place.test(edit.place.path));
          const finding = `${nameOfDamage({ edits: [edit] })}: ${code}`;
          if (code === 'outcome-unknown') continue;
          if (code !== 'OK' || result.test(edit.place.path)) findings.push(finding);
          if (code !== 'OK' || answer !== right.answer || isMeaningless) continue;
          // A value that was counted as it is may be another one: it must be missed when it is gone.
          const without = document.edited([{ place: edit.place, change: 'removed' }]);
          const removed = edit.change === 'removed' ? right : await outcomeWith({ ...head, bytes: without });
          if (removed.answer === right.answer) findings.push(`${finding}, and nothing says so`);
        }
      }
      expect(findings, findings.join('\n')).toEqual([]);
    });

    test('of an answer that is cut off, or is none, the outcome is unknown', async () => {
      const [right] = await rightAnswers();
      if (right === undefined) throw new Error('no right answer');
      const bytes = Buffer.from(right.bytes);
      const lengths = sampled(
        Array.from({ length: bytes.length }, (_, at) => at),
        mostCuts,
      );
      const cuts = lengths.map((length): [string, EhrAnswer] => [
        `cut after ${length} bytes`,
        { ...right, bytes: bytes.subarray(0, length) },
      ]);
      const failing = failingAnswers({ request, headers: right.headers, bytes });
      const all = [...cuts, ...failing.map(([name, answer]): [string, EhrAnswer] => [name, answer])].filter(
        ([, { status = 200, bytes: sent = '' }]) => !(doneBy.includes(status) && sent.length === 0),
      );
      const expected = all.map(([name, { status = 200 }]) => [
        name,
        notDoneBy.includes(status) ? 'ehr-unreachable' : 'outcome-unknown',
      ]);
      const outcomes: (readonly [string, string])[] = [];
      for (const [name, answer] of all) outcomes.push([name, (await outcomeWith(answer)).code]);
      expect(outcomes).toEqual(expected);
    });

    test.runIf(harness.refusal !== undefined)('a refusal is the result of the EHR', async () => {
      expect((await outcomeWith(harness.refusal ?? {})).code).toBe('ERROR');
    });

    test.runIf(damaged.refusesAmbiguousIds)(
      'an id that may lead to another resource is never sent',
      async () => {
        const ids = ['', '.', '..', 'a/b', '../b', 'a\\b', 'a;b', 'a%2fb', '%2e%2e', '\0'];
        adapter.fake.forget();
        const codes: string[] = [];
        for (const id of ids) codes.push((await outcomeOf(adapter, write, id)).code);
        expect(codes).toEqual(ids.map(() => 'booking-unknown'));
        expect(adapter.fake.received.filter(({ name }) => !name.startsWith('lookup'))).toEqual([]);
      },
    );

    test('without a connection, the EHR certainly was not notified', async () => {
      const { log, logged } = recordedLog();
      const { ehr, close } = harness.open(`http://127.0.0.1:${await freePort()}`, log);
      expect((await outcomeOf({ ehr, logged, harness }, write)).code).toBe('ehr-unreachable');
      await close();
    });
  });
};

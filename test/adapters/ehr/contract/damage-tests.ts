// The damages as tests: each answer of the EHR that a read needs, damaged in every way that its tree and its places allow.
// A run tries a part of them, the same in every run; EHR_DAMAGES=all tries all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../../../sandbox/listen.ts';
import type { RecordKind } from '../../../../src/domain/records/index.ts';
import type { DamageHarness, RunningAdapter } from './damage-harness.ts';
import { damagesOf, findingsOf, type Prepared, parsed, prepare, startAdapter } from './damages.ts';
import { failingAnswers } from './failing-answers.ts';
import type { EhrAnswer, RightAnswer } from './intercepting-ehr.ts';
import { isCritical } from './judge.ts';
import { listDamages } from './list-damages.ts';
import { countRecords, publish, readAll } from './published.ts';
import { sampled } from './sample.ts';

/** How many damages of one answer a normal run tries, and in how many places it cuts an answer. */
const mostDamages = 150;
const mostCuts = 25;
/** Pages after which the list that never ends does end, so an adapter that follows it is found. */
const endOfEndless = 1000;

export const damageTests = (harness: DamageHarness): void => {
  describe(`damaged answers: ${harness.name}`, () => {
    let adapter: RunningAdapter;
    beforeAll(async () => {
      adapter = await startAdapter(harness);
    });
    afterAll(() => adapter.close());

    const kinds = Object.keys(harness.kinds) as RecordKind[];
    describe.each(kinds)('%s', kind => {
      let prepared: Prepared;
      beforeAll(async () => {
        prepared = await prepare(adapter, kind);
      });

      const answerOf = (request: string): RightAnswer => {
        const answer = prepared.answers.find(candidate => candidate.request === request);
        if (answer === undefined) throw new Error(`no answer of ${request}`);
        return answer;
      };

      /** The failure of the service while the fake EHR answers a request so. */
      const failureWith = async (request: string, answer: EhrAnswer | (() => EhrAnswer)): Promise<string> => {
        adapter.fake.serve(request, answer);
        try {
          const readings = await readAll(adapter.ehr, kind, harness);
          const { patients } = prepared;
          const { failure, records, leftOut } = await publish(
            { kind, patient: harness.patient, readings, patients },
            {},
          );
          return failure ?? `no failure, but ${records.join('\n')} ${JSON.stringify(leftOut)}`;
        } finally {
          adapter.fake.serve(request, undefined);
        }
      };

      test('the right answers are published, and what a rule looks at is withheld', () => {
        const { good, damagedKind } = prepared;
        const count = countRecords(kind, good.plain);
        expect(good.plain).toMatchObject({
          failure: undefined,
          leftOut: { records: 0, sources: 0 },
        });
        expect(count).toBeGreaterThan(0);
        expect(good.acting).toEqual(good.plain);
        expect(good.inInterval).toEqual(good.plain);
        expect(good.ruled.size).toBe(damagedKind.rules?.length ?? 0);
        for (const ruled of good.ruled.values()) expect(countRecords(kind, ruled)).toBe(0);
        expect(prepared.answers.map(({ request }) => request)).toEqual(
          expect.arrayContaining(Object.keys(damagedKind.answers)),
        );
      });

      const answers = Object.entries(harness.kinds[kind]?.answers ?? {});
      describe.each(answers)('%s', (request, places) => {
        test('a damaged value is counted, or seen in the record, and shows nothing that is withheld', async () => {
          const answer = answerOf(request);
          const document = parsed(harness, answer.bytes);
          const findings: string[] = [];
          const { damagedKind } = prepared;
          const damages = sampled(
            damagesOf(document, places),
            harness.mostDamages ?? mostDamages,
            ({ edits }) => isCritical(edits, places, damagedKind),
          );
          for (const damage of damages)
            findings.push(...(await findingsOf(prepared, { answer, document, damage })));
          expect(findings).toEqual([]);
        });

        if (places.records === undefined) return;

        test('a list that is not one of records is unusable', async () => {
          const { bytes, headers } = answerOf(request);
          const document = parsed(harness, bytes);
          const damages = listDamages(document, places);
          expect(damages).not.toEqual([]);
          const findings: string[] = [];
          for (const { name, edits } of damages) {
            const failure = await failureWith(request, { headers, bytes: document.edited(edits) });
            const finding = `list: ${name}: ${failure}`;
            if (failure !== 'ehr-unusable' && harness.pending?.test(finding) !== true) findings.push(finding);
          }
          expect(findings).toEqual([]);
        });

        test('an answer that is cut off is unusable', async () => {
          const { bytes, headers } = answerOf(request);
          const lengths = sampled(
            Array.from({ length: bytes.length }, (_, at) => at),
            mostCuts,
          );
          for (const length of lengths) {
            const answer = { headers, bytes: bytes.subarray(0, length) };
            expect({ length, failure: await failureWith(request, answer) }).toEqual({
              length,
              failure: 'ehr-unusable',
            });
          }
        });

        test('what is no answer fails as D14 says', async () => {
          const all = failingAnswers(answerOf(request));
          const failures: (readonly [string, string])[] = [];
          for (const [name, answer] of all) failures.push([name, await failureWith(request, answer)]);
          expect(failures).toEqual(all.map(([name, , failure]) => [name, failure]));
        });

        const { cursor } = places;
        /** The failure while the first page and all further ones are answered so, and the number of requests for further ones. */
        const failureWithPages = async (next: (at: number) => { cursor: string; baseUrl?: string }) => {
          const { bytes, headers } = answerOf(request);
          const { fake } = adapter;
          let at = 0;
          const page = (): EhrAnswer => {
            if (at === endOfEndless) return { headers, bytes };
            const { cursor: text, baseUrl = fake.url } = next(at++);
            return { headers, bytes: cursor?.next(bytes.toString(), text, baseUrl) ?? '' };
          };
          fake.forget();
          if (cursor !== undefined) fake.serve(cursor.request, page);
          const failure = await failureWith(request, page);
          if (cursor !== undefined) fake.serve(cursor.request, undefined);
          return { failure, requests: fake.received.filter(name => name === cursor?.request).length };
        };

        test.runIf(cursor !== undefined)('a cursor that repeats is unusable', async () => {
          const { failure, requests } = await failureWithPages(() => ({ cursor: 'again' }));
          expect(failure).toBe('ehr-unusable');
          expect(requests).toBeLessThan(3);
        });

        test.runIf(cursor !== undefined)('pages without an end are unusable', async () => {
          const { failure, requests } = await failureWithPages(at => ({ cursor: `page-${at}` }));
          expect(failure).toBe('ehr-unusable');
          expect(requests).toBeLessThan(endOfEndless);
        });

        test.runIf(cursor?.isLink)('a link to another server is not followed', async () => {
          const elsewhere: string[] = [];
          const { url, close } = await listen((received, response) => {
            elsewhere.push(received.url ?? '');
            response.end('{}');
          }, 0);
          const { failure } = await failureWithPages(() => ({ cursor: 'elsewhere', baseUrl: url }));
          await close();
          expect(failure).toBe('ehr-unusable');
          expect(elsewhere).toEqual([]);
        });

        test.runIf(harness.unknownPatient !== undefined)('an unknown patient is unknown', async () => {
          expect(await failureWith(request, harness.unknownPatient ?? {})).toMatch(
            kind === 'appointments'
              ? /"ResultCode":"ERROR","Comment":"No such patient\."/
              : /^patient-unknown$/,
          );
        });
      });
    });
  });
};

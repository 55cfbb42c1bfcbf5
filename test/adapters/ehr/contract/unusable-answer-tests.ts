// Answers that do not answer the question: lists that are not one of records, cuts, statuses (D14, D15, D29).
import { expect, test } from 'vitest';
import { inTurn } from '../../../support/in-turn.ts';
import { type DamagedAnswer, failureWith, publishedWith, rightAnswer } from './damaged-answer.ts';
import { parsed } from './damages.ts';
import { failingAnswers } from './failing-answers.ts';
import type { EhrAnswer } from './intercepting-ehr.ts';
import { countsMore } from './judge.ts';
import { errorsBeside, listDamages } from './list-damages.ts';
import { sampled } from './sample.ts';

/** In how many places a normal run cuts an answer. */
const mostCuts = 25;
const mostCutsOfFurtherPage = 5;

/** @param turn which of the answers that are none a short run tries; by this and the next two, all are tried. */
export const unusableAnswerTests = (damaged: DamagedAnswer, turn: number): void => {
  const { harness, kind, request, places, isFurtherPage } = damaged;

  /** The failure with an answer; of an answer without which the rest can be read, that of the others: it is counted. */
  const failureOf = async (answer: EhrAnswer, expected: string): Promise<string> => {
    if (places.isOptional !== true) return failureWith(damaged, { [request]: answer });
    const { failure, leftOut } = await publishedWith(damaged, { [request]: answer });
    if (failure !== undefined) return failure;
    return countsMore(damaged.prepared().good.plain.leftOut, leftOut) ? expected : 'nothing is counted';
  };

  test.runIf(places.records !== undefined)('a list that is not one of records is unusable', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const document = parsed(harness, bytes);
    const damages = listDamages(document, places);
    expect(damages).not.toEqual([]);
    const findings: string[] = [];
    for (const { name, edits } of damages) {
      const failure = await failureOf({ headers, bytes: document.edited(edits) }, 'ehr-unusable');
      const finding = `list: ${name}: ${failure}`;
      if (failure !== 'ehr-unusable' && harness.pending?.test(finding) !== true) findings.push(finding);
    }
    expect(findings, findings.join('\n')).toEqual([]);
  });

  test.runIf(places.publishesNothing !== true)('an error beside what was asked for is noticed', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const document = parsed(harness, bytes);
    const { leftOut } = damaged.prepared().good.plain;
    const findings: string[] = [];
    for (const { name, edits } of errorsBeside(document, places)) {
      const answer = { headers, bytes: document.edited(edits) };
      const published = await publishedWith(damaged, { [request]: answer });
      const isNoticed =
        published.failure === 'ehr-unusable' ||
        (published.failure === undefined &&
          places.records === undefined &&
          countsMore(leftOut, published.leftOut));
      if (!isNoticed) findings.push(`${name}: ${published.failure ?? JSON.stringify(published.leftOut)}`);
    }
    expect(findings, findings.join('\n')).toEqual([]);
  });

  test('an answer that is cut off is unusable', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const lengths = sampled(
      Array.from({ length: bytes.length }, (_, at) => at),
      isFurtherPage ? mostCutsOfFurtherPage : mostCuts,
    );
    for (const length of lengths) {
      const answer = { headers, bytes: bytes.subarray(0, length) };
      expect({ length, failure: await failureOf(answer, 'ehr-unusable') }).toEqual({
        length,
        failure: 'ehr-unusable',
      });
    }
  });

  test('what is no answer fails as D14 says', async () => {
    const tried = inTurn(failingAnswers(rightAnswer(damaged)), turn);
    const failures: (readonly [string, string])[] = [];
    for (const [name, answer, expected] of tried) failures.push([name, await failureOf(answer, expected)]);
    expect(failures).toEqual(tried.map(([name, , failure]) => [name, failure]));
  });

  const { findsPatient = request } = harness;
  const unknown =
    kind === 'appointments' ? /"ResultCode":"ERROR","Comment":"No such patient\."/ : /^patient-unknown$/;
  test.runIf(harness.unknownPatient !== undefined && places.isOptional !== true)(
    'an unknown patient is unknown, unless the EHR has just found them',
    async () => {
      expect(await failureWith(damaged, { [request]: harness.unknownPatient ?? {} })).toMatch(
        request === findsPatient ? unknown : /^ehr-unusable$/,
      );
    },
  );
};

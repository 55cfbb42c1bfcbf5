// What a reader holds counts towards the budget for answers (D32).
import { expect, test } from 'vitest';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { newCall } from '../calls.ts';
import { type DamagedAnswer, rightAnswer } from './damaged-answer.ts';
import { parsed, publishRead, readServed, type Served } from './damages.ts';
import type { Place } from './document.ts';

/** Characters of a text that no reader passes on in pieces. */
const longText = 200_000;

/** A budget that counts what is held, and refuses more than there is. */
const budgetOf = (most: number) => {
  let held = 0;
  let peak = 0;
  return {
    add: (bytes: number) => {
      held += bytes;
      peak = Math.max(peak, held);
      if (held > most) throw new Failure('budget-exceeded', { reason: 'answer-budget-exceeded' });
    },
    peak: () => peak,
  };
};

/** @param answers those of one kind. */
export const memoryTests = (answers: readonly DamagedAnswer[]): void => {
  test.each(answers)('what reading $request holds counts towards the budget', async damaged => {
    const { harness, places, request } = damaged;
    const prepared = damaged.prepared();
    const { bytes, headers } = rightAnswer(damaged);
    const document = parsed(harness, bytes);
    const texts = document.places.filter(
      ({ changes, text }) => changes.includes('word') && text !== undefined,
    );
    const isPublished = ({ path }: Place) =>
      ![places.decisive, places.id, ...(places.meaningless ?? []).map(({ place }) => place)].some(pattern =>
        pattern?.test(path),
      );
    const published = texts.filter(isPublished);
    const [place] = (published.length > 0 ? published : texts).toSorted(
      (left, right) => (right.text?.length ?? 0) - (left.text?.length ?? 0),
    );
    if (place === undefined) throw new TypeError('an answer without a text');
    const long = document.edited([{ place, change: 'set', value: 'a'.repeat(longText) }]);
    const served: Served = { [request]: { headers, bytes: long } };

    const enough = budgetOf(Number.POSITIVE_INFINITY);
    await readServed(prepared, served, { call: { ...newCall(), memory: enough } });
    expect(enough.peak()).toBeGreaterThanOrEqual(longText);

    const call = { ...newCall(), memory: budgetOf(longText / 2) };
    const { failure } = await publishRead(prepared, await readServed(prepared, served, { call }));
    expect(failure).toBe('budget-exceeded');
  });
};

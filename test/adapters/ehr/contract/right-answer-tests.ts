// The right answers: published whole, and such that a mistake of an adapter would show.
import { expect, test } from 'vitest';
import { type DamagedAnswer, rightAnswer } from './damaged-answer.ts';
import { parsed } from './damages.ts';
import { innermost, isWithin, type Place } from './document.ts';
import { countRecords } from './published.ts';

/** Places of one record, or of an answer without records, that have different names and the same value. */
const equalValues = (damaged: DamagedAnswer): readonly string[] => {
  const { places, harness } = damaged;
  const { sameValues = [], meaningless = [] } = places;
  const document = parsed(harness, rightAnswer(damaged).bytes);
  const records = innermost(document.places, places.records);
  const excused = [...sameValues, ...meaningless];
  const texts = document.places.filter(
    ({ path, text }) =>
      text !== undefined &&
      !['true', 'false'].includes(text) &&
      !excused.some(({ place }) => place.test(path)),
  );
  const holderOf = (place: Place) => records.findIndex(record => isWithin(place, record));
  const byValue = Map.groupBy(texts, place => `${holderOf(place)} ${place.text}`);
  const equal = [...byValue.values()].map(found => new Set(found.map(({ path }) => path)));
  return equal.filter(({ size }) => size > 1).map(paths => `${damaged.request}: ${[...paths].join(' = ')}`);
};

/** @param answers those of one kind. */
export const rightAnswerTests = (answers: readonly DamagedAnswer[]): void => {
  const prepared = () => {
    const [first] = answers;
    if (first === undefined) throw new TypeError('a kind without answers');
    return first.prepared();
  };

  test('the right answers are published, and what a rule looks at is withheld', () => {
    const { good, damagedKind, kind, answers: right } = prepared();
    const count = countRecords(kind, good.plain);
    expect(good.plain).toMatchObject({
      failure: undefined,
      leftOut: { records: 0, sources: 0 },
    });
    expect(count).toBeGreaterThan(0);
    expect(good.acting).toEqual(good.plain);
    expect(good.inInterval).toEqual(good.plain);
    expect(good.ruled.size).toBe(damagedKind.rules?.length ?? 0);
    for (const ruled of good.ruled.values()) expect(countRecords(kind, ruled)).toBeLessThan(count);
    expect(right.map(({ request }) => request)).toEqual(
      expect.arrayContaining(answers.map(({ request }) => request)),
    );
  });

  test('no two values of the right answers are equal, so one that is read in place of another is noticed', () => {
    const equal = answers.flatMap(equalValues);
    expect(equal, equal.join('\n')).toEqual([]);
  });
};

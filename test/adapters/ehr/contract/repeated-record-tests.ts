// The same record twice is one, and one id with two contents is unusable (D29). Where the EHR gives its records no ids, two equal
// ones are two.
import { expect, test } from 'vitest';
import { type DamagedAnswer, publishedWith, rightAnswer } from './damaged-answer.ts';
import { parsed } from './damages.ts';
import { type Edit, innermost, isWithin, type ParsedDocument, type Place } from './document.ts';
import { countRecords, type Published } from './published.ts';

export const repeatedRecordTests = (damaged: DamagedAnswer): void => {
  const { harness, kind, request, places } = damaged;
  const { records, id, publishesNothing = false } = places;
  if (records === undefined || publishesNothing) return;

  const answerWith = (document: ParsedDocument, edits: readonly Edit[]): Promise<Published> => {
    const { headers } = rightAnswer(damaged);
    return publishedWith(damaged, { [request]: { headers, bytes: document.edited(edits) } });
  };

  const rightRecord = () => {
    const document = parsed(harness, rightAnswer(damaged).bytes);
    const record = innermost(document.places, records).at(-1);
    if (record === undefined) throw new TypeError('a list without records');
    return { document, record };
  };

  /** The right answer with its last record twice, as a document, and the two. */
  const doubled = () => {
    const { document, record } = rightRecord();
    const twice = parsed(harness, document.edited([{ place: record, change: 'copied' }]));
    const pair = innermost(twice.places, records).slice(-2);
    return { document: twice, pair };
  };

  /** A text of the last record, not its id, without which another record is published. */
  const publishedText = async (): Promise<Place> => {
    const { document, record } = rightRecord();
    const { good } = damaged.prepared();
    for (const place of document.places) {
      if (!isWithin(place, record) || !place.changes.includes('word') || id?.test(place.path) === true)
        continue;
      const {
        failure,
        records: published,
        ...rest
      } = await answerWith(document, [{ place, change: 'word' }]);
      const isOther = failure === undefined && published.join() !== good.plain.records.join();
      if (
        isOther &&
        countRecords(kind, { failure, records: published, ...rest }) === countRecords(kind, good.plain)
      )
        return place;
    }
    throw new TypeError('no text of the record is published');
  };

  /** The same place in another record of the document. */
  const placeIn = (document: ParsedDocument, record: Place, { steps }: Place): Place => {
    const inside = steps.slice(record.steps.length);
    const found = document.places.find(place => String(place.steps) === String([...record.steps, ...inside]));
    if (found === undefined) throw new TypeError('the copy has another form');
    return found;
  };

  // An adapter that counts to the end of the list takes the second one for the record that follows.
  const isCounted = places.pages !== undefined && places.pages.next === undefined;

  test.skipIf(isCounted)('a record that comes twice is one, if it has an id', async () => {
    const { good } = damaged.prepared();
    const { document } = doubled();
    const published = await answerWith(document, []);
    if (id !== undefined) return expect(published).toEqual(good.plain);
    expect(published.leftOut.records).toBe(good.plain.leftOut.records);
    expect(countRecords(kind, published)).toBe(countRecords(kind, good.plain) + 1);
  });

  test.skipIf(isCounted)('a list of more than a hundred records is read whole', async () => {
    const { good } = damaged.prepared();
    const counted = (one: Published) => countRecords(kind, one) + one.leftOut.records;
    const right = parsed(harness, rightAnswer(damaged).bytes);
    /** The answer with so many further records like one of it, each with an id of its own. */
    const withMore = (place: Place, count: number): Promise<Published> => {
      const copies = Array.from({ length: count }, () => ({ place, change: 'copied' as const }));
      const document = parsed(harness, right.edited(copies));
      const ids = document.places.filter(({ path }) => id?.test(path) === true);
      return answerWith(
        document,
        ids.map((one, at) => ({ place: one, change: 'set', value: String(1000 + at) })),
      );
    };
    for (const place of innermost(right.places, records)) {
      // A list may have items of other kinds too, and of people there is one.
      if (counted(await withMore(place, 1)) !== counted(good.plain) + 1) continue;
      expect(counted(await withMore(place, 101))).toBe(counted(good.plain) + 101);
      return;
    }
  });

  test('an id with two contents is unusable', async () => {
    const { good } = damaged.prepared();
    const text = await publishedText();
    const { document, pair } = doubled();
    for (const record of pair) {
      const published = await answerWith(document, [
        { place: placeIn(document, record, text), change: 'word' },
      ]);
      if (id !== undefined) expect(published.failure).toBe('ehr-unusable');
      else {
        expect(published.failure).toBe(undefined);
        expect(countRecords(kind, published)).toBe(countRecords(kind, good.plain) + 1);
      }
    }
  });
};

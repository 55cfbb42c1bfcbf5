// The pages of a list: all of them are read, or the list is unusable.
import { expect, test } from 'vitest';
import { listen } from '../../../../sandbox/listen.ts';
import { type DamagedAnswer, failureWith, publishedWith, rightAnswer } from './damaged-answer.ts';
import { parsed, type Served } from './damages.ts';
import { innermost } from './document.ts';
import type { EhrAnswer } from './intercepting-ehr.ts';

/** Pages after which the list that never ends does end, so an adapter that follows it is found. */
const endOfEndless = 1000;

export const pageTests = (damaged: DamagedAnswer): void => {
  const { harness, request, places, isFurtherPage } = damaged;
  const { pages, records } = places;
  const next = pages?.next;
  if (pages === undefined || next === undefined || isFurtherPage) return;

  const fake = () => damaged.prepared().adapter.fake;
  const withCursor = (bytes: Uint8Array, cursor: string, baseUrl = fake().url) =>
    next(Buffer.from(bytes).toString(), cursor, baseUrl);

  /** Answers the first page and all further ones, which are counted from 0. */
  const served = (page: (at: number) => EhrAnswer | undefined): Served => {
    let at = 0;
    const answer = () => page(at++);
    return { [request]: answer, [pages.request]: answer };
  };

  /** The right page without its records. */
  const emptied = (bytes: Uint8Array): Uint8Array => {
    const document = parsed(harness, bytes);
    const all = innermost(document.places, records).map(place => ({ place, change: 'removed' as const }));
    return document.edited(all);
  };

  /** The failure, and the number of pages that were asked for. */
  const failureWithPages = async (page: (at: number) => EhrAnswer | undefined) => {
    fake().forget();
    const failure = await failureWith(damaged, served(page));
    const asked = fake().received.filter(({ name }) => name === request || name === pages.request).length;
    return { failure, asked };
  };

  test('a cursor that repeats is unusable', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const page = { headers, bytes: withCursor(bytes, 'again') };
    const { failure, asked } = await failureWithPages(() => page);
    expect(failure).toBe('ehr-unusable');
    expect(asked).toBeLessThan(4);
  });

  test('pages without an end are unusable', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const empty = emptied(bytes);
    const last = damaged
      .prepared()
      .answers.findLast(({ request: name }) => name === request || name === pages.request);
    const { failure, asked } = await failureWithPages(at =>
      at < endOfEndless ? { headers, bytes: withCursor(empty, `page-${at}`) } : last,
    );
    expect(failure).toBe('ehr-unusable');
    expect(asked).toBeLessThan(endOfEndless);
    // Otherwise the harness gives a cursor that the adapter does not follow at all.
    expect(asked).toBeGreaterThan(2);
  });

  test('an empty page is not the end of a list', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const empty = emptied(bytes);
    const sequence = [withCursor(empty, 'first'), withCursor(bytes, 'middle'), empty];
    const { good } = damaged.prepared();
    // The last one leads to the page that follows the first one, if there is any.
    const page = (at: number) => {
      const answer = sequence[at];
      return answer === undefined ? undefined : { headers, bytes: answer };
    };
    expect(await publishedWith(damaged, served(page))).toEqual(good.plain);
  });

  test('the simulator knows no cursor that it has not given', async () => {
    const { bytes, headers } = rightAnswer(damaged);
    const first = { headers, bytes: withCursor(bytes, 'never-given') };
    const { failure } = await failureWithPages(at => (at === 0 ? first : undefined));
    expect(failure).toBe('ehr-unusable');
  });

  test.runIf(pages.isLink)('a link to another server is not followed', async () => {
    const elsewhere: string[] = [];
    const { url, close } = await listen((received, response) => {
      elsewhere.push(received.url ?? '');
      response.end('{}');
    }, 0);
    const { bytes, headers } = rightAnswer(damaged);
    const { failure } = await failureWithPages(() => ({
      headers,
      bytes: withCursor(bytes, 'elsewhere', url),
    }));
    await close();
    expect(failure).toBe('ehr-unusable');
    expect(elsewhere).toEqual([]);
  });
};

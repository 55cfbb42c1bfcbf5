// Large Bundles: beyond 8 MiB, a page is read entry by entry, up to `maxAnswerBytes` of the profile (D32), with all checks of a small one.
import { describe, expect, test } from 'vitest';
import { failureOf } from '../calls.ts';
import { type Answer, allergy, bundle } from './support/fhir-server.ts';
import { openAt } from './support/read-all.ts';

const MiB = 1024 * 1024;
const text = 'Utslag. '.repeat(2500);

/** A page of 20 MB: a thousand warnings of 20 kB. */
const large = (members: object = {}, more: readonly object[] = []): string =>
  JSON.stringify(
    bundle(
      [
        ...Array.from({ length: 1000 }, (_, at) => ({ ...allergy(String(at + 1)), note: [{ text }] })),
        ...more,
      ],
      members,
    ),
  );

const sent =
  (body: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/fhir+json' }).end(body);

const readFrom = async (body: string, maxAnswerBytes = 64 * MiB) => {
  const { read } = await openAt({ '/AllergyIntolerance': sent(body) }, { members: { maxAnswerBytes } });
  return read('attentionSignals');
};

test('a page of 20 MB is read', async () => {
  const read = await readFrom(large());
  expect(read).toHaveLength(1000);
  expect(JSON.stringify(read.at(-1)?.record)).toContain('Utslag. Utslag.');
});

describe('a page of 20 MB is unusable', () => {
  const whole = large();

  test.each<[string, string, number?]>([
    ['beyond maxAnswerBytes', whole, 10 * MiB],
    ['cut off', whole.slice(0, 15 * MiB)],
    ['with something behind it', `${whole}x`],
    ['of another type', large({ type: 'collection' })],
    ['with two lists of entries', whole.replace('"entry":', '"entry":[],"entry":')],
    ['with an entry without a resource', whole.replace('"entry":[', '"entry":[{},')],
    ['with a broken entry', whole.replace('"entry":[', '"entry":[{"resource":nul},')],
    ['with a text as an entry', whole.replace('"entry":[', '"entry":["x",')],
    ['with a resource twice, of different content', large({}, [allergy('1')])],
    ['with a large member beside its entries', large({ x: 'x'.repeat(9 * MiB) })],
    ['with a large entry', large({}, [{ ...allergy('1001'), note: [{ text: 'x'.repeat(9 * MiB) }] }])],
    [
      'whose entries are no list',
      JSON.stringify({ ...bundle([]), entry: { a: 'x'.repeat(7 * MiB), b: text } }),
    ],
  ])('%s', async (_, body, maxAnswerBytes) => {
    expect(await failureOf(readFrom(body, maxAnswerBytes))).toBe('ehr-unusable');
  });

  test('that says that some of it is missing', async () => {
    const missing = {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'warning', code: 'incomplete' }],
    };
    expect(await failureOf(readFrom(large({}, [missing])))).toBe('ehr-unusable');
  });
});

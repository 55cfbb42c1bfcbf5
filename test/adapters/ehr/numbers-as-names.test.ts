// Personal numbers as names of elements, attributes and members, in the answers of every adapter: nothing that is logged, labels a
// metric or is part of a message has one (D34). Those are the paths of losses and omissions, and the messages of failures.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../src/domain/records/index.ts';
import type { Loss } from '../../../src/ports/ehr.ts';
import { listed } from '../../support/listed.ts';
import type { DamageHarness, RunningAdapter } from './contract/damage-harness.ts';
import { parsed, prepare, startAdapter } from './contract/damages.ts';
import { unknownName } from './contract/document.ts';
import { type Readings, readAll } from './contract/published.ts';
import { sampled } from './contract/sample.ts';
import { damageHarness as extracts } from './extracts/damage-harness.ts';
import { damageHarness as fhir } from './fhir/damage-harness.ts';
import { damageHarness as rivta } from './rivta/damage-harness.ts';
import { damagesIn as tables } from './table/damage-harness.ts';

/** How many places of one answer are tried. */
const mostPlaces = 16;

/** Spellings that a name of XML may have, and so one of JSON. */
const inXml = ['p1912-12-12-1212', '_191212121212', 'p1212121212', 'n19121212-1212', 'a121212-1212.b'];
const inJson = listed(`
  191212121212 19121212-1212 x?person=191212121212 %31%39%31%32%31%32-1212 /1/1212121212
`);

/** Six digits, whatever stands between them or in front. */
const number = /\d(?:[^\d/]{0,3}\d){5}/;

/** All texts of what was read that may come into a log or a label. */
const wordsOf = ({ yielded, error }: Readings): string[] => {
  const losses = (holder: { readonly losses?: readonly Loss[] }) =>
    (holder.losses ?? []).map(({ path }) => path);
  const words = yielded.flatMap(item => {
    if ('omitted' in item) return [item.path ?? ''];
    const lists = Object.values((item.record ?? {}) as object)
      .filter(Array.isArray)
      .flat();
    return [...losses(item), ...lists.flatMap((held: unknown) => losses(Object(held)))];
  });
  for (let cause = error; cause instanceof Error; cause = cause.cause) words.push(cause.message);
  return words;
};

describe.each(
  [extracts, rivta, fhir, tables('json'), tables('xml')].map(harness => [harness.name, harness] as const),
)('%s', (_: string, harness: DamageHarness) => {
  let adapter: RunningAdapter;
  beforeAll(async () => {
    adapter = await startAdapter(harness);
  });
  afterAll(() => adapter.close());

  const names = harness.format === 'json' ? [...inXml, ...inJson] : inXml;

  /** The unknown name as a number. In XML also as an attribute. */
  const renamed = (document: string, name: string): string =>
    harness.format === 'json'
      ? document.replaceAll(`"${unknownName}"`, `"${name}"`)
      : document
          .replace(new RegExp(`<((?:\\w+:)?)${unknownName}>`, 'g'), `<$1${name} ${name}="1">`)
          .replace(new RegExp(`</((?:\\w+:)?)${unknownName}>`, 'g'), `</$1${name}>`);

  test.each(Object.keys(harness.kinds) as SourceKind[])('%s', async kind => {
    const { answers, damagedKind } = await prepare(adapter, kind);
    const quoting: string[] = [];
    let told = 0;
    for (const { request, headers, bytes } of answers.filter(
      answer => answer.request in damagedKind.answers,
    )) {
      const document = parsed(harness, bytes);
      const places = document.places.filter(({ path }) => !/\[\]$|@/.test(path));
      for (const [at, place] of sampled(places, mostPlaces).entries()) {
        const name = names[at % names.length] ?? '';
        for (const change of ['stranger', 'renamed'] as const) {
          const damaged = renamed(document.edited([{ place, change }]).toString(), name);
          expect(damaged).toContain(name);
          adapter.fake.serve(request, { headers, bytes: Buffer.from(damaged) });
          const words = wordsOf(await readAll(adapter.ehr, kind, harness));
          adapter.fake.serve(request, undefined);
          told += words.length;
          quoting.push(...words.filter(word => number.test(word)));
        }
      }
    }
    expect(quoting).toEqual([]);
    expect(told).toBeGreaterThan(0);
  });
});

// Control characters in the answers of every adapter (D33): put into one value after the other. They reach no app, they are counted,
// no id is repaired, and what a release rule withholds stays withheld.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../src/domain/records/index.ts';
import type { DamageHarness, RunningAdapter } from './contract/damage-harness.ts';
import { parsed, prepare, startAdapter, viewsWith } from './contract/damages.ts';
import type { Place } from './contract/document.ts';
import { countsMore, type Views } from './contract/judge.ts';
import { countRecords, type Published } from './contract/published.ts';
import { sampled } from './contract/sample.ts';
import { damageHarness as extracts } from './extracts/damage-harness.ts';
import { damageHarness as fhir } from './fhir/damage-harness.ts';
import { damageHarness as rivta } from './rivta/damage-harness.ts';
import { damagesIn as tables } from './table/damage-harness.ts';

/** How many values of one answer are tried. */
const mostValues = 60;

/** C0, C1, override, isolate. The C0 ones make an XML document that is not well-formed. */
const everywhere = ['\0', '\u0007', '\u009b', '\u202e', '\u2066'];
/** JSON can have these as escapes. */
const inJson = ['\ud800', '\udc00'];
/** Private characters that stand for character references of XML until the document is written. */
const references: Readonly<Record<string, string>> = {
  '\ue000': '&#0;',
  '\ue001': '&#xD800;',
  '\ue002': '&#x202E;',
  '\ue003': '&#155;',
};
const inXml = Object.keys(references);

/** An HSA-id. A harness names the places of units, and their names may be at the same places. */
const hsaId = /^SE\d{10}-\w+$/;

const taken = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\t\n]]/v;

const isTaken = (text: string) => taken.test(text) || !text.isWellFormed();

const hasTaken = (json: string): boolean => {
  let found = false;
  JSON.parse(json, (name, value: unknown) => {
    found ||= isTaken(name) || (typeof value === 'string' && isTaken(value));
    return value;
  });
  return found;
};

/** A text with a character in its middle. */
const within = (text: string, character: string): string => {
  const middle = Math.floor(text.length / 2);
  return `${text.slice(0, middle)}${character}${text.slice(middle)}`;
};

type Damaged = {
  readonly kind: SourceKind;
  readonly place: Place;
  readonly good: Views;
  readonly damaged: Views;
  /** Whether the value is the id of a unit. */
  readonly isUnit: boolean;
};

const findingsIn = ({ kind, good, damaged, isUnit }: Damaged): string[] => {
  const { records, leftOut, failure } = damaged.plain;
  const findings: string[] = [];
  if (failure !== undefined && failure !== 'ehr-unusable') findings.push(`fails with ${failure}`);
  if (records.some(hasTaken)) findings.push('publishes the character');
  const shownBy = (ruled: Published | undefined) => (ruled === undefined ? 0 : countRecords(kind, ruled));
  for (const [name, ruled] of damaged.ruled)
    if (shownBy(ruled) > shownBy(good.ruled.get(name)))
      findings.push(`shows what the rule "${name}" withholds`);
  const isSame = records.join('\n') === good.plain.records.join('\n');
  if (failure === undefined && !isSame && !countsMore(good.plain.leftOut, leftOut))
    findings.push('changes a record and counts nothing');
  if (isSame && isUnit) findings.push('repairs an id');
  return findings;
};

const harnesses: readonly DamageHarness[] = [extracts, rivta, fhir, tables('json'), tables('xml')];

describe.each(harnesses.map(harness => [harness.name, harness] as const))('%s', (_, harness) => {
  let adapter: RunningAdapter;
  beforeAll(async () => {
    adapter = await startAdapter(harness);
  });
  afterAll(() => adapter.close());

  const characters = [...everywhere, ...(harness.format === 'json' ? inJson : inXml)];

  test.each(Object.keys(harness.kinds) as SourceKind[])('%s', async kind => {
    const prepared = await prepare(adapter, kind);
    const { good, damagedKind } = prepared;
    const { rules = [], answers } = damagedKind;
    const looksAt = ({ path }: Place) => rules.some(rule => rule.looksAt.test(path));
    const units = rules.find(({ name }) => name === 'units');
    const findings: string[] = [];
    let cleaned = 0;
    for (const answer of prepared.answers.filter(({ request }) => request in answers)) {
      const document = parsed(harness, answer.bytes);
      const values = document.places.filter(({ isValue, text = '' }) => isValue && text.length > 1);
      for (const [at, place] of sampled(values, mostValues, looksAt).entries()) {
        const value = within(place.text ?? '', characters[at % characters.length] ?? '');
        const written = document.edited([{ place, change: 'set', value }]).toString();
        const bytes = Buffer.from(written.replace(/[\ue000-\ue003]/, one => references[one] ?? one));
        const damaged = await viewsWith(prepared, answer, bytes);
        const isUnit = units?.looksAt.test(place.path) === true && hsaId.test(place.text ?? '');
        for (const finding of findingsIn({ kind, place, good, damaged, isUnit }))
          findings.push(`${place.path}: ${finding}`);
        const { records, leftOut } = damaged.plain;
        const isSame = records.join('\n') === good.plain.records.join('\n');
        if (isSame && leftOut.values === good.plain.leftOut.values + 1) cleaned++;
      }
    }
    expect(findings).toEqual([]);
    expect(cleaned).toBeGreaterThan(0);
  });
});

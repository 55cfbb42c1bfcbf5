// The round trip: random extracts, written as XML in all forms that the legacy interface allows, come back through the whole
// service as exactly the JSON that they were made from. ROUND_TRIP_CASES sets the number of cases per kind.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractLists } from '../../sandbox/extracts/lists.ts';
import { encodings, type Written } from '../../sandbox/extracts/xml/encode.ts';
import { variationFor } from '../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../sandbox/extracts/xml/write.ts';
import {
  contactV2,
  isArrayTree,
  type ObjectTree,
  patientV2,
  type Tree,
} from '../../sandbox/record-builders/record-trees.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { attempts } from '../support/amount.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';
import { canonical, parseExactly } from './json.ts';
import { saysSomething, valuesOf } from './values.ts';

const cases = Number(process.env.ROUND_TRIP_CASES ?? attempts(150));
const subject = '191212121212';

type Fields = Record<string, unknown>;

/** An extract with the names of its v2 tree, whose members have the same order as those of the older tree. */
const renamed = (value: unknown, older: Tree, newer: Tree): unknown => {
  if (value === undefined) return undefined;
  if (isArrayTree(newer)) {
    // v2 publishes this container as its array.
    const items = isArrayTree(older) ? (value as unknown[]) : Object.values(value as Fields)[0];
    const inner = isArrayTree(older) ? older[0] : Object.values(older as ObjectTree)[0];
    const item = isArrayTree(inner as Tree) && !isArrayTree(older) ? (inner as readonly [Tree])[0] : inner;
    return ((items as unknown[]) ?? []).map(one => renamed(one, item as Tree, newer[0]));
  }
  if (typeof newer === 'string') return value;
  const names = Object.keys(older as ObjectTree);
  const entries = Object.entries(newer as ObjectTree).map(([name, inner], at) => {
    const olderName = names[at] ?? '';
    return [name, renamed((value as Fields)[olderName], (older as ObjectTree)[olderName] as Tree, inner)];
  });
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
};

type Kind = {
  readonly name: string;
  readonly path: string;
  readonly list: (typeof extractLists)[keyof typeof extractLists];
  /** The tree of what is published, where it has names of its own and no version. */
  readonly inV2: ObjectTree | undefined;
};

/** The operations that answer extracts. */
const kinds = operations.flatMap((row): readonly Kind[] => {
  const kind = row.method === 'GET' ? row.kind : undefined;
  const list = extractLists[(kind === 'patientsV2' ? 'patients' : kind) as keyof typeof extractLists];
  if (kind === undefined || list === undefined) return [];
  const path = row.version === undefined ? row.path : `${row.path}?api-version=v2`;
  return [{ name: kind, path, list, inV2: { patientsV2: patientV2, contacts: contactV2 }[kind as string] }];
});

const published = (
  { list: { element, tree }, inV2 }: Kind,
  extract: object,
  version: number | undefined,
): object => {
  if (inV2 !== undefined)
    return { [`${element[0]?.toLowerCase()}${element.slice(1)}`]: [renamed(extract, tree, inV2)] };
  return { ...(version === undefined ? {} : { XSDVersion: { version } }), [element]: [extract] };
};

/** The extract with the requested patient. */
const ofSubject = (extract: Fields): Fields => {
  const { Patient } = extract as { Patient?: Fields };
  if (Patient === undefined) return extract;
  const id = 'PatientId' in Patient ? 'PatientId' : 'PatientID';
  return id in Patient
    ? { ...extract, Patient: { ...Patient, [id]: { root: '1.2.752.129.2.1.3.1', extension: subject } } }
    : extract;
};

let written: Written;

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(
  ehrServer((_asked, response) => {
    response.writeHead(200, { 'content-type': written.contentType }).end(written.bytes);
  }),
);
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const token = await issuer.sign({ patient: subject, scope: operations.map(({ scope }) => scope).join(' ') });

const encodingOf = (seed: number) => Object.values(encodings)[seed % 5] ?? encodings.utf8;

const answered = async (
  { path, list }: Kind,
  extracts: readonly object[],
  seed: number,
  version?: number,
) => {
  written = writeExtracts({
    ...list,
    version,
    extracts,
    variation: variationFor(seed),
    encoding: encodingOf(seed),
  });
  const { status, text, headers } = await service.ask({ path, token });
  return { status, value: parseExactly(text), leftOut: headers.get('x-left-out') };
};

const idNames = new Set(['rc_id', 'RcId', 'NoteId', 'ContacInternaltID']);

/** The ids of a record, wherever they stand. One id with two contents would be unusable (D29). */
const idsIn = (value: unknown): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => (idNames.has(name) ? [inner] : idsIn(inner)));

describe.each(kinds)('$name', kind => {
  const extracts = fc.uniqueArray(valuesOf(kind.list.tree) as fc.Arbitrary<Fields>, {
    maxLength: 2,
    selector: extract => canonical(idsIn(extract)),
  });
  const version = fc.option(fc.constantFrom(0.21, 0.42, 3, 10.5), { nil: undefined });

  test(
    `${cases} random lists come back as they were`,
    async () => {
      await fc.assert(
        fc.asyncProperty(extracts, version, fc.nat(), async (made, v, seed) => {
          const held = made.map(ofSubject);
          const { status, value, leftOut } = await answered(kind, held, seed, v);
          // What holds nothing is withheld (D29).
          const told = held.filter(saysSomething);
          const expected = told.map(extract => published(kind, extract, v));
          const withheld = held.length - told.length;
          // In the older layout, each record lacks the version of its layout if the EHR states none (D37).
          const versions = v === undefined && kind.inV2 === undefined ? told.length : 0;
          const losses = [
            ...(withheld > 0 ? [`records=${withheld}`] : []),
            ...(versions > 0 ? [`values=${versions}`] : []),
          ];
          const lacks = losses.length > 0 ? losses.join(', ') : null;
          if (status === 200 && canonical(value) === canonical(expected) && leftOut === lacks) return;
          expect({ status, value, leftOut, xml: written.bytes.toString() }).toEqual({
            status: 200,
            value: expected,
            leftOut: lacks,
            xml: '',
          });
        }),
        { numRuns: cases },
      );
    },
    cases * 200,
  );
});

test('records nested 30 levels deep arrive complete', async () => {
  const journal = kinds.find(({ name }) => name === 'journalNotes');
  const nested = Array.from({ length: 30 }).reduce<Fields>(
    (inner, _, depth) => ({ Keyword: `level ${30 - depth}`, Record: [inner] }),
    { Keyword: 'the innermost', Value: [{ $self: 'found', JournalValueType: 'Text' }] },
  );
  const extract = { Note: { Records: { Record: [nested] } } };
  const { status, value } = await answered(journal as Kind, [extract], 7, 0.21);
  expect(status).toBe(200);
  expect(value).toEqual([{ XSDVersion: { version: 0.21 }, JournalNoteEHRExtract: [extract] }]);
});

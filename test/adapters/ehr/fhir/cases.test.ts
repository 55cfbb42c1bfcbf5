// What becomes of a resource: the cases in cases/*.json, each a resource, the part of the record that shows it, and what is
// counted as lost. Expected values are written by hand.
//
// Members of a file: `title`; the `kind` of the records; the `resource` that each case adds its `given` to (as the only item of
// the member `in`, if the file has one); `shownAt`, where the record is looked at; and `lossesBelow`, which its losses leave out.
// Members of a case: `case`, a sentence; `given`; `with`, further entries of the answer; `shown`, null for nothing; `losses`.
// `withheld` in place of `shown` says that the record is left out. The text `$masked` stands for an element whose value is masked.
import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { bundle, masked } from './support/fhir-server.ts';
import { only, type Read, readAll } from './support/read-all.ts';

const closed = { additionalProperties: false } as const;
const Resource = Type.Object({ resourceType: Type.String() });
const Case = Type.Object(
  {
    case: Type.String({ minLength: 1 }),
    given: Type.Object({}),
    with: Type.Optional(
      Type.Array(Type.Object({ resource: Resource, fullUrl: Type.Optional(Type.String()) }, closed)),
    ),
    shown: Type.Optional(Type.Unknown()),
    withheld: Type.Optional(Type.Literal(true)),
    losses: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
const CaseFile = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    kind: Type.Enum(['attentionSignals', 'contacts', 'journalNotes', 'prescriptions']),
    resource: Resource,
    in: Type.Optional(Type.String()),
    shownAt: Type.String(),
    lossesBelow: Type.Optional(Type.String()),
    cases: Type.Array(Case, { minItems: 1 }),
  },
  closed,
);
type CaseFile = Static<typeof CaseFile>;
type Case = Static<typeof Case>;

const folder = new URL('cases/', import.meta.url);

const fileNamed = (name: string): CaseFile =>
  Value.Parse(
    CaseFile,
    JSON.parse(readFileSync(new URL(name, folder), 'utf8'), (_, value) =>
      value === '$masked' ? masked : value,
    ),
  );

/** The value at a path of members and indexes; undefined where there is none. */
const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );

const lossesIn = ({ losses }: Read, below = ''): string[] =>
  losses.map(loss => loss.replace(` ${below}/`, ' ').replace(new RegExp(` ${below}$`), ''));

const resourceOf = ({ resource, in: list }: CaseFile, { given }: Case): object => ({
  ...resource,
  ...(list === undefined ? given : { [list]: [given] }),
});

describe.each(readdirSync(folder))('%s', name => {
  const file = fileNamed(name);

  test('has each case once', () => {
    expect(new Set(file.cases.map(({ case: sentence }) => sentence)).size).toBe(file.cases.length);
  });

  test.each(file.cases.map(one => [one.case, one] as const))('%s', async (_, one) => {
    const entry = [{ resource: resourceOf(file, one) }, ...(one.with ?? [])];
    const answer = bundle([], { entry });
    const found = only(await readAll(file.kind, { [`/${file.resource.resourceType}`]: answer }));
    const shown = one.withheld === true ? 'withheld' : (one.shown ?? undefined);
    expect({
      shown: found.record === undefined ? 'withheld' : valueAt(found.record, file.shownAt),
      losses: lossesIn(found, file.lossesBelow),
    }).toEqual({ shown, losses: one.losses ?? [] });
  });
});

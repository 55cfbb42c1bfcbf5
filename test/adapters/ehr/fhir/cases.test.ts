// What becomes of a resource: the cases in cases/*.yaml, each a resource, what the record shows of it, and what is counted as
// lost. Expected values are written by hand.
//
// Members of a file: `title`; the `kind` of the records; `parts`, what several cases have, as anchors of YAML; the `resource` that each
// case adds its `given` to (as the only item of the member `in`, if the file has example); `shownAt`, where the record is looked at, and
// `members`, what is compared there, if it is not everything; `lossesAt`, where the record has further losses; and `lossesBelow`, which
// the losses leave out.
// Members of a case: `case`, a sentence; `given`; `with`, further entries of the answer; `served`, the answers of other searches
// by their type; `profile`, members of the profile; `shown`, null for nothing; `losses`, and what they hide from the access rules
// (`hides`). In place of `shown`, `withheld` says that the record is left out and counted, and `absent` that there is none. The
// text `$masked` stands for an element whose value is masked.
import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sourceKinds } from '../../../../src/domain/records/index.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { eachLoss } from '../../../support/losses.ts';
import type { EhrServer } from '../../../support/servers/ehr-server.ts';
import { type Connected, connect } from './support/connect.ts';
import { answering, bundle, fhirServer, masked } from './support/fhir-server.ts';

const closed = { additionalProperties: false } as const;
const Resource = Type.Object({ resourceType: Type.String() });
const Case = Type.Object(
  {
    case: Type.String({ minLength: 1 }),
    given: Type.Object({}),
    with: Type.Optional(
      Type.Array(Type.Object({ resource: Resource, fullUrl: Type.Optional(Type.String()) }, closed)),
    ),
    served: Type.Optional(Type.Record(Type.String(), Type.Array(Resource))),
    profile: Type.Optional(Type.Object({})),
    shown: Type.Optional(Type.Unknown()),
    withheld: Type.Optional(Type.Literal(true)),
    absent: Type.Optional(Type.Literal(true)),
    losses: Type.Optional(Type.Array(Type.String())),
    hides: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
const CaseFile = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    kind: Type.Enum([...sourceKinds]),
    parts: Type.Optional(Type.Unknown()),
    resource: Resource,
    in: Type.Optional(Type.String()),
    shownAt: Type.String(),
    members: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    lossesAt: Type.Optional(Type.String()),
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
    parse(readFileSync(new URL(name, folder), 'utf8'), (_, value) => (value === '$masked' ? masked : value), {
      merge: true,
    }),
  );

/** The value at a path of members and indexes; undefined where there is none. */
const valueAt = (value: unknown, path: string): unknown =>
  (path === '' ? [] : path.split('.')).reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );

const shownIn = (record: unknown, { shownAt, members }: CaseFile): unknown => {
  if (record === undefined) return 'withheld';
  const shown = valueAt(record, shownAt);
  if (members === undefined) return shown;
  const compared = members.map(member => [member, valueAt(shown, member)] as const);
  return Object.fromEntries(compared.filter(([, value]) => value !== undefined));
};

const written = (losses: readonly Loss[], below = ''): string[] =>
  eachLoss(losses)
    .map(({ path, reason }) => `${reason} ${path}`)
    .map(loss => loss.replace(` ${below}/`, ' ').replace(new RegExp(` ${below}$`), ''));

const lossesWithin = (record: unknown, { lossesAt }: CaseFile): readonly Loss[] =>
  lossesAt === undefined || record === undefined ? [] : (valueAt(record, lossesAt) as readonly Loss[]);

const resourceOf = ({ resource, in: list }: CaseFile, { given }: Case): object => ({
  ...resource,
  ...(list === undefined ? given : { [list]: [given] }),
});

const expectedOf = ({ withheld, absent, shown }: Case): unknown => {
  if (withheld === true) return 'withheld';
  return absent === true ? 'absent' : (shown ?? undefined);
};

let server: EhrServer;
const connections = new Map<string, Connected>();

beforeAll(async () => {
  server = await fhirServer();
});

afterAll(async () => {
  await Promise.all([...connections.values()].map(connection => connection.close()));
  await server.close();
});

/** The connection to the server of all cases, for members of the profile. */
const connectionFor = (profile: object): Connected => {
  const key = JSON.stringify(profile);
  const connection = connections.get(key) ?? connect(`${server.url}/fhir`, { own: profile });
  connections.set(key, connection);
  return connection;
};

/** What is read of a case; undefined if there is no record. */
const readCase = async (file: CaseFile, example: Case) => {
  const entry = [{ resource: resourceOf(file, example) }, ...(example.with ?? [])];
  server.answer = answering({
    ...Object.fromEntries(
      Object.entries(example.served ?? {}).map(([type, resources]) => [`/${type}`, bundle(resources)]),
    ),
    [`/${file.resource.resourceType}`]: bundle([], { entry }),
  });
  const [read, ...others] = await connectionFor(example.profile ?? {}).read(file.kind);
  if (others.length > 0) throw new Error(`${others.length + 1} records`);
  return read;
};

describe.each(readdirSync(folder))('%s', name => {
  const file = fileNamed(name);

  test('has each case once', () => {
    expect(new Set(file.cases.map(({ case: sentence }) => sentence)).size).toBe(file.cases.length);
  });

  test.each(file.cases.map(example => [example.case, example] as const))('%s', async (_, example) => {
    const read = await readCase(file, example);
    const losses = [...(read?.losses ?? []), ...lossesWithin(read?.record, file)];
    const hides = [...new Set(losses.flatMap(loss => loss.hides))].sort();
    expect({
      shown: read === undefined ? 'absent' : shownIn(read.record, file),
      losses: written(losses, file.lossesBelow),
      ...(example.hides && { hides }),
    }).toEqual({
      shown: expectedOf(example),
      losses: example.losses ?? [],
      ...(example.hides && { hides: example.hides }),
    });
  });
});

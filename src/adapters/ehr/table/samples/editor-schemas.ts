// JSON Schemas of the tables' files, with which editors complete and check them. They are made of the schemas that also check the
// files (../format/) and of the records' plans.
import { type TSchema, Type } from 'typebox';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { regionTime } from '../../../time/region-time.ts';
import { timeReader } from '../../values/written-times.ts';
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import { tableFiles, tableKinds } from '../format/kinds.ts';
import { rowSchemas } from '../format/rows.ts';
import { SystemFile } from '../format/system.ts';
import { AcceptedHints, Ignore, Words } from '../format/values.ts';
import { leafPlan } from '../leaf.ts';
import { recordPlan, reservedMember } from '../records.ts';

const dialect = 'http://json-schema.org/draft-07/schema#';
const row = { $ref: '#/definitions/row' };
const rows = { type: 'object', minProperties: 1, additionalProperties: row };

/** A kind of row, with rows instead of any object in `record`, and a row in `item`. */
const withRows = (schema: TSchema): object => {
  const { properties, ...rest } = schema as TSchema & { properties: Record<string, object> };
  const { record, item, ...own } = properties;
  return {
    ...rest,
    properties: {
      ...own,
      ...(record === undefined ? {} : { record: { $ref: '#/definitions/rows' } }),
      ...(item === undefined ? {} : { item: { $ref: '#/definitions/oneRow' } }),
    },
  };
};

const definitions = {
  oneRow: { anyOf: [{ type: 'string', minLength: 1 }, ...Object.values(rowSchemas).map(withRows)] },
  row: {
    anyOf: [
      { $ref: '#/definitions/oneRow' },
      { type: 'array', minItems: 1, items: { $ref: '#/definitions/oneRow' } },
    ],
  },
  rows,
};

const $schema = Type.String();

const isIdentifier = ({ plan }: Member): boolean =>
  plan.type === 'object' && plan.members.has('root') && plan.members.has('extension');

/** The paths of the members that hold one value, and of the lists. */
const memberPaths = (plan: ObjectPlan, path: readonly string[] = []): string[] =>
  [...plan.members].flatMap(([name, member]) => {
    const here = [...path, name];
    const isWhole = member.many || isIdentifier(member) || leafPlan(member.plan) !== undefined;
    if (isWhole) return [here.join('/')];
    // Records within records have no end.
    return member.plan.type === 'object' && here.length < 5 ? memberPaths(member.plan, here) : [];
  });

/** The members of a record that rows can write, by their paths. Paths within lists and blocks are not among them. */
const propertiesFor = (kind: SourceKind) => {
  const plan = recordPlan(kind, timeReader(regionTime('Europe/Stockholm')));
  return Object.fromEntries(
    memberPaths(plan)
      .filter(path => reservedMember(kind, path) === undefined)
      .map(path => [path, row]),
  );
};

const rowsFile = (title: string, properties: object) => ({
  $schema: dialect,
  title,
  type: 'object',
  properties: { $schema, ignore: Ignore, ...properties },
  additionalProperties: row,
  definitions,
});

/** File name → its JSON Schema (draft-07, which editors know). */
export const editorSchemas = (): ReadonlyMap<string, object> =>
  new Map<string, object>([
    ['system.schema.json', { $schema: dialect, title: 'system.json of a region’s tables', ...SystemFile }],
    ['words.schema.json', { $schema: dialect, title: 'a list of words of a region’s tables', ...Words }],
    [
      'accepted-hints.schema.json',
      { $schema: dialect, title: 'the accepted hints of a region’s tables', ...AcceptedHints },
    ],
    ['part.schema.json', rowsFile('rows that several tables use', {})],
    ...tableKinds.map(
      kind =>
        [
          tableFiles[kind].replace('.json', '.schema.json'),
          rowsFile(`${tableFiles[kind]} of a region’s tables`, propertiesFor(kind)),
        ] as const,
    ),
  ]);

// Compiles the sources of rows that hold rows: lists, objects, and what keys refer to.
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { RowKind } from '../format/rows.ts';
import type { Conditions } from '../format/values.ts';
import type { CompiledRow, Condition, Scope, Source } from '../scope.ts';
import { isSelection, joinedSteps } from '../source-path.ts';
import { markReadAt } from './answer-paths.ts';
import { didYouMean, fault, inside, namedFile, type Place } from './place.ts';
import {
  type Around,
  conditionsOf,
  pathAt,
  type RowContext,
  readAt,
  type TableCompiler,
} from './table-compiler.ts';

type SourceOf = (compiler: TableCompiler, row: JsonObject, context: RowContext) => Source | undefined;

/** How deep rows may stand within rows. */
const maxRowDepth = 20;

/** The rows of a row's own object: those in `record`, or those of a part. */
const innerScope = (
  { compilation: { folder }, scopeOf, tableScope }: TableCompiler,
  row: JsonObject,
  { place, around }: { readonly place: Place; readonly around: Around },
  where: readonly Condition[],
): Scope | undefined => {
  const { record, use } = row;
  if ((record === undefined) === (use === undefined)) return fault(place, 'either record or use');
  if (around.rowDepth > maxRowDepth) return fault(place, `rows within at most ${maxRowDepth} rows`);
  if (record !== undefined) return scopeOf(record as JsonObject, inside(place, 'record'), around, where);
  const part = use as string;
  const partFile = namedFile('parts', part, { folder, place: inside(place, 'use') });
  if (partFile === undefined) return undefined;
  if (around.parts.includes(part))
    return fault(
      inside(place, 'use'),
      `a part that does not use itself: ${[...around.parts, part].join(' → ')}`,
    );
  return tableScope(partFile, { ...around, parts: [...around.parts, part] }, where);
};

/** The row of an item, or of what a key refers to. */
const itemRow = (
  { rowOf }: TableCompiler,
  written: Json,
  { target: { member }, place, around: items }: RowContext,
): CompiledRow | undefined => {
  for (const name of ['when', 'required'])
    if (isJsonObject(written) && written[name] !== undefined)
      return fault(inside(place, 'item', name), 'a row without when and required: every item is read');
  if (!items.isConditional) markReadAt(items.tree, inside(place, 'item'));
  return rowOf(written, {
    target: { keys: [], member },
    place: inside(place, 'item'),
    // An item may be a text, around which nothing can be found.
    around: { ...items, tree: { ...items.tree, outer: undefined } },
  });
};

/** What a key refers to in a list of the answer. */
const refer: SourceOf = (compiler, row, { target, place, around }) => {
  const { references } = compiler;
  const { member } = target;
  const list = row.refer as string;
  const reference = references.get(list);
  if (reference === undefined)
    return fault(
      inside(place, 'refer'),
      `the name of a list in refers of system.json${didYouMean(list, [...references.keys()])}`,
    );
  const steps = readAt(compiler, row.by as string, inside(place, 'by'), around);
  if (steps === undefined) return undefined;
  const referred: Around = {
    ...around,
    tree: reference.tree,
    steps: [],
    ignored: reference.ignored,
    target: member.path,
    rowDepth: around.rowDepth + 1,
  };
  const { item, record, use } = row;
  if (item === undefined) {
    if (member.plan.type !== 'object') return fault(place, 'item: the member is not an object');
    const scope = innerScope(compiler, row, { place, around: { ...referred, plan: member.plan } }, []);
    return scope === undefined ? undefined : { kind: 'refer', steps, list, content: { scope } };
  }
  if (record !== undefined || use !== undefined)
    return fault(inside(place, 'item'), 'either record, use or item');
  const compiled = itemRow(compiler, item, { target, place, around: referred });
  return compiled === undefined ? undefined : { kind: 'refer', steps, list, content: { row: compiled } };
};

const each: SourceOf = (compiler, row, { target, place, around }) => {
  const { member } = target;
  if (!member.many) return fault(inside(place, 'each'), 'from, id, hsa or block: the member is not a list');
  const found = pathAt(compiler, row.each as string, inside(place, 'each'), around);
  if (found === undefined) return undefined;
  const { steps } = found;
  if (isSelection(steps.at(-1)))
    return fault(inside(place, 'each'), 'block: a path that ends with an item finds no list');
  const { record, use, item } = row;
  if (row.keyed !== undefined && compiler.compilation.format === 'xml')
    return fault(inside(place, 'keyed'), 'no keyed: elements are no keys');
  if (row.others !== undefined && row.where === undefined)
    return fault(inside(place, 'others'), 'where beside others');
  const isOfObjects = record !== undefined || use !== undefined;
  if (isOfObjects && item !== undefined) return fault(inside(place, 'item'), 'either record, use or item');
  const items: Around = {
    ...around,
    tree: found.tree,
    steps: joinedSteps(around.steps, steps),
    target: member.path,
    rowDepth: around.rowDepth + 1,
  };
  if (isOfObjects) {
    if (member.plan.type !== 'object') return fault(place, 'item: the items of the member are no objects');
    const inner = {
      ...items,
      plan: member.plan,
      isConditional: items.isConditional || row.where !== undefined,
    };
    const where = conditionsOf(compiler, row.where as Conditions | undefined, inside(place, 'where'), items);
    const scope = innerScope(compiler, row, { place, around: inner }, where);
    const keyed = row.keyed as string | undefined;
    return scope === undefined
      ? undefined
      : { kind: 'each', steps, scope, keyed, hasOthers: row.others === 'any' };
  }
  for (const name of ['where', 'keyed'])
    if (row[name] !== undefined) return fault(inside(place, name), `record or use beside ${name}`);
  const compiled = itemRow(compiler, item ?? '.', { target, place, around: items });
  return compiled === undefined ? undefined : { kind: 'items', steps, row: compiled };
};

const block: SourceOf = (compiler, row, { target: { member }, place, around }) => {
  if (member.plan.type !== 'object') return fault(place, 'from: the member is not an object');
  const found = pathAt(compiler, row.block as string, inside(place, 'block'), {
    tree: around.tree,
    mayEndOutward: true,
  });
  if (found === undefined) return undefined;
  const { steps } = found;
  const inner: Around = {
    ...around,
    plan: member.plan,
    tree: found.tree,
    steps: joinedSteps(around.steps, steps),
    target: member.path,
    rowDepth: around.rowDepth + 1,
  };
  const scope = innerScope(compiler, row, { place, around: inner }, []);
  return scope === undefined ? undefined : { kind: 'block', steps, scope };
};

/** The kinds of row that hold rows. */
export const objectSources = { each, block, refer } as const satisfies Partial<Record<RowKind, SourceOf>>;

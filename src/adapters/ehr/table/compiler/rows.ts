// Compiles the rows of a table: checks each against the record's schema, and notes what of the EHR's answer it reads.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { Member } from '../../xml/plan.ts';
import { type RowKind, type RowOf, rowKinds, rowSchemas } from '../format/rows.ts';
import { type Conditions, Ignore } from '../format/values.ts';
import { protectionMember, reservedMember } from '../records.ts';
import { type CompiledRow, isWithinTree, type Scope, type Target } from '../scope.ts';
import { isOutward, isSelection, joinedSteps, lastName } from '../source-path.ts';
import { conditionsIn, markReadAt, type PathContext, readIn } from './answer-paths.ts';
import type { TableFile } from './files.ts';
import {
  type CheckedPath,
  checkedPathIn,
  didYouMean,
  fault,
  inside,
  matches,
  namedFile,
  type Place,
} from './place.ts';
import type { Around, RowContext, SourceOf, TableCompiler } from './table-compiler.ts';
import { targetAt } from './targets.ts';
import { valueSources } from './value-sources.ts';

/** The most rows of all tables of a region, each counted where it is used. */
const maxRows = 2000;
/** How deep rows may stand within rows. */
const maxRowDepth = 20;

/** The begins and ends among the members that rows write: `ContactBeginDateTime` and `ContactEndDateTime`. */
const spansOf = (targets: readonly Target[]): Scope['spans'] =>
  targets.flatMap(end => {
    const names = [/End/g, /end/g].flatMap(word =>
      ['Begin', 'Start', 'start'].map(first => end.member.element.replace(word, first)),
    );
    const begin = targets.find(
      ({ keys, member: { element } }) =>
        element !== end.member.element && names.includes(element) && keys.join() === end.keys.join(),
    );
    return begin === undefined ? [] : [{ begin, end }];
  });

/** Whether a medicine is in use, which it is not after its end. */
const untilEndOf = (targets: readonly Target[]): Scope['untilEnd'] => {
  const targetOf = (name: string) => targets.find(({ member }) => member.element === name);
  const [state, end] = [targetOf('MedicationActive'), targetOf('PrescriptionEndDateTime')];
  return state === undefined || end === undefined ? undefined : { state, end };
};

/** Where the rows within a row start: at an object, or at each item of a list. */
const within = (around: Around, { tree, steps }: CheckedPath, { path }: Member): Around => ({
  ...around,
  tree,
  steps: joinedSteps(around.steps, steps),
  target: path,
  rowDepth: around.rowDepth + 1,
});

/** The path of an object or list whose rows read it; undefined, with a fault reported, if it cannot be read. */
const pathAt = (
  path: string,
  place: Place,
  start: Parameters<typeof checkedPathIn>[2],
): CheckedPath | undefined => {
  const found = checkedPathIn(path, place, start);
  // What is around the record is known by its names: of another object there, all of it.
  if (found !== undefined && isOutward(found.steps[0]) && !isOutward(found.steps.at(-1)))
    markReadAt(found.tree, place);
  return found;
};

/** The rows of a row's own object: those in `record`, or those of a part. */
const objectContent = (
  compiler: TableCompiler,
  { record, use }: Pick<RowOf<'each'>, 'record' | 'use'>,
  { place, around }: Pick<RowContext, 'place' | 'around'>,
): { readonly scope: Scope } | undefined => {
  if ((record === undefined) === (use === undefined)) return fault(place, 'either record or use');
  if (around.rowDepth > maxRowDepth) return fault(place, `rows within at most ${maxRowDepth} rows`);
  if (record !== undefined)
    return { scope: scopeOf(compiler, record as JsonObject, inside(place, 'record'), around) };
  const part = use as string;
  const at = inside(place, 'use');
  const file = namedFile('parts', part, { folder: compiler.compilation.folder, place: at });
  if (file === undefined) return undefined;
  const parts = [...around.parts, part];
  if (around.parts.includes(part)) return fault(at, `a part that does not use itself: ${parts.join(' → ')}`);
  return { scope: tableScope(compiler, file, { ...around, parts }) };
};

/** The row of an item, or of what a key refers to. */
const itemContent = (
  compiler: TableCompiler,
  written: Json,
  { target: { member }, place, around: items }: RowContext,
): { readonly row: CompiledRow } | undefined => {
  const at = inside(place, 'item');
  for (const name of ['when', 'required'])
    if (isJsonObject(written) && written[name] !== undefined)
      return fault(inside(at, name), 'a row without when and required: every item is read');
  if (!items.isConditional) markReadAt(items.tree, at);
  // An item may be a text, around which nothing can be found.
  const around = { ...items, tree: { ...items.tree, outer: undefined } };
  const row = rowOf(compiler, written, { target: { keys: [], member }, place: at, around });
  return row && { row };
};

const refer: SourceOf<'refer'> = (compiler, row, { target, place, around }) => {
  const { references } = compiler;
  const { member } = target;
  const { refer: list, item } = row;
  const reference = references.get(list);
  if (reference === undefined)
    return fault(
      inside(place, 'refer'),
      `the name of a list in refers of system.json${didYouMean(list, [...references.keys()])}`,
    );
  const steps = readIn(around, row.by, inside(place, 'by'))?.steps;
  if (steps === undefined) return undefined;
  const { tree, ignored } = reference;
  const referred = { ...within(around, { tree, steps: [] }, member), steps: [], ignored };
  if (item === undefined) {
    if (member.plan.type !== 'object') return fault(place, 'item: the member is not an object');
    const content = objectContent(compiler, row, { place, around: { ...referred, plan: member.plan } });
    return content && { kind: 'refer', steps, list, content };
  }
  if (row.record !== undefined || row.use !== undefined)
    return fault(inside(place, 'item'), 'either record, use or item');
  const content = itemContent(compiler, item as Json, { target, place, around: referred });
  return content && { kind: 'refer', steps, list, content };
};

const each: SourceOf<'each'> = (compiler, row, { target, place, around }) => {
  const { member } = target;
  if (!member.many) return fault(inside(place, 'each'), 'from, id, hsa or block: the member is not a list');
  const found = pathAt(row.each, inside(place, 'each'), around);
  if (found === undefined) return undefined;
  const { steps } = found;
  if (isSelection(steps.at(-1)))
    return fault(inside(place, 'each'), 'block: a path that ends with an item finds no list');
  const { record, use, item, keyed } = row;
  if (keyed !== undefined && around.format === 'xml')
    return fault(inside(place, 'keyed'), 'no keyed: elements are no keys');
  if (row.others !== undefined && row.where === undefined)
    return fault(inside(place, 'others'), 'where beside others');
  const isOfObjects = record !== undefined || use !== undefined;
  if (isOfObjects && item !== undefined) return fault(inside(place, 'item'), 'either record, use or item');
  const items = within(around, found, member);
  const source = { kind: 'each', steps, keyed, hasOthers: row.others === 'any' } as const;
  if (!isOfObjects) {
    for (const name of ['where', 'keyed'] as const)
      if (row[name] !== undefined) return fault(inside(place, name), `record or use beside ${name}`);
    const content = itemContent(compiler, (item ?? '.') as Json, { target, place, around: items });
    return content && { ...source, where: [], content };
  }
  const { plan } = member;
  if (plan.type !== 'object') return fault(place, 'item: the items of the member are no objects');
  const where = conditionsIn(row.where, inside(place, 'where'), items);
  const isConditional = items.isConditional || row.where !== undefined;
  const content = objectContent(compiler, row, { place, around: { ...items, plan, isConditional } });
  return content && { ...source, where, content };
};

const block: SourceOf<'block'> = (compiler, row, { target: { member }, place, around }) => {
  const { plan } = member;
  if (plan.type !== 'object') return fault(place, 'from: the member is not an object');
  const found = pathAt(row.block, inside(place, 'block'), { ...around, mayEndOutward: true });
  if (found === undefined) return undefined;
  const content = objectContent(compiler, row, { place, around: { ...within(around, found, member), plan } });
  return content && { kind: 'block', steps: found.steps, content };
};

const sources: { readonly [K in RowKind]: SourceOf<K> } = { ...valueSources, each, block, refer };

/** Compiles a row; undefined, with a fault reported, if it cannot be. */
const rowOf = (
  compiler: TableCompiler,
  written: Json,
  { target, place, around }: RowContext,
): CompiledRow | undefined => {
  const { compilation } = compiler;
  if (++compilation.rows === maxRows + 1) fault(place, `at most ${maxRows} rows in all tables`);
  if (compilation.rows > maxRows) return undefined;
  if (typeof written !== 'string' && !isJsonObject(written))
    return fault(place, 'a path, or a row such as { "from": path }');
  const row: JsonObject = typeof written === 'string' ? { from: written } : written;
  const kinds = rowKinds.filter(name => row[name] !== undefined);
  const [rowKind, other] = kinds;
  if (rowKind === undefined) {
    const meant = Object.keys(row).map(name => didYouMean(name, rowKinds));
    return fault(place, `one of ${rowKinds.join(', ')}${meant.find(words => words !== '') ?? ''}`);
  }
  if (other !== undefined) return fault(inside(place, other), `one source: there are ${kinds.join(' and ')}`);
  if (typeof written !== 'string' && !matches(rowSchemas[rowKind], row, place)) return undefined;
  const when = conditionsIn(row.when as Conditions | undefined, inside(place, 'when'), around);
  const read = { ...around, isConditional: around.isConditional || row.when !== undefined };
  // Its schema has checked the row.
  const sourceOf = sources[rowKind] as SourceOf<never>;
  const source = sourceOf(compiler, row as never, { target, place, around: read });
  if (source === undefined) return undefined;
  return { target, source, when, isRequired: row.required === true, isSingle: row.single === true };
};

/** The member at a path, which rows write; undefined, with a fault reported, if tables cannot write it. */
const memberAt = (
  { kind }: TableCompiler,
  path: string,
  place: Place,
  around: Around,
): Target | undefined => {
  const whole = around.target === '' ? path : `${around.target}/${path}`;
  const instead = reservedMember(kind, whole);
  if (instead !== undefined) return fault(place, `no row: ${instead}`);
  if (/(?:^|\/)DosagePlugin\/(?!FreeTextDosage(?:\/|$))/.test(whole))
    return fault(place, 'FreeTextDosage: a table cannot say structured dosages');
  const target = targetAt(around.plan, path, around.target);
  return 'expected' in target ? fault(place, target.expected) : target;
};

const scopeOf = (compiler: TableCompiler, written: JsonObject, place: Place, around: Around): Scope => {
  const members = Object.entries(written);
  if (members.length === 0) fault(place, 'at least one row');
  const rows = members.flatMap(([path, ofMember = null]) => {
    const at = inside(place, path);
    const target = memberAt(compiler, path, at, around);
    if (target === undefined) return [];
    if (!isJsonList(ofMember)) return rowOf(compiler, ofMember, { target, place: at, around }) ?? [];
    if (ofMember.length === 0) fault(at, 'at least one row');
    return ofMember.flatMap(
      (row, index) => rowOf(compiler, row, { target, place: inside(at, index), around }) ?? [],
    );
  });
  const targets = rows.map(({ target }) => target);
  return { rows, spans: spansOf(targets), untilEnd: untilEndOf(targets), isLeft: around.tree.isLeft };
};

/** Compiles the rows of a file: its members but those that are no rows. */
const tableScope = (compiler: TableCompiler, file: TableFile, around: Around): Scope => {
  const { compilation, listed, anywhere, ignoredPlaces } = compiler;
  const place = { file, pointer: '' };
  const { ignore = {}, $schema: _, ...rows } = file.value;
  if (matches(Ignore, ignore, inside(place, 'ignore')))
    for (const path of Object.keys(ignore as Ignore)) {
      const at = inside(place, 'ignore', path);
      const [, escaped] = /^\*\*\/([^/]+)$/.exec(path) ?? [];
      if (escaped !== undefined) {
        const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
        anywhere.add(name);
        compilation.ignoredNames.push({ name, place: at, isAnywhere: true });
        continue;
      }
      const found = checkedPathIn(path, at, around);
      if (found === undefined) continue;
      const { steps } = found;
      if (isOutward(steps[0]) && !isWithinTree(found.tree, listed)) {
        fault(at, 'beside of system.json: what is around all records is named there');
        continue;
      }
      const last = lastName(steps);
      if (last !== undefined) compilation.ignoredNames.push({ name: last, place: at, isAnywhere: false });
      around.ignored.push(joinedSteps(around.steps, steps));
      // Beside a part, other rows may read what the part ignores for the tables that use it alone.
      if (around.parts.length === 0) ignoredPlaces.push({ tree: found.tree, place: at });
    }
  return scopeOf(compiler, rows, place, around);
};

type TableParts = PathContext &
  Pick<Around, 'plan' | 'ignored'> & {
    readonly file: TableFile;
    /** The row of system.json for the protected identity, which no table may write. */
    readonly protectedRow: { readonly row: JsonObject; readonly place: Place } | undefined;
  };

/** Compiles the table of a kind, and adds what it reads to a tree, and what it ignores to a list. */
export const compileTable = (
  compiler: TableCompiler,
  { file, protectedRow, ...record }: TableParts,
): Scope => {
  const around: Around = {
    ...record,
    steps: [],
    isConditional: false,
    target: '',
    rowDepth: 0,
    parts: [],
  };
  const scope = tableScope(compiler, file, around);
  const target = targetAt(around.plan, protectionMember);
  if (protectedRow === undefined || 'expected' in target) return scope;
  const row = rowOf(compiler, protectedRow.row, { target, place: protectedRow.place, around });
  return row === undefined ? scope : { ...scope, rows: [...scope.rows, row] };
};

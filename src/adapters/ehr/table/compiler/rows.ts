// Compiles the rows of a table: checks each against the record's schema, and notes what of the EHR's answer it reads.
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { similarName } from '../../../../faults/similar-name.ts';
import type { TimeReader } from '../../values/written-times.ts';
import type { ObjectPlan } from '../../xml/plan.ts';
import { rowKinds, rowSchemas, tableMembers } from '../format/rows.ts';
import { type Conditions, Ignore } from '../format/values.ts';
import { reservedMember } from '../records.ts';
import {
  type CompiledRow,
  type Condition,
  isWithinTree,
  type Scope,
  type SourceTree,
  type Target,
} from '../scope.ts';
import { isOutward, joinedSteps, lastName, type Steps } from '../source-path.ts';
import type { KnownWords } from './conditions.ts';
import type { TableFile } from './files.ts';
import { objectSources } from './object-sources.ts';
import { checkedPathIn, fault, inside, matches, type Place } from './place.ts';
import type { OpenReference } from './references.ts';
import {
  type Around,
  type Compilation,
  conditionsOf,
  type RowContext,
  type TableCompiler,
} from './table-compiler.ts';
import { targetAt } from './targets.ts';
import { valueSources } from './value-sources.ts';

/** The most rows of all tables of a region, each counted where it is used. */
const maxRows = 2000;

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

/** What compiles the source of each kind of row. */
const sourceOf = { ...valueSources, ...objectSources };

/** The rows of a table, and what it ignores. */
export type CompiledTable = {
  readonly scope: Scope;
  readonly ignored: readonly Steps[];
  readonly anywhere: ReadonlySet<string>;
};

/** A row of system.json, which writes a member that no table may write. */
export type ExtraRow = { readonly target: string; readonly row: JsonObject; readonly place: Place };

/** Compiles the table of a kind, and adds what it reads to a tree. */
export const compileTable = (
  compilation: Compilation,
  {
    file,
    kind,
    plan,
    tree,
    knownWords,
    references,
    times,
    listed,
    extra,
  }: {
    file: TableFile;
    kind: SourceKind;
    plan: ObjectPlan;
    tree: SourceTree;
    knownWords: KnownWords;
    references: ReadonlyMap<string, OpenReference>;
    times: TimeReader;
    /** The place of the outermost list around the records: what nothing reads below it is counted. */
    listed: SourceTree;
    extra?: ExtraRow | undefined;
  },
): CompiledTable => {
  const { format } = compilation;
  const ignored: Steps[] = [];
  const anywhere = new Set<string>();

  const rowOf = (written: Json, { target, place, around }: RowContext): CompiledRow | undefined => {
    if (++compilation.rows === maxRows + 1) fault(place, `at most ${maxRows} rows in all tables`);
    if (compilation.rows > maxRows) return undefined;
    if (typeof written !== 'string' && !isJsonObject(written))
      return fault(place, 'a path, or a row such as { "from": path }');
    const row: JsonObject = typeof written === 'string' ? { from: written } : written;
    const sources = rowKinds.filter(name => row[name] !== undefined);
    const [rowKind, other] = sources;
    if (rowKind === undefined) {
      const meant = Object.keys(row)
        .map(name => similarName(name, rowKinds))
        .find(name => name !== undefined);
      return fault(
        place,
        `one of ${rowKinds.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      );
    }
    if (other !== undefined)
      return fault(inside(place, other), `one source: there are ${sources.join(' and ')}`);
    if (typeof written !== 'string' && !matches(rowSchemas[rowKind], row, place)) return undefined;
    const when = conditionsOf(compiler, row.when as Conditions | undefined, inside(place, 'when'), around);
    const read = { ...around, isConditional: around.isConditional || row.when !== undefined };
    const at = typeof written === 'string' ? { file: place.file, pointer: place.pointer } : place;
    const source = sourceOf[rowKind](compiler, row, { target, place: at, around: read });
    if (source === undefined) return undefined;
    return { target, source, when, isRequired: row.required === true, isSingle: row.single === true };
  };

  const rowsOf = (target: string, written: Json, place: Place, around: Around): CompiledRow[] => {
    const whole = around.target === '' ? target : `${around.target}/${target}`;
    const instead = reservedMember(around.kind, whole);
    if (instead !== undefined) {
      fault(place, `no row: ${instead}`);
      return [];
    }
    if (/(?:^|\/)DosagePlugin\/(?!FreeTextDosage(?:\/|$))/.test(whole)) {
      fault(place, 'FreeTextDosage: a table cannot say structured dosages');
      return [];
    }
    const member = targetAt(around.plan, target, around.target);
    if ('expected' in member) {
      fault(place, member.expected);
      return [];
    }
    if (!Array.isArray(written)) {
      const row = rowOf(written, { target: member, place, around });
      return row === undefined ? [] : [row];
    }
    if (written.length === 0) fault(place, 'at least one row');
    return written.flatMap(
      (row, at) => rowOf(row, { target: member, place: inside(place, at), around }) ?? [],
    );
  };

  const scopeOf = (rows: JsonObject, place: Place, around: Around, where: readonly Condition[]): Scope => {
    const targets = Object.keys(rows);
    if (targets.length === 0) fault(place, 'at least one row');
    const compiled = targets.flatMap(target =>
      rowsOf(target, rows[target] ?? null, inside(place, target), around),
    );
    return {
      rows: compiled,
      where,
      spans: spansOf(compiled.map(({ target }) => target)),
      untilEnd: untilEndOf(compiled.map(({ target }) => target)),
      isLeft: around.tree.isLeft,
    };
  };

  /** The rows of a file: its members but those that are no rows. */
  const tableScope = (table: TableFile, around: Around, where: readonly Condition[]): Scope => {
    const place = { file: table, pointer: '' };
    const { ignore = {}, $schema: _, ...rows } = table.value;
    if (matches(Ignore, ignore, inside(place, tableMembers[1])))
      for (const path of Object.keys(ignore as Ignore)) {
        const at = inside(place, 'ignore', path);
        const [, name] = /^\*\*\/([^/]+)$/.exec(path) ?? [];
        if (name !== undefined) {
          around.anywhere.add(name.replaceAll('~1', '/').replaceAll('~0', '~'));
          compilation.ignoredNames.push({ name, place: at, isAnywhere: true });
          continue;
        }
        const found = checkedPathIn(path, at, { tree: around.tree, format });
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
        if (around.parts.length === 0) compilation.ignored.push({ tree: found.tree, place: at });
      }
    return scopeOf(rows, place, around, where);
  };

  const compiler: TableCompiler = {
    compilation,
    knownWords,
    references,
    times,
    scopeOf,
    tableScope,
    rowOf,
  };
  const record: Around = {
    kind,
    plan,
    tree,
    steps: [],
    isConditional: false,
    target: '',
    rowDepth: 0,
    parts: [],
    ignored,
    anywhere,
  };
  const scope = tableScope(file, record, []);
  const target = extra === undefined ? undefined : targetAt(plan, extra.target);
  if (extra === undefined || target === undefined || 'expected' in target)
    return { scope, ignored, anywhere };
  const row = rowOf(extra.row, { target, place: extra.place, around: record });
  return { scope: row === undefined ? scope : { ...scope, rows: [...scope.rows, row] }, ignored, anywhere };
};

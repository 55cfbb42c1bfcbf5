// What compiling a table shares: the region's tables as a whole, the table of a kind, and where a row stands in it.
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TimeReader } from '../../values/written-times.ts';
import type { ObjectPlan } from '../../xml/plan.ts';
import type { RowKind, RowOf } from '../format/rows.ts';
import type { Conditions } from '../format/values.ts';
import type { Condition, Source, SourceTree, Target } from '../scope.ts';
import { type Format, isOutward, type Steps } from '../source-path.ts';
import { conditionsIn, type KnownWords, markReadAt } from './answer-paths.ts';
import type { TableFolder } from './files.ts';
import { type CheckedPath, checkedPathIn, type IgnoredPlace, type Place } from './place.ts';
import type { OpenReference } from './references.ts';

/** What compiling the tables of a region shares. */
export type Compilation = {
  readonly folder: TableFolder;
  readonly format: Format;
  rows: number;
  /** The last names in `ignore` of all tables; of some, at any depth. */
  readonly ignoredNames: { readonly name: string; readonly place: Place; readonly isAnywhere: boolean }[];
  /** The names that rows, owners and marks of all tables read, and the last ones of marks. */
  readonly readNames: Set<string>;
  readonly markNames: Set<string>;
};

/** The object that rows belong to. */
export type Around = {
  readonly plan: ObjectPlan;
  /** Where its values come from. */
  readonly tree: SourceTree;
  /** The path to it from the record. */
  readonly steps: Steps;
  /** Whether a condition can keep it from being read. */
  readonly isConditional: boolean;
  /** The names of the members from the record, with `/`; empty for the record itself. */
  readonly target: string;
  /** How many rows are around it. */
  readonly rowDepth: number;
  /** The parts that are being used. */
  readonly parts: readonly string[];
  /** Takes the paths that a table ignores there. */
  readonly ignored: Steps[];
};

/** Where a row writes, where it stands, and what holds for it. */
export type RowContext = {
  readonly target: Target;
  readonly place: Place;
  readonly around: Around;
};

/** The table of a kind while it is compiled. */
export type TableCompiler = {
  readonly compilation: Compilation;
  readonly kind: SourceKind;
  readonly knownWords: KnownWords;
  readonly references: ReadonlyMap<string, OpenReference>;
  readonly times: TimeReader;
  /** The place of the outermost list around the records: what nothing reads below it is counted. */
  readonly listed: SourceTree;
  /** Takes the names that the table ignores at any depth; and the places in `ignore`, with what of a record they ignore. */
  readonly anywhere: Set<string>;
  readonly ignoredPlaces: IgnoredPlace[];
};

/** Compiles the source of a kind of row; undefined, with a fault reported, if it cannot be. */
export type SourceOf<K extends RowKind> = (
  compiler: TableCompiler,
  row: RowOf<K>,
  context: RowContext,
) => Source | undefined;

/** Notes that a place is always read: without a condition, or around the record, where tables know the name whatever conditions say. */
const noteRead = ({ isConditional }: Around, { steps, tree }: CheckedPath, place: Place): void => {
  if (!isConditional || isOutward(steps[0])) markReadAt(tree, place);
};

/** The path of an object or list whose rows read it; undefined, with a fault reported, if it cannot be read. */
export const pathAt = (
  { compilation: { format } }: Pick<TableCompiler, 'compilation'>,
  path: string,
  place: Place,
  { tree, mayEndOutward = false }: { readonly tree: SourceTree; readonly mayEndOutward?: boolean },
): CheckedPath | undefined => {
  const found = checkedPathIn(path, place, { tree, format, mayEndOutward });
  // What is around the record is known by its names: of another object there, all of it.
  if (found !== undefined && isOutward(found.steps[0]) && !isOutward(found.steps.at(-1)))
    markReadAt(found.tree, place);
  return found;
};

/** The steps of a path that a row reads; undefined, with a fault reported, if they cannot be. */
export const readAt = (
  { compilation: { format } }: Pick<TableCompiler, 'compilation'>,
  path: string,
  place: Place,
  around: Around,
): Steps | undefined => {
  const found = checkedPathIn(path, place, { tree: around.tree, format });
  if (found !== undefined) noteRead(around, found, place);
  return found?.steps;
};

/** The conditions of a row, or of the items of a list. */
export const conditionsOf = (
  { compilation: { format }, knownWords }: TableCompiler,
  written: Conditions | undefined,
  place: Place,
  around: Around,
): Condition[] =>
  conditionsIn(written, place, {
    tree: around.tree,
    format,
    knownWords,
    onPath: (found, at) => noteRead(around, found, at),
  });

// What compiling a table shares: the region's tables as a whole, the table of a kind, and where a row stands in it.
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TimeReader } from '../../values/written-times.ts';
import type { ObjectPlan } from '../../xml/plan.ts';
import type { RowKind, RowOf } from '../format/rows.ts';
import type { Source, SourceTree, Target } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import type { PathContext } from './answer-paths.ts';
import type { TableFolder } from './files.ts';
import type { IgnoredPlace, Place } from './place.ts';
import type { OpenReference } from './references.ts';

/** What compiling the tables of a region shares. */
export type Compilation = {
  readonly folder: TableFolder;
  rows: number;
  /** The last names in `ignore` of all tables; of some, at any depth. */
  readonly ignoredNames: { readonly name: string; readonly place: Place; readonly isAnywhere: boolean }[];
  /** The names that rows, owners and marks of all tables read, and the last ones of marks. */
  readonly readNames: Set<string>;
  readonly markNames: Set<string>;
};

/** The object that rows belong to. */
export type Around = PathContext & {
  /** Whether a condition can keep the object from being read. */
  readonly isConditional: boolean;
  readonly plan: ObjectPlan;
  /** The path to it from the record. */
  readonly steps: Steps;
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

// Compiles the sources of rows that hold no rows: texts, ids, times, constants and given names.
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { TextPlan } from '../../xml/plan.ts';
import type { RowKind } from '../format/rows.ts';
import { leafPlan, leafType } from '../leaf.ts';
import type { Source, Target } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import { fault, hint, inside } from './place.ts';
import { type RowContext, readAt, type TableCompiler } from './table-compiler.ts';
import { checkPublished, textReading, wordTableOf } from './text-reading.ts';

type SourceOf = (compiler: TableCompiler, row: JsonObject, context: RowContext) => Source | undefined;

/** A text of an id. */
const anyText: TextPlan = { type: 'text', trim: true };
/** Members that say how serious something is, or how far it is done. Of warnings in force, `hintsOfKind` says more. */
const isJudged = /severity|status|^MedicationActive$/i;

const hsaRoot = '1.2.752.129.2.1.4.1';

/** A date and a time of day, which stand in several texts. */
const timeOfTexts: SourceOf = (compiler, row, { target, place, around }) => {
  if (row.time === undefined)
    return fault(inside(place, 'from'), 'one path; or time beside it, of which they are the texts');
  const only = Object.keys(row).find(name => !['from', 'time', 'required', 'when'].includes(name));
  if (only !== undefined) return fault(inside(place, only), `no ${only} beside several paths`);
  const time = textReading(row, target, { place, folder: compiler.compilation.folder });
  const paths = (row.from as string[]).map((path, index) =>
    readAt(compiler, path, inside(inside(place, 'from'), index), around),
  );
  if (time === undefined || paths.includes(undefined)) return undefined;
  return { kind: 'join', paths: paths as Steps[], separator: ' ', reading: { type: 'text' }, time };
};

const from: SourceOf = (compiler, row, { target, place, around }) => {
  if (Array.isArray(row.from)) return timeOfTexts(compiler, row, { target, place, around });
  const { times, compilation } = compiler;
  const reading = textReading(row, target, { place, folder: compilation.folder });
  const steps = readAt(compiler, row.from as string, inside(place, 'from'), around);
  if (reading === undefined || steps === undefined) return undefined;
  if (row.plus === undefined) return { kind: 'text', steps, reading, plus: undefined };
  const at = inside(place, 'plus');
  if (reading.type !== 'time') return fault(at, 'no plus: the member is not a time');
  const minutes = (row.plus as JsonObject).minutes as string;
  const duration = readAt(compiler, minutes, inside(at, 'minutes'), around);
  return duration === undefined
    ? undefined
    : { kind: 'text', steps, reading, plus: { steps: duration, times } };
};

/** The keys of an identifier's members; undefined if the member is not one. */
const identifierKeys = ({ member: { plan } }: Target) => {
  if (plan.type !== 'object' || plan.members.size !== 2) return undefined;
  const [root, extension] = [plan.members.get('root'), plan.members.get('extension')];
  return root === undefined || extension === undefined
    ? undefined
    : { root: root.key, extension: extension.key };
};

const identifier =
  (rowKind: 'id' | 'hsa'): SourceOf =>
  (compiler, row, { target, place, around }) => {
    const keys = identifierKeys(target);
    if (keys === undefined) return fault(place, 'from: the member is not an id with root and extension');
    const steps = readAt(compiler, row[rowKind] as string, inside(place, rowKind), around);
    if (steps === undefined) return undefined;
    const root = rowKind === 'hsa' ? hsaRoot : (row.root as string);
    const { folder } = compiler.compilation;
    const words = wordTableOf(row.words, anyText, { place: inside(place, 'words'), folder });
    return {
      kind: 'id',
      steps,
      root,
      keys,
      reading: { type: 'text', isDigits: row.digits === true, words },
    };
  };

const join: SourceOf = (compiler, row, { target, place, around }) => {
  const reading = textReading({}, target, { place, folder: compiler.compilation.folder });
  const paths = (row.join as string[]).map((path, index) =>
    readAt(compiler, path, inside(inside(place, 'join'), index), around),
  );
  if (reading === undefined || paths.includes(undefined)) return undefined;
  if (leafType(leafPlan(target.member.plan) ?? { type: 'any' }) !== 'text')
    return fault(place, 'from: only a text can be joined');
  return {
    kind: 'join',
    paths: paths as Steps[],
    separator: (row.separator as string | undefined) ?? ' ',
    reading,
    time: undefined,
  };
};

const value: SourceOf = ({ compilation: { folder } }, row, { target, place }) => {
  if (textReading({}, target, { place, folder }) === undefined) return undefined;
  const leaf = leafPlan(target.member.plan);
  if (leaf !== undefined) checkPublished(row.value ?? '', leaf, inside(place, 'value'));
  if (row.when === undefined && isJudged.test(target.member.element))
    hint(
      inside(place, 'value'),
      `every record is published with ${String(row.value)}: does the EHR say nothing about it?`,
    );
  return { kind: 'value', text: String(row.value) };
};

const names: SourceOf = (compiler, row, { target: { member }, place, around }) => {
  const { plan } = member;
  const isNames =
    member.many && (plan.type === 'text' || (plan.type === 'object' && plan.members.has('qualifier')));
  if (!isNames) return fault(place, 'another row: only given names are written by names');
  const steps = readAt(compiler, row.names as string, inside(place, 'names'), around);
  if (row.called !== undefined && row.position !== undefined)
    return fault(inside(place, 'position'), 'called or position, and not both');
  if (row.first !== undefined && row.position === undefined)
    return fault(inside(place, 'first'), 'position beside first: the path of a digit');
  const at = row.position === undefined ? 'called' : 'position';
  const path = row[at];
  const inUse = path === undefined ? undefined : readAt(compiler, path as string, inside(place, at), around);
  const by = at === 'called' ? 'name' : ((row.first as 0 | 1 | undefined) ?? 'mark');
  return steps === undefined
    ? undefined
    : { kind: 'names', steps, inUse: inUse === undefined ? undefined : { steps: inUse, by } };
};

/** The kinds of row that hold no rows. */
export const valueSources = {
  from,
  id: identifier('id'),
  hsa: identifier('hsa'),
  join,
  value,
  names,
} as const satisfies Partial<Record<RowKind, SourceOf>>;

// Compiles the sources of rows that hold no rows: texts, ids, times, constants and given names.
import { hsaRoot } from '../../values/values.ts';
import type { TextPlan } from '../../xml/plan.ts';
import type { RowKind, RowOf } from '../format/rows.ts';
import { leafPlan, leafType } from '../leaf.ts';
import type { Duration, JoinedPart, Source, Target } from '../scope.ts';
import { readIn } from './answer-paths.ts';
import { fault, hint, inside } from './place.ts';
import type { RowContext, SourceOf, TableCompiler } from './table-compiler.ts';
import { checkPublished, textReading, wordTableOf } from './text-reading.ts';
import { checkedTimeForm } from './time-form-checks.ts';

/** A text of an id. */
const anyText: TextPlan = { type: 'text', trim: true };
/** Members that say how serious something is, or how far it is done. Of warnings in force, `hintsOfKind` says more. */
const isJudged = /severity|status|^MedicationActive$/i;

/** How much later a time is; undefined if the row does not say it. */
const durationOf = (
  compiler: TableCompiler,
  { plus }: RowOf<'from'>,
  { place, around }: RowContext,
): Duration | undefined => {
  if (plus === undefined) return undefined;
  const steps = readIn(around, plus.minutes, inside(place, 'plus', 'minutes'))?.steps;
  return steps === undefined ? undefined : { steps, times: compiler.times };
};

/** A date and a time of day, which stand in several texts. */
const timeOfTexts = (
  compiler: TableCompiler,
  paths: readonly string[],
  row: RowOf<'from'>,
  { target, place, around }: RowContext,
): Source | undefined => {
  if (row.time === undefined)
    return fault(inside(place, 'from'), 'one path; or time beside it, of which they are the texts');
  const only = Object.keys(row).find(name => !['from', 'time', 'plus', 'required', 'when'].includes(name));
  if (only !== undefined) return fault(inside(place, only), `no ${only} beside several paths`);
  const time = textReading(compiler, row, { target, place });
  const parts = paths.flatMap((path, index) => {
    const steps = readIn(around, path, inside(place, 'from', index))?.steps;
    return steps === undefined ? [] : [{ steps, isRequired: true }];
  });
  if (time === undefined) return undefined;
  const plus = durationOf(compiler, row, { target, place, around });
  return { kind: 'join', parts, separator: ' ', reading: { type: 'text' }, time, plus };
};

const from: SourceOf<'from'> = (compiler, row, { target, place, around }) => {
  if (typeof row.from !== 'string') return timeOfTexts(compiler, row.from, row, { target, place, around });
  const reading = textReading(compiler, row, { target, place });
  const steps = readIn(around, row.from, inside(place, 'from'))?.steps;
  if (reading === undefined || steps === undefined) return undefined;
  if (row.plus !== undefined && reading.type !== 'time')
    return fault(inside(place, 'plus'), 'no plus: the member is not a time');
  return { kind: 'text', steps, reading, plus: durationOf(compiler, row, { target, place, around }) };
};

/** The keys of an identifier's members; undefined if the member is not one. */
const identifierKeys = ({ member: { plan } }: Target) => {
  if (plan.type !== 'object' || plan.members.size !== 2) return undefined;
  const [root, extension] = [plan.members.get('root'), plan.members.get('extension')];
  return root === undefined || extension === undefined
    ? undefined
    : { root: root.key, extension: extension.key };
};

/** An id of the register that the row names, or an HSA-id. */
const identifier: SourceOf<'id' | 'hsa'> = (compiler, row, { target, place, around }) => {
  const keys = identifierKeys(target);
  if (keys === undefined) return fault(place, 'from: the member is not an id with root and extension');
  const { at, path, root, digits } =
    'hsa' in row
      ? { at: 'hsa', path: row.hsa, root: hsaRoot, digits: false }
      : { at: 'id', path: row.id, root: row.root, digits: row.digits === true };
  const steps = readIn(around, path, inside(place, at))?.steps;
  if (steps === undefined) return undefined;
  const { folder } = compiler.compilation;
  const words = wordTableOf(row.words, anyText, { place: inside(place, 'words'), folder });
  return { kind: 'id', steps, root, keys, reading: { type: 'text', isDigits: digits, words } };
};

const join: SourceOf<'join'> = (compiler, row, { target, place, around }) => {
  const reading = textReading(compiler, {}, { target, place });
  if (reading === undefined) return undefined;
  if (reading.type !== 'text') return fault(place, 'from: only a text can be joined');
  const { join: written, separator = ' ' } = row;
  const required = Array.isArray(row.required) ? row.required : [];
  for (const [index, path] of required.entries())
    if (!written.includes(path)) fault(inside(place, 'required', index), 'a path of join');
  const parts = written.flatMap((part, index): JoinedPart[] => {
    const at = inside(place, 'join', index);
    if (typeof part === 'string') {
      const steps = readIn(around, part, at)?.steps;
      return steps === undefined ? [] : [{ steps, isRequired: required.includes(part) }];
    }
    for (const beside of [written[index - 1], written[index + 1]])
      if (beside !== undefined && (typeof beside !== 'string' || !required.includes(beside)))
        fault(at, 'required, with the paths beside this text: without their values it would stand alone');
    return [part.text];
  });
  return { kind: 'join', parts, separator, reading, time: undefined, plus: undefined };
};

const value: SourceOf<'value'> = (compiler, row, { target, place }) => {
  if (textReading(compiler, {}, { target, place }) === undefined) return undefined;
  const leaf = leafPlan(target.member.plan);
  if (leaf !== undefined) checkPublished(row.value, leaf, inside(place, 'value'));
  if (row.when === undefined && isJudged.test(target.member.element))
    hint(
      inside(place, 'value'),
      `every record is published with ${String(row.value)}: does the EHR say nothing about it?`,
    );
  return { kind: 'value', text: String(row.value) };
};

const names: SourceOf<'names'> = (_, row, { target: { member }, place, around }) => {
  const { plan } = member;
  const isNames =
    member.many && (plan.type === 'text' || (plan.type === 'object' && plan.members.has('qualifier')));
  if (!isNames) return fault(place, 'another row: only given names are written by names');
  const steps = readIn(around, row.names, inside(place, 'names'))?.steps;
  if (row.called !== undefined && row.position !== undefined)
    return fault(inside(place, 'position'), 'called or position, and not both');
  if (row.first !== undefined && row.position === undefined)
    return fault(inside(place, 'first'), 'position beside first: the path of a digit');
  const at = row.position === undefined ? 'called' : 'position';
  const path = row[at];
  const inUse = path === undefined ? undefined : readIn(around, path, inside(place, at))?.steps;
  const by = at === 'called' ? 'name' : (row.first ?? 'mark');
  return steps === undefined
    ? undefined
    : { kind: 'names', steps, inUse: inUse === undefined ? undefined : { steps: inUse, by } };
};

const born: SourceOf<'born'> = (_, __, { target, place }) =>
  target.member.element === 'PatientBirthDate'
    ? { kind: 'born' }
    : fault(place, 'another row: the number of the patient has the date of birth alone');

const until: SourceOf<'until'> = (compiler, row, { target, place, around }) => {
  const leaf = leafPlan(target.member.plan);
  if (leaf === undefined || leafType(leaf) !== 'flag')
    return fault(place, 'from: only true or false ends at a time');
  const steps = readIn(around, row.until, inside(place, 'until'))?.steps;
  const time = checkedTimeForm(row.time, inside(place, 'time'));
  if (steps === undefined) return undefined;
  return { kind: 'until', steps, reading: { type: 'time', time }, times: compiler.times };
};

/** The kinds of row that hold no rows. */
export const valueSources = {
  from,
  id: identifier,
  hsa: identifier,
  join,
  value,
  names,
  born,
  until,
} as const satisfies { readonly [K in RowKind]?: SourceOf<K> };

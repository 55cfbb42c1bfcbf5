// Compiles the sources of rows that hold no rows: texts, ids, times, constants and given names.
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { TextPlan } from '../../xml/plan.ts';
import type { RowKind } from '../format/rows.ts';
import { leafPlan, leafType } from '../leaf.ts';
import type { Duration, JoinedPart, Source, Target } from '../scope.ts';
import { fault, hint, inside } from './place.ts';
import { type RowContext, readAt, type TableCompiler } from './table-compiler.ts';
import { checkPublished, textReading, wordTableOf } from './text-reading.ts';
import { checkedTimeForm } from './time-form-checks.ts';

type SourceOf = (compiler: TableCompiler, row: JsonObject, context: RowContext) => Source | undefined;

/** A text of an id. */
const anyText: TextPlan = { type: 'text', trim: true };
/** Members that say how serious something is, or how far it is done. Of warnings in force, `hintsOfKind` says more. */
const isJudged = /severity|status|^MedicationActive$/i;

const hsaRoot = '1.2.752.129.2.1.4.1';

/** How much later a time is; undefined if the row does not say it. */
const durationOf = (
  compiler: TableCompiler,
  { plus }: JsonObject,
  { place, around }: RowContext,
): Duration | undefined => {
  if (plus === undefined) return undefined;
  const { minutes } = plus as { readonly minutes: string };
  const steps = readAt(compiler, minutes, inside(place, 'plus', 'minutes'), around);
  return steps === undefined ? undefined : { steps, times: compiler.times };
};

/** A date and a time of day, which stand in several texts. */
const timeOfTexts: SourceOf = (compiler, row, { target, place, around }) => {
  if (row.time === undefined)
    return fault(inside(place, 'from'), 'one path; or time beside it, of which they are the texts');
  const only = Object.keys(row).find(name => !['from', 'time', 'plus', 'required', 'when'].includes(name));
  if (only !== undefined) return fault(inside(place, only), `no ${only} beside several paths`);
  const time = textReading(compiler, row, { target, place });
  const parts = (row.from as string[]).flatMap((path, index) => {
    const steps = readAt(compiler, path, inside(place, 'from', index), around);
    return steps === undefined ? [] : [{ steps, isRequired: true }];
  });
  if (time === undefined) return undefined;
  const plus = durationOf(compiler, row, { target, place, around });
  return { kind: 'join', parts, separator: ' ', reading: { type: 'text' }, time, plus };
};

const from: SourceOf = (compiler, row, { target, place, around }) => {
  if (Array.isArray(row.from)) return timeOfTexts(compiler, row, { target, place, around });
  const reading = textReading(compiler, row, { target, place });
  const steps = readAt(compiler, row.from as string, inside(place, 'from'), around);
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
  const reading = textReading(compiler, {}, { target, place });
  if (reading === undefined) return undefined;
  if (leafType(leafPlan(target.member.plan) ?? { type: 'any' }) !== 'text')
    return fault(place, 'from: only a text can be joined');
  const written = row.join as readonly (string | { readonly text: string })[];
  const required = Array.isArray(row.required) ? (row.required as readonly string[]) : [];
  for (const [index, path] of required.entries())
    if (!written.includes(path)) fault(inside(place, 'required', index), 'a path of join');
  const parts = written.flatMap((part, index): JoinedPart[] => {
    const at = inside(place, 'join', index);
    if (typeof part === 'string') {
      const steps = readAt(compiler, part, at, around);
      return steps === undefined ? [] : [{ steps, isRequired: required.includes(part) }];
    }
    for (const beside of [written[index - 1], written[index + 1]])
      if (beside !== undefined && (typeof beside !== 'string' || !required.includes(beside)))
        fault(at, 'required, with the paths beside this text: without their values it would stand alone');
    return [part.text];
  });
  const separator = (row.separator as string | undefined) ?? ' ';
  return { kind: 'join', parts, separator, reading, time: undefined, plus: undefined };
};

const value: SourceOf = (compiler, row, { target, place }) => {
  if (textReading(compiler, {}, { target, place }) === undefined) return undefined;
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

const born: SourceOf = (_, __, { target, place }) =>
  target.member.element === 'PatientBirthDate'
    ? { kind: 'born' }
    : fault(place, 'another row: the number of the patient has the date of birth alone');

const until: SourceOf = (compiler, row, { target, place, around }) => {
  const leaf = leafPlan(target.member.plan);
  if (leaf === undefined || leafType(leaf) !== 'flag')
    return fault(place, 'from: only true or false ends at a time');
  const steps = readAt(compiler, row.until as string, inside(place, 'until'), around);
  const time = checkedTimeForm(row.time as string | undefined, inside(place, 'time'));
  if (steps === undefined) return undefined;
  return { kind: 'until', steps, reading: { type: 'time', time, isEnd: true }, times: compiler.times };
};

/** The kinds of row that hold no rows. */
export const valueSources = {
  from,
  id: identifier('id'),
  hsa: identifier('hsa'),
  join,
  value,
  names,
  born,
  until,
} as const satisfies Partial<Record<RowKind, SourceOf>>;

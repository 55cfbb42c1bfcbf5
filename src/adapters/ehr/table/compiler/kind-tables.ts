// Compiles a kind of system.json, with its table.
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TimeReader } from '../../values/written-times.ts';
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import type { ProtectionRow } from '../format/access.ts';
import { tableFiles } from '../format/kinds.ts';
import type { Kind, SystemFile } from '../format/system.ts';
import { recordPlan } from '../records.ts';
import type { PlaceholderName } from '../requests.ts';
import type { SourceTree } from '../scope.ts';
import { type Format, lastName, type Steps } from '../source-path.ts';
import type { AnswerTest, KindTables } from '../tables.ts';
import { answerTest, type PathContext } from './answer-paths.ts';
import { hintsOfKind } from './kind-hints.ts';
import { isHeld, listSource, nextPage } from './list-source.ts';
import { marksOf, onlyOf } from './marks.ts';
import { fault, hint, type IgnoredPlace, inside, type Place } from './place.ts';
import { referencesOf } from './references.ts';
import { compileTable } from './rows.ts';
import type { Compilation } from './table-compiler.ts';
import { targetAt } from './targets.ts';

/** The placeholders of a kind's request. Warnings and patients have no interval. */
const placeholdersOf = (kind: SourceKind, { lookup }: SystemFile): PlaceholderName[] => [
  'patient',
  ...(lookup === undefined ? [] : ['id' as const]),
  ...(kind === 'attentionSignals' || kind === 'patients' ? [] : (['from', 'to'] as const)),
];

/** The member that holds the text of a journal note. */
const contentOf = (plan: ObjectPlan): Member | undefined => {
  const target = targetAt(plan, 'Note/Records/Record');
  return 'member' in target ? target.member : undefined;
};

/** Reports paths that are ignored although rows or members of system.json read them whatever the record holds. */
const checkIgnored = (ignored: readonly IgnoredPlace[]): void => {
  const readWithin = (tree: SourceTree): SourceTree | undefined =>
    tree.isRead ? tree : [...tree.children.values()].map(readWithin).find(one => one !== undefined);
  for (const { tree, place } of ignored) {
    const read = readWithin(tree);
    const reader = read?.readAt === undefined ? '' : `: ${read.readAt} reads it`;
    if (read !== undefined) fault(place, `a path at which, and below which, nothing is read${reader}`);
  }
};

/** The file of a request's table. */
export const fileOf = (kind: SourceKind, { table }: Pick<Kind, 'table'>): string =>
  table === undefined ? tableFiles[kind] : tableFiles[kind].replace('.json', `-${table}.json`);

/** Answers of another status than 200 that say something. */
const statusTests = (written: Kind['none'], place: Place, format: Format): AnswerTest[] =>
  (written ?? []).map((one, at) => {
    const hasWords = Object.entries(one.body ?? {}).some(
      ([path, words]) => typeof words !== 'string' || (path === '.' && words === 'absent'),
    );
    if (one.status !== 204 && !hasWords)
      fault(inside(place, at), 'body, with words of the EHR: another server can answer with this status too');
    return answerTest(one, inside(place, at), format);
  });

/** The names that paths read in a tree: those of what is only ignored are not among them. */
const namesRead = ({ children }: SourceTree, onlyIgnored: ReadonlySet<SourceTree>): readonly string[] =>
  [...children].flatMap(([name, child]) => {
    if (onlyIgnored.has(child) && !child.isRead && child.children.size === 0) return [];
    const [, by = name] = /^\[([^=]+)=/.exec(name) ?? [];
    const parts = by.split('/');
    // A slash may stand between names or in one: any run of adjacent parts may be one name.
    const runs = parts.flatMap((_, from) => parts.map((_, to) => parts.slice(from, to + 1).join('/')));
    return [...runs, ...namesRead(child, onlyIgnored)];
  });

/** Undefined, with a fault reported, without a table that can be read. */
export const kindTables = (
  kind: SourceKind,
  written: Kind & { readonly protected?: ProtectionRow },
  place: Place,
  { system, compilation, times }: { system: SystemFile; compilation: Compilation; times: TimeReader },
): KindTables | undefined => {
  const { folder } = compilation;
  const { format } = system;
  const name = fileOf(kind, written);
  if (!folder.has(name)) return fault(place, `the file ${name}: it says what the records hold`);
  const file = folder.file(name);
  if (file === undefined) return undefined;
  const { source, tree, listed } = listSource(written, place, {
    system,
    names: placeholdersOf(kind, system),
    name: kind,
  });
  const { protected: protection, visible, next, query } = written;
  if (kind === 'patients' && source.owner.isAnswerAlone)
    fault(
      inside(place, 'owner'),
      'record: a patient’s record names its patient itself, because it can also hold the numbers of relatives',
    );
  const protectedRow =
    protection === undefined || protection === 'not-said'
      ? undefined
      : { row: protection as JsonObject, place: inside(place, 'protected') };
  const context: PathContext = { tree, format, knownWords: new Map() };
  const only = onlyOf(written, place, { ...context, system });
  const marks = marksOf(visible, inside(place, 'visible'), { ...context, times });
  const allMarks = [...only.marks, ...marks];
  const { born } = source.owner;
  const decisive = [
    ...(source.owner.record === undefined ? [] : [source.owner.record, born?.steps, born?.digits]).filter(
      steps => steps !== undefined,
    ),
    ...allMarks.flatMap(({ steps, when }) => [steps, ...when.map(condition => condition.steps)]),
  ];
  const ignoredPlaces: IgnoredPlace[] = [];
  const references = referencesOf(written.refers, inside(place, 'refers'), {
    source,
    ignoredPlaces,
    format,
  });
  const plan = recordPlan(kind, times);
  const ignored: Steps[] = [];
  const anywhere = new Set<string>();
  const compiler = { compilation, kind, references, times, listed, anywhere, ignoredPlaces };
  const scope = compileTable(compiler, { ...context, file, plan, ignored, protectedRow });
  checkIgnored(ignoredPlaces);
  const onlyIgnored = new Set(ignoredPlaces.map(one => one.tree));
  for (const one of [tree, ...[...references.values()].map(list => list.tree)])
    for (const read of namesRead(one, onlyIgnored)) compilation.readNames.add(read);
  for (const { steps } of allMarks) compilation.markNames.add(lastName(steps) ?? '');
  const sent = new Set([...source.request.query.values()].map(({ value }) => value.kind));
  if (sent.has('to') && !sent.has('from'))
    hint(
      inside(place, 'query'),
      '{to} without {from}: does the EHR then send what is before the interval too, and all of it?',
    );
  hintsOfKind({ place, kind, written, source, marks, scope }, { file, pointer: '' }, folder);
  return {
    ...source,
    table: name.replace('.json', ''),
    none: statusTests(written.none, inside(place, 'none'), format),
    unknown: statusTests(written.unknown, inside(place, 'unknown'), format),
    isHeld: isHeld(source, tree) || references.size > 0,
    visible: allMarks,
    others: only.others,
    next: nextPage(next, inside(place, 'next'), { source, query, format }),
    scope,
    beside: { decisive, ignored, anywhere },
    references,
    content: kind === 'journalNotes' ? contentOf(plan) : undefined,
    statesProtection: protection === undefined ? undefined : protection !== 'not-said',
    takesInterval: sent.has('from') || sent.has('to'),
  };
};

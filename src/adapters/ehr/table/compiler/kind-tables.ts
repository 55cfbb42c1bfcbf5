// Compiles a kind of system.json, with its table.
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { TimeReader } from '../../values/written-times.ts';
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import type { ProtectionRow } from '../format/access.ts';
import { tableFiles } from '../format/kinds.ts';
import type { Kind, SystemFile } from '../format/system.ts';
import { protectionMember, recordPlan } from '../records.ts';
import type { PlaceholderName } from '../requests.ts';
import type { SourceTree } from '../scope.ts';
import type { KindTables } from '../tables.ts';
import type { KnownWords } from './conditions.ts';
import { hintsOfKind } from './kind-hints.ts';
import { isHeld, listSource, nextPage } from './list-source.ts';
import { marksOf } from './marks.ts';
import { onlyOf } from './only.ts';
import { fault, inside, type Place } from './place.ts';
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
const checkIgnored = (ignored: Compilation['ignored']): void => {
  const isReadWithin = ({ isRead, children }: SourceTree): boolean =>
    isRead || [...children.values()].some(isReadWithin);
  for (const { tree, place } of ignored)
    if (isReadWithin(tree)) fault(place, 'a path at which, and below which, nothing is read');
};

/** Undefined, with a fault reported, without a table that can be read. */
export const kindTables = (
  kind: SourceKind,
  written: Kind & { readonly protected?: ProtectionRow },
  place: Place,
  { system, compilation, times }: { system: SystemFile; compilation: Compilation; times: TimeReader },
): KindTables | undefined => {
  const { folder, format } = compilation;
  const name = tableFiles[kind];
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
  const extra =
    protection === undefined || protection === 'not-said'
      ? undefined
      : {
          target: protectionMember,
          row: protection as JsonObject,
          place: inside(place, 'protected'),
        };
  const knownWords: KnownWords = new Map();
  const only = onlyOf(written, place, { tree, format, knownWords, system });
  const marks = marksOf(visible, inside(place, 'visible'), { tree, format, knownWords, times });
  const allMarks = [...only.marks, ...marks];
  const { born } = source.owner;
  const decisive = [
    ...(source.owner.record === undefined ? [] : [source.owner.record]),
    ...(source.owner.record === undefined || born === undefined
      ? []
      : [born.steps, ...(born.digits === undefined ? [] : [born.digits])]),
    ...allMarks.flatMap(({ steps, when }) => [steps, ...when.map(condition => condition.steps)]),
  ];
  const references = referencesOf(written.refers, inside(place, 'refers'), {
    source,
    ignoredPlaces: compilation.ignored,
    format,
  });
  const plan = recordPlan(kind, times);
  const { scope, ignored } = compileTable(compilation, {
    file,
    kind,
    plan,
    tree,
    knownWords,
    references,
    times,
    listed,
    extra,
  });
  checkIgnored(compilation.ignored.splice(0));
  hintsOfKind({ kind, written, source, marks, scope }, { place, table: { file, pointer: '' }, folder });
  return {
    ...source,
    isHeld: isHeld(source, tree) || references.size > 0,
    visible: allMarks,
    others: only.others,
    next: nextPage(next, inside(place, 'next'), { source, query, format }),
    scope,
    beside: { decisive, ignored },
    references,
    content: kind === 'journalNotes' ? contentOf(plan) : undefined,
    statesProtection: protection === undefined ? undefined : protection !== 'not-said',
    takesInterval: [...source.request.query.values()].some(
      ({ value }) => value.kind === 'from' || value.kind === 'to',
    ),
  };
};

// Compiles how a list of records, or one record, is asked for, and where it stands in the answer.
import { allRequests, type Kind, type LookupRow, type Next, type SystemFile } from '../format/system.ts';
import type { Conditions } from '../format/values.ts';
import type { PlaceholderName } from '../requests.ts';
import { newSourceTree, placeInTree, type SourceTree } from '../scope.ts';
import { type Format, isSelection, recordsPathFault, recordsPathOf, stepsOf } from '../source-path.ts';
import type { ListSource, NextPage } from '../tables.ts';
import { allowBeside, readAlways, readerBeside, readerIn, stepsToList, wordTests } from './answer-paths.ts';
import { ownerPlaces, type WrittenOwner } from './owner-places.ts';
import { checkedSteps, fault, hint, inside, type Place } from './place.ts';
import { hasPlaceholder, requestOf } from './requests.ts';

/** What system.json says of a list, beside what depends on its kind. */
type WrittenList = Omit<LookupRow, 'id' | 'digits' | 'owner'> &
  Pick<Kind, 'next' | 'none' | 'unknown'> & { readonly owner: WrittenOwner };

const rootOf = (path: string | undefined): string | undefined => path?.split('/')[0]?.replace(/\*$/, '');

/** The paths of the words by which an answer of status 200 says that the patient is unknown. */
const unknownPaths = ({ unknownPatient: unknown }: SystemFile): string[] =>
  unknown === 'empty-lookup' || unknown.status !== 200 ? [] : Object.keys(unknown.body);

/** Whether several answers have a root element: then it does not say which list is empty. */
const isSharedRoot = (path: string, { kinds, lookup, unknownPatient }: SystemFile): boolean => {
  const answers = [...allRequests({ kinds }), ...(lookup === undefined ? [] : [lookup])];
  const roots = [
    ...answers.map(({ items, record }) => rootOf(items ?? record)),
    ...(unknownPatient === 'empty-lookup' ? [] : Object.keys(unknownPatient.body).map(rootOf)),
  ];
  return roots.filter(other => other === rootOf(path)).length > 1;
};

/** Names by which an answer says how many records there are, or that there are others. */
const furtherNames = /total|count|antal|more|next|paging|pages?$|offset|cursor/i;

/** Where the records stand. A path with a fault is that of the answer itself. */
const recordsPlace = (
  { items, record, empty }: Pick<WrittenList, 'items' | 'record' | 'empty'>,
  place: Place,
  system: SystemFile,
): ListSource['records'] => {
  const { format } = system;
  if ((items === undefined) === (record === undefined))
    fault(place, 'either items (a list of records) or record (one)');
  const isList = items !== undefined;
  const at = inside(place, isList ? 'items' : 'record');
  const path = items ?? record ?? '.';
  const wrong = recordsPathFault(path, format);
  if (wrong !== undefined) fault(at, wrong);
  const { steps, lists } = recordsPathOf(wrong === undefined ? path : '.', format);
  if (!isList && path.includes('*')) fault(at, 'items: a path with * leads to a list of records');
  if (isList && isSelection(steps.at(-1)))
    fault(at, 'a path that ends with a list: this one ends with an item');
  if (format === 'xml' && steps.length < 2 && isList) fault(at, 'the path of an element within the root');
  if (empty !== undefined && !isList) fault(inside(place, 'empty'), 'items: only a list can be empty');
  const isBelowRoot = format === 'xml' && isList && Math.min(...lists) === 1;
  if (isBelowRoot && empty === undefined && isSharedRoot(path, system))
    fault(at, 'a list in an element of its own, or empty beside it: other answers have this root too');
  const last = steps.at(-1);
  if (format === 'xml' && typeof last === 'string' && last.startsWith('@'))
    fault(at, 'an element, not an attribute');
  return { steps, lists: isList ? lists : new Set(), isList };
};

/** Creates what says of a path of `beside` that it may say more of the records than the tables read of it. */
const hintsBeside = (
  { items, next, good, partial }: WrittenList,
  { system, name }: { system: SystemFile; name: ListSource['name'] },
) => {
  const isToldGood = [good, partial, system.good, system.partial].some(one => one !== undefined);
  /** Names about which a hint has been given: one is enough for all that is within them. */
  const hinted = new Set<string>();
  return (path: string, at: Place): void => {
    const told = /^.*?(?:error|fault|status|result|partial|incomplete|warning)[^/]*/i.exec(path)?.[0];
    if (!isToldGood && told !== undefined && !hinted.has(told))
      hint(
        at,
        'it may say that the answer is not good, or not whole: an empty list beside it reads as "none". Say it in good or partial',
      );
    if (told !== undefined) hinted.add(told);
    const isFirstPage = items !== undefined && next === undefined && name !== 'the lookup';
    if (isFirstPage && furtherNames.test(path.split('/').at(-1) ?? ''))
      hint(
        at,
        'it may say that there are other pages, and only the first one is read: next says how a list goes on',
      );
  };
};

/** Whether an answer is held until it has ended: only then are the records found, or what is around them. */
export const isHeld = (
  { records: { steps, lists }, columns }: Pick<ListSource, 'records' | 'columns'>,
  tree: SourceTree,
): boolean => tree.isLeft || columns !== undefined || lists.size > 1 || steps.some(isSelection);

/** Compiles a list. @param more.names the placeholders that its request may have. @param more.name what messages call it. */
export const listSource = (
  written: WrittenList,
  place: Place,
  {
    system,
    names,
    name,
  }: { system: SystemFile; names: readonly PlaceholderName[]; name: ListSource['name'] },
) => {
  const { columns, owner } = written;
  const { format } = system;
  const records = recordsPlace(written, place, system);
  const { steps, lists, isList } = records;
  const envelope = newSourceTree();
  // What is within the outermost list is counted, or read as records; and all of a list from which an item is selected.
  const outermost = stepsToList(steps.slice(0, Math.min(...lists, steps.length) + 1));
  readAlways(envelope, outermost);
  const tree = newSourceTree(placeInTree(envelope, steps)?.outer);
  const readBeside = readerBeside(envelope, records, format);
  const answerForm = { read: readBeside, format };
  const top = { file: place.file, pointer: '' };
  const hintOf = hintsBeside(written, { system, name });
  const paths = [
    ...Object.keys(written.beside ?? {}).map(path => {
      const at = inside(place, 'beside', path);
      hintOf(path, at);
      return readBeside(path, at);
    }),
    // What answers of all kinds may have. Where it is around the records, it is not beside them.
    ...Object.keys(system.beside ?? {}).flatMap(path => {
      const at = inside(top, 'beside', path);
      hintOf(path, at);
      const shared = checkedSteps(path, at, format);
      return shared === undefined || allowBeside(envelope, shared, records) !== undefined ? [] : [shared];
    }),
  ];
  for (const path of unknownPaths(system)) allowBeside(envelope, stepsOf(path, format), records);
  const request = requestOf(written, place, { format, names });
  if ((written.method === undefined) !== (written.body === undefined))
    fault(place, 'either "method": "POST" and a body, or neither');
  if (columns !== undefined && (!isList || format === 'xml'))
    fault(inside(place, 'columns'), 'items of JSON beside it: only lists of values have columns');
  if (!hasPlaceholder(request, ['patient', 'id']))
    fault(
      place,
      `${names.includes('id') ? '{patient} or {id}' : '{patient}'} in the path, the query or the body`,
    );
  const testsOf = (tests: Conditions | undefined, at: Place) => tests && wordTests(tests, at, answerForm);
  const isNoEcho = owner.answer !== undefined && !hasPlaceholder(request, ['patient']);
  const hasBody = written.none === undefined && written.unknown === undefined;
  const isInRecord = owner.record !== undefined && !isList;
  const source: ListSource = {
    name,
    request,
    records,
    columns: columns && {
      list: readBeside(columns.list, inside(place, 'columns', 'list')),
      name: checkedSteps(columns.name ?? '.', inside(place, 'columns', 'name'), format) ?? [],
    },
    // An answer of a status without records names nobody.
    confirmsPatient: owner.is !== 'id' && (isNoEcho || isInRecord) && hasBody,
    // The rows are added to the tree when they are compiled.
    apart: { paths, recordNames: tree.children },
    empty: testsOf(written.empty, inside(place, 'empty')),
    // Words of the whole system stand in each of its answers.
    good: [
      ...(testsOf(system.good, inside(top, 'good')) ?? []),
      ...(testsOf(written.good, inside(place, 'good')) ?? []),
    ],
    partial:
      testsOf(written.partial, inside(place, 'partial')) ?? testsOf(system.partial, inside(top, 'partial')),
    owner: ownerPlaces(owner, inside(place, 'owner'), {
      inRecord: readerIn(format, tree),
      beside: readBeside,
      inLookup: readerIn(format),
      isWhole: steps.length === 0,
      hasLookup: system.lookup !== undefined,
    }),
    envelope,
    isHeld: false,
  };
  return {
    source,
    /** What of its records is read. */
    tree,
    /** The place of the outermost list: what nothing reads within it is counted. */
    listed: placeInTree(envelope, outermost) ?? envelope,
  };
};

/** Compiles how a list goes on. */
export const nextPage = (
  next: Next | undefined,
  place: Place,
  {
    source: { envelope, records },
    query,
    format,
  }: { source: ListSource; query: Kind['query']; format: Format },
): NextPage | undefined => {
  if (next === undefined) return undefined;
  if (!records.isList) return fault(place, 'items: only a list goes on');
  if (records.steps.length === 0)
    return fault(place, 'a list within the answer: this answer has nothing beside it');
  const read = readerBeside(envelope, records, format);
  if ('link' in next)
    return {
      kind: 'link',
      steps: read(next.link, inside(place, 'link')),
      ignoresHost: next.host === 'ignored',
    };
  const parameter = 'cursor' in next ? next.parameter : 'page' in next ? next.page : next.offset;
  if (query?.[parameter] !== undefined)
    fault(place, `a parameter that query does not have, unlike ${parameter}`);
  return 'cursor' in next
    ? {
        kind: 'cursor',
        steps: read(next.cursor, inside(place, 'cursor')),
        parameter,
        isDigits: next.digits === true,
      }
    : {
        kind: 'counted',
        parameter,
        first: 'page' in next ? next.first : undefined,
        end:
          'total' in next
            ? { total: read(next.total, inside(place, 'total')) }
            : { more: read(next.more, inside(place, 'more')) },
      };
};

// Compiles how a list of records, or one record, is asked for, and where it stands in the answer.
import type { OwnerRow } from '../format/access.ts';
import type { Kind, Next, SystemFile } from '../format/system.ts';
import type { Conditions } from '../format/values.ts';
import type { PlaceholderName } from '../requests.ts';
import { newSourceTree, type SourceTree } from '../scope.ts';
import { stepsOf } from '../source-path.ts';
import type { ListSource, NextPage, OwnerPlaces } from '../tables.ts';
import {
  allowBeside,
  type PathReader,
  readAlways,
  readerBeside,
  readerIn,
  wordTests,
} from './answer-paths.ts';
import { checkedNames, fault, hint, inside, type Place, whereOf } from './place.ts';
import { hasPlaceholder, requestOf } from './requests.ts';

/** What system.json says of a list, beside what depends on its kind. */
type WrittenList = Pick<
  Kind,
  'method' | 'path' | 'query' | 'body' | 'items' | 'record' | 'beside' | 'empty' | 'good' | 'partial'
> & {
  readonly owner: OwnerRow & { readonly kind?: 'patients' };
};

const rootOf = (path: string | undefined): string | undefined => path?.split('/')[0];

/** The paths of the words by which an answer of status 200 says that the patient is unknown. */
const unknownPaths = ({ unknownPatient: unknown }: SystemFile): string[] =>
  unknown === 'empty-lookup' || unknown.status !== 200 ? [] : Object.keys(unknown.body);

/** Whether several answers have a root element: then it does not say which list is empty. */
const isSharedRoot = (root: string | undefined, { kinds, lookup, unknownPatient }: SystemFile): boolean => {
  const answers = [...Object.values(kinds), ...(lookup === undefined ? [] : [lookup])];
  const roots = [
    ...answers.map(({ items, record }) => rootOf(items ?? record)),
    ...(unknownPatient === 'empty-lookup' ? [] : Object.keys(unknownPatient.body).map(rootOf)),
  ];
  return roots.filter(other => other === root).length > 1;
};

type Readers = { readonly inRecord: PathReader; readonly beside: PathReader };

const echoHint =
  'only the answer names the patient: make sure that it is whose records these are, and no echo of the question. A record with the number of another person is withheld';

const ownerPlaces = (
  { record, answer, is, kind, absent, form, born }: WrittenList['owner'],
  place: Place,
  { inRecord, beside, isWhole, hasLookup }: Readers & { isWhole: boolean; hasLookup: boolean },
): OwnerPlaces => {
  if (is === 'id' && !hasLookup) fault(inside(place, 'is'), 'lookup in system.json: it finds the id');
  if (answer !== undefined && isWhole)
    fault(inside(place, 'answer'), 'record: the answer has nothing beside its records');
  if (absent !== undefined && (record === undefined || answer === undefined))
    fault(inside(place, 'absent'), 'record and answer beside "absent": "answer"');
  if (is === 'id' && form !== undefined) fault(inside(place, 'form'), 'no form beside "is": "id"');
  if (form === '10' && born === undefined)
    fault(
      place,
      'born: a number of ten digits is that of two people a hundred years apart, and the date of birth beside it tells whose it is',
    );
  if (born !== undefined && form === undefined)
    fault(inside(place, 'born'), 'form beside born: "10" or "6-4"');
  if (born !== undefined && record !== undefined && answer !== undefined)
    fault(inside(place, 'born'), 'record or answer alone: the date of birth stands beside one of them');
  const isAnswerAlone = answer !== undefined && record === undefined && kind === undefined;
  if (isAnswerAlone) hint(inside(place, 'answer'), echoHint);
  return {
    record: record === undefined ? undefined : inRecord(record, inside(place, 'record')),
    answer: answer === undefined ? undefined : beside(answer, inside(place, 'answer')),
    isAnswerAlone,
    absentIsAnswers: absent === 'answer',
    isId: is === 'id',
    where: whereOf(place),
    form,
    born:
      born === undefined
        ? undefined
        : (record === undefined ? beside : inRecord)(born, inside(place, 'born')),
  };
};

/**
 * Compiles a list.
 * @param more.tree what of a record is read.
 * @param more.names the placeholders that its request may have.
 */
export const listSource = (
  written: WrittenList,
  place: Place,
  { system, tree, names }: { system: SystemFile; tree: SourceTree; names: readonly PlaceholderName[] },
): ListSource => {
  const { items, record, beside = {}, empty, owner } = written;
  const { format } = system;
  if ((items === undefined) === (record === undefined))
    fault(place, 'either items (a list of records) or record (one)');
  const isList = items !== undefined;
  const at = inside(place, isList ? 'items' : 'record');
  const envelope = newSourceTree();
  const steps = checkedNames(items ?? record ?? '.', at, format) ?? [];
  readAlways(envelope, steps);
  const readBeside = readerBeside(envelope, steps, format);
  if (format === 'xml' && steps.length < 2 && isList) fault(at, 'the path of an element within the root');
  if (empty !== undefined && !isList) fault(inside(place, 'empty'), 'items: only a list can be empty');
  if (
    format === 'xml' &&
    isList &&
    steps.length === 2 &&
    empty === undefined &&
    isSharedRoot(steps[0], system)
  )
    fault(at, 'a list in an element of its own, or empty beside it: other answers have this root too');
  if (format === 'xml' && (steps.at(-1) ?? '').startsWith('@')) fault(at, 'an element, not an attribute');
  const isToldGood = [written.good, written.partial, system.good, system.partial].some(
    one => one !== undefined,
  );
  for (const path of Object.keys(beside))
    if (!isToldGood && /error|fault|status|result|partial|incomplete|warning/i.test(path))
      hint(
        inside(inside(place, 'beside'), path),
        'it may say that the answer is not good, or not whole: an empty list beside it reads as "none". Say it in good or partial',
      );
  const paths = Object.keys(beside).map(path => readBeside(path, inside(inside(place, 'beside'), path)));
  for (const path of unknownPaths(system)) allowBeside(envelope, stepsOf(path, format), steps);
  const request = requestOf(written, place, { format, names });
  if ((written.method === undefined) !== (written.body === undefined))
    fault(place, 'either "method": "POST" and a body, or neither');
  if (!hasPlaceholder(request, ['patient', 'id']))
    fault(
      place,
      `${names.includes('id') ? '{patient} or {id}' : '{patient}'} in the path, the query or the body`,
    );
  /** Words of the whole system stand in each of its answers. */
  const ofSystem = (tests: Conditions | undefined, name: string) =>
    wordTests(tests ?? {}, inside({ file: place.file, pointer: '' }, name), readBeside);
  const isNoEcho = owner.answer !== undefined && !hasPlaceholder(request, ['patient']);
  const isInRecord = owner.record !== undefined && !isList;
  return {
    request,
    records: { steps, isList },
    confirmsPatient: owner.is !== 'id' && (isNoEcho || isInRecord),
    // The rows are added to the tree when they are compiled.
    apart: { paths, recordNames: tree.children },
    empty: empty === undefined ? undefined : wordTests(empty, inside(place, 'empty'), readBeside),
    good: [
      ...ofSystem(system.good, 'good'),
      ...wordTests(written.good ?? {}, inside(place, 'good'), readBeside),
    ],
    partial:
      written.partial === undefined
        ? system.partial && ofSystem(system.partial, 'partial')
        : wordTests(written.partial, inside(place, 'partial'), readBeside),
    owner: ownerPlaces(owner, inside(place, 'owner'), {
      inRecord: readerIn(tree, format),
      beside: readBeside,
      isWhole: steps.length === 0,
      hasLookup: system.lookup !== undefined,
    }),
    envelope,
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
  }: { source: ListSource; query: Kind['query']; format: SystemFile['format'] },
): NextPage | undefined => {
  if (next === undefined) return undefined;
  if (!records.isList) return fault(place, 'items: only a list goes on');
  if (records.steps.length === 0)
    return fault(place, 'a list within the answer: this answer has nothing beside it');
  const read = readerBeside(envelope, records.steps, format);
  if ('link' in next) return { kind: 'link', steps: read(next.link, inside(place, 'link')) };
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

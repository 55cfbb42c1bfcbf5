// Loads a region's tables: reads the folder, checks every file, and compiles them.
import { bookingStates, paymentStates } from '../../../../domain/model/appointment.ts';
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { TimeReader } from '../../xml/times.ts';
import {
  type Conditions,
  type Kind,
  type KnownAnswer,
  type Lookup,
  type Mark,
  type Next,
  type Owner,
  type Payment,
  type Protection,
  SystemFile,
  type TableKind,
  tableFiles,
  tableKinds,
  type Write,
} from '../format.ts';
import { recordPlan } from '../records.ts';
import type { PlaceholderName } from '../requests.ts';
import { newSourceTree, placeInTree, type Scope, type SourceTree } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import type {
  AnswerTest,
  KindTables,
  ListSource,
  LookupTables,
  MarkTest,
  NextPage,
  OwnerPlaces,
  Tables,
  WriteResult,
  WriteTables,
} from '../tables.ts';
import { openFolder, type TableFault } from './files.ts';
import { checkedSteps, fault, inside, matches, type Place } from './place.ts';
import { bodyOf, requestOf } from './requests.ts';
import { type Compilation, compileTable, wordOf } from './table.ts';

/** The tables, unless they have faults. */
export type Loaded =
  | { readonly tables: Tables; readonly faults: readonly [] }
  | { readonly tables: undefined; readonly faults: readonly TableFault[] };

/** A reader of a place: no condition keeps it from being read. */
const always = { guards: [] };

/** Loads the tables of a folder. */
export const loadTables = (path: string, times: TimeReader): Loaded => {
  const folder = openFolder(path);
  const file = folder.file('system.json');
  if (file === undefined) return { tables: undefined, faults: folder.faults };
  const top: Place = { file, pointer: '' };
  // Without a format that is known, no path can be checked.
  if (!matches(SystemFile, file.value, top)) return { tables: undefined, faults: folder.faults };
  const system = file.value as unknown as SystemFile;
  const { format } = system;
  const compilation: Compilation = { folder, format, rows: 0 };

  /** The steps of a path that is read in a tree. */
  const readIn = (tree: SourceTree, written: string, place: Place): Steps => {
    const steps = checkedSteps(written, place, format) ?? [];
    placeInTree(tree, steps).readers.push(always);
    return steps;
  };

  const wordTests = (written: Conditions, place: Place, tree: SourceTree): AnswerTest['body'] =>
    Object.entries(written).map(([path, words]) => ({
      steps: readIn(tree, path, inside(place, path)),
      words: new Set(words.map(wordOf)),
    }));

  const answerTest = (
    { status, body }: { status: number; body?: Conditions | undefined },
    place: Place,
    tree = newSourceTree(),
  ): AnswerTest => ({
    status,
    body: wordTests(body ?? {}, inside(place, 'body'), tree),
  });

  const rootOf = (path: string | undefined): string | undefined => path?.split('/')[0];
  const answers = [...Object.values(system.kinds), ...(system.lookup === undefined ? [] : [system.lookup])];
  const roots = [
    ...answers.map(({ items, record }) => rootOf(items ?? record)),
    ...(system.unknownPatient === 'empty-lookup' ? [] : Object.keys(system.unknownPatient.body).map(rootOf)),
  ];
  /** Whether several answers have a root element: then it does not say which list is empty. */
  const isShared = (root: string | undefined): boolean => roots.filter(one => one === root).length > 1;

  const ownerPlaces = (
    { record, answer, is }: Owner,
    place: Place,
    { tree, envelope, isWhole }: { tree: SourceTree; envelope: SourceTree; isWhole: boolean },
  ): OwnerPlaces => {
    if (is === 'id' && system.lookup === undefined)
      fault(inside(place, 'is'), 'lookup in system.json: it finds the id');
    if (answer !== undefined && isWhole)
      fault(inside(place, 'answer'), 'record: the answer has nothing beside its records');
    return {
      record: record === undefined ? undefined : readIn(tree, record, inside(place, 'record')),
      answer: answer === undefined ? undefined : readIn(envelope, answer, inside(place, 'answer')),
      isId: is === 'id',
    };
  };

  const listSource = (
    written: Pick<Kind, 'path' | 'query' | 'items' | 'record' | 'owner' | 'beside' | 'empty'>,
    place: Place,
    { tree, names }: { tree: SourceTree; names: readonly PlaceholderName[] },
  ): ListSource => {
    const { items, record, beside = {}, empty } = written;
    if ((items === undefined) === (record === undefined))
      fault(place, 'either items (a list of records) or record (one)');
    const isList = items !== undefined;
    const at = inside(place, isList ? 'items' : 'record');
    const envelope = newSourceTree();
    const steps = readIn(envelope, items ?? record ?? '.', at);
    if (format === 'xml' && steps.length === 0 && isList) fault(at, 'the path of an element within the root');
    if (empty !== undefined && !isList) fault(inside(place, 'empty'), 'items: only a list can be empty');
    if (format === 'xml' && isList && steps.length === 2 && empty === undefined && isShared(steps[0]))
      fault(at, 'a list in an element of its own, or empty beside it: other answers have this root too');
    if (format === 'xml' && (steps.at(-1) ?? '').startsWith('@')) fault(at, 'an element, not an attribute');
    for (const path of Object.keys(beside)) readIn(envelope, path, inside(inside(place, 'beside'), path));
    return {
      request: requestOf(written, place, { names }),
      records: { steps, isList },
      empty: empty === undefined ? undefined : wordTests(empty, inside(place, 'empty'), envelope),
      owner: ownerPlaces(written.owner as Owner, inside(place, 'owner'), {
        tree,
        envelope,
        isWhole: steps.length === 0,
      }),
      envelope,
    };
  };

  const markTest = (mark: Mark, place: Place, tree: SourceTree): MarkTest => {
    const [shown, hidden] = [mark.shown, mark.hidden ?? []].map(words => new Set(words.map(wordOf)));
    const both = [...(shown ?? [])].some(word => hidden?.has(word) === true);
    if (both) fault(inside(place, 'hidden'), 'other words than those of shown');
    if (mark.shown.length === 0 && mark.absent === undefined)
      fault(inside(place, 'shown'), 'a word with which a record is shown, or "absent": "shown"');
    return {
      steps: readIn(tree, mark.from, inside(place, 'from')),
      shown: shown ?? new Set(),
      hidden: hidden ?? new Set(),
      isShownWithout: mark.absent === 'shown',
    };
  };

  const marksOf = (visible: Kind['visible'], place: Place, tree: SourceTree): MarkTest[] => {
    if (visible === 'all') return [];
    return Array.isArray(visible)
      ? visible.map((mark, at) => markTest(mark, inside(place, at), tree))
      : [markTest(visible, place, tree)];
  };

  const nextPage = (
    next: Next | undefined,
    place: Place,
    { envelope, records }: ListSource,
    query: Kind['query'],
  ): NextPage | undefined => {
    if (next === undefined) return undefined;
    if (!records.isList) return fault(place, 'items: only a list goes on');
    if (records.steps.length === 0)
      return fault(place, 'a list within the answer: this answer has nothing beside it');
    if ('link' in next) return { kind: 'link', steps: readIn(envelope, next.link, inside(place, 'link')) };
    const parameter = 'cursor' in next ? next.parameter : next.offset;
    if (query?.[parameter] !== undefined)
      fault(place, `a parameter that query does not have, unlike ${parameter}`);
    return 'cursor' in next
      ? {
          kind: 'cursor',
          steps: readIn(envelope, next.cursor, inside(place, 'cursor')),
          parameter,
          isDigits: next.digits === true,
        }
      : { kind: 'offset', total: readIn(envelope, next.total, inside(place, 'total')), parameter };
  };

  const idNames: readonly PlaceholderName[] = system.lookup === undefined ? [] : ['id'];

  const kindTables = (
    kind: TableKind,
    written: Kind & { protected?: Protection },
    place: Place,
  ): KindTables | undefined => {
    const name = tableFiles[kind];
    if (!folder.has(name)) return fault(place, `the file ${name}: it says what the records hold`);
    const tableFile = folder.file(name);
    if (tableFile === undefined) return undefined;
    const tree = newSourceTree();
    const intervalNames: readonly PlaceholderName[] =
      kind === 'attentionSignals' || kind === 'patients' ? [] : ['from', 'to'];
    const source = listSource(written, place, { tree, names: ['patient', ...idNames, ...intervalNames] });
    const { protected: protection } = written;
    const protectedAt = inside(place, 'protected');
    const extra =
      protection === undefined || protection === 'not-stated'
        ? undefined
        : { target: 'Patient/PatientProtectedId', row: protection as JsonObject, place: protectedAt };
    const compiled = (built: TableKind | 'patientsV2', into: SourceTree, counted = compilation): Scope =>
      compileTable(counted, {
        file: tableFile,
        kind: built,
        plan: recordPlan(built, times),
        tree: into,
        extra,
      });
    const scope = compiled(kind, tree);
    const hasFaults = folder.faults.length > 0;
    return {
      ...source,
      visible: marksOf(written.visible, inside(place, 'visible'), tree),
      next: nextPage(written.next, inside(place, 'next'), source, written.query),
      scope,
      // The same rows: they have been counted, and their faults reported.
      scopeV2:
        kind === 'patients' && !hasFaults
          ? compiled('patientsV2', newSourceTree(), { ...compilation, rows: 0 })
          : undefined,
      tree,
      statesProtection: protection === undefined ? undefined : protection !== 'not-stated',
      takesInterval: [...source.request.query.values()].some(
        ({ value }) => value.kind === 'from' || value.kind === 'to',
      ),
    };
  };

  const lookupTables = (written: Lookup, place: Place): LookupTables => {
    const tree = newSourceTree();
    return {
      ...listSource(written, place, { tree, names: ['patient'] }),
      id: readIn(tree, written.id, inside(place, 'id')),
      isDigits: written.digits === true,
      tree,
    };
  };

  const writeResult = (written: Write['results'][number], place: Place, tree: SourceTree): WriteResult => {
    const { status, body, result, comment } = written;
    if (body === undefined && (result.startsWith('unknown-') || (result !== 'ERROR' && status !== 204)))
      fault(place, 'body, with words of the EHR: another server can answer with this status too');
    if (result === 'OK' && status >= 300) fault(inside(place, 'status'), 'a status from 200 to 299 for OK');
    return {
      ...answerTest({ status, body }, place, tree),
      result,
      comment: comment === undefined ? undefined : readIn(tree, comment, inside(place, 'comment')),
    };
  };

  const writeTables = (written: Write | Payment, place: Place, isPayment: boolean): WriteTables => {
    const names: readonly PlaceholderName[] = [
      'patient',
      ...idNames,
      'booking',
      ...(isPayment ? ['paymentType' as const] : []),
    ];
    const placeholders = {
      names,
      paymentTypes: 'paymentTypes' in written ? written.paymentTypes : undefined,
    };
    const tree = newSourceTree();
    for (const path of Object.keys(written.ignore ?? {})) {
      const steps = checkedSteps(path, inside(inside(place, 'ignore'), path), format);
      if (steps !== undefined) placeInTree(tree, steps).isIgnored = true;
    }
    const request = requestOf(written, place, placeholders);
    const body =
      written.body === undefined
        ? undefined
        : bodyOf(written.body as JsonObject, inside(place, 'body'), { format, placeholders });
    if (!JSON.stringify([request.segments, [...request.query.values()], body]).includes('"kind":"booking"'))
      fault(place, '{booking} in the path, the query or the body');
    return {
      method: written.method,
      request,
      body,
      results: written.results.map((result, at) =>
        writeResult(result, inside(inside(place, 'results'), at), tree),
      ),
      tree,
    };
  };

  const kindsAt = inside(top, 'kinds');
  const kinds = new Map<TableKind, KindTables>();
  for (const kind of tableKinds) {
    const written = system.kinds[kind];
    if (written === undefined) {
      if (folder.has(tableFiles[kind]))
        fault(kindsAt, `${kind}, because there is a file ${tableFiles[kind]}`);
      continue;
    }
    const made = kindTables(kind, written, inside(kindsAt, kind));
    if (made !== undefined) kinds.set(kind, made);
  }
  if (format === 'json' && system.namespaces !== undefined)
    fault(inside(top, 'namespaces'), 'no namespaces: they are for XML');
  const unknownAt = inside(top, 'unknownPatient');
  const { unknownPatient } = system;
  if (unknownPatient === 'empty-lookup' && system.lookup?.items === undefined)
    fault(unknownAt, 'lookup with items beside "empty-lookup"');
  const lookup = system.lookup === undefined ? undefined : lookupTables(system.lookup, inside(top, 'lookup'));
  const { arrive, pay } = system.writes ?? {};
  const writesAt = inside(top, 'writes');
  const appointments = kinds.get('appointments');
  checkStates(appointments?.scope, inside(kindsAt, 'appointments'), {
    arrive: arrive !== undefined,
    pay: pay !== undefined,
  });
  if (system.writes !== undefined && system.kinds.appointments === undefined)
    fault(writesAt, 'kinds/appointments: a write is decided by the booking');
  const writes = {
    ...(arrive === undefined ? {} : { arrive: writeTables(arrive, inside(writesAt, 'arrive'), false) }),
    ...(pay === undefined ? {} : { pay: writeTables(pay, inside(writesAt, 'pay'), true) }),
  };
  if (folder.faults.length > 0) return { tables: undefined, faults: folder.faults };
  return {
    tables: {
      format,
      namespaces: system.namespaces === undefined ? undefined : new Map(Object.entries(system.namespaces)),
      decimals: system.decimals ?? 'point',
      lookup,
      unknownPatient:
        unknownPatient === 'empty-lookup'
          ? unknownPatient
          : answerTest(unknownPatient as KnownAnswer, unknownAt),
      kinds,
      writes,
      hash: folder.hash,
    },
    faults: [],
  };
};

/** The words of the record that rows can give a member. */
const meaningsOf = ({ rows }: Scope, element: string): string[] =>
  rows
    .filter(({ target }) => target.keys.length === 0 && target.member.element === element)
    .flatMap(({ source }) => {
      if (source.kind === 'value') return [source.text];
      return source.kind === 'text' ? [...(source.reading.words?.values() ?? [''])] : [''];
    });

/**
 * Bookings: their states are words of a closed list, and what a write leads to must be one of them; otherwise nothing could tell
 * after a broken connection whether it is done (D21, no double writes).
 */
const checkStates = (
  scope: Scope | undefined,
  place: Place,
  writes: { readonly arrive: boolean; readonly pay: boolean },
): void => {
  if (scope === undefined) return;
  const [states, payments] = [meaningsOf(scope, 'Status'), meaningsOf(scope, 'PaymentStatus')];
  const isKnown = (words: readonly string[], known: readonly string[]) =>
    words.every(word => known.includes(word));
  if (!isKnown(states, bookingStates))
    fault(place, `a row of Status with words whose meanings are among ${bookingStates.join(', ')}`);
  if (!isKnown(payments, paymentStates))
    fault(place, `a row of PaymentStatus with words whose meanings are among ${paymentStates.join(', ')}`);
  if (writes.arrive && !states.some(word => ['ARRIVED', 'ONGOING', 'PERFORMED'].includes(word)))
    fault(
      place,
      'a row of Status with a word for ARRIVED: otherwise nobody can tell whether an arrival is done',
    );
  if (writes.pay && !payments.includes('PAID'))
    fault(
      place,
      'a row of PaymentStatus with a word for PAID: otherwise nobody can tell whether a payment is done',
    );
  if ((writes.arrive || writes.pay) && meaningsOf(scope, 'ContactId').length === 0)
    fault(place, 'a row of ContactId: a write names the booking by it');
};

// Asks the EHR for the records of a patient, page by page: all of them or none.
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Interval } from '../../../../domain/model/interval.ts';
import type { Json } from '../../../../domain/model/json.ts';
import type { PersonRoots } from '../../../../domain/rules/foreign.ts';
import type { Upstream, UpstreamAnswer } from '../../transport/upstream.ts';
import type { Format } from '../source-path.ts';
import type { KindTables, ListSource, Tables } from '../tables.ts';
import { saidByStatus, unusable } from './answers.ts';
import { hasWords, isUnclearAt } from './find.ts';
import { type AnswerOptions, recordsIn, unreadableAnswer } from './listed-records.ts';
import type { ListedRecord } from './located-records.ts';
import { type Following, firstPage, following, type PageRequest } from './next-page.ts';
import { ownerCheck, type Person, wrongPatient } from './owner.ts';
import { makeRequest } from './request.ts';

/** An open system. */
export type Connection = {
  readonly tables: Tables;
  readonly upstream: Upstream;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly roots: PersonRoots;
  /** The region's local time, as 14 digits. */
  readonly localNow: () => string | undefined;
  /**
   * Set if every answer is that of a file: it is no lookup, and has no further page, which is reported instead. Its `id` is the patient's,
   * or any that is reported.
   */
  readonly file?: {
    readonly onFurtherPage: () => void;
    readonly id: string | undefined;
    /** The table of the request that it answers; by default, any. */
    readonly table?: string | undefined;
    readonly onId: (id: string) => boolean;
  };
};

/** What is said of an answer that contradicts the lookup (D15). */
export const unknownAfterLookup = 'that does not know the patient whom the lookup found';

const maxPages = 200;
const maxRecords = 10_000;

type RecordQuery = Pick<AnswerOptions, 'call' | 'keeps' | 'onAround'> & {
  readonly person: Person;
  readonly interval: Interval;
  /** Called before the records of each page. */
  readonly onPage?: (() => void) | undefined;
  /** Called if the EHR says that records are missing. Without it, such an answer is a failure. */
  readonly onPartial?: () => void;
};

/** Whether an answer lacks something (`partial`). */
const isPartial = (around: Json, { partial }: ListSource, format: Format): boolean => {
  if (partial === undefined) return false;
  if (partial.some(test => isUnclearAt(around, test, format)))
    throw unusable('an answer that says in an unknown way whether something is missing');
  return hasWords(around, partial, format);
};

/** The URL of a request, in normal form. */
const urlOf = (baseUrl: string, { path, query }: PageRequest): string => {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
};

/** Yields the records of a kind, those together that arrive together. Throws if an answer is about another patient. */
export const readListedRecords = async function* (
  connection: Connection,
  source: ListSource & Partial<Pick<KindTables, 'next' | 'none' | 'unknown'>>,
  { person, interval, call, keeps, onAround, onPage, onPartial }: RecordQuery,
): AsyncGenerator<readonly ListedRecord[]> {
  const { tables, upstream, baseUrl, roots } = connection;
  const { format } = tables;
  const owner = ownerCheck(source, { ...person, roots, tables });
  const asked = makeRequest(source.request, { ...person, interval }, tables);
  const first: PageRequest = { path: asked.path, query: { ...asked.query, ...firstPage(source.next) } };
  const requested = new Set<string>();
  let request = first;
  let records = 0;
  let lacks = false;
  while (true) {
    const current = urlOf(baseUrl, request);
    if (requested.has(current) || requested.size === maxPages) throw unusable('pages without an end');
    requested.add(current);
    const answer: UpstreamAnswer = await upstream.send({ ...asked, ...request, retryable: true, call });
    let next: Following;
    try {
      const said = await saidByStatus(answer, { ...source, tables }, call);
      if (said !== 'records' && requested.size > 1)
        throw unusable('a page without records that says that there are none');
      if (said === 'unknown') onPartial?.();
      if (said !== 'records') return;
      onPage?.();
      const before = records;
      const onRecord = () => {
        records++;
        if (records > maxRecords) throw unusableAnswer('ehr-limit', `more than ${maxRecords} records`);
      };
      const around = yield* recordsIn(answer, source, { call, keeps, tables, onRecord, onAround });
      const ownerFault = owner.ofAnswer(around);
      if (ownerFault !== undefined) throw wrongPatient('an answer', ownerFault);
      if (isPartial(around, source, format)) lacks = true;
      const received = records - before;
      next = following(source.next, around, {
        format,
        baseUrl,
        current,
        pages: requested.size,
        records,
        received,
      });
    } catch (error) {
      if (person.id !== undefined && connection.file === undefined && isFailure(error, 'patient-unknown'))
        throw unusable(`an answer of ${source.name} ${unknownAfterLookup}`);
      throw unreadableAnswer(error, answer, tables);
    } finally {
      answer.discard();
    }
    if (next === undefined && lacks) {
      // Nothing at all is not "none".
      if (onPartial === undefined || !tables.takesPartial || records === 0)
        throw new Failure('ehr-unavailable', {
          reason: 'ehr-source-unavailable',
          detail: 'the EHR says that some of the answer is missing',
        });
      onPartial();
    }
    if (next === undefined) return;
    if (connection.file !== undefined) return connection.file.onFurtherPage();
    request =
      'path' in next
        ? { path: next.path, query: {} }
        : { path: first.path, query: { ...first.query, ...next.added } };
  }
};

// Asks the EHR for the records of a patient, page by page: all of them or none.
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Interval } from '../../../../domain/model/interval.ts';
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import { contentDigest } from '../../../../domain/model/repeated.ts';
import { isForeign, isNumberOfAnother, type PersonRoots } from '../../../../domain/rules/foreign.ts';
import type { Call } from '../../../../ports/call.ts';
import { unreadable } from '../../translation/written-values.ts';
import { pathBelow } from '../../transport/own-urls.ts';
import type { Upstream, UpstreamAnswer } from '../../transport/upstream.ts';
import { isBirthDateOf, twelveDigits, writeNumber } from '../number-forms.ts';
import { type RequestValues, requestPath, requestQuery } from '../requests.ts';
import type { PathTest } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import type { KindTables, ListSource, NextPage, OwnerPlaces, Tables } from '../tables.ts';
import { headersOf, recordsIn, requireSuccess, unusable } from './answers.ts';
import { find, hasWords, holdsAt, scalarOf, someText, wordAt } from './find.ts';
import { requestBody } from './request-body.ts';

/** An open system. */
export type Connection = {
  readonly tables: Tables;
  readonly upstream: Upstream;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly roots: PersonRoots;
  /** The region's local time, as 14 digits. */
  readonly localNow: () => string | undefined;
  /** Set if every answer is that of a file: it is no lookup, and has no further page, which is reported instead. */
  readonly file?: { readonly onFurtherPage: () => void; readonly onId: (id: string) => void };
};

/** A patient, as the EHR knows it. */
export type Person = {
  readonly patient: PatientNumber;
  /** The id that the lookup found. */
  readonly id: string | undefined;
  /** The region's local time, as 14 digits: a number of ten digits is of the last hundred years, unless its sign says otherwise. */
  readonly now?: string | undefined;
  /** Set if any id is the patient's, because there was no lookup: the answer is a file. Called with each id. */
  readonly onAnyId?: ((id: string) => void) | undefined;
};

const maxPages = 200;
const maxRecords = 10_000;

type Sought = Person & Pick<Connection, 'roots' | 'tables'>;

/**
 * Whether a number of ten digits is the patient's. It is that of two people a hundred years apart: a date of birth beside it, or its sign,
 * says whose.
 */
const isShortNumberOf = (
  text: string,
  patient: PatientNumber,
  {
    form,
    hasBorn,
    date,
    now,
  }: {
    form: '10' | '6-4';
    hasBorn: boolean;
    date: Json | undefined | typeof unreadable;
    now: string | undefined;
  },
): boolean => {
  const written = writeNumber('6-4', patient, now);
  const plain = form === '10' ? written.replace(/[-+]/, '') : written;
  if (hasBorn && typeof date === 'string')
    return text.replace(/[-+]/, '') === written.replace(/[-+]/, '') && isBirthDateOf(date, patient);
  return !hasBorn && form === '6-4' && text === plain;
};

/** Whether the value at a path names the patient. */
const namesPatient = (
  from: Json,
  steps: Steps,
  {
    isId,
    form,
    born,
    patient,
    id,
    now,
    onAnyId,
    roots,
    tables,
  }: Sought & Pick<OwnerPlaces, 'isId' | 'form' | 'born'>,
): boolean => {
  const value = scalarOf(find(from, steps), tables);
  if (value === undefined || value === null || value === unreadable) return false;
  const text = typeof value === 'string' ? value.trim() : isId ? digitsOf(value) : undefined;
  if (text === undefined) return false;
  if (form !== undefined && twelveDigits.test(patient)) {
    const date = born === undefined ? undefined : scalarOf(find(from, born), tables);
    return isShortNumberOf(text, patient, { form, hasBorn: born !== undefined, date, now });
  }
  if (isId) onAnyId?.(text);
  return isId ? onAnyId !== undefined || text === id : !isForeign({ extension: text }, patient, roots);
};

/**
 * Whether a record is the patient's, as far as it says so itself. If only the answer names the patient, that may be an echo of the
 * question: a record that holds the number of another person, wherever that is, then counts as that person's (D17).
 */
export const isOwn = (record: Json, { owner }: ListSource, sought: Sought): boolean => {
  const { record: steps, isAnswerAlone, absentIsAnswers } = owner;
  const isUnnamed = steps !== undefined && absentIsAnswers && find(record, steps) === undefined;
  if (steps !== undefined && !isUnnamed) return namesPatient(record, steps, { ...sought, ...owner });
  return !(isAnswerAlone || isUnnamed) || !someText(record, text => isNumberOfAnother(text, sought.patient));
};

type RecordQuery = {
  readonly person: Person;
  readonly interval: Interval;
  readonly call: Call;
  /** Whether the caller keeps the records. */
  readonly keeps: boolean;
  /** Called with each answer without its records, before these are yielded: they refer to what is in it. */
  readonly onAround?: ((around: Json) => void) | undefined;
  /** Called if the EHR says that records are missing. Without it, such an answer is a failure. */
  readonly onPartial?: () => void;
};

/** Whether an answer lacks something (`partial`). Throws unless it says that it is a good one (`good`, D14). */
const isPartial = (around: Json, { good, partial }: ListSource, format: Tables['format']): boolean => {
  if (!hasWords(around, good, format)) throw unusable('an answer that does not say that it is good');
  if (partial === undefined) return false;
  const isUnclear = (test: PathTest) =>
    find(around, test.steps) !== undefined && holdsAt(around, test, { format }) === undefined;
  if (partial.some(isUnclear))
    throw unusable('an answer that says in an unknown way whether something is missing');
  return hasWords(around, partial, format);
};

/** A request: its path below the base URL, with the query if a link leads to it. */
type PageRequest = { readonly path: string; readonly query: Readonly<Record<string, string>> };

/** The next request: parameters that are added to the first one, or another address. Undefined after the last page. */
type Following = { readonly added: PageRequest['query'] } | { readonly path: string } | undefined;

/** A text of an answer, or the digits of a number where one is expected. In XML, both are texts. */
const textAt = (
  answer: Json,
  steps: Steps,
  { format, isDigits }: { format: Tables['format']; isDigits: boolean },
): string | undefined => {
  const value = scalarOf(find(answer, steps), { format });
  if (value === undefined || value === null) return undefined;
  const isText = format === 'xml' || !isDigits;
  const wanted = typeof value === 'string' && isText ? value : undefined;
  const text = isText || value === unreadable ? wanted : digitsOf(value);
  if (text === undefined || hasControls(text)) throw unusable('a cursor that cannot be read');
  return text;
};

/** What has been read of a list. */
type Progress = {
  readonly format: Tables['format'];
  readonly baseUrl: string;
  /** The address of the last page. */
  readonly current: string;
  /** Pages so far, and the records on all of them and on the last. */
  readonly pages: number;
  readonly records: number;
  readonly received: number;
};

type Counted = Extract<NextPage, { kind: 'counted' }>;

/** Whether a counted list goes on. Throws if it does not say so in a way that is understood. */
const goesOn = ({ end }: Counted, answer: Json, { format, records }: Progress): boolean => {
  if ('more' in end) {
    const more = wordAt(answer, end.more, { format });
    if (more !== 'true' && more !== 'false') throw unusable('a list that does not say whether there is more');
    return more === 'true';
  }
  const text = textAt(answer, end.total, { format, isDigits: true });
  if (text === undefined) throw unusable('a list without the total of its records');
  if (!/^\d{1,9}$/.test(text)) throw unusable('a total that is no number of records');
  const total = Number(text);
  if (records > total) throw unusable('more records than the total');
  return records < total;
};

const following = (next: NextPage | undefined, answer: Json, progress: Progress): Following => {
  if (next === undefined) return undefined;
  const { format, baseUrl, current, pages, records, received } = progress;
  if (next.kind === 'counted') {
    if (!goesOn(next, answer, progress)) return undefined;
    if (received === 0) throw unusable('a page without records before the last one');
    const { first, parameter } = next;
    return { added: { [parameter]: String(first === undefined ? records : first + pages) } };
  }
  const text = textAt(answer, next.steps, {
    format,
    isDigits: next.kind === 'cursor' && next.isDigits,
  });
  if (text === undefined) return undefined;
  if (next.kind === 'cursor') return { added: { [next.parameter]: text } };
  const path = pathBelow(baseUrl, { url: text.trim(), from: current });
  if (path === undefined) throw unusable('a link to the next page that cannot be followed');
  return { path };
};

/** The parameter of the first page, if pages have numbers. */
const firstPage = (next: NextPage | undefined): PageRequest['query'] =>
  next?.kind === 'counted' && next.first !== undefined ? { [next.parameter]: String(next.first) } : {};

/**
 * The records of a page. Throws for one that an earlier page had: the server ignores the parameter that asks for the next page, or the
 * list has changed in between, so that others may be missing.
 * @param earlier the digests of the records of earlier pages. Those of this page are added.
 */
const newRecords = async function* (
  records: AsyncGenerator<Json, Json>,
  earlier: Set<string>,
): AsyncGenerator<Json, Json> {
  const own: string[] = [];
  try {
    while (true) {
      const step = await records.next();
      if (step.done === true) return step.value;
      const digest = await contentDigest([step.value]);
      if (earlier.has(digest)) throw unusable('a record of an earlier page');
      own.push(digest);
      yield step.value;
    }
  } finally {
    for (const digest of own) earlier.add(digest);
    await records.return(null);
  }
};

/** The URL of a request, in normal form. */
const urlOf = (baseUrl: string, { path, query }: PageRequest): string => {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
};

/** Yields the records of a kind. Throws if an answer is about another patient. */
export const readListedRecords = async function* (
  connection: Connection,
  source: ListSource & Partial<Pick<KindTables, 'next'>>,
  { person, interval, call, keeps, onAround, onPartial }: RecordQuery,
): AsyncGenerator<Json> {
  const { tables, upstream, baseUrl, roots } = connection;
  const { format } = tables;
  const values: RequestValues = { ...person, interval };
  const first: PageRequest = {
    path: requestPath(source.request, values),
    query: { ...requestQuery(source.request, values), ...firstPage(source.next) },
  };
  const body = requestBody(source.request, values, tables);
  const requested = new Set<string>();
  const earlier = new Set<string>();
  let request = first;
  let records = 0;
  let lacks = false;
  while (true) {
    const current = urlOf(baseUrl, request);
    if (requested.has(current) || requested.size === maxPages) throw unusable('pages without an end');
    requested.add(current);
    const answer: UpstreamAnswer = await upstream.send({
      method: source.request.method,
      ...request,
      headers: headersOf(tables),
      ...body,
      retryable: true,
      call,
    });
    let next: Following;
    try {
      await requireSuccess(answer, tables, call);
      const before = records;
      const onRecord = () => {
        records++;
        if (records > maxRecords)
          throw new Failure('ehr-unusable', {
            reason: 'ehr-limit',
            detail: `more than ${maxRecords} records`,
          });
      };
      const sent = recordsIn(answer, source, { call, keeps, tables, onRecord, onAround });
      const around = yield* source.next === undefined ? sent : newRecords(sent, earlier);
      const { answer: steps } = source.owner;
      if (steps !== undefined && !namesPatient(around, steps, { ...person, ...source.owner, roots, tables }))
        throw new Failure('ehr-unusable', {
          reason: 'ehr-wrong-patient',
          detail: 'an answer that does not name this patient',
        });
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

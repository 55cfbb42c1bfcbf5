// Compiles the writes of system.json: their requests, and what the answers mean; and checks that the table of bookings says the states that
// they need.
import { bookingStates, paymentStates } from '../../../../domain/model/appointment.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { PaymentRow, SystemFile, WriteRows } from '../format/system.ts';
import type { PlaceholderName } from '../requests.ts';
import type { Scope } from '../scope.ts';
import type { Format } from '../source-path.ts';
import type { KindTables, Tables, WriteResult, WriteTables } from '../tables.ts';
import { answerTest, readerIn } from './answer-paths.ts';
import { checkedSteps, fault, hint, inside, type Place } from './place.ts';
import { bookingPaths, hasPlaceholder, requestOf } from './requests.ts';

/** The words of the record that rows can give a member. */
const meaningsOf = ({ rows }: Scope, element: string): string[] =>
  rows
    .filter(({ target }) => target.keys.length === 0 && target.member.element === element)
    .flatMap(({ source }) => {
      if (source.kind === 'value') return [source.text];
      if (source.kind !== 'text') return [''];
      const { words, otherwise } = source.reading;
      // A word that is not listed must not look like a known state: it is UNKNOWN (D16).
      // A word that means none of the states says nothing.
      const meanings = [...(words?.values() ?? [''])].filter(word => word !== undefined);
      return otherwise === undefined ? meanings : [''];
    });

/** What the rows of bookings say for each write: the member of the state, its words, and those that say that the write is done. */
const states = {
  arrive: { member: 'Status', known: bookingStates, done: ['ARRIVED', 'ONGOING', 'PERFORMED'] },
  pay: { member: 'PaymentStatus', known: paymentStates, done: ['PAID'] },
} as const;

type WriteName = keyof typeof states;

/**
 * Bookings: their states are words of a closed list.
 * @param more.writes as system.json has them.
 * @param more.at their place.
 * @returns for each write, whether the state that it leads to can be read of the bookings: otherwise nothing tells after a broken
 * connection whether it is done (D21, no double writes).
 */
const checkStates = (
  scope: Scope,
  place: Place,
  { writes, at }: { readonly writes: NonNullable<SystemFile['writes']>; readonly at: Place },
): Readonly<Record<WriteName, boolean>> => {
  const check = (name: WriteName): boolean => {
    const { member, known, done } = states[name];
    const words = meaningsOf(scope, member);
    if (!words.every(word => (known as readonly string[]).includes(word)))
      fault(
        place,
        `a row of ${member} with words whose meanings are among ${known.join(', ')}, and without otherwise`,
      );
    const isReadable = words.some(word => (done as readonly string[]).includes(word));
    if (writes[name] !== undefined && !isReadable)
      hint(
        inside(at, name),
        `no word of the bookings means ${done[0]}: if an answer is lost, nobody can tell whether it is done. It is sent once, and apps are told to ask before they repeat it`,
      );
    return isReadable;
  };
  const readable = { arrive: check('arrive'), pay: check('pay') };
  const hasWrites = writes.arrive !== undefined || writes.pay !== undefined;
  if (hasWrites && meaningsOf(scope, 'ContactId').length === 0)
    fault(place, 'a row of ContactId: a write names the booking by it');
  return readable;
};

/** Headers that say who calls, where, and how the message is framed. */
const reserved =
  /^(?:host|authorization|proxy-.*|cookie|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept.*|x-request-id|traceparent|tracestate|forwarded|x-forwarded-.*)$/i;

const checkHeaders = (headers: Readonly<Record<string, string>>, place: Place): void => {
  for (const name of Object.keys(headers))
    if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(name) || reserved.test(name))
      fault(
        inside(place, name),
        'a header of the EHR’s own, such as If-Match: others are in headers of the profile, or written by the service',
      );
};

const writeResult = (written: WriteRows['results'][number], place: Place, format: Format): WriteResult => {
  const { status, body, result, comment } = written;
  // What is pending is said to be not known, whoever has answered.
  const needsNoWords = result === 'ERROR' || result === 'pending' || status === 204;
  if (body === undefined && (result.startsWith('unknown-') || !needsNoWords))
    fault(place, 'body, with words of the EHR: another server can answer with this status too');
  if ((result === 'OK' || result === 'pending') && status >= 300)
    fault(inside(place, 'status'), `a status from 200 to 299 for ${result}`);
  if (result === 'pending' && comment !== undefined)
    fault(inside(place, 'comment'), 'no comment: the answer says that the outcome is not known');
  return {
    ...answerTest({ status, body }, place, format),
    result,
    comment: comment === undefined ? undefined : readerIn(format)(comment, inside(place, 'comment')),
  };
};

/** @param more.isReadable whether the state that it leads to can be read afterwards. */
const writeTables = (
  written: WriteRows & Partial<Pick<PaymentRow, 'paymentTypes'>>,
  place: Place,
  {
    system: { format, lookup },
    name,
    isReadable,
  }: { system: SystemFile; name: WriteName; isReadable: boolean },
): WriteTables => {
  const names: readonly PlaceholderName[] = [
    'patient',
    ...(lookup === undefined ? [] : ['id' as const]),
    'booking',
    ...(name === 'pay' ? ['paymentType' as const] : []),
  ];
  const ignored = Object.keys(written.ignore ?? {})
    .map(path => checkedSteps(path, inside(place, 'ignore', path), format))
    .filter(steps => steps !== undefined);
  if (!written.results.some(({ result }) => result === 'OK'))
    fault(inside(place, 'results'), 'a result OK: otherwise no write is ever done');
  checkHeaders(written.headers ?? {}, inside(place, 'headers'));
  if (written.results.every(({ result }) => result === 'OK' || result === 'INFO' || result === 'pending'))
    hint(inside(place, 'results'), 'no result is a refusal: how does the EHR say that it does not do it?');
  for (const [at, { result, body = {} }] of written.results.entries())
    for (const path of Object.keys(body))
      if (result === 'OK' && /error|fault|fel$/i.test(path) && body[path] !== 'absent')
        hint(inside(place, 'results', at, 'body'), `OK for an answer with "${path}": is it done?`);
  const request = requestOf(written, place, { format, names, paymentTypes: written.paymentTypes });
  if (!hasPlaceholder(request, ['booking'])) fault(place, '{booking} in the path, the query or the body');
  if (!hasPlaceholder(request, ['patient', 'id']))
    hint(
      place,
      'the request names the booking alone, and no patient: is a ContactId used once in the whole EHR, and not once for each patient?',
    );
  const results = written.results.map((result, at) =>
    writeResult(result, inside(place, 'results', at), format),
  );
  const decisive = results.flatMap(({ body: tests, comment }) => [
    ...tests.map(({ steps }) => steps),
    ...(comment === undefined ? [] : [comment]),
  ]);
  return { request, results, beside: { decisive, ignored, anywhere: new Set() }, isReadable };
};

/** Compiles the writes. @param kinds the kinds that could be compiled: of bookings, what writes send back counts as read. */
export const compileWrites = (
  top: Place,
  system: SystemFile,
  kinds: Map<SourceKind, readonly KindTables[]>,
): Tables['writes'] => {
  const { writes = {} } = system;
  const place = inside(top, 'writes');
  if (system.writes !== undefined && system.kinds.appointments === undefined)
    fault(place, 'kinds/appointments: a write is decided by the booking');
  const [bookings] = kinds.get('appointments') ?? [];
  const readable =
    bookings && checkStates(bookings.scope, inside(top, 'kinds', 'appointments'), { writes, at: place });
  const compiled = (name: WriteName) => {
    const written = writes[name];
    const isReadable = readable?.[name] === true;
    return written && { [name]: writeTables(written, inside(place, name), { system, name, isReadable }) };
  };
  const made: Tables['writes'] = { ...compiled('arrive'), ...compiled('pay') };
  if (bookings !== undefined) {
    const { beside } = bookings;
    const sent = Object.values(made).flatMap(({ request }) => bookingPaths(request));
    kinds.set('appointments', [
      { ...bookings, beside: { ...beside, decisive: [...beside.decisive, ...sent] } },
    ]);
  }
  return made;
};

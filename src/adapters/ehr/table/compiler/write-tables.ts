// Compiles the writes of system.json: their requests, and what the answers mean.
import type { PaymentRow, SystemFile, WriteRows } from '../format/system.ts';
import type { PlaceholderName } from '../requests.ts';
import type { WriteResult, WriteTables } from '../tables.ts';
import { type AnswerForm, answerAlone, answerTest } from './answer-paths.ts';
import type { WriteName } from './booking-states.ts';
import { checkedSteps, fault, hint, inside, type Place } from './place.ts';
import { hasPlaceholder, requestOf } from './requests.ts';

/** Headers that say who calls, where, and how the message is framed. */
const reserved =
  /^(?:host|authorization|proxy-.*|cookie|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept.*|x-request-id|traceparent|tracestate|forwarded|x-forwarded-.*)$/i;

/** Reports headers that tables cannot set. */
const checkHeaders = (headers: Readonly<Record<string, string>>, place: Place): void => {
  for (const name of Object.keys(headers))
    if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(name) || reserved.test(name))
      fault(
        inside(place, name),
        'a header of the EHR’s own, such as If-Match: others are in headers of the profile, or written by the service',
      );
};

const writeResult = (written: WriteRows['results'][number], place: Place, form: AnswerForm): WriteResult => {
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
    ...answerTest({ status, body }, place, form),
    result,
    comment: comment === undefined ? undefined : form.read(comment, inside(place, 'comment')),
  };
};

/** @param more.isReadable whether the state that it leads to can be read afterwards. */
export const writeTables = (
  written: WriteRows | PaymentRow,
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
  const placeholders = {
    format,
    names,
    paymentTypes: 'paymentTypes' in written ? written.paymentTypes : undefined,
  };
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
  const request = requestOf(written, place, placeholders);
  if (!hasPlaceholder(request, ['booking'])) fault(place, '{booking} in the path, the query or the body');
  if (!hasPlaceholder(request, ['patient', 'id']))
    hint(
      place,
      'the request names the booking alone, and no patient: is a ContactId used once in the whole EHR, and not once for each patient?',
    );
  const results = written.results.map((result, at) =>
    writeResult(result, inside(place, 'results', at), answerAlone(format)),
  );
  const decisive = results.flatMap(({ body: tests, comment }) => [
    ...tests.map(({ steps }) => steps),
    ...(comment === undefined ? [] : [comment]),
  ]);
  return { request, results, beside: { decisive, ignored, anywhere: new Set() }, isReadable };
};

// Calls the service with its two credentials and, when acting for somebody, the patient header. Looks at the status of an answer
// before its body: an error's body may be a proxy's HTML.
import { ServiceError, UserError } from './errors.js';

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a curl command. Credentials are shell variables, so the command can be shared. */
const curlOf = ({ method, url, patient, body }) =>
  [
    'curl -sSi',
    method === 'GET' ? '' : `-X ${method} -H 'Content-Type: application/json' -d ${quoted(body)}`,
    '-H "Ocp-Apim-Subscription-Key: $KEY" -H "Authorization: Bearer $TOKEN"',
    patient === undefined ? '' : `-H 'patient: ${patient}'`,
    quoted(url),
  ]
    .filter(part => part !== '')
    .join(' ');

/** `records=1, unmapped=80` → `{ records: 1, unmapped: 80 }` */
const leftOutOf = header =>
  Object.fromEntries(
    (header ?? '')
      .split(', ')
      .filter(part => part !== '')
      .map(part => part.split('='))
      .map(([name, count]) => [name, Number(count)]),
  );

/**
 * Reads JSON. `actionId` is read as text, exactly: it may be larger than 2^53, where JavaScript's numbers end. In a browser that does
 * not say the digits, such an id is left out rather than rounded to another one's.
 * @throws SyntaxError
 */
export const parsed = text =>
  JSON.parse(text, (name, value, { source } = {}) => {
    if (name !== 'actionId' || typeof value !== 'number') return value;
    return source ?? (Number.isSafeInteger(value) ? String(value) : undefined);
  });

/**
 * @param {{ service: string, key: string, token: string, patience: number, onCall: (call: object) => void }} options
 *   `patience`: milliseconds until the app gives up on an answer.
 * @returns a function that calls an operation and returns its JSON, what was left out of it, and the call for the panel. It throws a
 *   ServiceError for an answer with an error status, and a UserError without an answer or for one that is not JSON.
 */
export const client =
  ({ service, key, token, patience, onCall }) =>
  async (path, { method = 'GET', body, patient } = {}) => {
    const url = `${service}${path}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asked = { method, path, curl: curlOf({ method, url, patient, body: text }) };
    const finished = outcome => {
      const call = { ...asked, ...outcome };
      onCall(call);
      return call;
    };
    let response;
    let read;
    try {
      response = await fetch(url, {
        method,
        body: text,
        signal: AbortSignal.timeout(patience),
        headers: {
          authorization: `Bearer ${token}`,
          'ocp-apim-subscription-key': key,
          ...(patient === undefined ? {} : { patient }),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      read = response.ok ? await response.text() : undefined;
    } catch (cause) {
      finished({ status: response?.status });
      throw new UserError('unreachable', { cause });
    }
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const call = finished({ status: response.status, requestId });
    if (!response.ok) {
      throw new ServiceError({
        status: response.status,
        word: response.headers.get('x-error'),
        requestId,
        retryAfter: response.headers.get('retry-after'),
      });
    }
    try {
      return { json: parsed(read), leftOut: leftOutOf(response.headers.get('x-left-out')), call };
    } catch (cause) {
      throw new UserError('unreadable-answer', { cause });
    }
  };

/** For a service that does not say how long it may take. */
const usualPatience = 30_000;

/**
 * Asks the service about its region, so the app hides what it does not offer and knows what day it is there.
 * @returns whether the region offers an operation, by its name, and accepts an interval for it; the region's time zone; and how long
 *   to wait for an answer. If the service does not say, the app shows everything, and the time zone is undefined.
 */
export const readRegion = async service => {
  const unknown = {
    isOffered: () => true,
    hasInterval: () => false,
    timeZone: undefined,
    patience: usualPatience,
  };
  try {
    const response = await fetch(`${service}/capabilities`);
    if (!response.ok) return unknown;
    const { operations, timeZone, limits } = await response.json();
    const named = new Map(operations.map(one => [one.name, one]));
    return {
      isOffered: name => named.get(name)?.offered === true,
      hasInterval: name => named.get(name)?.interval === true,
      timeZone,
      // A second longer than the service takes, so its word arrives.
      patience: (limits?.answerMilliseconds ?? usualPatience) + 1000,
    };
  } catch {
    // Not a failure: a region that does not offer an operation says so when it is called.
    return unknown;
  }
};

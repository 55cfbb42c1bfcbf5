// Asks the service what it offers, and calls it with its two credentials and, when acting for somebody, the patient header. Reads x-left-out and errors.

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
 * @param {{ service: string, key: string, token: string, onCall: (call: object) => void }} options
 * @returns a function that calls an operation and returns its JSON and what was left out of it.
 */
export const client =
  ({ service, key, token, onCall }) =>
  async (path, { method = 'GET', body, patient } = {}) => {
    const url = `${service}${path}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = { method, path, curl: curlOf({ method, url, patient, body: text }) };
    let response;
    try {
      response = await fetch(url, {
        method,
        body: text,
        headers: {
          authorization: `Bearer ${token}`,
          'ocp-apim-subscription-key': key,
          ...(patient === undefined ? {} : { patient }),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
    } catch {
      onCall({ ...call, status: 'no answer' });
      throw new UserError('The service cannot be reached. Check your connection and try again.');
    }
    const requestId = response.headers.get('x-request-id');
    onCall({ ...call, status: response.status, requestId });
    const json = await response.json();
    if (!response.ok) {
      throw new ServiceError({
        status: response.status,
        word: response.headers.get('x-error'),
        // The contract has two error shapes.
        message: json.message ?? json.error,
        requestId,
        retryAfter: response.headers.get('retry-after'),
      });
    }
    return { json, leftOut: leftOutOf(response.headers.get('x-left-out')) };
  };

/**
 * Asks the service about its region, so the app hides what it does not offer and knows what day it is there.
 * @returns whether the region offers an operation, by its name, and the region's time zone. If the service does not say, the
 *   app shows everything, and the time zone is undefined.
 */
export const readRegion = async service => {
  const unknown = { isOffered: () => true, timeZone: undefined };
  try {
    const response = await fetch(`${service}/capabilities`);
    if (!response.ok) return unknown;
    const { operations, timeZone } = await response.json();
    const offered = new Set(operations.filter(one => one.offered).map(({ name }) => name));
    return { isOffered: name => offered.has(name), timeZone };
  } catch {
    // Not a failure: a region that does not offer an operation says so when it is called.
    return unknown;
  }
};

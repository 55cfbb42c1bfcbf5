// A request to a system, and the parts that every request has.
import type { Call } from '../../../ports/call.ts';
import type { System } from '../adapter.ts';
import type { ExchangeRequest } from './exchange/http-exchange.ts';

export type UpstreamRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  /** Below the system's base URL, with a leading slash. */
  readonly path: string;
  /** For a server other than the base URL's: `path` is then the complete path. */
  readonly origin?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** In lower case. By default, `accept` and, with a body, `content-type` are XML. Headers of the profile take precedence. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it is retried after a transient failure: reads are, writes never. The method does not decide: SOAP reads with POST. */
  readonly retryable: boolean;
  /** Whether it waits for its user's other calls instead of being refused for their share (D31, fair shares). */
  readonly queues?: boolean;
  /** Called when the request is sent on a connection. From then on, the system may have received it. */
  readonly onSending?: () => void;
  readonly call: Call;
};

/** The query of a URL with its question mark; empty without parameters. */
const searchOf = (query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '' : `?${search}`;
};

/** Creates the exchange requests of a system, with its base URL, headers and size limit. */
export const exchangeRequests = (system: System) => {
  const base = new URL(system.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  return (
    { method, path, origin, query = {}, headers, body, onSending, call }: UpstreamRequest,
    signal: AbortSignal,
  ): ExchangeRequest => ({
    method,
    origin: origin ?? base.origin,
    path: `${origin === undefined ? basePath : ''}${path}${searchOf(query)}`,
    headers: {
      accept: 'application/xml',
      'accept-encoding': 'gzip, deflate',
      ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
      ...headers,
      ...system.headers,
      'x-request-id': call.requestId,
      ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
    },
    body: body ?? null,
    onSending,
    signal,
    maxBytes: system.maxAnswerBytes,
  });
};

// A request to a system, and what goes along with every one of them.
import type { Call } from '../../../ports/call.ts';
import type { System } from '../adapter.ts';
import type { Asked } from './http-exchange.ts';

export type UpstreamRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  /** Below the system's base URL, with a slash in front. */
  readonly path: string;
  /** Of another server than the base URL's: then `path` is the whole of it. */
  readonly origin?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A read is repeated where it failed in passing; a write never is, whatever its method (SOAP reads by POST). */
  readonly repeatable: boolean;
  /** Runs when the request goes out on a connection: from then on, the system may have been told. */
  readonly onSending?: () => void;
  readonly call: Call;
};

/** Makes the exchanges of a system: its base URL, its headers and its limit are in each of them. */
export const exchangesWith = (system: System) => {
  const base = new URL(system.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  return (
    { method, path, origin, query = {}, headers, body, onSending, call }: UpstreamRequest,
    signal: AbortSignal,
  ): Asked => {
    const search = new URLSearchParams(query).toString();
    return {
      method,
      origin: origin ?? base.origin,
      path: `${origin === undefined ? basePath : ''}${path}${search === '' ? '' : `?${search}`}`,
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
      mostBytes: system.maxAnswerBytes,
    };
  };
};

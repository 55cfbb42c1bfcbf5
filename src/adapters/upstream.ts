// The one way to call a system of the region: deadline, limits, and what each failure means (D14).
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { Agent, errors, request } from 'undici';
import { Failure, isFailure } from '../domain/model/failure.ts';
import type { Call } from '../ports/call.ts';
import type { System } from './adapter.ts';

export type UpstreamRequest = {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Below the system's base URL, with a slash in front. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly call: Call;
};

export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header, where there is one. */
  readonly contentType: string | undefined;
  /** Decompressed. Iterating throws `Failure` where the answer breaks off or is too large or too late. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of a body that is not read to its end. */
  discard(): void;
};

export type Upstream = {
  /** Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal. */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  close(): Promise<void>;
};

/** Milliseconds that a connection may take. */
const connectTimeout = 3000;

const isSlow = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  (error instanceof DOMException && error.name === 'TimeoutError');

/** Codes of errors that come before a request can have reached the system. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Why a call ended before the status line. */
const beforeStatus = (error: unknown, signal: AbortSignal): Failure => {
  if (isFailure(error)) return error;
  if (isFailure(signal.reason)) return signal.reason;
  if (isSlow(error)) return new Failure('ehr-too-slow', { cause: error });
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return new Failure('ehr-unusable', { cause: error });
  }
  return new Failure(unsent.has(codeOf(error)) ? 'ehr-unreachable' : 'ehr-unavailable', { cause: error });
};

/** Why a call ended after it. */
const afterStatus = (error: unknown, signal: AbortSignal): Failure => {
  if (isFailure(error)) return error;
  if (isFailure(signal.reason)) return signal.reason;
  return new Failure(isSlow(error) ? 'ehr-too-slow' : 'ehr-unusable', { cause: error });
};

/** One signal for a call and its time: the system's, or what is left of the request's. `done` lets go of both. */
const limited = (call: Call, timeoutMs: number) => {
  const controller = new AbortController();
  const end = () => controller.abort(call.signal.reason);
  const left = Math.max(0, Math.min(timeoutMs, call.deadline - performance.now()));
  const timer = setTimeout(() => controller.abort(new Failure('ehr-too-slow')), left);
  if (call.signal.aborted) end();
  else call.signal.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', end);
    },
  };
};

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** The bytes as they were before the EHR compressed them. */
const decompressed = (body: Readable, encoding: string): Readable => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const create = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (create === undefined) throw new Failure('ehr-unusable', { detail: 'an unknown content encoding' });
  return pipeline(body, create(), () => {
    // The error, where there is one, reaches whoever reads the decompressed bytes.
  });
};

const limitedBytes = async function* (
  body: Readable,
  { most, signal, done }: { most: number; signal: AbortSignal; done: () => void },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > most) throw new Failure('ehr-unusable', { detail: `an answer of more than ${most} bytes` });
      yield chunk;
    }
  } catch (error) {
    throw afterStatus(error, signal);
  } finally {
    done();
    body.destroy();
  }
};

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;

/** Opens a system: its connections are kept alive and used again. */
export const upstream = (system: System): Upstream => {
  const agent = new Agent({
    connect: { timeout: connectTimeout, ...system.tls },
    keepAliveTimeout: 4000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const headersOf = ({ headers, body, call }: UpstreamRequest) => ({
    accept: 'application/xml',
    'accept-encoding': 'gzip, deflate',
    ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
    ...headers,
    ...system.headers,
    'x-request-id': call.requestId,
    ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
  });

  return {
    send: async asked => {
      const { method, path, query = {}, body = null, call } = asked;
      const { signal, done } = limited(call, system.timeoutMs);
      const search = new URLSearchParams(query).toString();
      const url = `${system.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method,
          headers: headersOf(asked),
          body,
          signal,
        });
        const bytes = decompressed(answer.body, textOf(answer.headers['content-encoding']) ?? '');
        return {
          status: answer.statusCode,
          contentType: textOf(answer.headers['content-type']),
          body: limitedBytes(bytes, { most: system.maxAnswerBytes, signal, done }),
          discard: () => {
            done();
            bytes.on('error', () => {
              // Nobody reads it any more.
            });
            bytes.destroy();
          },
        };
      } catch (error) {
        done();
        throw beforeStatus(error, signal);
      }
    },
    close: () => agent.destroy(),
  };
};

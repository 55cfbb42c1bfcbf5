// One HTTP exchange with a span of its own, following OpenTelemetry's conventions for HTTP clients. The request carries the
// span's trace context. `url.full` is left out, because path and query may identify a patient.
import { isFailure } from '../../../../domain/model/failure.ts';
import { memoize } from '../../../../domain/model/memoize.ts';
import type { Call } from '../../../../ports/call.ts';
import type { SpanAttributes } from '../../../../ports/tracing.ts';
import { type Exchange, type ExchangeDispatcher, type ExchangeRequest, exchange } from './http-exchange.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The attributes of a server, by its origin. A region has few: those of its profile. */
const serverOf = memoize((origin: string): SpanAttributes => {
  const { protocol, hostname, port } = new URL(origin);
  return {
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': port === '' ? (defaultPorts[protocol] ?? 0) : Number(port),
  };
});

const typeOf = (error: unknown): string => (isFailure(error) ? error.reason : 'unexpected');

/**
 * Sends a request; resolves with the answer's head. The span ends with the answer's last byte.
 * Throws like `exchange`.
 * @param options.retries how often the same request has been sent before.
 */
export const tracedExchange = async (
  dispatcher: ExchangeDispatcher,
  request: ExchangeRequest,
  { call: { beginSpan }, retries }: { call: Call; retries: number },
): Promise<Exchange> => {
  if (beginSpan === undefined) return exchange(dispatcher, request);
  const { method, origin } = request;
  const span = beginSpan({
    name: method,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      ...serverOf(origin),
      ...(retries === 0 ? {} : { 'http.request.resend_count': retries }),
    },
  });
  const { traceparent } = span;
  const traced =
    traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } };
  const end = (attributes: SpanAttributes) => span.end({ attributes, failed: 'error.type' in attributes });
  try {
    const sent = await exchange(dispatcher, traced);
    const status = { 'http.response.status_code': sent.answer.status };
    const answered = sent.answer.status < 400 ? status : { ...status, 'error.type': `${sent.answer.status}` };
    sent.ended.then(
      () => end(answered),
      error => end({ ...status, 'error.type': typeOf(error) }),
    );
    return sent;
  } catch (error) {
    end({ 'error.type': typeOf(error) });
    throw error;
  }
};

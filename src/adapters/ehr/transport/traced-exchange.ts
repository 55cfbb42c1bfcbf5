// One HTTP exchange with its own span, by OpenTelemetry's conventions for HTTP clients, and the trace context of that span
// in the request. The conventions' `url.full` is left out: its path and its query may name a patient.
import type { Agent } from 'undici';
import { isFailure } from '../../../domain/model/failure.ts';
import type { Call } from '../../../ports/call.ts';
import type { SpanAttributes } from '../../../ports/tracing.ts';
import { type Asked, type Exchange, exchange } from './http-exchange.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** @param repeats how often the same request has been sent before. */
const attributesOf = ({ method, origin }: Asked, repeats: number): SpanAttributes => {
  const { protocol, hostname, port } = new URL(origin);
  return {
    'http.request.method': method,
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': port === '' ? (defaultPorts[protocol] ?? 0) : Number(port),
    ...(repeats === 0 ? {} : { 'http.request.resend_count': repeats }),
  };
};

const typeOf = (error: unknown): string => (isFailure(error) ? error.reason : 'unexpected');

/**
 * Sends a request; resolves with the answer's head. The span ends with the answer's last byte.
 * Throws as `exchange` does.
 */
export const tracedExchange = async (
  agent: Agent,
  asked: Asked,
  { call: { beginSpan }, repeats }: { call: Call; repeats: number },
): Promise<Exchange> => {
  if (beginSpan === undefined) return exchange(agent, asked);
  const span = beginSpan({ name: asked.method, kind: 'client', attributes: attributesOf(asked, repeats) });
  const { traceparent } = span;
  const headers = traceparent === undefined ? asked.headers : { ...asked.headers, traceparent };
  const end = (attributes: SpanAttributes) => span.end({ attributes, failed: 'error.type' in attributes });
  try {
    const sent = await exchange(agent, { ...asked, headers });
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

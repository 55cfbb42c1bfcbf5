// Sends one request with Node's own client and records how it ended: complete, or broken off and where.
import { type ClientRequest, Agent as HttpAgent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as HttpsAgent, request as requestByTls } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { jsonIn, type ServiceRequest, key as usualKey } from './service/service.ts';

export type Sending = ServiceRequest & {
  readonly url: string;
  readonly agent?: HttpAgent | HttpsAgent;
  /** The local address to call from. */
  readonly localAddress?: string;
  readonly ca?: string;
  readonly versions?: Pick<TlsOptions, 'minVersion' | 'maxVersion' | 'ciphers'>;
};

export type Sent = {
  /** 0 if no answer arrived. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect answers whose shape they assert.
  readonly body: any;
  /** Why the answer is incomplete; undefined if it is complete. */
  readonly error: string | undefined;
};

const headersOf = ({ token, key = usualKey, patient, headers, body }: Sending) => ({
  ...(key === null ? {} : { 'ocp-apim-subscription-key': key }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(patient === undefined ? {} : { patient }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
});

/** Resolves however the request ends; never rejects. */
export const send = (sending: Sending): Promise<Sent> => {
  const { url, path, method = 'GET', agent, localAddress, ca, versions, body } = sending;
  const isTls = url.startsWith('https:');
  const own = agent ?? (isTls ? new HttpsAgent() : new HttpAgent());
  const options = {
    method,
    agent: own,
    headers: headersOf(sending),
    ...(localAddress === undefined ? {} : { localAddress }),
    ...(ca === undefined ? {} : { ca }),
    ...versions,
  };
  return new Promise(resolve => {
    let text = '';
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const end = (error?: NodeJS.ErrnoException) => {
      if (agent === undefined) own.destroy();
      resolve({ status, headers, text, body: jsonIn(text), error: error && (error.code ?? error.message) });
    };
    const sent: ClientRequest = (isTls ? requestByTls : request)(`${url}${path}`, options, response => {
      status = response.statusCode ?? 0;
      headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => end());
      response.on('error', end);
    });
    sent.on('error', end);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
};

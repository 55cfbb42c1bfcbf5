// EHRs for tests: real HTTP servers on loopback.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenToAnyHost } from '../../../sandbox/listen.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type EhrServer = {
  readonly url: string;
  /** The requests received, in order. */
  readonly received: Received[];
  /** Produces the answers; can be replaced. */
  answer: (received: Received, response: ServerResponse) => unknown;
  close(): Promise<void>;
};

/** An EHR with scripted answers that records its requests. */
export const ehrServer = async (answer: EhrServer['answer']): Promise<EhrServer> => {
  const received: Received[] = [];
  const handler: RequestListener = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://ehr');
    const receivedRequest = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    };
    received.push(receivedRequest);
    await server.answer(receivedRequest, response);
  };
  const { url, close } = await listenToAnyHost((request, response) => void handler(request, response), 0);
  const server: EhrServer = { url, received, answer, close };
  return server;
};

/** Answers with an XML document. */
export const xml = (response: ServerResponse, body: string | Buffer, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
};

/** The answer for an unknown patient. */
export const unknownPatient = '<Fault><Code>PATIENT_UNKNOWN</Code><Message>not here</Message></Fault>';

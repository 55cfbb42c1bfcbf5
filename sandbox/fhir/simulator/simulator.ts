// A simulator of the third region's system: a FHIR R4 server that refuses any request it does not fully support.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createFailures, requestOf, sendFailure } from '../../failures.ts';
import { listen } from '../../listen.ts';
import { resettable } from '../../reset.ts';
import { invalid, outcomeOf, Refusal } from './refusal.ts';
import { createSearches } from './search.ts';
import { type Resource, type Store, storeOf } from './store.ts';
import { type Action, type BackendClient, tokenServer } from './token-server.ts';
import {
  paidAppointment,
  patchAppointment,
  postPaymentNotice,
  putAppointment,
  type Write,
  type Written,
} from './writes.ts';

export type FhirSimulator = {
  /** Base URL of the FHIR server. */
  readonly url: string;
  readonly tokenUrl: string;
  readonly store: Store;
  close(): Promise<void>;
};

export type FhirSimulatorOptions = {
  readonly resources: readonly Resource[];
  readonly port: number;
  /** The client that may request tokens; without it, requests need no token. */
  readonly client?: BackendClient;
  /** Finds a patient's number in a text that holds it, or a reference to the Patient; for those for whom something fails. */
  readonly patientIn?: (text: string) => string | undefined;
  /** The resources to go back to when the simulator is reset. */
  readonly initial?: () => readonly Resource[];
  /** The most resources on a page. */
  readonly mostPerPage?: number;
};

const basePath = '/fhir';
const tokenPath = '/auth/token';
const fhirJson = 'application/fhir+json';

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('the body is not JSON');
  }
};

const send = (response: ServerResponse, status: number, body: object, type = fhirJson) =>
  void response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(JSON.stringify(body));

const isForm = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** Sends the raw content of a Binary if `Accept` names its type, otherwise the Binary as JSON. */
const sendBinary = (request: IncomingMessage, response: ServerResponse, binary: Resource) => {
  const { contentType, data } = binary as unknown as { contentType: string; data: string };
  const accept = request.headers.accept ?? '';
  if (accept === fhirJson) return send(response, 200, binary);
  if (accept !== contentType && accept !== '*/*')
    throw new Refusal(406, 'not-supported', `the content is only available as ${contentType}`);
  response.writeHead(200, { 'content-type': contentType }).end(Buffer.from(data, 'base64'));
};

const sendWritten = (response: ServerResponse, request: IncomingMessage, { status, resource }: Written) => {
  const { versionId } = resource.meta as { versionId: string };
  response.setHeader('etag', `W/"${versionId}"`);
  if (request.headers.prefer === 'return=minimal') return void response.writeHead(status).end();
  send(response, status, resource);
};

/** Starts the simulator on loopback. It answers invalid requests with an OperationOutcome that states the reason. */
export const fhirSimulator = async (options: FhirSimulatorOptions): Promise<FhirSimulator> => {
  const { resources, port, client, patientIn = () => undefined, initial, mostPerPage = 50 } = options;
  const failures = createFailures();
  const store = storeOf(resources);
  const baseUrl = () => `${listening.url}${basePath}`;
  const tokenUrl = () => `${listening.url}${tokenPath}`;
  const tokens = client === undefined ? undefined : tokenServer(client, tokenUrl);
  const { search, next } = createSearches(store, { base: baseUrl, mostPerPage });

  const allow = (type: string, action: Action) => {
    if (tokens?.allows(type, action) === false)
      throw new Refusal(403, 'forbidden', `the scope does not allow ${action} on ${type}`);
  };

  const resourceAt = (type: string, id: string): Resource => {
    const resource = store.get(type, decodeURIComponent(id));
    if (resource === undefined) throw new Refusal(404, 'not-found', `there is no such ${type}`);
    return resource;
  };

  /** Carries out a write and answers it, unless its outcome is not reported. @param appointment the one that it is about. */
  const carryOut = (
    request: IncomingMessage,
    response: ServerResponse,
    { appointment, work }: { appointment: Resource | undefined; work: () => Written },
  ) => {
    const patient = patientIn(JSON.stringify(appointment ?? {})) ?? '';
    const fate = failures.write(patient, request.method ?? '', requestOf(request.headers));
    if (fate === 'not-done-untold') return sendFailure(response, 502);
    const written = work();
    if (fate === 'done-untold') return sendFailure(response, 502);
    return sendWritten(response, request, written);
  };

  const write = async (request: IncomingMessage, response: ServerResponse, [type = '', id]: string[]) => {
    const sent: Write = { body: parse(await text(request)), headers: request.headers };
    const { method } = request;
    allow(type, method === 'POST' ? 'c' : 'u');
    if (method === 'POST' && type === 'PaymentNotice' && id === undefined) {
      const appointment = paidAppointment(store, sent);
      return carryOut(request, response, { appointment, work: () => postPaymentNotice(store, sent) });
    }
    if (type !== 'Appointment' || id === undefined)
      throw new Refusal(405, 'not-supported', 'this resource cannot be written');
    const appointment = resourceAt(type, id);
    const update = { PATCH: patchAppointment, PUT: putAppointment }[method ?? ''];
    if (update === undefined) throw new Refusal(405, 'not-supported', `${method} is not supported here`);
    return carryOut(request, response, { appointment, work: () => update(store, appointment, sent) });
  };

  /** Searches, unless the EHR fails for the patient whom the query is about. */
  const answerSearch = async (
    request: IncomingMessage,
    response: ServerResponse,
    { type, query }: { type: string; query: URLSearchParams },
  ) => {
    const bundle = search(type, query);
    const patient = patientIn(decodeURIComponent(query.toString())) ?? '';
    const failure = await failures.read(patient, requestOf(request.headers));
    if (failure !== undefined) return sendFailure(response, failure);
    return send(response, 200, bundle);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', baseUrl());
    if (url.pathname === tokenPath && request.method === 'POST' && isForm(request) && tokens !== undefined) {
      const { status, body } = await tokens.issue(new URLSearchParams(await text(request)));
      return send(response, status, body, 'application/json');
    }
    if (tokens?.hasValidToken(request.headers.authorization) === false)
      throw new Refusal(401, 'login', 'the access token is missing or not valid');
    if (!request.headers['x-request-id']) throw invalid('x-request-id is missing');
    if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`))
      throw new Refusal(404, 'not-found', 'the path is outside the FHIR base URL');
    const path = url.pathname
      .slice(basePath.length + 1)
      .split('/')
      .filter(part => part !== '');
    const [type = '', id] = path;
    if (id === '_search' && request.method === 'POST' && isForm(request)) {
      allow(type, 's');
      return answerSearch(request, response, { type, query: new URLSearchParams(await text(request)) });
    }
    if (request.method !== 'GET') return write(request, response, path);
    if (type !== '') allow(type, id === undefined ? 's' : 'r');
    if (type === 'Binary' && id !== undefined) return sendBinary(request, response, resourceAt(type, id));
    if (request.headers.accept !== fhirJson)
      throw new Refusal(406, 'not-supported', `Accept is not ${fhirJson}`);
    if (type === '') return send(response, 200, next(url.searchParams));
    if (id === undefined) return answerSearch(request, response, { type, query: url.searchParams });
    send(response, 200, resourceAt(type, id));
  };

  const reset = () => {
    if (initial !== undefined) store.reset(initial());
    failures.reset();
  };

  const simulator = resettable(reset, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'exception', String(error));
      send(response, refusal.status, outcomeOf(refusal));
    });
  });
  const listening = await listen(simulator, port);
  return { url: baseUrl(), tokenUrl: tokenUrl(), store, close: listening.close };
};

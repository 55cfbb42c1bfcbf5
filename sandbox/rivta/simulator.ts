// Simulates a RIV-TA region: an aggregating service with the six contracts (SOAP 1.1, Basic Profile 2.1).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { World } from '../extracts/world.ts';
import { plain, variationFor } from '../extracts/xml/variation.ts';
import { createFailures, type FailureStatus, requestOf, sendFailure } from '../failures.ts';
import { listen } from '../listen.ts';
import { resettable } from '../reset.ts';
import { alertInformation } from './contracts/alert-information.ts';
import { careContacts } from './contracts/care-contacts.ts';
import { careDocumentation } from './contracts/care-documentation.ts';
import { type Contract, soapAction } from './contracts/contract.ts';
import { fullProfile } from './contracts/full-profile.ts';
import { medicationHistory } from './contracts/medication-history.ts';
import { subjectOfCareSchedule } from './contracts/subject-of-care-schedule.ts';
import { processingStatus } from './patients/sources.ts';
import { Refusal } from './soap/refusal.ts';
import { logicalAddressOf, readEnvelope, writeEnvelope, writeFault } from './soap/soap.ts';
import { elementsOf } from './soap/xml.ts';

export const contracts: readonly Contract[] = [
  careContacts,
  alertInformation,
  medicationHistory,
  careDocumentation,
  subjectOfCareSchedule,
  fullProfile,
];

export type RivtaSimulator = {
  readonly url: string;
  /** The URL of a contract, by its name. */
  readonly endpoints: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export type RivtaSimulatorOptions = {
  readonly world: World;
  readonly port: number;
  /** Varies the XML of each answer. */
  readonly varied: boolean;
  /** HSA-ids that every request must have. */
  readonly logicalAddress: string;
  readonly originalConsumer: string;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const bytes = await buffer(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('the request is not in UTF-8');
  }
};

const pathOf = ({ name }: Contract) => `/rivta/${name}`;

const checkHead = ({ method, headers }: IncomingMessage, contract: Contract, consumer: string) => {
  if (method !== 'POST') throw new Refusal('the method is not POST');
  if (!/^text\/xml; ?charset="?utf-8"?$/i.test(headers['content-type'] ?? '')) {
    throw new Refusal('Content-Type is not text/xml; charset=utf-8');
  }
  if (![soapAction(contract), `"${soapAction(contract)}"`].includes(String(headers.soapaction))) {
    throw new Refusal(`SOAPAction is not the one of ${contract.name}`);
  }
  if (headers['x-rivta-original-serviceconsumer-hsaid'] !== consumer) {
    throw new Refusal('x-rivta-original-serviceconsumer-hsaid is not that of a known consumer');
  }
  if (!headers['x-skltp-correlation-id']) throw new Refusal('x-skltp-correlation-id is missing');
};

/** Starts the simulator on loopback. A request that violates its contract gets a Fault with the reason. */
export const rivtaSimulator = async (options: RivtaSimulatorOptions): Promise<RivtaSimulator> => {
  const { world, port, varied, logicalAddress, originalConsumer } = options;
  const failures = createFailures();
  let seed = 0;

  /** The answer, or the status that takes its place. */
  const answer = async (request: IncomingMessage): Promise<string | FailureStatus> => {
    const contract = contracts.find(one => pathOf(one) === request.url);
    if (contract === undefined) throw new Refusal('there is no contract at this path');
    const { name, responder } = contract;
    const body = await readBody(request);
    checkHead(request, contract, originalConsumer);
    const message = readEnvelope(body);
    const { payload, headers } = message;
    if (payload.name !== name || payload.ns !== responder)
      throw new Refusal(`the Body does not contain ${name}`);
    contract.check(payload, headers, logicalAddress);
    const addresses = [logicalAddress, ...(contract.addresses?.(payload) ?? [])];
    if (!addresses.includes(logicalAddressOf(message))) throw new Refusal('LogicalAddress is unknown');
    const patient = contract.patient(payload);
    const failure = await failures.read(patient, requestOf(request.headers));
    if (failure !== undefined) return failure;
    const content = contract.answer(payload, world);
    const status = processingStatus(name, patient);
    const answered = elementsOf(responder)(`${name}Response`, content);
    return writeEnvelope(status, answered, varied ? variationFor(++seed) : plain);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const type = { 'content-type': 'text/xml; charset=utf-8' };
    try {
      const answered = await answer(request);
      if (typeof answered === 'number') return sendFailure(response, answered);
      response.writeHead(200, type).end(answered);
    } catch (error) {
      const isTheirs = error instanceof Refusal;
      const fault = writeFault(isTheirs ? 'Client' : 'Server', isTheirs ? error.message : String(error));
      response.writeHead(500, type).end(fault);
    }
  };

  const simulator = resettable(failures.reset, (request, response) => void respond(request, response));
  const { url, close } = await listen(simulator, port);
  const endpoints = Object.fromEntries(contracts.map(one => [one.name, `${url}${pathOf(one)}`]));
  return { url, endpoints, close };
};

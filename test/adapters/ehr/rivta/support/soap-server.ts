// A producer of the national contracts for tests: a real HTTP server that answers envelopes.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';
import { type EhrServer, ehrServer, type Received } from '../../../../support/servers/ehr-server.ts';

/** A request to a producer: its `SOAPAction`, and the number in the body. */
export type Asked = {
  readonly contract: ContractName;
  readonly patient: string;
  /** The facility, if the contract has one. */
  readonly facility: string | undefined;
};

export const askedOf = ({ headers, body }: Received): Asked => ({
  contract: (/:(\w+)"$/.exec(String(headers.soapaction))?.[1] ?? '') as ContractName,
  patient: /<(?:core:id|q:subject_of_care|q:personId)>([^<]*)</.exec(body)?.[1] ?? '',
  facility: /<q:healthcare_facility>([^<]*)</.exec(body)?.[1],
});

/** Wraps an answer in an envelope. */
export const envelopeOf = (answer: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body>${answer.replace(/^<\?xml[^>]*\?>\s*/, '')}</s:Body></s:Envelope>`;

export const soap = (response: ServerResponse, document: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(document);
};

export const faultOf = (text: string): string =>
  envelopeOf(`<s:Fault><faultcode>s:Server</faultcode><faultstring>${text}</faultstring></s:Fault>`);

/** A producer that answers with the given element. */
export const producer = (answer: (asked: Asked) => string): Promise<EhrServer> =>
  ehrServer((received, response) => soap(response, envelopeOf(answer(askedOf(received)))));

/** A sample answer next to this file: valid according to the published schemas, with every mapped member. */
export const sample = (contract: ContractName): string =>
  readFileSync(join(import.meta.dirname, '../samples', `${contract}.xml`), 'utf8');

// SOAP 1.1 envelopes: checks those of requests, and writes those of answers and Faults.
import type { Variation } from '../../extracts/xml/variation.ts';
import { type Element, readXml } from './read-xml.ts';
import { Refusal } from './refusal.ts';
import { elementsOf, escaped, type Node, writeXml } from './xml.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const registry = 'urn:riv:itintegration:registry:1';

export type Message = { readonly headers: readonly Element[]; readonly payload: Element };

/** The only element of an envelope's body, and its header blocks. @throws Refusal if it is not a SOAP 1.1 envelope. */
export const readEnvelope = (xml: string): Message => {
  const { ns, name, children } = readXml(xml);
  if (name !== 'Envelope') throw new Refusal('the request is not an Envelope');
  if (ns !== soap) throw new Refusal('the Envelope is not one of SOAP 1.1');
  const [first, second] = children;
  if (children.some(child => child.ns !== soap))
    throw new Refusal('the Envelope contains more than Header and Body');
  if (first?.name !== 'Header' || second?.name !== 'Body' || children.length > 2) {
    throw new Refusal('the Envelope must have one Header and one Body, in this order');
  }
  const [payload, ...others] = second.children;
  if (payload === undefined || others.length > 0) throw new Refusal('the Body must have exactly one element');
  return { headers: first.children, payload };
};

/** The logical address of a request. @throws Refusal unless it has exactly one. */
export const logicalAddressOf = ({ headers }: Message): string => {
  const addresses = headers.filter(({ ns, name }) => ns === registry && name === 'LogicalAddress');
  const [address] = addresses;
  if (address === undefined || addresses.length > 1)
    throw new Refusal('the Header must have exactly one LogicalAddress');
  return address.text;
};

/** An answer in its envelope, with a block in its header. */
export const writeEnvelope = (block: Node, payload: Node, variation: Variation): string => {
  const element = elementsOf(soap);
  return writeXml(element('Envelope', [element('Header', [block]), element('Body', [payload])]), variation);
};

/** A Fault: who caused it, and the reason. */
export const writeFault = (whose: 'Client' | 'Server', text: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soap:Envelope xmlns:soap="${soap}"><soap:Body><soap:Fault>`,
    `<faultcode>soap:${whose}</faultcode><faultstring>${escaped(text)}</faultstring>`,
    '</soap:Fault></soap:Body></soap:Envelope>',
  ].join('');

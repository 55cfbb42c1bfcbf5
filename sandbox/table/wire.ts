// How Nordvik writes its answers and reads requests, in JSON and in XML.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { exactNumber } from '../../src/domain/model/json.ts';
import { attributes } from './xml-records.ts';

export type Format = 'json' | 'xml';

const builder = new XMLBuilder({
  suppressEmptyNode: true,
  ignoreAttributes: false,
  // Otherwise, an attribute that is true would have no value, which is no XML.
  suppressBooleanAttributes: false,
  attributeNamePrefix: '@',
});
const parser = new XMLParser({ parseTagValue: false });

/** Members of a body whose own members are attributes in XML. */
const ofAttributes = ['error', 'paging'];

/** A member of a body as XML has it: a list of records is an element with one element a record. */
const xmlMember = ([name, value]: [string, unknown]): [string, unknown] => {
  if (Array.isArray(value)) return [name, value.length === 0 ? '' : { [name.slice(0, -1)]: value }];
  if (name === 'generated') return ['@generated', value];
  return [name, ofAttributes.includes(name) ? attributes(value) : value];
};

const toXml = (body: object): string => {
  const members = Object.entries(body).map(xmlMember);
  return builder.build({ answer: JSON.parse(JSON.stringify(Object.fromEntries(members), digitsAsText)) });
};

const digitsAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const exactDigits = (_: string, value: unknown) =>
  typeof value === 'bigint' ? exactNumber(String(value)) : value;

export const readBody = async (request: IncomingMessage, format: Format): Promise<Record<string, string>> => {
  const body = await text(request);
  // In XML, the members are in the root element.
  const read = format === 'json' ? JSON.parse(body) : Object.values(parser.parse(body))[0];
  return read as Record<string, string>;
};

/** A body in a format. */
export const writeBody = (body: object, format: Format): string =>
  format === 'json' ? JSON.stringify(body, exactDigits) : toXml(body);

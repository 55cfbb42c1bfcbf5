// How Nordvik writes its answers and reads requests, in JSON and in XML.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { exactNumber } from '../../src/domain/model/json.ts';

export type Format = 'json' | 'xml';

export type Visit = {
  readonly id: number;
  readonly nationalId: string;
  readonly begin?: string;
  readonly unit?: { readonly no: number };
};

/**
 * A visit in XML, which is older than the rest: it names the patient by ten digits beside the date of birth, and has its number in an
 * attribute, and when it begins as a date and a time of day in two.
 */
export const xmlVisit = ({ id, nationalId, begin, ...visit }: Visit): object => {
  const [year, month, day] = [nationalId.slice(0, 4), nationalId.slice(4, 6), Number(nationalId.slice(6, 8))];
  const [date, time] = begin?.split('T') ?? [];
  // The day of a coordination number is 60 too high.
  const born = `${year}-${month}-${String(day > 60 ? day - 60 : day).padStart(2, '0')}`;
  return {
    '@no': id,
    '@date': date,
    '@time': time,
    patient: { '@pnr': nationalId.slice(2).replace('-', ''), '@born': born },
    ...visit,
  };
};

const builder = new XMLBuilder({
  suppressEmptyNode: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
});
const parser = new XMLParser({ parseTagValue: false });

/** A body as XML: a list of records is an element with one element a record, and lists within a record are repeated elements. */
const toXml = (body: object): string => {
  const members = Object.entries(body).map(([name, value]) =>
    Array.isArray(value) ? [name, value.length === 0 ? '' : { [name.slice(0, -1)]: value }] : [name, value],
  );
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

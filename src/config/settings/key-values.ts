// Parsing lists of `key=value`, as in OpenTelemetry's settings: separated by commas, percent-encoded.
import { percentDecoded } from './value-forms.ts';

/** The expected format, in words for the operator. */
export const keyValuesForm = 'key=value pairs with commas between them, "," and "=" in them percent-encoded';

/** @returns key → value; undefined if a pair has no key or no `=`, or is not percent-encoded UTF-8. */
export const readKeyValues = (text: string): Readonly<Record<string, string>> | undefined => {
  const values = new Map<string, string>();
  for (const pair of text.split(',')) {
    if (pair.trim() === '') continue;
    const at = pair.indexOf('=');
    const key = at === -1 ? undefined : percentDecoded(pair.slice(0, at).trim());
    const value = percentDecoded(pair.slice(at + 1).trim());
    if (key === undefined || key === '' || value === undefined) return undefined;
    values.set(key, value);
  }
  return values.size === 0 ? undefined : Object.fromEntries(values);
};

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

/** The same for HTTP headers; undefined also if one is not a valid header. */
export const readHeaders = (text: string): Readonly<Record<string, string>> | undefined => {
  const headers = readKeyValues(text);
  const isSendable = ([name, value]: [string, string]) => headerName.test(name) && headerValue.test(value);
  return headers !== undefined && Object.entries(headers).every(isSendable) ? headers : undefined;
};

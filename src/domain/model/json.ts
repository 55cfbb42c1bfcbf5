// Values of JSON documents. Numbers keep their digits, which JavaScript's numbers may not.

/** A number that JavaScript would write differently (`1.50`), as the original text. `JSON.stringify` writes it unchanged. */
export interface ExactNumber {
  readonly rawJSON: string;
}

export type Json = string | number | boolean | null | ExactNumber | JsonObject | readonly Json[];
export type JsonObject = { readonly [member: string]: Json | undefined };

/** Both are missing from TypeScript's types. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};

/** A number with these digits. They must be those of a number in JSON. */
export const exactNumber = (digits: string): ExactNumber => rawJSON(digits);

/** Whether a value is a number with the digits that were sent. */
export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null && isRawJSON(value);

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);

/** The digits of a number, as sent; undefined if the value is not one. */
export const digitsOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.rawJSON : undefined;
};

/** A word of a closed list, which may be sent as a text, a number or a boolean; undefined for a list or an object. */
export const wordOf = (value: Json): string | undefined => {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'boolean' ? String(value) : digitsOf(value);
};

/** A step from a value to one in it: the name of a member, or the index of an item. */
export type JsonStep = string | number;

/** A path as a JSON pointer (RFC 6901). */
export const jsonPointer = (path: readonly JsonStep[]): string =>
  path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

// Keeps the digits of numbers as they were sent. JSON.parse passes them to a reviver, but with one it is five times slower. So the
// document is parsed without a reviver, and the few numbers that JavaScript would write differently are replaced afterwards.
import { type InexactNumber, mostInexact } from './json-scan.ts';

/** `JSON.rawJSON` and the reviver's `context` are missing from TypeScript's types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

const keepDigits: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;

/** Whether JavaScript moves a name in front of the others. No FHIR element has such a name. */
const isIndex = (name: string): boolean => {
  const code = name.charCodeAt(0);
  return code >= 0x30 && code <= 0x39;
};

/** Whether a value may have numbers in it. */
const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'object';

/** Replaces numbers while it walks through a document in the order of its text. */
class DigitWriter {
  private numbers = 0;
  private replaced = 0;
  /** Whether all names stand in the order of the text. */
  isInOrder = true;
  private readonly inexact: readonly InexactNumber[];

  constructor(inexact: readonly InexactNumber[]) {
    this.inexact = inexact;
  }

  private number(value: number): unknown {
    const next = this.inexact[this.replaced];
    if (next?.before !== this.numbers++) return value;
    this.replaced++;
    return rawJSON(next.written);
  }

  /** A value with the digits of all numbers in it. */
  value(value: unknown): unknown {
    if (typeof value === 'number') return this.number(value);
    if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) this.object(value as Record<string, unknown>);
    return value;
  }

  private list(items: unknown[]): void {
    for (const [at, item] of items.entries()) if (isNumeric(item)) items[at] = this.value(item);
  }

  private object(members: Record<string, unknown>): void {
    for (const name in members) {
      if (isIndex(name)) this.isInOrder = false;
      const member = members[name];
      if (isNumeric(member)) members[name] = this.value(member);
    }
  }
}

/**
 * A document whose numbers keep their digits.
 * @param value the document as it was parsed, without members of the same name. It is changed.
 */
export const withDigits = ({
  value,
  text,
  inexact,
}: {
  readonly value: unknown;
  readonly text: string;
  readonly inexact: readonly InexactNumber[];
}): unknown => {
  if (inexact.length > mostInexact) return parseWith(text, keepDigits);
  const writer = new DigitWriter(inexact);
  const written = writer.value(value);
  return writer.isInOrder ? written : parseWith(text, keepDigits);
};

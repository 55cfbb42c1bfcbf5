// Parses JSON exactly, with integers beyond 2^53 as bigints.

type Source = { readonly source?: string };

const exactNumber = (value: unknown, source: string | undefined): unknown =>
  typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value;

/** The value of a JSON text, with exact integers. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_name: string, value: unknown, context?: Source) => exactNumber(value, context?.source));

/** A canonical text of a value, for comparison. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.keys(value)
    .sort()
    .map(name => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`);
  return `{${members.join(',')}}`;
};

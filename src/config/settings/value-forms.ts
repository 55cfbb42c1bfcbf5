// The formats of settings: texts, numbers, lists, URLs. Each describes in words what it expects.
import { isHost, isSafeUrl } from './addresses.ts';

export type Spec<T> = {
  /** The expected value, in words for the operator. */
  readonly expected: string;
  /** The default, as an operator would write it. */
  readonly fallback?: string;
  readonly required?: true;
  /** Quotes around the value are part of it, as in a password. */
  readonly mayBeQuoted?: true;
  /** The value is a secret, or may hold one: it is never shown. */
  readonly isSecret?: true;
  /** The value may be in a file, or in another variable: `file:PATH`, `env:NAME`. */
  readonly mayBeReferred?: true;
  /** Whether the name may also be in lower case, which then takes precedence, as in curl. */
  readonly mayBeLowerCase?: true;
  /**
   * Parses a value; undefined if it is not as expected.
   * @param isReferred whether it came from a file or another variable.
   */
  readonly read: (text: string, isReferred?: boolean) => T | undefined;
};

/** A text that is valid as it is written. */
export const textThat = (expected: string, isValid: (text: string) => boolean): Spec<string> => ({
  expected,
  read: value => (isValid(value) ? value : undefined),
});

/** A text of any form. */
export const anyText = (expected: string) => textThat(expected, () => true);

/** A password or a key. */
export const secret = (expected: string): Spec<string> => ({
  ...anyText(expected),
  isSecret: true,
  mayBeQuoted: true,
});

/** Adds that the value, which holds a secret, may be `file:PATH` or `env:NAME`. */
export const orReference = <T>(spec: Spec<T>): Spec<T> => ({
  ...spec,
  expected: `${spec.expected}, or file:PATH or env:NAME with it`,
  isSecret: true,
  mayBeReferred: true,
});

/** Adds that the value, which is not secret, may be in a file, which is read again when it changes. */
export const orFile = <T>(spec: Spec<T>): Spec<T> => ({
  ...spec,
  expected: `${spec.expected}, or file:PATH with it`,
  mayBeReferred: true,
});

/** A host name or an IP address. */
export const host = (expected: string) => textThat(`${expected}, without port and brackets`, isHost);

/** A setting that must be there. */
export const requiredSetting = <T>(spec: Spec<T>) => ({ ...spec, required: true as const });

/** A setting that has a value without being there. */
export const withDefault = <T>(fallback: string, spec: Spec<T>): Spec<T> & { readonly fallback: string } => ({
  ...spec,
  fallback,
});

/** A whole number within limits. */
export const integerSetting = (min: number, max: number, expected: string): Spec<number> => ({
  expected,
  read: value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  },
});

/** The parts of a text between commas, trimmed, without empty ones. */
export const split = (value: string) =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

/** A text without its percent-encoding; undefined if that is not valid. */
export const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** A list of at least one part, between commas, each of them valid. */
export const list = (
  expected: string,
  isValid: (part: string) => boolean = () => true,
): Spec<readonly string[]> => ({
  expected,
  read: value => {
    const parts = split(value);
    return parts.length > 0 && parts.every(isValid) ? parts : undefined;
  },
});

/** One of a few words. */
export const choice = <const T extends string>(...words: readonly T[]): Spec<T> => ({
  expected: `one of ${words.join(', ')}`,
  read: value => words.find(word => word === value),
});

/** A URL by which nothing is sent in clear text to another machine. */
export const safeUrl = (what: string) =>
  textThat(`${what}: an https URL (http only on a loopback address)`, isSafeUrl);

/** Whether a text is the origin of a web page, as browsers send it (D28). */
export const isOrigin = (value: string) =>
  /^https?:/.test(value) && !value.includes('*') && URL.canParse(value) && new URL(value).origin === value;

/** Whether a text is a path without final slash. Clients resolve `.` and `..` before they send a request. */
export const isPath = (value: string) => /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/.test(value);

/** A time of at most an hour. */
export const milliseconds = (least: number) =>
  integerSetting(least, 3_600_000, `a whole number of milliseconds, ${least} to 3600000`);

/** The number of a TCP port; 0 for any that is free. */
export const port = integerSetting(0, 65_535, 'a port, 0 to 65535');

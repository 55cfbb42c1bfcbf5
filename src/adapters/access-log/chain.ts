// The chain of entries: each carries a hash of the one before it, and any later change to an entry breaks it (D23).
import { hash } from 'node:crypto';

/** The hash of an entry's text, which the entry after it carries as `prev`: SHA-256 as hexadecimal digits. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex');

/** The hash of the entry written last; null before the first one. */
export type Head = string | null;

/**
 * Links entries to the one before them, and to each other. In a file, the hash is that of the whole line without its newline, so
 * `sha256sum` finds it, too.
 * @param entries the JSON of each entry, without `prev`.
 */
export const chainedLines = (entries: readonly string[], head: Head): { text: string; head: Head } => {
  let text = '';
  let last = head;
  for (const entry of entries) {
    const line = `${entry.slice(0, -1)},"prev":${JSON.stringify(last)}}`;
    text += `${line}\n`;
    last = hashOf(line);
  }
  return { text, head: last };
};

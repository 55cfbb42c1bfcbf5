// Texts that are not JSON, one for each class of errors that parsers are known to accept. Written as Latin-1.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const groups: Readonly<Record<string, string[]>> = parse(
  readFileSync(new URL('not-json.yaml', import.meta.url), 'utf8'),
);

/** Where a value would stand. */
export const noValues: readonly string[] = Object.values(groups).flat();

/** An object with this text in place of another member's value. */
export const insideObject = (value: string, object: string): string => object.replace(/}$/, `,"x":${value}}`);

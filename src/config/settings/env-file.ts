// Settings in a file: `.env` in the working directory, which the process's environment overrides.
import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from '../environment.ts';
import { type FaultList, readText } from '../files.ts';
import { faultyLines } from './env-lines.ts';

const path = '.env';

const lineForm =
  'NAME=value, a comment (#) or an empty line; a quote has an end, after which only a comment may follow; lines end with LF or CRLF';

/** Reads the file; empty if there is none, or, with a fault added, if it cannot be read. Lines that Node ignores are faults. */
export const readEnvFile = (list: FaultList): Environment => {
  const text = existsSync(path) ? readText(path, { where: path, list }) : undefined;
  if (text === undefined) return {};
  // By number: the text may be a secret.
  for (const line of faultyLines(text)) list.add(`${path} line ${line}`, lineForm);
  return parseEnv(text);
};

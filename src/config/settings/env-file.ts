// Settings in a file: `.env` in the working directory, which the process's environment overrides.
import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type FaultList, readText } from '../files.ts';
import type { Environment } from './settings.ts';

const path = '.env';

/** Reads the file; empty if there is none, or, with a fault added, if it cannot be read. */
export const readEnvFile = (list: FaultList): Environment => {
  const text = existsSync(path) ? readText(path, path, list) : undefined;
  return text === undefined ? {} : parseEnv(text);
};

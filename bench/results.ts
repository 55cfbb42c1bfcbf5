// Stores the results beside the code, so single parts can be measured again and the documents regenerated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Beside } from './measure/beside.ts';
import type { Cost } from './measure/cost.ts';
import type { Crowd } from './measure/crowd.ts';
import type { Instances } from './measure/instances.ts';
import type { Limit } from './measure/limits.ts';
import type { Memory } from './measure/memory.ts';
import type { Start } from './measure/start.ts';
import type { TableCost } from './measure/table.ts';

/** For most parts, one entry per run. */
export type Results = {
  readonly cost?: readonly (readonly Cost[])[];
  readonly beside?: readonly (readonly Beside[])[];
  readonly memory?: readonly (readonly Memory[])[];
  readonly start?: readonly Start[];
  readonly fhir?: readonly (readonly Cost[])[];
  readonly table?: readonly TableCost[];
  readonly limits?: readonly Limit[];
  readonly crowd?: Crowd;
  readonly instances?: readonly (readonly Instances[])[];
};

const path = join(import.meta.dirname, 'results.json');

export const readResults = (): Results =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {};

export const writeResults = (results: Results): void =>
  writeFileSync(path, `${JSON.stringify(results, undefined, 1)}\n`);

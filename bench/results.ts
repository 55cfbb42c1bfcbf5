// Stores the results beside the code, so single parts can be measured again and the documents regenerated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cost } from './measure/cost.ts';
import type { Curve } from './measure/curves.ts';
import type { Memory } from './measure/memory.ts';
import type { RecordCost } from './measure/record.ts';
import type { Start } from './measure/start.ts';
import type { TableCost } from './measure/table.ts';

/** For most parts, one entry per run. */
export type Results = {
  readonly cost?: readonly (readonly Cost[])[];
  readonly memory?: readonly (readonly Memory[])[];
  readonly start?: readonly Start[];
  readonly fhir?: readonly (readonly Cost[])[];
  readonly table?: readonly TableCost[];
  readonly record?: readonly RecordCost[];
  readonly curves?: readonly Curve[];
};

const path = join(import.meta.dirname, 'results.json');

export const readResults = (): Results =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {};

export const writeResults = (results: Results): void =>
  writeFileSync(path, `${JSON.stringify(results, undefined, 1)}\n`);

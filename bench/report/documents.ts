// Writes the results into the documents, between their markers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../results.ts';
import { costTable, fhirTable } from './cost-table.ts';
import { curvesTable } from './curves-table.ts';
import { goalsTable } from './goals-table.ts';

const path = join(import.meta.dirname, '../../docs/performance.md');

/** Replaces what is between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. */
const fill = (name: string, text: string): void => {
  const before = readFileSync(path, 'utf8');
  const marked = new RegExp(`(<!-- bench:${name} -->\n)[^]*?(<!-- /bench:${name} -->)`);
  if (!marked.test(before)) throw new Error(`performance.md has no place for ${name}`);
  writeFileSync(
    path,
    before.replace(marked, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
};

/** The tables of what was measured, by their names in the documents. */
export const tablesOf = (results: Results): ReadonlyMap<string, string> => {
  const { cost, fhir, curves } = results;
  const tables = {
    cost: cost && costTable(cost),
    fhir: fhir && fhirTable(fhir),
    curves: curves && curvesTable(curves),
    goals: goalsTable(results),
  };
  return new Map(
    Object.entries(tables).flatMap(([name, table]) => (table === undefined ? [] : [[name, table]])),
  );
};

export const writeDocuments = (results: Results): void => {
  for (const [name, table] of tablesOf(results)) fill(name, table);
};

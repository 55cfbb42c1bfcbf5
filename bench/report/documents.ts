// Writes the results into the documents, between their markers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../results.ts';
import { chart } from './chart.ts';
import { costTable } from './cost-table.ts';
import { fhirTable } from './fhir-table.ts';
import { goalsTable } from './goals-table.ts';
import { instancesTable } from './instances-table.ts';
import { sizeTable } from './size-table.ts';
import { type Sample, soakTable } from './soak.ts';

const docs = join(import.meta.dirname, '../../docs');

/** Replaces what is between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. */
const fill = (file: string, name: string, text: string): void => {
  const path = join(docs, file);
  const before = readFileSync(path, 'utf8');
  const marked = new RegExp(`(<!-- bench:${name} -->\n)[^]*?(<!-- /bench:${name} -->)`);
  if (!marked.test(before)) throw new Error(`${file} has no place for ${name}`);
  writeFileSync(
    path,
    before.replace(marked, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
};

/** Memory during a long mix of requests. */
export const writeSoak = (samples: readonly Sample[]): void =>
  fill('performance.md', 'soak', soakTable(samples));

export const writeDocuments = (results: Results): void => {
  const { cost, fhir, instances } = results;
  fill('performance.md', 'goals', goalsTable(results));
  if (cost !== undefined) {
    fill('performance.md', 'cost', costTable(cost));
    writeFileSync(join(docs, 'images/performance.svg'), chart(cost));
  }
  if (fhir !== undefined) fill('performance.md', 'fhir', fhirTable(fhir));
  fill('performance.md', 'size', sizeTable(results));
  if (instances !== undefined) fill('scaling.md', 'instances', instancesTable(instances));
};

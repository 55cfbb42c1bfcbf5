// Measures the CPU of a contact that is read by tables, compared with one that is read by TypeScript from the same answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Microseconds of CPU of a contact. */
export type TableCost = { readonly table: number; readonly typescript: number };

/** Each run is a process of its own, in which both take turns. */
export const measureTable = async (runs: number): Promise<TableCost[]> => {
  const costs: TableCost[] = [];
  for (let run = 0; run < runs; run++) {
    const child = fork(join(import.meta.dirname, '../table/measure-process.ts'));
    const [cost] = (await once(child, 'message')) as [TableCost];
    costs.push(cost);
    child.disconnect();
  }
  return costs;
};

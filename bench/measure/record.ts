// Counts what a record costs: promises, and bytes of the heap. A test holds both below a limit (test/http/answers/promises.test.ts).
import { openCostOfRecord } from '../../test/support/cost-of-record.ts';

export type RecordCost = { readonly promises: number; readonly bytes: number };

export const measureRecord = async (runs: number): Promise<RecordCost[]> => {
  const cost = await openCostOfRecord();
  const costs: RecordCost[] = [];
  for (let run = 0; run < runs; run++)
    costs.push({ promises: await cost.promises(), bytes: await cost.bytes() });
  await cost.close();
  return costs;
};

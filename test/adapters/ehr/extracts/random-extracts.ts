// Random right answers of the legacy interface: extracts with any of their members, of one patient.
import fc from 'fast-check';
import { extractLists } from '../../../../sandbox/extracts/lists.ts';
import { encodings } from '../../../../sandbox/extracts/xml/encode.ts';
import { plain } from '../../../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../../../sandbox/extracts/xml/write.ts';
import { people } from '../../../../sandbox/patients/patients.ts';
import type { ObjectTree } from '../../../../sandbox/record-builders/record-trees.ts';
import { valuesOf } from '../../../round-trip/values.ts';

const lists = Object.values(extractLists);

/** The same seed gives the same answer. Undefined for documents that are not a list of extracts. */
export const randomExtracts = (request: string, seed: number): Uint8Array | undefined => {
  const list = lists.find(({ path }) => path === request);
  if (list === undefined) return undefined;
  const { tree } = list;
  const id = 'PatientId' in (tree.Patient as ObjectTree) ? 'PatientId' : 'PatientID';
  const owner = { [id]: { root: '1.2.752.129.2.1.3.1', extension: people.tolvan.number } };
  const extracts = (fc.sample(valuesOf(tree), { seed, numRuns: 2 }) as Record<string, object>[]).map(
    extract => ({
      ...extract,
      Patient: { PatientProtectedId: false, ...extract.Patient, ...owner },
    }),
  );
  return writeExtracts({
    ...list,
    version: 0.5,
    extracts,
    variation: plain,
    encoding: encodings.utf8,
  }).bytes;
};

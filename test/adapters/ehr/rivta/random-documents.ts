// Random right answers of the national contracts: whatever their schemas allow, of one patient, and for the patient to see.
import fc from 'fast-check';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import { documentElements } from './complete/elements.ts';
import { randomAnswer } from './support/random-answers.ts';
import { envelopeOf } from './support/soap-server.ts';

const isContract = (name: string): name is ContractName => Object.hasOwn(documentElements, name);

/** The same seed gives the same answer. */
export const randomDocuments = (request: string, seed: number): Uint8Array | undefined => {
  if (!isContract(request)) return undefined;
  const count = request === 'LookupResidentForFullProfile' ? { min: 1, max: 1 } : { min: 1, max: 2 };
  const [made] = fc.sample(randomAnswer(request, count), { seed, numRuns: 1 });
  if (made === undefined) return undefined;
  const shown = made.xml
    .replace(/<c:approvedForPatient>[^<]*</g, '<c:approvedForPatient>true<')
    .replace(/<c:nullified>[^<]*</g, '<c:nullified>false<');
  return Buffer.from(envelopeOf(shown));
};

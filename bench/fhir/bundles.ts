// The Bundles of the bench: for every patient one of each kind, of about the bytes that are asked for.
import { patients } from '../data/people.ts';
import { seeded } from '../data/seeded.ts';
import {
  composition,
  medicationRequest,
  organizations,
  patientResource,
  practitioners,
} from './resources.ts';

type Entry = { readonly id: string; readonly resourceType: string };

const made = { MedicationRequest: medicationRequest, Composition: composition } as const;
export type Kind = keyof typeof made;

export const idOf = (index: number) => `p${index}`;

const entries = (resources: readonly Entry[], mode: 'match' | 'include') =>
  resources.map(resource => ({
    fullUrl: `https://fhir.example.internal/r4/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  }));

const bundle = (matches: readonly Entry[], included: readonly Entry[] = []): Buffer =>
  Buffer.from(
    JSON.stringify({
      resourceType: 'Bundle',
      type: 'searchset',
      total: matches.length,
      link: [{ relation: 'self', url: 'https://fhir.example.internal/r4' }],
      entry: [...entries(matches, 'match'), ...entries(included, 'include')],
    }),
  );

/** The answer to the search for a patient's number. */
export const patientBundle = (number: string): Buffer =>
  bundle([patientResource(number, idOf(patients.indexOf(number)))]);

export const organizationBundle = bundle(organizations);

/** Resources of a kind, until there are enough bytes, with those who are named in them. */
export const recordsBundle = (kind: Kind, index: number, bytes: number): Buffer => {
  const by = seeded(100_000 + index);
  const chosen: Entry[] = [];
  // The entries around a resource and the included ones have their bytes too.
  let size = JSON.stringify(entries(practitioners, 'include')).length;
  while (size < bytes) {
    const one = made[kind](by, idOf(index), `${index}-${chosen.length}`);
    chosen.push(one);
    size += JSON.stringify(entries([one], 'match')).length;
  }
  return bundle(chosen, practitioners);
};

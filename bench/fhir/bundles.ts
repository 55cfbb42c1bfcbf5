// The Bundles of the bench: one per patient and kind, of about the requested size.
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

/** Generates resources of a kind, and the resources that they refer to, until there are enough bytes. */
export const recordsBundle = (kind: Kind, index: number, bytes: number): Buffer => {
  const by = seeded(100_000 + index);
  const chosen: Entry[] = [];
  // Counts the bytes of the entries and of the included resources.
  let size = JSON.stringify(entries(practitioners, 'include')).length;
  while (size < bytes) {
    const entry = made[kind](by, idOf(index), `${index}-${chosen.length}`);
    chosen.push(entry);
    size += JSON.stringify(entries([entry], 'match')).length;
  }
  return bundle(chosen, practitioners);
};

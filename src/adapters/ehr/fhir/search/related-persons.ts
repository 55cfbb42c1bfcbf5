// The RelatedPersons of a patient: relatives, and those who may act for the patient.
import type * as R4 from 'fhir/r4.js';
import { child, rootElement } from '../elements/element.ts';
import { idOf, type Resource } from '../json/resource.ts';
import type { FhirClient } from '../wire/client.ts';
import type { ResourcePool } from '../wire/pool.ts';
import type { FoundPerson } from './find-patient.ts';
import { ownerOf } from './owner.ts';
import { searchRecords } from './search-records.ts';
import type { ServerContext } from './server-context.ts';

export type RelatedPersons = {
  readonly own: readonly Resource<R4.RelatedPerson>[];
  /** How many of those that the server returned are another patient's (D17). */
  readonly foreign: number;
  /** How many the server hides. */
  readonly suppressed: number;
};

/** Searches for the RelatedPersons of the main Patient. Finds none if the profile does not list the type. */
export const findRelatedPersons = async (
  client: FhirClient,
  { context, person, pool }: { context: ServerContext; person: FoundPerson; pool: ResourcePool },
): Promise<RelatedPersons> => {
  if (!client.server.members.resources.has('RelatedPerson')) return { own: [], foreign: 0, suppressed: 0 };
  const { matches, suppressed } = await searchRecords(client, [{ type: 'RelatedPerson' }], {
    context,
    person: { ...person, ids: new Set([idOf(person.main) ?? '']) },
    pool,
    interval: {},
  });
  const all = matches.map(({ resource }) => resource);
  const requested = { ...context, person };
  const own = all.filter(resource => ownerOf(child(rootElement(resource), 'patient'), requested).isPatient);
  return { own, foreign: all.length - own.length, suppressed };
};

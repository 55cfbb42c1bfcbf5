// Reads the patient, in either layout: one record, which may be withheld.
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { Loss, Reader } from '../../../../ports/ehr.ts';
import { rootElement } from '../elements/element.ts';
import { newTally } from '../elements/tally.ts';
import { searchRecords } from '../kinds/search-records.ts';
import { fetchReferences } from '../linked/fetch-references.ts';
import { withholdingElement } from '../linked/labels.ts';
import { contextFor } from '../linked/reading.ts';
import type { Translation } from '../translation.ts';
import { idOf, type Resource } from '../wire/bundle.ts';
import { type FhirClient, fhirClient, type Server } from '../wire/client.ts';
import { newPool, type ResourcePool } from '../wire/pool.ts';
import { findPatient, type Person } from './find-patient.ts';
import { patientExtract, patientForms } from './patient-record.ts';

/** The RelatedPersons of the main Patient; none if the profile does not list the type. */
export const relatedPersonsOf = async (
  client: FhirClient,
  { translation, person, pool }: { translation: Translation; person: Person; pool: ResourcePool },
): Promise<readonly Resource[]> => {
  if (!client.server.members.resources.has('RelatedPerson')) return [];
  const main = { ...person, ids: new Set([idOf(person.main) ?? '']) };
  const { matches } = await searchRecords(client, [{ type: 'RelatedPerson' }], {
    translation,
    person: main,
    pool,
    interval: {},
  });
  return matches.map(({ resource }) => resource);
};

/** Tells the access rules that the server does not say whether the identity is protected (D27). */
const unknownProtection: Loss = { path: 'Patient/PatientProtectedId', reason: 'unreadable' };

export const readPatients = <K extends keyof typeof patientForms>(
  server: Server,
  translation: Translation,
  kind: K,
): Reader<RecordOf<K> | undefined> => {
  const formOf = patientForms[kind] as (extract: ReturnType<typeof patientExtract>) => RecordOf<K>;

  return async function* ({ patient, call }) {
    const client = fhirClient(server, call);
    const pool = newPool();
    const person = await findPatient(client, translation, { number: patient, pool });
    const context = contextFor(translation, person, pool);
    if (withholdingElement(person.main, server.members) !== undefined) {
      const { isProtected } = context;
      yield { record: undefined, losses: isProtected === undefined ? [unknownProtection] : [], isProtected };
      return;
    }
    const relatedPersons = await relatedPersonsOf(client, { translation, person, pool });
    const parts = { translation, pool, references: context.references };
    await fetchReferences(client, [person.main], parts);
    const root = rootElement(person.main, newTally());
    const record = formOf(patientExtract(root, context, relatedPersons));
    yield { record, losses: root.tally.losses };
  };
};

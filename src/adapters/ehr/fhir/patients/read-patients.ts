// Reads the patient: one record, which may be withheld.
import type { Loss } from '../../../../domain/model/loss.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { PatientReader } from '../../../../ports/ehr.ts';
import { rootElement } from '../elements/element.ts';
import { newTally } from '../elements/tally.ts';
import { unmappedLosses } from '../elements/unread.ts';
import { fetchReferences } from '../reading/fetch-references.ts';
import { findPatient } from '../reading/find-patient.ts';
import { withholdingElement } from '../reading/labels.ts';
import { findRelatedPersons } from '../reading/related-persons.ts';
import type { Translation } from '../reading/translation.ts';
import { contextFor } from '../records/context.ts';
import { fhirClient, type Server } from '../wire/client.ts';
import { newPool } from '../wire/pool.ts';
import { patientRecord } from './patient-record.ts';

/** Members that decide which Patients are one. */
const judged = ['active', 'link'];

const hiddenRelative: Loss = { path: 'RelatedPerson', reason: 'withheld', hides: [] };

export const readFhirPatients = (
  server: Server,
  translation: Translation,
): PatientReader<RecordOf<'patients'> | undefined> =>
  async function* ({ patient, call }) {
    const client = fhirClient(server, call);
    const pool = newPool();
    const person = await findPatient(client, translation, { number: patient, pool });
    const context = contextFor(translation, person, pool);
    const { isProtected = 'not-said' } = context;
    if (withholdingElement(person.main, server.members) !== undefined) {
      yield { record: undefined, losses: [], isProtected };
      return;
    }
    const relatedPersons = await findRelatedPersons(client, { translation, person, pool });
    const parts = { translation, pool, references: context.references };
    await fetchReferences(client, [person.main], parts);
    const root = rootElement(person.main, newTally());
    const record = patientRecord(root, context, relatedPersons.own);
    for (let left = relatedPersons.suppressed; left > 0; left--) root.tally.losses.push(hiddenRelative);
    yield { record, losses: [...root.tally.losses, ...unmappedLosses(root, judged)], isProtected };
    for (let left = relatedPersons.foreign; left > 0; left--) yield { omitted: 'foreign' };
  };

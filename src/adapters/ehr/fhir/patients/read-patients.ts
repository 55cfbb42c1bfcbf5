// Reads the patient: one record, which may be withheld.
import type { Loss } from '../../../../domain/model/loss.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { PatientReader } from '../../../../ports/ehr.ts';
import { answerMeter } from '../../meter.ts';
import { rootElement } from '../elements/element.ts';
import { recordTally } from '../elements/tally.ts';
import { openQuestion } from '../records/context.ts';
import { recordLosses } from '../records/record-losses.ts';
import { fetchReferences } from '../search/fetch-references.ts';
import { withholdingElement } from '../search/labels.ts';
import { findRelatedPersons } from '../search/related-persons.ts';
import { linksOf, type PatientResource } from '../search/same-person.ts';
import type { ServerContext } from '../search/server-context.ts';
import { patientRecord } from './patient-record.ts';

/** Members that decide which Patients are one. No member says that the record is not in use any more. */
const judgedOf = ({ active }: PatientResource) => (active === false ? ['link'] : ['active', 'link']);

/** A loss for each link that leads to no Patient of this server: nobody has read what is there. */
const linkLosses = (patient: PatientResource, server: ServerContext): Loss[] =>
  linksOf(patient, server)
    .filter(({ key }) => key === undefined)
    .map(() => ({ path: 'Patient/link', reason: 'unmapped', hides: [] }));

const hiddenRelative: Loss = { path: 'RelatedPerson', reason: 'withheld', hides: [] };

/** Reads the patient's record, with whether the identity is protected (D27). Throws what `findPatient` throws. */
export const readFhirPatients = (server: ServerContext): PatientReader<RecordOf<'patients'> | undefined> =>
  async function* (question) {
    const context = await openQuestion(server, question);
    const { person, isProtected = 'not-said' } = context;
    if (withholdingElement(person.main, server.members) !== undefined) {
      yield { record: undefined, losses: [], isProtected };
      return;
    }
    const relatedPersons = await findRelatedPersons(context);
    const root = rootElement(person.main, recordTally(answerMeter()()));
    await fetchReferences(context, [root]);
    const record = patientRecord(root, context, relatedPersons.own);
    if (relatedPersons.suppressed > 0)
      root.tally.losses.push({ ...hiddenRelative, times: relatedPersons.suppressed });
    for (const loss of linkLosses(person.main, server)) root.tally.losses.push(loss);
    yield { record, losses: recordLosses(root, { judged: judgedOf(person.main) }), isProtected };
    for (let left = relatedPersons.foreign; left > 0; left--) yield { omitted: 'foreign' };
  };

// The context of the records of one patient, and of one record that is being read (`Reading`).
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import type { EhrQuery } from '../../../../ports/ehr.ts';
import { hsaId } from '../../values/values.ts';
import { child, type Element } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { mayMeanOpposite } from '../json/resource.ts';
import { type FoundPerson, findPatient } from '../search/find-patient.ts';
import { marksProtected } from '../search/labels.ts';
import type { Owner } from '../search/owner.ts';
import { referencesIn } from '../search/references.ts';
import { questionContext, type ServerContext } from '../search/server-context.ts';
import { professionalLists, professionalsIn } from './care-providers.ts';
import { unitLists } from './unit-data.ts';
import { unitsIn } from './units.ts';

/** Whether a Patient's identity is protected; undefined if the server does not say. */
const protectionOf = (
  { main }: Pick<FoundPerson, 'main'>,
  { members }: ServerContext,
): boolean | undefined =>
  members.protectedIdentity === 'not-said' || mayMeanOpposite(main) ? undefined : marksProtected(main);

/**
 * Begins to answer a question: finds its patient. What is read for several records, the context keeps. Throws what `findPatient` throws.
 * @param maxTotalBytes limit of all answers together; undefined: that of the system.
 */
export const openQuestion = async (
  server: ServerContext,
  { patient, call }: Pick<EhrQuery, 'patient' | 'call'>,
  maxTotalBytes?: number,
) => {
  const context = questionContext(server, call, maxTotalBytes);
  const person = await findPatient(context, patient);
  const references = referencesIn(context.pool, context);
  const units = unitsIn(context, references);
  const professionalAt = professionalsIn(context, { references, units });
  return {
    ...context,
    person,
    references,
    units,
    unitLists: unitLists(),
    professionalAt,
    professionalLists: professionalLists(professionalAt),
    isProtected: protectionOf(person, server),
  };
};

/** What all records of one request share. */
export type PatientContext = Readonly<Awaited<ReturnType<typeof openQuestion>>>;

/** A record that is being read: the context of its request, its root element, and its patient. */
export type Reading<R = R4.DomainResource> = PatientContext &
  Omit<Owner, 'isPatient'> & { readonly root: Element<R> };

/**
 * When the server last changed the record; undefined for a record without a clinical time, because the time of the change
 * would then decide whether the record is inside an interval.
 */
export const changedAt = (
  { root, times }: Pick<Reading, 'root' | 'times'>,
  hasClinicalTime: boolean,
): string | undefined => {
  return hasClinicalTime ? times.point(child(root, 'meta'), 'lastUpdated') : undefined;
};

/** The EHR, which every extract names first. */
export const ehrSystemOf = ({ members }: Reading): Identifier | undefined => hsaId(members.ehrSystem);

/** The patient's ids under the extract's names. */
export const patientPart = ({ patientId, internalId, isProtected }: Reading) =>
  omitUndefined({
    PatientID: patientId,
    PatientInternalID: internalId,
    PatientProtectedId: isProtected,
  });

/** The id of a resource on its server: `Type/id`, without a root. */
export const localId = (root: Element<R4.Resource>): Identifier => ({
  extension: `${root.name}/${text(root, 'id') ?? ''}`,
});

// The Patients of one person: collects those that are linked, and checks that all matches are.
import type * as R4 from 'fhir/r4.js';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  ignoringLosses,
  isPresent,
  rootElement,
} from '../elements/element.ts';
import { idIn, personalNumbers } from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { isOfType, isResource, isShortened, keyOf, type Resource } from '../json/resource.ts';
import type { QuestionContext, ServerContext } from './server-context.ts';

/** The most Patients that one person may have. */
const maxPatients = 16;
/** The most Patients that are fetched to find out whether they are the same person. */
const maxLinked = 64;

/** A Patient, with the member names of R4. */
export type PatientResource = Resource<R4.Patient>;

/** R4's types of links between Patients. */
const linkTypes = new Set(['replaced-by', 'replaces', 'refer', 'seealso']);

/**
 * The `Patient/id` that a link leads to; undefined if it leads to another server or resource, or names the other Patient by a number alone.
 * Counts what cannot be read.
 */
const targetOf = (link: Element<R4.PatientLink>, { addresses }: ServerContext): string | undefined => {
  const other = child(link, 'other');
  if (other === undefined) return countLoss(link, 'other');
  const reference = text(other, 'reference');
  if (reference === undefined)
    return isPresent(other, 'identifier') ? undefined : countLoss(other, 'reference');
  const key = addresses.localKey(reference);
  if (key === undefined && !URL.canParse(reference)) return countLoss(other, 'reference');
  return key?.startsWith('Patient/') === true ? key : undefined;
};

/**
 * The links of a Patient to others.
 * Throws `Failure` `ehr-unusable` if one cannot be read: it may lead to more records of the patient.
 */
export const linksOf = (patient: PatientResource, context: ServerContext) => {
  const root = rootElement(patient);
  const links = children(root, 'link').map(link => {
    const type = text(link, 'type') ?? '';
    if (!linkTypes.has(type)) countLoss(link, 'type');
    return { type, key: targetOf(link, context) };
  });
  if (root.tally.losses.length > 0)
    throw unusableAnswer('ehr-wrong-patient', 'a link to another Patient that cannot be read');
  return links;
};

/** Whether a person has a personal identity number that is masked, missing or unreadable, or an identifier that may be one. */
export const hasUnknownNumber = (
  patient: Resource<R4.Patient | R4.RelatedPerson>,
  { registers }: ServerContext,
): boolean => {
  const root = rootElement(patient);
  return (
    children(root, 'identifier').some(identifier => {
      const alone = ignoringLosses(identifier);
      const { system, value } = idIn(alone);
      const isPersonal = registers.kindOf(system) === 'personal';
      return isPersonal ? value === undefined : system === undefined && alone.tally.losses.length > 0;
    }) || root.tally.losses.length > 0
  );
};

/** A Patient by its `Patient/id`; undefined if the server no longer has it. */
const patientBy = async (
  { client, pool }: QuestionContext,
  key: string,
): Promise<PatientResource | undefined> => {
  const received = pool.byKey(key);
  if (received !== undefined && isOfType(received, 'Patient')) return received;
  const resource = await client.readIfExists({ method: 'GET', path: `/${key}` });
  if (resource === undefined) return undefined;
  const isPatient = isResource(resource) && isOfType(resource, 'Patient');
  if (!isPatient || keyOf(resource) !== key || isShortened(resource)) {
    throw unusableAnswer('ehr-wrong-patient', 'a resource other than the linked Patient');
  }
  return pool.add({ resource, fullUrl: undefined });
};

/** The `Patient/id` of a Patient. Each has an id: it is checked when the Patient is received. */
export const keyOfPatient = (patient: PatientResource): string => keyOf(patient) ?? '';

/** The keys of some Patients, and of all that steps from one to another reach, directly or indirectly. */
export const reachedFrom = (
  patients: readonly PatientResource[],
  steps: readonly (readonly [from: string, to: string])[],
): ReadonlySet<string> => {
  const reached = new Set(patients.map(keyOfPatient));
  // The iteration includes keys that are added on the way.
  for (const key of reached) for (const [from, to] of steps) if (from === key) reached.add(to);
  return reached;
};

/**
 * All Patients of the person: the matches, and those that they link to. A looser link ("see also") counts only if the other
 * Patient certainly has no other personal identity number.
 * Throws `Failure` `ehr-unusable` if the matches are not linked to each other, or there are too many.
 */
export const samePerson = async (
  context: QuestionContext,
  matches: readonly PatientResource[],
): Promise<readonly PatientResource[]> => {
  const numbersOf = (patient: PatientResource) => personalNumbers(rootElement(patient), context.registers);
  const numbers = new Set(matches.flatMap(numbersOf));
  const all = new Map(matches.map(patient => [keyOfPatient(patient), patient]));
  const steps: (readonly [from: string, to: string])[] = [];
  const checkCount = () => {
    if (all.size > maxPatients)
      throw unusableAnswer('ehr-wrong-patient', `a patient with more than ${maxPatients} linked records`);
  };
  checkCount();

  const isSame = (type: string, other: PatientResource): boolean => {
    if (type === 'replaces' || type === 'replaced-by') return true;
    // The other types of R4 are looser; `linksOf` accepts no further ones.
    return !hasUnknownNumber(other, context) && numbersOf(other).every(number => numbers.has(number));
  };

  const linked = new Map<string, PatientResource | undefined>();
  const linkedPatient = async (key: string) => {
    if (!linked.has(key)) {
      if (linked.size >= maxLinked) {
        throw unusableAnswer('ehr-limit', `a patient with links to more than ${maxLinked} others`);
      }
      linked.set(key, await patientBy(context, key));
    }
    return linked.get(key);
  };

  // The iteration includes entries that are added on the way.
  for (const [own, patient] of all) {
    for (const { type, key } of linksOf(patient, context)) {
      if (key === undefined) continue;
      const other = await linkedPatient(key);
      if (other === undefined || !isSame(type, other)) continue;
      steps.push([own, key], [key, own]);
      all.set(key, other);
      checkCount();
    }
  }
  const reached = reachedFrom(matches.slice(0, 1), steps);
  if (!matches.every(patient => reached.has(keyOfPatient(patient))))
    throw unusableAnswer('ehr-wrong-patient', 'several patients with one number');
  return [...all.values()];
};

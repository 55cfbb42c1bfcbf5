// Whose record a resource is: the requested patient's or another's (D17).
import type * as R4 from 'fhir/r4.js';
import { type Element, wasSent } from '../elements/element.ts';
import { idAt, plainNumber } from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { statedType } from '../elements/reference.ts';
import type { FoundPerson } from './find-patient.ts';
import type { QuestionContext, ServerContext } from './server-context.ts';

/** The context of a question whose patient has been found. */
export type RequestedPatient = QuestionContext & { readonly person: FoundPerson };

/** Another patient, for the domain: with an id that cannot be mistaken for a person number. */
const foreign = (literal: string | undefined, key: string | undefined) => {
  const isUrl = literal !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(literal);
  const patientId = { extension: `Patient:${key ?? (isUrl ? literal : '?')}` };
  return { isPatient: false, patientId, internalId: undefined };
};

/**
 * The owner that a reference names. Without a reference, or with a name alone, it is not the requested patient. `internalId` is the id of
 * the Patient that it names: a person may have several.
 */
export const ownerOf = (reference: Element<R4.Reference> | undefined, requested: RequestedPatient) => {
  if (reference === undefined) return foreign(undefined, undefined);
  const { person, addresses, registers } = requested;
  const literal = text(reference, 'reference');
  const key = addresses.localKey(literal);
  const id = idAt(reference, 'identifier');
  const kind = registers.kindOf(id?.system);
  // One that was sent and cannot be read may name another patient.
  const isLiteral = literal !== undefined || wasSent(reference, 'reference');
  const byReference = isLiteral ? key !== undefined && person.keys.has(key) : undefined;
  const byNumber =
    kind === undefined || id?.value === undefined
      ? undefined
      : person.numbers.has(`${kind}|${plainNumber(id.value)}`);
  const isPatient = (byReference ?? byNumber) === true && byNumber !== false;
  if (!isPatient) return foreign(literal, key);
  return { isPatient, patientId: person.patientId, internalId: key?.slice('Patient/'.length) };
};
export type Owner = ReturnType<typeof ownerOf>;

/** Whether a reference may name a patient, by its type or by a person number. */
export const namesPatient = (reference: Element<R4.Reference>, { registers }: ServerContext): boolean => {
  const { reference: literal, identifier } = reference.node;
  if (typeof literal === 'string' && /(?:^|\/)Patient\//.test(literal)) return true;
  const type = statedType(reference);
  if (type !== undefined) return type === 'Patient';
  if (typeof literal === 'string' || typeof identifier !== 'object' || identifier === null) return false;
  const system = 'system' in identifier ? identifier.system : undefined;
  return typeof system === 'string' && registers.kindOf(system) !== undefined;
};

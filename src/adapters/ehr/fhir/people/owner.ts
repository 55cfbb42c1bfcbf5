// Whose record a resource is (D17): the patient's, or the text that says that it is another's.
import { numberKindOf } from '../../../../domain/model/patient-number.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { child, type Element, text } from '../elements/element.ts';
import { idIn, plainNumber } from '../elements/identifiers.ts';
import type { Translation } from '../translation.ts';
import type { Person } from './find-patient.ts';

export type Owner =
  | { readonly isPatient: true; readonly patientId: Identifier; readonly internalId: string | undefined }
  | { readonly isPatient: false; readonly patientId: Identifier };

type Asked = { readonly person: Person; readonly translation: Translation };

/** What the reference says, and what the identifier says; undefined where it says nothing. */
const compareWithPatient = (reference: Element, { person, translation }: Asked) => {
  const { addresses, registers } = translation;
  const literal = text(reference, 'reference');
  const key = literal === undefined ? undefined : addresses.localKey(literal);
  const logical = child(reference, 'identifier');
  const id = logical === undefined ? undefined : idIn(logical);
  const kind = registers.kindOf(id?.system);
  return {
    literal,
    key,
    byReference: literal === undefined ? undefined : isOwnKey(key, person),
    byNumber:
      kind === undefined || id?.value === undefined
        ? undefined
        : person.numbers.has(`${kind}|${plainNumber(id.value)}`),
  };
};

const isOwnKey = (key: string | undefined, { ids }: Person): boolean =>
  key?.startsWith('Patient/') === true && ids.has(key.slice('Patient/'.length));

/** How another patient is told to the domain: never as a text that could pass for the number. */
const foreign = (literal: string | undefined, key: string | undefined): Owner => {
  const isUrl = literal !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(literal);
  return { isPatient: false, patientId: { extension: `Patient:${key ?? (isUrl ? literal : '?')}` } };
};

/** The patient that a reference names; a missing one, and one that is told by name alone, is not ours. */
export const ownerOf = (reference: Element | undefined, asked: Asked): Owner => {
  if (reference === undefined) return foreign(undefined, undefined);
  const { literal, key, byReference, byNumber } = compareWithPatient(reference, asked);
  const isPatient = [byReference, byNumber].includes(true) && ![byReference, byNumber].includes(false);
  if (!isPatient) return foreign(literal, key);
  return {
    isPatient,
    patientId: numberId(asked),
    internalId: key?.slice('Patient/'.length),
  };
};

/** The number that was asked for, with the root of its kind. */
export const numberId = ({ person: { number }, translation: { registers } }: Asked): Identifier => ({
  root: registers.rootOf(numberKindOf(number)),
  extension: number,
});

/** Whether a reference can be one to a patient: by its type, or by a person number. */
export const namesPatient = (reference: Element, { registers }: Translation): boolean => {
  const { reference: literal, type, identifier } = reference.node;
  if (typeof literal === 'string' && /(?:^|\/)Patient\//.test(literal)) return true;
  if (type === 'Patient') return true;
  if (typeof literal === 'string' || typeof identifier !== 'object' || identifier === null) return false;
  const system = 'system' in identifier ? identifier.system : undefined;
  return typeof system === 'string' && registers.kindOf(system) !== undefined;
};

// Foreign records: a record of a patient other than the requested one is never answered (D17).
import { hides, type Loss } from '../model/loss.ts';
import { type PatientNumber, parsePatientNumber, withoutHyphen } from '../model/patient-number.ts';
import type { PatientSummary } from '../records/appointment.ts';
import type { Identifier } from '../records/shared/common.ts';

/** Roots (OIDs) of the national registers of person numbers. */
export const numberRoots = {
  personal: '1.2.752.129.2.1.3.1',
  coordination: '1.2.752.129.2.1.3.3',
} as const;

const nationalRoots: ReadonlySet<string> = new Set(Object.values(numberRoots));

export type PersonRoots = ReadonlySet<string>;

/** The roots whose ids are person numbers: the two national ones, and the region's own for reserve numbers. */
export const personRoots = (reserve: string | undefined): PersonRoots =>
  new Set([...Object.values(numberRoots), ...(reserve === undefined ? [] : [reserve])]);

/** A patient id as a record or a booking states it, with the root that it claims. */
type PatientId = { readonly number: string | undefined; readonly root: string | undefined };

const oid = /^[0-2](\.(0|[1-9]\d*))+$/;

export const isOid = (text: string): boolean => oid.test(text);

/** Whether a root is the OID of a register of other ids. A root that is not an OID, such as `personnummer`, is not. */
const isOtherRegister = (root: string, roots: PersonRoots) => isOid(root) && !roots.has(root);

/**
 * Whether the ids belong to another patient: they include person numbers, and none of these is the requested one.
 * Without any person number they do not: the EHR was asked for this patient.
 */
const areForeign = (ids: readonly PatientId[], patient: PatientNumber, roots: PersonRoots): boolean => {
  const numbers = ids
    .filter(({ root = '' }) => !isOtherRegister(root.trim(), roots))
    .map(({ number = '' }) => number.trim())
    .filter(number => number !== '');
  return (
    numbers.length > 0 && !numbers.some(number => number === patient || withoutHyphen(number) === patient)
  );
};

/** Whether a record belongs to another patient, judged by its patient id. Most are the patient's own, as written. */
export const isForeign = (id: Identifier | undefined, patient: PatientNumber, roots: PersonRoots): boolean =>
  id !== undefined &&
  id.extension !== patient &&
  areForeign([{ number: id.extension, root: id.root }], patient, roots);

/** Whether an id tells whose a record is: a reserve number, or a number with the form of a person number. */
const tellsPerson = ({ root = '', extension = '' }: Identifier, roots: PersonRoots): boolean => {
  const isReserve = roots.has(root.trim()) && !nationalRoots.has(root.trim());
  return isReserve || /^\d{12}$/.test(withoutHyphen(extension.trim()));
};

/**
 * Whose a record is: the patient's own, another patient's (`foreign`), or nobody can tell (`unclear`). An unclear one is not shown
 * either, but may be this patient's: what it says of a protected identity counts (D27).
 */
export type Ownership = 'own' | 'foreign' | 'unclear';

/** Whose a record is, by its patient id and what was lost of it. */
export const ownership = (
  { patientId, losses }: { readonly patientId: Identifier | undefined; readonly losses: readonly Loss[] },
  patient: PatientNumber,
  roots: PersonRoots,
): Ownership => {
  if (hides(losses, 'owner')) return 'unclear';
  if (!isForeign(patientId, patient, roots)) return 'own';
  return patientId !== undefined && tellsPerson(patientId, roots) ? 'foreign' : 'unclear';
};

/** Whether a text is, as a whole, the valid personal or coordination number of somebody else (D7, patient numbers). */
export const isNumberOfAnother = (text: string, patient: PatientNumber): boolean => {
  const number = parsePatientNumber(text.trim(), {});
  return number !== undefined && number !== patient;
};

/** Whether a list of bookings belongs to another patient, judged by its person numbers. */
export const isForeignSummary = (
  summary: PatientSummary | undefined,
  patient: PatientNumber,
  roots: PersonRoots,
): boolean => {
  const ids = (summary?.PersonNumbers ?? []).map(({ Number: number, Type: type }) => ({
    number,
    root: type?.Id,
  }));
  return areForeign(ids, patient, roots);
};

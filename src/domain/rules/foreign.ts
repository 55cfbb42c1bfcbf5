// Foreign records: a record of another patient than the one asked for is never answered (D17).
import { type PatientNumber, withoutHyphen } from '../model/patient-number.ts';
import type { PatientSummary } from '../records/appointment.ts';
import type { Identifier } from '../records/shared/common.ts';

/** Roots of the registers that person numbers are from. */
export const numberRoots = {
  personal: '1.2.752.129.2.1.3.1',
  coordination: '1.2.752.129.2.1.3.3',
} as const;

export type PersonRoots = ReadonlySet<string>;

/** The roots whose ids are compared: the two national ones and the region's own for reserve numbers. */
export const personRoots = (reserve: string | undefined): PersonRoots =>
  new Set([...Object.values(numberRoots), ...(reserve === undefined ? [] : [reserve])]);

/** A patient's id as a record or a booking has it, with the register that it says it is from. */
type PatientId = { readonly number: string | undefined; readonly root: string | undefined };

const oid = /^[0-2](\.(0|[1-9]\d*))+$/;

/** Whether a root names a register of other ids than person numbers. A word such as `personnummer` names none. */
const isOtherRegister = (root: string, roots: PersonRoots) => oid.test(root) && !roots.has(root);

/**
 * Whether ids say that their patient is another than the one asked for: there are person numbers among them, and none
 * is the patient's. Where there is none, nothing says so: the EHR was asked by patient.
 */
const areForeign = (ids: readonly PatientId[], patient: PatientNumber, roots: PersonRoots): boolean => {
  const numbers = ids
    .filter(({ root = '' }) => !isOtherRegister(root.trim(), roots))
    .map(({ number = '' }) => number.trim())
    .filter(number => number !== '');
  return numbers.length > 0 && !numbers.some(one => one === patient || withoutHyphen(one) === patient);
};

/** Whether a record's patient id says that the record is another patient's. Most are the patient's own, as written. */
export const isForeign = (id: Identifier | undefined, patient: PatientNumber, roots: PersonRoots): boolean =>
  id !== undefined &&
  id.extension !== patient &&
  areForeign([{ number: id.extension, root: id.root }], patient, roots);

/** Whether the person numbers of bookings say that they are another patient's. */
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

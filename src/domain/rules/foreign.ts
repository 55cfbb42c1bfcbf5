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

const isSame = (number: string, patient: PatientNumber) =>
  number === patient || withoutHyphen(number) === patient;

/** Whether a record's patient id says that it is another's. An id of any other register says nothing. */
export const isForeign = (
  id: Identifier | undefined,
  patient: PatientNumber,
  roots: PersonRoots,
): boolean => {
  if (id?.extension === undefined || id.extension === '') return false;
  const isPersonNumber = id.root === undefined || id.root === '' || roots.has(id.root);
  return isPersonNumber && !isSame(id.extension, patient);
};

/** Whether a text looks like the id of a register rather than like a word of the EHR's own. */
const isRoot = (text: string) => /^\d+(\.\d+)+$/.test(text);

/**
 * Whether bookings are another patient's: none of their person numbers is the one asked for. A number counts unless
 * its type names another register.
 */
export const isForeignSummary = (
  summary: PatientSummary | undefined,
  patient: PatientNumber,
  roots: PersonRoots,
): boolean => {
  const numbers = (summary?.PersonNumbers ?? []).flatMap(({ Number: number, Type: type }) => {
    if (number === undefined || number.trim() === '') return [];
    const root = type?.Id?.trim() ?? '';
    return isRoot(root) && !roots.has(root) ? [] : [number.trim()];
  });
  return numbers.length > 0 && !numbers.some(number => isSame(number, patient));
};

// Whose a record is, as far as it or its answer says (D17, the owner of a record).
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import { isForeign, isNumberOfAnother, type PersonRoots } from '../../../../domain/rules/foreign.ts';
import { unreadable } from '../../translation/written-values.ts';
import { isBirthDateOf, twelveDigits, writeNumber } from '../number-forms.ts';
import type { Steps } from '../source-path.ts';
import type { ListSource, OwnerPlaces, Tables } from '../tables.ts';
import { find, scalarOf, someText } from './find.ts';

/** A patient, as the EHR knows it. */
export type Person = {
  readonly patient: PatientNumber;
  /** The id that the lookup found. */
  readonly id: string | undefined;
  /** The region's local time, as 14 digits: a number of ten digits is of the last hundred years, unless its sign says otherwise. */
  readonly now?: string | undefined;
  /** Set if any id is the patient's, because there was no lookup: the answer is a file. Called with each id. */
  readonly onAnyId?: ((id: string) => void) | undefined;
};

/** Whose records are wanted, and what tells. */
type Wanted = Person & { readonly roots: PersonRoots; readonly tables: Tables };

const withoutSign = (number: string): string => number.replace(/[-+]/, '');

/**
 * Whether a number of ten digits is the patient's. It is that of two people a hundred years apart: a date of birth beside it, or its sign,
 * says whose.
 */
const isShortNumberOf = (
  text: string,
  patient: PatientNumber,
  {
    form,
    hasBorn,
    date,
    now,
  }: {
    form: '10' | '6-4';
    hasBorn: boolean;
    date: Json | undefined | typeof unreadable;
    now: string | undefined;
  },
): boolean => {
  const written = writeNumber('6-4', patient, now);
  if (!hasBorn) return form === '6-4' && text === written;
  return (
    typeof date === 'string' && withoutSign(text) === withoutSign(written) && isBirthDateOf(date, patient)
  );
};

/** Whether the value at a path names the patient. */
export const namesPatientAt = (
  from: Json,
  steps: Steps,
  {
    isId,
    form,
    born,
    patient,
    id,
    now,
    onAnyId,
    roots,
    tables,
  }: Wanted & Pick<OwnerPlaces, 'isId' | 'form' | 'born'>,
): boolean => {
  const value = scalarOf(find(from, steps), tables);
  if (value === undefined || value === null || value === unreadable) return false;
  const text = typeof value === 'string' ? value.trim() : isId ? digitsOf(value) : undefined;
  if (text === undefined) return false;
  if (form !== undefined && twelveDigits.test(patient)) {
    const date = born === undefined ? undefined : scalarOf(find(from, born), tables);
    return isShortNumberOf(text, patient, { form, hasBorn: born !== undefined, date, now });
  }
  if (isId) onAnyId?.(text);
  return isId ? onAnyId !== undefined || text === id : !isForeign({ extension: text }, patient, roots);
};

/**
 * Whether a record is the patient's, as far as it says so itself. If only the answer names the patient, that may be an echo of the
 * question: a record that holds the number of another person, wherever that is, then counts as that person's (D17).
 */
export const isOwn = (record: Json, { owner }: ListSource, wanted: Wanted): boolean => {
  const { record: steps, isAnswerAlone, absentIsAnswers } = owner;
  const isUnnamed = steps !== undefined && absentIsAnswers && find(record, steps) === undefined;
  if (steps !== undefined && !isUnnamed) return namesPatientAt(record, steps, { ...wanted, ...owner });
  return !(isAnswerAlone || isUnnamed) || !someText(record, text => isNumberOfAnother(text, wanted.patient));
};

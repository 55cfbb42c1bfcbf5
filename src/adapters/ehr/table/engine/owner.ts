// Whose a record is, as far as it or its answer says (D17, the owner of a record).
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import type { OwnerFault } from '../../../../domain/model/loss.ts';
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
export type Wanted = Person & { readonly roots: PersonRoots; readonly tables: Tables };

const withoutSign = (number: string): string => number.replace(/[-+]/, '');

/** How numbers of people are written: 12 or 10 digits, with or without a sign. */
const numberPattern = /^(?:\d{2})?\d{6}[-+]?\d{4}$/;

/** Why ten digits do not name the patient. They are those of two people a hundred years apart: a date of birth, or the sign, says whose. */
const shortNumberFault = (
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
): OwnerFault | undefined => {
  const written = writeNumber('6-4', patient, now);
  if (!numberPattern.test(text)) return 'no-number';
  if (!hasBorn) return form === '6-4' && text === written ? undefined : 'another';
  if (withoutSign(text) !== withoutSign(written)) return 'another';
  if (typeof date !== 'string') return 'no-birth-date';
  return isBirthDateOf(date, patient) ? undefined : 'another';
};

/** Why the value at a path does not name the patient; undefined if it does. */
export const ownerFaultAt = (
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
): OwnerFault | undefined => {
  const value = scalarOf(find(from, steps), tables);
  if (value === undefined || value === null) return 'missing';
  if (value === unreadable) return 'no-number';
  const text = typeof value === 'string' ? value.trim() : isId ? digitsOf(value) : undefined;
  if (text === undefined) return 'no-number';
  if (form !== undefined && twelveDigits.test(patient)) {
    const date = born === undefined ? undefined : scalarOf(find(from, born), tables);
    return shortNumberFault(text, patient, { form, hasBorn: born !== undefined, date, now });
  }
  if (isId) onAnyId?.(text);
  if (isId) return onAnyId !== undefined || text === id ? undefined : 'another';
  if (!isForeign({ extension: text }, patient, roots)) return undefined;
  return numberPattern.test(text) ? 'another' : 'no-number';
};

/**
 * Why a record is not the patient's, as far as it says so itself; undefined if it is. If only the answer names the patient, that may be an
 * echo of the question: a record that holds the number of another person, wherever that is, then counts as that person's (D17).
 */
export const ownerFaultOf = (record: Json, { owner }: ListSource, wanted: Wanted): OwnerFault | undefined => {
  const { record: steps, isAnswerAlone, absentIsAnswers } = owner;
  const isUnnamed = steps !== undefined && absentIsAnswers && find(record, steps) === undefined;
  if (steps !== undefined && !isUnnamed) return ownerFaultAt(record, steps, { ...wanted, ...owner });
  const namesAnother =
    (isAnswerAlone || isUnnamed) && someText(record, text => isNumberOfAnother(text, wanted.patient));
  return namesAnother ? 'another' : undefined;
};

/** What is wrong with the owner of something, after its name: two of the faults are probably in the tables. */
export const ownerFaultWords: Readonly<Record<OwnerFault, string>> = {
  another: 'names another patient',
  missing: 'names nobody: is the path of owner right?',
  'no-number': 'names its patient by something that is not a number: is the path of owner right?',
  'no-birth-date': 'names its patient by ten digits without a date of birth: is the path of born right?',
};

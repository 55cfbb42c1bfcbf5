// Whose a record is, as far as it or its answer says (D17, the owner of a record).
import { type Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import type { OwnerFault } from '../../../../domain/model/loss.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import { isForeign, isNumberOfAnother, type PersonRoots } from '../../../../domain/rules/foreign.ts';
import { sizeBeside } from '../../meter.ts';
import { writtenDay } from '../../values/written-times.ts';
import { unreadable } from '../../values/written-values.ts';
import { birthDateIn, twelveDigits, writeNumber } from '../number-forms.ts';
import type { Steps } from '../source-path.ts';
import type { BirthPlace, ListSource, OwnerPlaces, Tables } from '../tables.ts';
import { find, type Outside, type Sought, scalarOf, someText, wordAt } from './find.ts';
import type { ListedRecord } from './located-records.ts';

/** A patient, as the EHR knows it. */
export type Person = {
  readonly patient: PatientNumber;
  /** The id that the lookup found. */
  readonly id: string | undefined;
  /**
   * What the lookup says at the paths of dates of birth that kinds name: one for each hit that is the patient's. Undefined if there was no
   * lookup, because the answer is a file.
   */
  readonly births?: ReadonlyMap<Steps, readonly Sought[]> | undefined;
  /** The region's local time, as 14 digits: a number of ten digits is of the last hundred years, unless its sign says otherwise. */
  readonly now?: string | undefined;
  /** Set if nobody knows the patient's id, because there was no lookup: the answer is a file. Returns whether an id is the patient's. */
  readonly onAnyId?: ((id: string) => boolean) | undefined;
};

/** Whose records are wanted, and what tells. */
export type Wanted = Person & {
  readonly roots: PersonRoots;
  readonly tables: Pick<Tables, 'format' | 'lookup'>;
};

/** What names a patient: whose it may be, and where it stands. */
type Naming = Wanted & OwnerPlaces;

const withoutSign = (number: string): string => number.replace(/[-+]/, '');

/** How numbers of people are written: 12 or 10 digits, with or without a sign. */
const numberPattern = /^(?:\d{2})?\d{6}[-+]?\d{4}$/;

/** Why dates of birth do not say that a number of ten digits is the patient's. */
const birthFault = (dates: readonly Sought[], patient: PatientNumber): OwnerFault | undefined => {
  const [date, ...others] = dates.map(one => (typeof one === 'string' ? writtenDay(one) : undefined));
  if (date === undefined || others.some(other => other !== date)) return 'no-birth-date';
  return date === birthDateIn(patient) ? undefined : 'another';
};

/**
 * Why ten digits do not name the patient. They are those of two people a hundred years apart: a date of birth, or the sign, says whose.
 * @param dates the dates of birth that are known; undefined if none is looked at.
 */
const shortNumberFault = (
  text: string,
  dates: readonly Sought[] | undefined,
  { form, patient, now }: Naming,
): OwnerFault | undefined => {
  const written = writeNumber('6-4', patient, now);
  if (!numberPattern.test(text)) return 'no-number';
  if (dates === undefined) return form === '6-4' && text === written ? undefined : 'another';
  return withoutSign(text) === withoutSign(written) ? birthFault(dates, patient) : 'another';
};

/** The date of birth at a place: of a century and the digits after it, or as it is written. */
const birthAt = (
  from: Json,
  { steps, digits }: BirthPlace,
  { outside, tables }: { readonly outside: Outside | undefined; readonly tables: Naming['tables'] },
): Sought => {
  if (digits === undefined) return scalarOf(find(from, steps, { outside }), tables);
  const [century, rest] = [steps, digits].map(at => String(wordAt(from, at, { ...tables, outside })));
  const written = /^(?:18|19|20)\d{6}(?=(?:[-+]?\d{4})?$)/.exec(`${century}${rest}`);
  return written === null || century?.length !== 2 ? unreadable : birthDateIn(written[0]);
};

/** The dates of birth beside a number; undefined if the tables name none. Of a file, there was no lookup that says one. */
const birthsFor = (
  from: Json,
  { born, bornAtLookup, births, patient, tables }: Naming,
  outside: Outside | undefined,
): readonly Sought[] | undefined => {
  if (born !== undefined) return [birthAt(from, born, { outside, tables })];
  if (bornAtLookup === undefined) return undefined;
  return births === undefined ? [birthDateIn(patient)] : (births.get(bornAtLookup) ?? []);
};

/** Why a number of 12 digits does not name the patient. Ten digits that could be the patient's do not say whose they are. */
const longNumberFault = (text: string, { patient, roots }: Naming): OwnerFault | undefined => {
  const hyphenated = writeNumber('8-4', patient, undefined);
  if (text === hyphenated || !isForeign({ extension: text }, patient, roots)) return undefined;
  if (!numberPattern.test(text)) return 'no-number';
  return withoutSign(text) === patient.slice(2) ? 'no-birth-date' : 'another';
};

/** Why the value at a path does not name the patient; undefined if it does. */
const faultAt = (
  from: Json,
  steps: Steps,
  { naming, outside }: { readonly naming: Naming; readonly outside?: Outside },
): OwnerFault | undefined => {
  const { isId, form, patient, id, onAnyId, tables } = naming;
  const value = scalarOf(find(from, steps, { outside }), tables);
  if (value === undefined) return 'missing';
  if (value === unreadable) return 'no-number';
  const text = typeof value === 'string' ? value.trim() : isId ? digitsOf(value) : undefined;
  if (text === undefined) return 'no-number';
  if (form !== undefined && twelveDigits.test(patient))
    return shortNumberFault(text, birthsFor(from, naming, outside), naming);
  if (!isId) return longNumberFault(text, naming);
  return (onAnyId?.(text) ?? text === id) ? undefined : 'another';
};

/** Whether a record, or an object in a list around it, holds a number, beside what else is in that list. */
const holdsNumber = (
  { record, around }: ListedRecord,
  { outside, test }: { readonly outside: Outside; readonly test: (text: string) => boolean },
): boolean => {
  const isBeside = ({ object, name }: ListedRecord['around'][number]) => {
    outside.meter('passed', sizeBeside(object, name));
    return Object.entries(object).some(([other, value]) => other !== name && someText(value ?? null, test));
  };
  return someText(record, test) || around.some(one => one.isCounted && isBeside(one));
};

/**
 * Creates the check of a call's answers. What names the patient may be an echo of the question: the answer alone, or the id of a lookup
 * whose answer alone names the patient. A record that holds the number of another person, wherever that is, then counts as that person's
 * (D17), also one of patients that holds the patient's number too: which of the two is a relative's, nobody can tell.
 * @returns what tells why an answer, or a record, is not the patient's, as far as it says so itself; undefined if it is.
 */
export const ownerCheck = ({ owner }: Pick<ListSource, 'owner'>, wanted: Wanted) => {
  const { record: steps, answer, isAnswerAlone, absentIsAnswers, isId } = owner;
  const { patient, tables } = wanted;
  const naming: Naming = { ...wanted, ...owner };
  const isEchoedId = isId && tables.lookup?.mayBeEcho === true;
  const isAnother = (text: string) => isNumberOfAnother(text, patient);
  return {
    ofAnswer: (around: Json): OwnerFault | undefined =>
      answer === undefined ? undefined : faultAt(around, answer, { naming }),
    ofRecord: (listed: ListedRecord, outside: Outside): OwnerFault | undefined => {
      const { record } = listed;
      const isUnnamed =
        steps !== undefined && absentIsAnswers && find(record, steps, { outside }) === undefined;
      const ownerFault =
        steps === undefined || isUnnamed ? undefined : faultAt(record, steps, { naming, outside });
      if (ownerFault !== undefined) return ownerFault;
      const mayBeEcho = isAnswerAlone || isUnnamed || isEchoedId;
      return mayBeEcho && holdsNumber(listed, { outside, test: isAnother }) ? 'another' : undefined;
    },
  };
};

/** What is wrong with the owner of something, after its name: two of the faults are probably in the tables. */
export const ownerFaultWords: Readonly<Record<OwnerFault, string>> = {
  another: 'names another patient',
  missing: 'names nobody: is the path of owner right?',
  'no-number': 'names its patient by something that is not a number: is the path of owner right?',
  'no-birth-date': 'names its patient by ten digits without a date of birth: is the path of born right?',
};

/** The failure of an answer that is about another patient, or does not say about whom. @param what what names the patient: `a lookup`. */
export const wrongPatient = (what: string, fault: OwnerFault): Failure =>
  unusableAnswer('ehr-wrong-patient', `${what} that ${ownerFaultWords[fault]}`);

// Finds the requested patient by number, with all other Patient resources of the same person.
import { Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { numberKindOf, type PatientNumber } from '../../../../domain/model/patient-number.ts';
import { rootElement } from '../elements/element.ts';
import { numbersIn, plainNumber } from '../elements/identifiers.ts';
import { search } from '../wire/search.ts';
import { mainOf } from './main-patient.ts';
import { keyOfPatient, type PatientResource, samePerson } from './same-person.ts';
import type { QuestionContext, ServerContext } from './server-context.ts';

/** Escapes the characters that separate the parts of a search value. */
const escaped = (text: string) => text.replace(/[\\,|$]/g, '\\$&');

/** The number without and with its hyphen: servers store either. */
const spellings = (number: string): string[] =>
  number.length === 12 ? [number, `${number.slice(0, 8)}-${number.slice(8)}`] : [number];

const numbersOf = (patient: PatientResource, { registers }: ServerContext): string[] =>
  numbersIn(rootElement(patient), registers).map(({ kind, number }) => `${kind}|${number}`);

/** Searches by number. Each match must have the number: a server that ignores the parameter would return other patients. */
const matchesOf = async (
  context: QuestionContext,
  number: PatientNumber,
): Promise<readonly PatientResource[]> => {
  const kind = numberKindOf(number);
  const system = escaped(context.registers.searchSystem(kind));
  const tokens = spellings(number).map(spelling => `${system}|${escaped(spelling)}`);
  const { matches, suppressed } = await search(context, {
    type: 'Patient',
    parameters: [['identifier', tokens.join(',')]],
    byPost: context.members.patientSearch === 'post',
  });
  if (suppressed > 0) throw unusableAnswer('ehr-wrong-patient', 'the EHR hides a patient with this number');
  const numberKey = `${kind}|${plainNumber(number)}`;
  if (matches.some(patient => !numbersOf(patient, context).includes(numberKey))) {
    throw unusableAnswer('ehr-wrong-patient', 'a patient without the requested number');
  }
  return matches;
};

/**
 * Finds the patient. Every kind does this first, so an unknown patient is never answered with an empty list (D15).
 * Throws `Failure`: `patient-unknown`, and what `search` throws.
 */
export const findPatient = async (context: QuestionContext, number: PatientNumber) => {
  const matches = await matchesOf(context, number);
  if (matches.length === 0) throw new Failure('patient-unknown');
  const all = await samePerson(context, matches);
  return {
    number,
    /** The requested number, with the root of its kind. */
    patientId: { root: context.registers.rootOf(numberKindOf(number)), extension: number },
    ...mainOf({ matches, all }, context),
    /** All Patients, including the main one: a person may be registered several times. */
    all,
    /** Those as `Patient/id`. */
    keys: new Set(all.map(keyOfPatient)) as ReadonlySet<string>,
    /** Their person numbers, as `kind|number` without hyphens. */
    numbers: new Set(all.flatMap(patient => numbersOf(patient, context))) as ReadonlySet<string>,
  };
};

/** A person, with all of their Patient resources. */
export type FoundPerson = Readonly<Awaited<ReturnType<typeof findPatient>>>;

// A dosage in words, in Swedish, for the patient. The published dosage has no members for a frequency, a ramp or a maximum,
// and a dose without them is dangerous: nobody must read `2 tablett` without how often.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { nonBlank } from '../../translation/values.ts';
import type { CvType } from '../wire-types.ts';
import type { DosageType, RampEndpointType, SchemeType } from './drug-choice.ts';
import { amountOf, durationOf, frequencyOf, joined, perDuration, readableTime } from './quantities.ts';

type Unit = CvType | undefined;

const before = (word: string, words: string | undefined) =>
  words === undefined ? undefined : `${word} ${words}`;

/** Each way to say how much and how often as a phrase: `2 tablett, 3 gånger per dag`. */
const evenPhrases = (scheme: RampEndpointType, unit: Unit): string[] => {
  const {
    frequencyDosage: frequent,
    periodDosage: periodic,
    occasionDosage: occasional,
    singleDose,
  } = scheme;
  const cycle = durationOf(occasional?.period);
  const occasions = (occasional?.administration ?? []).map(({ dose, time, dayOfPeriod }) =>
    joined(
      ', ',
      amountOf(dose, unit),
      nonBlank(time),
      joined(' ', before('dag', nonBlank(dayOfPeriod)), before('i en period om', cycle)),
    ),
  );
  return [
    frequent && joined(', ', amountOf(frequent.dose, unit), frequencyOf(frequent.frequency)),
    periodic && joined(', ', amountOf(periodic.dose, unit), before('1 gång', perDuration(periodic.period))),
    ...(occasions.length === 0 ? [before('i en period om', cycle)] : occasions),
    singleDose &&
      joined(', ', amountOf(singleDose.dose, unit), joined(' ', 'en gång', readableTime(singleDose.time))),
  ].filter(phrase => phrase !== undefined);
};

const endOfRamp = (word: string, end: RampEndpointType = {}, unit: Unit): string | undefined => {
  const text = nonBlank(end.unstructuredDosageInformation?.text);
  return before(word, joined(' / ', ...evenPhrases(end, unit), text));
};

const rampPhrase = ({ rampedDosage: ramp }: SchemeType, unit: Unit): string | undefined => {
  const { doseStep: { value, unit: own } = {}, timeStep, rampStart, rampEnd } = ramp ?? {};
  const step = amountOf(omitUndefined({ low: value, high: value, unit: own }), unit);
  return joined(
    '; ',
    joined(' ', before('dosen ändras med', step), perDuration(timeStep)),
    endOfRamp('från', rampStart, unit),
    endOfRamp('till', rampEnd, unit),
  );
};

const phrasesOf = (scheme: SchemeType = {}, unit: Unit): string[] =>
  [...evenPhrases(scheme, unit), rampPhrase(scheme, unit)].filter(phrase => phrase !== undefined);

/** A maximum: `högst 6 tablett per dag`. */
const maximumPhrases = ({ periodDosage: periodic, ...scheme }: SchemeType = {}, unit: Unit): string[] => {
  const perPeriod = periodic && joined(' ', amountOf(periodic.dose, unit), perDuration(periodic.period));
  const text = nonBlank(scheme.unstructuredDosageInformation?.text);
  const limits = [perPeriod, ...evenPhrases(scheme, unit)].filter(phrase => phrase !== undefined);
  return [
    ...limits.map(limit => `högst ${limit.replace(/^(högst|minst) /, '')}`),
    ...[rampPhrase(scheme, unit), text].flatMap(said => before('maxdos:', said) ?? []),
  ];
};

/**
 * How much and how often, a line for each way to say it. The maximum ends the last line of the dose that it limits; a dose
 * under a condition begins with it.
 */
export const dosageWords = ({
  setDosage,
  maximumDosage,
  conditionalDosage,
  unitDose,
}: DosageType): string[] => {
  const doses = phrasesOf(setDosage, unitDose);
  const last = joined('; ', ...doses.slice(-1), ...maximumPhrases(maximumDosage, unitDose));
  const condition = nonBlank(conditionalDosage?.conditionDescription) ?? 'villkorat';
  return [
    ...doses.slice(0, -1),
    ...(last === undefined ? [] : [last]),
    ...phrasesOf(conditionalDosage, unitDose).map(phrase => `${condition}: ${phrase}`),
  ];
};

// A dosage as Swedish text for the patient. The published dosage has no members for a frequency, a ramp or a maximum, and a
// dose without them is dangerous: nobody must read `2 tablett` without being told how often.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { nonBlank } from '../../translation/values.ts';
import type { CvType, PqIntervalType } from '../wire-types.ts';
import type { DosageType, RampEndpointType, SchemeType } from './drug-choice.ts';
import { amountOf, durationOf, frequencyOf, joined, perDuration, readableTime } from './quantities.ts';

type Unit = CvType | undefined;

const prefixed = (word: string, words: string | undefined) =>
  words === undefined ? undefined : `${word} ${words}`;

/** Joins equal phrases into one with their number (`3 × 1 tablett`). As lines of a text, they would be removed as duplicates. */
const withCounts = (phrases: readonly (string | undefined)[]): string[] => {
  const counts = new Map<string, number>();
  for (const phrase of phrases) {
    if (phrase !== undefined) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts].map(([phrase, count]) => (count === 1 ? phrase : `${count} × ${phrase}`));
};

/** The amount of a dose. If it has no unit, the text says so: `1, 5 gånger per dag` could be read as 1,5 times. */
const doseOf = (dose: PqIntervalType | undefined, unit: Unit): string | undefined => {
  const amount = amountOf(dose, unit);
  return amount !== undefined && /^(?:minst |högst )?\S+$/.test(amount) ? `${amount} utan enhet` : amount;
};

/** A phrase for each way in which the scheme says how much and how often: `2 tablett, 3 gånger per dag`. */
const schemePhrases = (scheme: RampEndpointType, unit: Unit): string[] => {
  const {
    frequencyDosage: frequent,
    periodDosage: periodic,
    occasionDosage: occasional,
    singleDose,
  } = scheme;
  const cycle = durationOf(occasional?.period);
  const occasions = withCounts(
    (occasional?.administration ?? []).map(({ dose, time, dayOfPeriod }) =>
      joined(
        ', ',
        doseOf(dose, unit),
        nonBlank(time),
        joined(' ', prefixed('dag', nonBlank(dayOfPeriod)), prefixed('i en period om', cycle)),
      ),
    ),
  );
  return [
    frequent && joined(', ', doseOf(frequent.dose, unit), frequencyOf(frequent.frequency)),
    periodic && joined(', ', doseOf(periodic.dose, unit), prefixed('1 gång', perDuration(periodic.period))),
    ...(occasions.length === 0 ? [prefixed('i en period om', cycle)] : occasions),
    singleDose &&
      joined(', ', doseOf(singleDose.dose, unit), joined(' ', 'en gång', readableTime(singleDose.time))),
  ].filter(phrase => phrase !== undefined);
};

const endOfRamp = (word: string, end: RampEndpointType = {}, unit: Unit): string | undefined => {
  const text = nonBlank(end.unstructuredDosageInformation?.text);
  return prefixed(word, joined(' / ', ...schemePhrases(end, unit), text));
};

const rampPhrase = ({ rampedDosage: ramp }: SchemeType, unit: Unit): string | undefined => {
  const { doseStep: { value, unit: own } = {}, timeStep, rampStart, rampEnd } = ramp ?? {};
  const step = amountOf(omitUndefined({ low: value, high: value, unit: own }), unit);
  return joined(
    '; ',
    joined(' ', prefixed('dosen ändras med', step), perDuration(timeStep)),
    endOfRamp('från', rampStart, unit),
    endOfRamp('till', rampEnd, unit),
  );
};

const phrasesOf = (scheme: SchemeType = {}, unit: Unit): string[] =>
  [...schemePhrases(scheme, unit), rampPhrase(scheme, unit)].filter(phrase => phrase !== undefined);

/** A maximum: `högst 6 tablett per dag`. */
const maximumPhrases = ({ periodDosage: periodic, ...scheme }: SchemeType = {}, unit: Unit): string[] => {
  const perPeriod = periodic && joined(' ', amountOf(periodic.dose, unit), perDuration(periodic.period));
  const text = nonBlank(scheme.unstructuredDosageInformation?.text);
  const limits = [perPeriod, ...schemePhrases(scheme, unit)].filter(phrase => phrase !== undefined);
  return [
    ...limits.map(limit => `högst ${limit.replace(/^(högst|minst) /, '')}`),
    ...[rampPhrase(scheme, unit), text].flatMap(phrase => prefixed('maxdos:', phrase) ?? []),
  ];
};

/**
 * How much and how often, as lines. The maximum is added to the last line of the dose that it limits; a conditional dose
 * begins with its condition.
 */
export const dosageTexts = ({
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

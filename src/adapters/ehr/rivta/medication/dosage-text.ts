// A dosage as Swedish text for the patient. The published dosage has no members for a frequency, a ramp or a maximum, and a
// dose without them is dangerous: nobody must read `2 tabletter` without learning how often.
//
// A function returns undefined if a part that was sent cannot be read: a dosage is shown whole or not at all.
import { everyPeriod, perLimitPeriod, saysTheSame, timesText } from '../../translation/swedish-dosage.ts';
import { valuesIn } from '../../translation/unread.ts';
import { nonBlank } from '../../translation/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import {
  amountOf,
  isSent,
  type Lines,
  occasionLines,
  schemeLines,
  singleDoseLines,
  together,
  type Unit,
} from './dose-schemes.ts';
import type { DosageType, RampEndpointType, SchemeType } from './drug-choice.ts';
import { changeText, frequencyOf, hasAmount, periodOf } from './quantities.ts';

const freeText = ({ unstructuredDosageInformation: free }: RampEndpointType = {}): string | undefined =>
  nonBlank(free?.text);

const endOfRamp = (end: RampEndpointType = {}, unit: Unit): string | undefined => {
  const [lines, text] = [schemeLines(end, unit), freeText(end)];
  return lines && nonBlank((text === undefined ? lines : [...lines, text]).join(' / '));
};

const rampLines = ({ rampedDosage: ramp }: SchemeType, unit: Unit): Lines => {
  if (ramp === undefined) return [];
  const [change, step] = [changeText(ramp.doseStep, unit), periodOf(ramp.timeStep)];
  const [from, to] = [endOfRamp(ramp.rampStart, unit), endOfRamp(ramp.rampEnd, unit)];
  if (change === undefined || step === undefined || from === undefined || to === undefined) return undefined;
  return [`dosen ${change} ${everyPeriod(step.digits, step.unit)}; från ${from}; till ${to}`];
};

const doseLines = (scheme: SchemeType = {}, unit: Unit): Lines =>
  together(schemeLines(scheme, unit), rampLines(scheme, unit));

const frequencyLimit = ({ frequencyDosage: frequent }: SchemeType, unit: Unit): Lines => {
  if (!hasAmount(frequent?.dose) && !isSent(frequent?.frequency)) return [];
  const [amount, frequency] = [amountOf(frequent?.dose, unit), frequencyOf(frequent?.frequency)];
  if (amount === undefined || frequency === undefined) return undefined;
  const { times, period } = frequency;
  const per = perLimitPeriod(period.digits, period.unit);
  if (amount === '') return [`${timesText(times)} ${per}`];
  return [Number(times) === 1 ? `${amount} ${per}` : `${amount}, högst ${timesText(times)} ${per}`];
};

const periodLimit = ({ periodDosage: periodic }: SchemeType, unit: Unit): Lines => {
  if (!hasAmount(periodic?.dose) && !isSent(periodic?.period)) return [];
  const [amount, period] = [amountOf(periodic?.dose, unit), periodOf(periodic?.period)];
  return amount === undefined || amount === '' || period === undefined
    ? undefined
    : [`${amount} ${perLimitPeriod(period.digits, period.unit)}`];
};

/** A maximum: `högst 6 tabletter per dygn`. */
const limitLines = (scheme: SchemeType = {}, unit: Unit): Lines => {
  const limits = together(
    frequencyLimit(scheme, unit),
    periodLimit(scheme, unit),
    occasionLines(scheme, unit),
    singleDoseLines(scheme, unit),
  )?.map(line => `högst ${line.replace(/^högst /, '')}`);
  const text = freeText(scheme);
  const inWords = together(rampLines(scheme, unit), text === undefined ? [] : [text]);
  return together(
    limits,
    inWords?.map(words => `maxdos: ${words}`),
  );
};

/** The condition of a conditional dosage that has neither doses nor a text: it is that of the doses beside it. */
const conditionOfAll = (scheme: DosageType['conditionalDosage']): string | undefined =>
  valuesIn(peek(scheme ?? {})) === 1 ? nonBlank(scheme?.conditionDescription) : undefined;

/** Doses under a condition. Without their condition, they would be taken always. */
const conditionalLines = (scheme: DosageType['conditionalDosage'], unit: Unit): Lines => {
  const [lines, condition] = [doseLines(scheme, unit), nonBlank(scheme?.conditionDescription)];
  if (condition === undefined) return lines?.length === 0 ? lines : undefined;
  return lines?.map(line => `${condition}: ${line}`);
};

/**
 * How much and how often, as lines; undefined if a part that was sent cannot be read. What the prescriber's own words say is not
 * repeated. A maximum follows a single line of dose on that line; after several, which it limits together, it has its own. A conditional
 * dose begins with its condition.
 */
export const dosageLines = (dosage: DosageType): Lines => {
  const { dosageInstruction, setDosage, maximumDosage, conditionalDosage, unitDose } = dosage;
  const doses = doseLines(setDosage, unitDose);
  const limits = limitLines(maximumDosage, unitDose);
  const conditional = conditionalLines(conditionalDosage, unitDose);
  if (doses === undefined || limits === undefined || conditional === undefined) return undefined;
  const ownTexts = [dosageInstruction, freeText(setDosage)];
  const isNew = (line: string) => !ownTexts.some(text => saysTheSame(text, line));
  const isSingle = doses.length === 1;
  const newDoses = doses.filter(isNew);
  const newLimits = limits.filter(isNew);
  const always = isSingle ? [[...newDoses, ...newLimits].join('; ')] : [...newDoses, newLimits.join('; ')];
  const condition = conditionOfAll(conditionalDosage);
  return [
    ...always
      .filter(line => line !== '')
      .map(line => (condition === undefined ? line : `${condition}: ${line}`)),
    ...conditional.filter(isNew),
  ];
};

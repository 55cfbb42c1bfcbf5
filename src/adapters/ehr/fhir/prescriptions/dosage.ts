// Reads a Dosage (D38). It is read twice: first apart from the record, to decide what a patient is shown, and then what is shown. What is
// not is thereby not read, and counted.
import type * as R4 from 'fhir/r4.js';
import type { Bounds, Dosage, Intake, Sayable } from '../../translation/dosage/dosage.ts';
import type { Shown } from '../../translation/dosage/ix3-dosage.ts';
import { isConditionText } from '../../translation/dosage/sentence.ts';
import { tellsDose, type WrittenWords } from '../../translation/dosage/told-dose.ts';
import { isAbsent } from '../../values/values.ts';
import { codeIn, conceptOf, conceptText, conceptTexts, ownWords } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  ignoringLosses,
  isPresent,
  pathOf,
  wasSent,
  withTally,
} from '../elements/element.ts';
import { bool, integer, text } from '../elements/primitives.ts';
import { addOnce, readPart, recordTally } from '../elements/tally.ts';
import type { ElementTimes } from '../elements/times.ts';
import { unmappedLosses } from '../elements/unread.ts';
import { doseOf, limitOf } from './dose.ts';
import { boundsPeriodOf, hasTimes, lengthOf, timingOf } from './timing.ts';
import { timingCodeIn, withTimingCode } from './timing-code.ts';

/** The ways in which a medicine is taken. */
export const wayNames = ['route', 'site', 'method'] as const;
export type WayName = (typeof wayNames)[number];

const wayIn = (element: Element<R4.Dosage>, name: WayName) => {
  const concept = conceptOf(child(element, name));
  return { words: concept && ownWords(concept), code: codeIn(concept) };
};
/** What a way says. */
export type Way = ReturnType<typeof wayIn>;

/** Members of a dosage that no sentence is about. */
const besideSentence = [
  'text',
  'additionalInstruction',
  'patientInstruction',
  'sequence',
  '_text',
  '_patientInstruction',
  ...wayNames,
] as const satisfies readonly (keyof R4.Dosage)[];

/** Whether it is taken as needed. `false` beside a condition contradicts it, and is counted. */
const asNeededOf = (element: Element<R4.Dosage>): boolean | undefined => {
  const asNeeded = bool(element, 'asNeededBoolean');
  const isConditional = isPresent(element, 'asNeededCodeableConcept');
  if (asNeeded === false && isConditional) return countLoss(element, 'asNeededBoolean');
  return isConditional ? true : asNeeded;
};

const conditionalOf = (element: Element<R4.Dosage>): Dosage['conditional'] =>
  isPresent(element, 'asNeededCodeableConcept')
    ? { text: conceptText(element, 'asNeededCodeableConcept') }
    : undefined;

/** The condition. R5's `asNeededFor` is one that R4 does not have: without it, the dose would always be taken. */
const conditionOf = (element: Element<R4.Dosage>): Sayable<string> => {
  const { value, isComplete } = readPart(element, () => ({
    asNeeded: asNeededOf(element),
    conditional: conditionalOf(element),
  }));
  if (!isComplete || 'asNeededFor' in element.node) return 'unsaid';
  const condition = value.conditional?.text ?? (value.asNeeded === true ? 'vid behov' : undefined);
  return condition === undefined || isConditionText(condition) ? condition : 'unsaid';
};

/** How much and how often; undefined if a code contradicts the timing. */
const intakeOf = (element: Element<R4.Dosage>, times: ElementTimes): Intake | undefined => {
  const timing = child(element, 'timing');
  const said = withTimingCode(timingOf(timing, times), timingCodeIn(timing).code);
  const dose = doseOf(element);
  if (said === undefined) return undefined;
  const { timesOfDay } = said;
  const portions = timesOfDay.length === 0 ? [{ dose }] : timesOfDay.map(time => ({ dose, time }));
  return { portions, timing: said.timing };
};

const boundsOf = (
  timing: Element<R4.Timing> | undefined,
  times: ElementTimes,
  readsLength = true,
): Bounds => {
  const repeat = child(timing, 'repeat');
  if (repeat === undefined) return {};
  return { ...boundsPeriodOf(repeat, times), length: readsLength ? lengthOf(repeat) : undefined };
};

/** Whether anything was sent of how much and how often. The words of an unknown code are the prescriber's. */
const hasIntake = (element: Element<R4.Dosage>): boolean => {
  if (!isAbsent(element.node.doseAndRate)) return true;
  const timing = child(element, 'timing');
  if (timing === undefined) return wasSent(element, 'timing');
  const { value, isComplete } = readPart(timing, () => timingCodeIn(timing));
  return !isComplete || value.code !== undefined || hasTimes(timing);
};

/** What can be said of a dosage by itself: a part of it that is not read by these functions cannot. */
const saidOf = (element: Element<R4.Dosage>, times: ElementTimes) => {
  const tracked = withTally(element, recordTally(element.tally.meter));
  const { value: intake, isComplete } = readPart(tracked, () => intakeOf(tracked, times));
  const limit = readPart(tracked, () => limitOf(tracked));
  const bounds = readPart(tracked, () => boundsOf(child(tracked, 'timing'), times));
  const { start, end } = bounds.value;
  const condition = conditionOf(tracked);
  const unread = unmappedLosses(tracked, besideSentence).filter(
    ({ path }) => !/\/doseAndRate\/type(?:\/|$)|\/asNeededFor(?:\/|$)/.test(path),
  );
  return {
    intakes: !hasIntake(ignoringLosses(element))
      ? []
      : isComplete && intake !== undefined && unread.length === 0
        ? [intake]
        : ('unsaid' as const),
    condition,
    limit: limit.isComplete && !wasSent(tracked, 'maxDosePerLifetime') ? limit.value : ('unsaid' as const),
    isBoundLost: !bounds.isComplete || (start !== undefined && end !== undefined && start.slice(0, 8) > end),
    hasLength: bounds.isComplete,
  };
};

/** Reads a dosage into the model of all regions, beside its element and its ways. @param product the name and the strength of the product. */
export const readDosage = (
  element: Element<R4.Dosage>,
  { times, product }: { readonly times: ElementTimes; readonly product: WrittenWords },
) => {
  const { hasLength, ...said } = saidOf(element, times);
  const written = text(element, 'text');
  const timing = child(element, 'timing');
  const wordsOfCode = timing && timingCodeIn(ignoringLosses(timing)).words;
  const codeWords = wordsOfCode === undefined || tellsDose(written, product) ? undefined : wordsOfCode;
  if (timing !== undefined && codeWords !== undefined) timingCodeIn(timing);
  const ways = {
    route: wayIn(element, 'route'),
    site: wayIn(element, 'site'),
    method: wayIn(element, 'method'),
  };
  const dosage: Dosage = {
    ...said,
    order: integer(element, 'sequence'),
    words: [written, codeWords],
    elsewhere: text(ignoringLosses(element), 'patientInstruction'),
    lines: conceptTexts(element, 'additionalInstruction'),
    asNeeded: asNeededOf(element),
    conditional: conditionalOf(element),
    bounds: boundsOf(timing, times, hasLength),
  };
  return { element, ways, dosage };
};
export type ReadDosage = ReturnType<typeof readDosage>;

/** Reads what is shown of a dosage, and counts what is not: the dosage itself, as a value that the patient lacks, and its parts. */
export const countUnshown = (element: Element<R4.Dosage>, shown: Shown, times: ElementTimes): void => {
  const count = (reason: 'out-of-bounds' | 'repeated', key: object, member?: 'doseAndRate') =>
    addOnce(element.tally, key, { path: pathOf(element, member), reason, hides: element.hides });
  if (shown.by === 'line') count('out-of-bounds', element.node);
  if (shown.isRepeated) count('repeated', shown);
  if (shown.by === 'sentence') intakeOf(element, times);
  if (shown.by === 'sentence' || shown.saysLimit) limitOf(element);
  if (shown.by !== 'sentence') return;
  // Entries that only say again what another says.
  const [, ...others] = children(ignoringLosses(element), 'doseAndRate');
  for (const { node } of others) count('repeated', node, 'doseAndRate');
};

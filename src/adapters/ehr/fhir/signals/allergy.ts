// AllergyIntolerance → a hypersensitivity, or the statement that there is none.
import type * as R4 from 'fhir/r4.js';
import type { LossReason } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { allergyCategoryWords } from '../../translation/words/allergy-categories.ts';
import {
  absentOrUnknownSystem,
  noAllergyWords,
  notAskedWords,
  saysNoneKnown,
  snomedSystem,
} from '../../translation/words/allergy-statements.ts';
import { verificationSystem, verificationWords } from '../../translation/words/certainty.ts';
import {
  clinicalCodes,
  clinicalStatusWords,
  clinicalSystem,
} from '../../translation/words/clinical-status.ts';
import { allergyWord } from '../../translation/words/headings.ts';
import { criticalityWords, reactionSeverityWords, unableToAssess } from '../../translation/words/severity.ts';
import { joinedLines, joinedTexts, nonBlank, nonEmptyList, uniqueTexts } from '../../values/values.ts';
import {
  type Coding,
  type Concept,
  codingsOf,
  conceptOf,
  conceptText,
  conceptTexts,
  hasStandardCode,
  isAbsence,
  isAtc,
  isSaid,
  namedStatus,
  ownWords,
  textOfConcept,
} from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  ignoringLosses,
  isMasked,
  isPresent,
  pathOf,
  type With,
  wasSent,
} from '../elements/element.ts';
import { codeValue, codeWords, decidedByCode, ownOrListedWords } from '../elements/listed-words.ts';
import { countNarrative } from '../elements/narrative.ts';
import { text } from '../elements/primitives.ts';
import type { ElementTimes } from '../elements/times.ts';
import { isFilled } from '../json/resource.ts';
import type { Reading } from '../records/context.ts';
import { verificationOf } from '../search/labels.ts';
import { atcCodes, type Signal } from './signal-parts.ts';

/**
 * Whether a code, or all texts, say that there is no allergy, that none is known, or that nothing is known of any. HL7's system for what
 * is absent or unknown has no other codes.
 */
const statesNoAllergy = (concept: Concept | undefined): boolean => {
  if (concept === undefined) return false;
  const isCoded = concept.codings.some(
    ({ system, code }) =>
      system === absentOrUnknownSystem ||
      (system !== undefined && noAllergyWords.ofCode(code, system) !== undefined),
  );
  const said = uniqueTexts([concept.text, ...concept.codings.map(({ display }) => display)]);
  return isCoded || (said.length > 0 && said.every(saysNoneKnown));
};

/** That nobody knows of any allergy because the patient was not asked or did not answer, in words. */
const notAskedIn = (
  root: Element<R4.AllergyIntolerance>,
  concept: Concept | undefined,
): string | undefined => {
  // A reason why there is no code counts only if nothing else is recorded: `Jordnötter` beside it is the name of an allergy.
  const codings =
    concept?.codings ?? codingsOf(child(ignoringLosses(root), 'code'), 'coding').filter(isAbsence);
  return codings
    .map(({ system, code }) => (system === undefined ? undefined : notAskedWords.ofCode(code, system)))
    .find(words => words !== undefined);
};

/** Whether the warning is active. An unknown word of its status is counted, and a text that says something else than its code. */
const activeOf = (
  root: Element<R4.AllergyIntolerance>,
  verification: Concept | undefined,
): boolean | undefined => {
  const clinical = namedStatus(conceptOf(child(root, 'clinicalStatus')), clinicalSystem, clinicalCodes);
  const isRefuted = hasStandardCode(verification, verificationSystem, 'refuted');
  const isOver = hasStandardCode(clinical, clinicalSystem, 'inactive', 'resolved');
  if (isOver || hasStandardCode(clinical, clinicalSystem, 'active')) {
    decidedByCode(clinical, clinicalStatusWords, reason => countLoss(root, 'clinicalStatus', reason));
    return !(isRefuted || isOver);
  }
  if (isRefuted) return false;
  return clinical === undefined ? undefined : countLoss(root, 'clinicalStatus');
};

/** A time that was sent: undefined if it is masked or unreadable, which is counted. `leaveOut` counts that it is not published. */
const sentTime = <M extends string>(element: With<M, string>, member: M, times: ElementTimes) => {
  const leaveOut = (reason?: LossReason): undefined =>
    countLoss(reason === 'unmapped' ? hidingNothing(element) : element, member, reason);
  return wasSent(element, member) ? [{ time: times.begin(element, member), leaveOut }] : [];
};

/** The times at which a warning may have begun to hold. */
const timesOf = (reading: Reading<R4.AllergyIntolerance>) => {
  const { times } = reading;
  const root = hiding(reading.root, 'time');
  const period = child(root, 'onsetPeriod');
  const isPeriodHidden =
    isPresent(root, 'onsetPeriod') && (period === undefined || isMasked(root, 'onsetPeriod'));
  return [
    ...sentTime(root, 'recordedDate', times),
    ...sentTime(root, 'onsetDateTime', times),
    ...(period === undefined ? [] : sentTime(period, 'start', times)),
    ...(isPeriodHidden ? [{ time: undefined, leaveOut: () => undefined }] : []),
  ];
};

/**
 * When the warning began to hold: the earliest of its times, so no interval hides it. Undefined if one of them is
 * unreadable: it may be the earliest.
 */
export const allergyTimes = (reading: Reading<R4.AllergyIntolerance>): Signal => {
  const sentTimes = timesOf(reading);
  const isAnyUnreadable = sentTimes.some(({ time }) => time === undefined);
  const readableTimes = sentTimes.flatMap(({ time }) => time ?? []);
  const earliest = isAnyUnreadable ? undefined : readableTimes.toSorted()[0];
  for (const { time, leaveOut } of sentTimes) {
    if (time === undefined) continue;
    if (isAnyUnreadable) leaveOut();
    else if (time.slice(0, 8) !== earliest?.slice(0, 8)) leaveOut('unmapped');
  }
  return omitUndefined<Signal>({ SignalVerifiedDateTime: earliest });
};

const notesOf = (element: With<'note', readonly R4.Annotation[]>): string[] =>
  children(element, 'note').flatMap(note => text(note, 'text') ?? []);

/** A reaction in one line: its description, else its manifestations, and its severity. */
const reactionLine = (
  reaction: Element<R4.AllergyIntoleranceReaction>,
  manifestations: readonly string[],
): string | undefined => {
  const what = text(reaction, 'description') ?? nonBlank(manifestations.join(', '));
  const severity = codeValue(reaction, 'severity', reactionSeverityWords.ofCode);
  return nonBlank([what, severity === undefined ? undefined : `(${severity})`].filter(Boolean).join(' '));
};

/** How severe a reaction may be. That nobody can assess it is no degree of severity, and has no member. */
const severityOf = (root: Element<R4.AllergyIntolerance>): string | undefined => {
  const code = text(root, 'criticality');
  if (code === unableToAssess) return countLoss(root, 'criticality', 'unmapped');
  return code === undefined ? undefined : (criticalityWords.ofCode(code) ?? countLoss(root, 'criticality'));
};

const hypersensitivity = (
  root: Element<R4.AllergyIntolerance>,
  code: Concept | undefined,
  verification: Concept | undefined,
) => {
  const certainty = decidedByCode(verification, verificationWords, reason =>
    countLoss(root, 'verificationStatus', reason),
  );
  const reactions = children(root, 'reaction');
  // For their codes: what is lost of them is counted where their words are read.
  const substances = reactions.map(reaction => conceptOf(child(ignoringLosses(reaction), 'substance')));
  const name = textOfConcept(code);
  if (name === undefined && isSaid(code)) countLoss(root, 'code');
  const agents = uniqueTexts([name, ...reactions.map(reaction => conceptText(reaction, 'substance'))]);
  const manifestations = reactions.map(reaction => conceptTexts(reaction, 'manifestation'));
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading: name ?? joinedTexts(agents, ', ') ?? allergyWord,
    Severity: severityOf(root),
    Certitude: certainty.word,
    Agent: nonEmptyList(agents),
    SignalATCCodes: atcCodes([code, ...substances]),
    ReactionTypes: nonEmptyList(uniqueTexts(manifestations.flat())),
    Reaction: joinedLines(reactions.map((reaction, at) => reactionLine(reaction, manifestations[at] ?? []))),
    Comment: joinedLines([
      ...notesOf(root),
      ...reactions.flatMap(notesOf),
      text(root, 'onsetString'),
      certainty.otherText,
    ]),
  });
};

/** A statement about allergies, which is not an allergy itself. */
const statement = (root: Element<R4.AllergyIntolerance>, words: string | undefined, comment?: string) =>
  omitUndefined<NonNullable<Signal['UnstructuredType']>>({
    Heading: words,
    Comment: joinedLines([...notesOf(root), comment]),
  });

/** Whether a code names a substance or an allergy: one of SNOMED CT that is no statement by its code or its name, or an ATC code. */
const namesAllergy = ({ system, code, display }: Coding): boolean =>
  isAtc(system) ||
  (system === snomedSystem &&
    (noAllergyWords.ofCode(code) ?? notAskedWords.ofCode(code)) === undefined &&
    (display === undefined || !saysNoneKnown(display)));

/**
 * What the warning is about. A reaction contradicts a statement that there is no allergy, and so does the name of one: then it is
 * published as an allergy.
 */
const blockOf = (
  root: Element<R4.AllergyIntolerance>,
  code: Concept | undefined,
  verification: Concept | undefined,
): Pick<Signal, 'HypersensitivityType' | 'UnstructuredType'> => {
  const isAllergy = isFilled(root.node.reaction) || code?.codings.some(namesAllergy) === true;
  const notAsked = isAllergy ? undefined : notAskedIn(root, code);
  const isStatement = !isAllergy && (statesNoAllergy(code) || notAsked !== undefined);
  // No member says how certain a statement is; that it is refuted makes it inactive.
  if (
    isStatement &&
    verification !== undefined &&
    !hasStandardCode(verification, verificationSystem, 'refuted')
  )
    countLoss(root, 'verificationStatus', 'unmapped');
  if (!isAllergy && statesNoAllergy(code)) {
    const words = code && ownOrListedWords(code, noAllergyWords);
    return { UnstructuredType: statement(root, words ?? countLoss(root, 'code')) };
  }
  if (notAsked === undefined) return { HypersensitivityType: hypersensitivity(root, code, verification) };
  // It is not the name of an allergy, and is counted as such. A list without the record would say that there is none.
  if (!root.tally.losses.some(({ path }) => path === pathOf(root, 'code'))) countLoss(root, 'code');
  const said = code && ownWords(code);
  return {
    UnstructuredType: statement(
      root,
      notAsked,
      said === undefined || notAskedWords.ofText(said) === notAsked ? undefined : said,
    ),
  };
};

/** An AllergyIntolerance as a warning of the kind hypersensitivity. */
export const allergySignal = (reading: Reading<R4.AllergyIntolerance>): Signal => {
  const { root } = reading;
  const code = conceptOf(child(root, 'code'));
  const verification = verificationOf(root);
  const times = allergyTimes(reading);
  if (textOfConcept(code) === undefined) countNarrative(root);
  return omitUndefined<Signal>({
    ...times,
    SignalActive: activeOf(root, verification),
    SignalWarningSubType: nonBlank(codeWords(root, 'category', allergyCategoryWords).join(', ')),
    ...blockOf(root, code, verification),
  });
};

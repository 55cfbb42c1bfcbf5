// AllergyIntolerance → a hypersensitivity, or the statement that there is none.
import type * as R4 from 'fhir/r4.js';
import type { LossReason } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { joinedLines, nonBlank, nonEmptyList, uniqueTexts } from '../../translation/values.ts';
import {
  type Concept,
  conceptOf,
  conceptTexts,
  hasStandardCode,
  inStandard,
  textOfConcept,
  verificationSystem,
} from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  isMasked,
  isPresent,
  type With,
  wasSent,
} from '../elements/element.ts';
import { countNarrative } from '../elements/narrative.ts';
import { text, texts } from '../elements/primitives.ts';
import type { ElementTimes } from '../elements/times.ts';
import { isFilled } from '../json/resource.ts';
import type { Reading } from '../records/context.ts';
import { atcCodes, type Signal } from './signal-parts.ts';

const snomed = 'http://snomed.info/sct';
const absentOrUnknown = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

/** SNOMED CT codes that say that there is no allergy, or none known. */
const noneKnown = new Set(['716186003', '409137002', '428607008', '429625007', '428197003', '1003774007']);

const statesNoAllergy = (concept: Concept | undefined): boolean =>
  concept?.codings.some(
    ({ system, code = '' }) => system === absentOrUnknown || (system === snomed && noneKnown.has(code)),
  ) === true;

const clinicalSystem = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical';

/** Whether the warning is active. An unknown word of its status is counted. */
const activeOf = (
  root: Element<R4.AllergyIntolerance>,
  verification: Concept | undefined,
): boolean | undefined => {
  const clinical = conceptOf(child(root, 'clinicalStatus'));
  const isRefuted = hasStandardCode(verification, verificationSystem, 'refuted');
  if (isRefuted || hasStandardCode(clinical, clinicalSystem, 'inactive', 'resolved')) return false;
  if (hasStandardCode(clinical, clinicalSystem, 'active')) return true;
  return clinical === undefined ? undefined : countLoss(root, 'clinicalStatus');
};

/** A time that was sent: undefined if it is masked or unreadable, which is counted. */
type SentTime = {
  readonly time: string | undefined;
  /** Counts that the time is not published. */
  readonly leaveOut: (reason?: LossReason) => void;
};

const sentTime = <M extends string>(element: With<M, string>, member: M, times: ElementTimes): SentTime[] =>
  wasSent(element, member)
    ? [
        {
          time: times.begin(element, member),
          leaveOut: reason =>
            countLoss(reason === 'unmapped' ? hidingNothing(element) : element, member, reason),
        },
      ]
    : [];

/** The times at which a warning may have begun to hold. */
const timesOf = (reading: Reading<R4.AllergyIntolerance>): SentTime[] => {
  const { times } = reading.translation;
  const root = hiding(reading.root, 'time');
  const period = child(root, 'onsetPeriod');
  const isPeriodHidden =
    isPresent(root, 'onsetPeriod') && (period === undefined || isMasked(root, 'onsetPeriod'));
  return [
    ...sentTime(root, 'recordedDate', times),
    ...sentTime(root, 'onsetDateTime', times),
    ...(period === undefined ? [] : sentTime(period, 'start', times)),
    ...(isPeriodHidden ? [{ time: undefined, leaveOut: () => {} }] : []),
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
  const severity = text(reaction, 'severity');
  return nonBlank([what, severity === undefined ? undefined : `(${severity})`].filter(Boolean).join(' '));
};

const hypersensitivity = (
  root: Element<R4.AllergyIntolerance>,
  code: Concept | undefined,
  certitude: string | undefined,
) => {
  const reactions = children(root, 'reaction');
  const substances = reactions.map(reaction => conceptOf(child(reaction, 'substance')));
  const manifestations = reactions.map(reaction => conceptTexts(reaction, 'manifestation'));
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading: textOfConcept(code),
    Severity: text(root, 'criticality'),
    Certitude: certitude,
    Agent: nonEmptyList(uniqueTexts([textOfConcept(code), ...substances.map(textOfConcept)])),
    SignalATCCodes: atcCodes([code, ...substances]),
    ReactionTypes: nonEmptyList(uniqueTexts(manifestations.flat())),
    Reaction: joinedLines(reactions.map((reaction, at) => reactionLine(reaction, manifestations[at] ?? []))),
    Comment: joinedLines([...notesOf(root), ...reactions.flatMap(notesOf), text(root, 'onsetString')]),
  });
};

/** An AllergyIntolerance as a warning of the kind hypersensitivity. */
export const allergySignal = (reading: Reading<R4.AllergyIntolerance>): Signal => {
  const { root } = reading;
  const code = conceptOf(child(root, 'code'));
  const verification = conceptOf(child(root, 'verificationStatus'));
  const times = allergyTimes(reading);
  if (textOfConcept(code) === undefined) countNarrative(root);
  // A reaction contradicts the statement that there is none.
  const block =
    statesNoAllergy(code) && !isFilled(root.node.reaction)
      ? {
          UnstructuredType: omitUndefined<NonNullable<Signal['UnstructuredType']>>({
            Heading: textOfConcept(code),
            Comment: joinedLines(notesOf(root)),
          }),
        }
      : {
          HypersensitivityType: hypersensitivity(
            root,
            code,
            textOfConcept(inStandard(verification, verificationSystem)),
          ),
        };
  return omitUndefined<Signal>({
    ...times,
    SignalActive: activeOf(root, verification),
    SignalWarningSubType: nonBlank(texts(root, 'category').join(', ')),
    ...block,
  });
};

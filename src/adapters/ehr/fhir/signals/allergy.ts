// AllergyIntolerance → a hypersensitivity, or the statement that there is none.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { joinedLines, nonBlank, nonEmptyList, uniqueTexts } from '../../translation/values.ts';
import { type Concept, conceptOf, conceptTexts, textOfConcept } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  isMasked,
  isPresent,
  wasSent,
} from '../elements/element.ts';
import { countNarrative } from '../elements/narrative.ts';
import { text, texts } from '../elements/primitives.ts';
import type { Reading } from '../records/context.ts';
import { atcCodes, type Signal, type SignalParts } from './signal-parts.ts';

const snomed = 'http://snomed.info/sct';
const absentOrUnknown = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

/** SNOMED CT codes that say that there is no allergy, or none known. */
const noneKnown = new Set(['716186003', '409137002', '428607008', '429625007', '428197003', '1003774007']);

const statesNoAllergy = (concept: Concept | undefined): boolean =>
  concept?.codings.some(
    ({ system, code = '' }) => system === absentOrUnknown || (system === snomed && noneKnown.has(code)),
  ) === true;

const hasCode = (concept: Concept | undefined, ...codes: readonly string[]): boolean =>
  concept?.codings.some(({ code }) => codes.includes(code ?? '')) === true;

const activeOf = (verification: Concept | undefined, clinical: Concept | undefined): boolean | undefined => {
  if (hasCode(verification, 'entered-in-error', 'refuted') || hasCode(clinical, 'inactive', 'resolved'))
    return false;
  return hasCode(clinical, 'active') ? true : undefined;
};

type Place = { readonly element: Element; readonly member: string };
type SentTime = Place & { readonly time: string | undefined };

/** The times at which a warning may have begun to hold. One that is masked or unreadable is undefined, and counted. */
const timesOf = ({ root, translation: { times } }: Reading): SentTime[] => {
  const period = child(root, 'onsetPeriod');
  const places: Place[] = [
    { element: root, member: 'recordedDate' },
    { element: root, member: 'onsetDateTime' },
    ...(period === undefined ? [] : [{ element: period, member: 'start' }]),
  ];
  const sent = places
    .filter(({ element, member }) => wasSent(element, member))
    .map(place => ({ ...place, time: times.begin(place.element, place.member) }));
  const isPeriodHidden =
    isPresent(root, 'onsetPeriod') && (period === undefined || isMasked(root, 'onsetPeriod'));
  return isPeriodHidden ? [...sent, { element: root, member: 'onsetPeriod', time: undefined }] : sent;
};

/**
 * When the warning began to hold: the earliest of its times, so that no interval hides it. Undefined if one of them is
 * unreadable: it may be the earliest.
 */
const verifiedTime = (reading: Reading): string | undefined => {
  const found = timesOf(reading);
  const isAnyUnreadable = found.some(({ time }) => time === undefined);
  const known = found.flatMap(({ time }) => time ?? []);
  const earliest = isAnyUnreadable ? undefined : known.toSorted()[0];
  for (const { element, member, time } of found) {
    if (time === undefined) continue;
    if (isAnyUnreadable) countLoss(element, member);
    else if (time.slice(0, 8) !== earliest?.slice(0, 8)) countLoss(element, member, 'unmapped');
  }
  return earliest;
};

const notesOf = (element: Element): string[] =>
  children(element, 'note').flatMap(note => text(note, 'text') ?? []);

/** A reaction in one line: its description, else its manifestations, and its severity. */
const reactionLine = (reaction: Element, manifestations: readonly string[]): string | undefined => {
  const what = text(reaction, 'description') ?? nonBlank(manifestations.join(', '));
  const severity = text(reaction, 'severity');
  return nonBlank([what, severity === undefined ? undefined : `(${severity})`].filter(Boolean).join(' '));
};

const countUnmapped = (root: Element, reactions: readonly Element[]) => {
  for (const member of ['onsetAge', 'onsetRange', 'lastOccurrence']) {
    if (isPresent(root, member)) countLoss(root, member, 'unmapped');
  }
  for (const reaction of reactions) {
    for (const member of ['onset', 'exposureRoute']) {
      if (isPresent(reaction, member)) countLoss(reaction, member, 'unmapped');
    }
  }
};

const hypersensitivity = (root: Element, code: Concept | undefined, certitude: string | undefined) => {
  const reactions = children(root, 'reaction');
  const substances = reactions.map(one => conceptOf(child(one, 'substance')));
  const manifestations = reactions.map(one => conceptTexts(one, 'manifestation'));
  countUnmapped(root, reactions);
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading: textOfConcept(code),
    Severity: text(root, 'criticality'),
    Certitude: certitude,
    Agent: nonEmptyList(uniqueTexts([textOfConcept(code), ...substances.map(textOfConcept)])),
    SignalATCCodes: atcCodes([code, ...substances]),
    ReactionTypes: nonEmptyList(uniqueTexts(manifestations.flat())),
    Reaction: joinedLines(reactions.map((one, at) => reactionLine(one, manifestations[at] ?? []))),
    Comment: joinedLines([...notesOf(root), ...reactions.flatMap(notesOf), text(root, 'onsetString')]),
  });
};

export const allergySignal = (reading: Reading): SignalParts => {
  const { root } = reading;
  const code = conceptOf(child(root, 'code'));
  const verification = conceptOf(child(root, 'verificationStatus'));
  const verified = verifiedTime(reading);
  if (textOfConcept(code) === undefined) countNarrative(root);
  const block = statesNoAllergy(code)
    ? {
        UnstructuredType: omitUndefined<NonNullable<Signal['UnstructuredType']>>({
          Heading: textOfConcept(code),
          Comment: joinedLines(notesOf(root)),
        }),
      }
    : { HypersensitivityType: hypersensitivity(root, code, textOfConcept(verification)) };
  return {
    signal: omitUndefined<Signal>({
      SignalVerifiedDateTime: verified,
      SignalActive: activeOf(verification, conceptOf(child(root, 'clinicalStatus'))),
      SignalWarningSubType: nonBlank(texts(root, 'category').join(', ')),
      ...block,
    }),
    hasClinicalTime: verified !== undefined,
  };
};

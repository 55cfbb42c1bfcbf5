// CodeableConcept and Coding: display texts and codes.
import type * as R4 from 'fhir/r4.js';
import {
  isStandardCode,
  isStandardName,
  standardCodes,
  standardWord,
} from '../../translation/words/standard-words.ts';
import { isWordAsCode, ownText } from '../../translation/words/word-list.ts';
import { definedItems, joinedTexts, nonBlank, partialObject } from '../../values/values.ts';
import { children, countLoss, type Element, first, objectAt, objectsAt, type With } from './element.ts';
import { withoutOid } from './identifiers.ts';
import { exactText, text, uri } from './primitives.ts';

/** Code systems for the reason why a value is absent. */
const absentReason = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
const nullFlavor = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor';

/** The words of HL7's reasons why a value is absent, in small letters. Exporters write them as the text of a concept. */
const absentWords: ReadonlySet<string> = new Set([
  'unknown',
  'asked but unknown',
  'temporarily unknown',
  'not asked',
  'asked declined',
  'masked',
  'not applicable',
  'unsupported',
  'as text',
  'error',
  'not a number (nan)',
  'negative infinity (ninf)',
  'positive infinity (pinf)',
  'not performed',
  'not permitted',
]);

/** Reads a coding. */
export const codingIn = (coding: Element<R4.Coding>) => ({
  system: uri(coding, 'system'),
  code: exactText(coding, 'code'),
  display: text(coding, 'display'),
  version: text(coding, 'version'),
  isChosen: coding.node.userSelected === true,
});
export type Coding = Readonly<ReturnType<typeof codingIn>>;
/** A coding in so far as it is a security label. */
export type Label = Pick<Coding, 'system' | 'code'>;

export type Concept = { readonly text: string | undefined; readonly codings: readonly Coding[] };

/** Whether a coding says why there is none. */
export const isAbsence = ({ system }: Coding): boolean => system === absentReason || system === nullFlavor;

/** Reads a concept's codings, without those that say that the code is absent. A masked one is counted as withheld. */
const codingsIn = (concept: Element<R4.CodeableConcept>) => {
  const all = children(concept, 'coding').map(codingIn);
  const reasons = all.filter(isAbsence);
  const isAbsent = reasons.length > 0 && reasons.length === all.length;
  const isMasked = isAbsent && reasons.some(({ code }) => code === 'masked');
  if (isMasked) countLoss(concept, undefined, 'withheld');
  const codings = reasons.length === 0 ? all : all.filter(coding => !isAbsence(coding));
  return { codings, isAbsent, isMasked, reasons };
};

/** Whether a text only says again why there is no value. */
const repeatsReason = (written: string, reasons: readonly Coding[]): boolean => {
  const word = written.trim().toLowerCase();
  const repeated = reasons.flatMap(({ code, display }) => [code?.toLowerCase(), display?.toLowerCase()]);
  return repeated.includes(word) || absentWords.has(word.replaceAll('-', ' '));
};

/**
 * Reads a CodeableConcept. If its codings say that there is no code, its text is what was recorded: converted documents have
 * `UNK` or `OTH` beside the name of the substance or the drug. Undefined without a text, or if the value is masked. A text that only
 * says again why there is no code, such as `Unknown`, is counted and not published.
 */
export const conceptOf = (concept: Element<R4.CodeableConcept> | undefined): Concept | undefined => {
  if (concept === undefined) return undefined;
  const { codings, isAbsent, isMasked, reasons } = codingsIn(concept);
  if (isMasked) return undefined;
  const written = text(concept, 'text');
  if (!isAbsent) return { text: written, codings };
  if (written === undefined) return undefined;
  return repeatsReason(written, reasons) ? countLoss(concept) : { text: written, codings };
};

/** Reads a concept that classifies by its codes, such as a category or a label; undefined if they are absent. */
export const classOf = (concept: Element<R4.CodeableConcept>): Concept | undefined => {
  const { codings, isAbsent } = codingsIn(concept);
  return isAbsent ? undefined : { text: text(concept, 'text'), codings };
};

/**
 * The source's own words of a concept: its text, else the display of the user-selected coding, else the first display. A display that is
 * its code is none, nor is a text that is only a code, or the name that a standard has for it (D39, words and not codes).
 */
export const ownWords = ({ text: written, codings }: Concept): string | undefined => {
  const displays = [...codings.filter(({ isChosen }) => isChosen), ...codings].map(({ display }) => display);
  const standard = standardCodes(codings);
  const codesOf = (some: readonly Coding[]) => new Set(some.map(({ code }) => code));
  const isOwn = (words: string | undefined, repeatable: ReadonlySet<string | undefined>): boolean =>
    ownText([words], repeatable) !== undefined && !isStandardName(words ?? '', standard);
  const codes = codesOf(codings);
  const ofText = isWordAsCode(written ?? '') ? codesOf(codings.filter(isStandardCode)) : codes;
  return isOwn(written, ofText) ? written : displays.find(display => isOwn(display, codes));
};

/** The words of a concept: the source's own, else the Swedish word for the code of a standard. */
export const textOfConcept = (concept: Concept | undefined): string | undefined =>
  concept === undefined
    ? undefined
    : (ownWords(concept) ?? concept.codings.map(standardWord).find(word => word !== undefined));

/** Whether a concept says something, in words or as a code. */
export const isSaid = (concept: Concept | undefined): boolean =>
  concept !== undefined && (concept.codings.length > 0 || concept.text !== undefined);

const textAt = (element: Element<R4.CodeableConcept>): string | undefined => {
  const concept = conceptOf(element);
  return textOfConcept(concept) ?? (isSaid(concept) ? countLoss(element) : undefined);
};

/** The words of a CodeableConcept member. A code without words is counted. */
export const conceptText = <M extends string>(
  element: With<M, R4.CodeableConcept> | undefined,
  member: M,
): string | undefined => {
  const concept = objectAt<R4.CodeableConcept, M>(element, member);
  return concept && textAt(concept);
};

type WithConcepts<M extends string> = With<M, readonly R4.CodeableConcept[]>;

/** Like `conceptText`, for a list of CodeableConcepts. */
export const conceptTexts = <M extends string>(element: WithConcepts<M>, member: M): readonly string[] =>
  definedItems(objectsAt<R4.CodeableConcept, M>(element, member).map(textAt));

/** The first display text of a list of CodeableConcepts; the others are counted as repeated. */
export const firstConceptText = <M extends string>(element: WithConcepts<M>, member: M): string | undefined =>
  first(conceptTexts(element, member), element, member);

/** The distinct display texts of a list of CodeableConcepts, separated by semicolons. */
export const joinedConceptTexts = <M extends string>(element: WithConcepts<M>, member: M) =>
  joinedTexts(conceptTexts(element, member), '; ');

/** A coding as the published `Coded`. */
export const coded = ({ system, code, display, version }: Coding) =>
  partialObject({
    code,
    codeSystem: nonBlank(system === undefined ? undefined : withoutOid(system)),
    codeSystemVersion: version,
    // A display that repeats the code is none.
    displayName: display === undefined || display.trim() === code ? undefined : { value: display },
  });

/** Whether a concept has one of the codes. If any of its codings is of the standard's code system, only those count. */
export const hasStandardCode = (
  concept: Concept | undefined,
  system: string,
  ...codes: readonly string[]
): boolean => {
  const all = concept?.codings ?? [];
  const standard = all.filter(coding => coding.system === system);
  return (standard.length === 0 ? all : standard).some(({ code = '' }) => codes.includes(code));
};

/** A status of a concept: one that has a text alone is the code of which that text is HL7's own name, as in `Entered in Error`. */
export const namedStatus = (
  concept: Concept | undefined,
  system: string,
  codes: readonly string[],
): Concept | undefined => {
  if (concept?.text === undefined || concept.codings.length > 0) return concept;
  const name = concept.text.trim().toLowerCase().replaceAll(/\s+/g, '-');
  const code = codes.find(known => known === name);
  const coding = { system, code, display: undefined, version: undefined, isChosen: false };
  return code === undefined ? concept : { text: undefined, codings: [coding] };
};

/** The first code of a concept. */
export const codeIn = (concept: Concept | undefined): string | undefined =>
  concept?.codings.find(({ code }) => code !== undefined)?.code;

/** The codings of a list of Codings, such as `meta.security`. */
export const codingsOf = <M extends string>(
  element: With<M, readonly R4.Coding[]> | undefined,
  member: M,
): Coding[] => objectsAt<R4.Coding, M>(element, member).map(codingIn);

const atcSystems = new Set(['http://www.whocc.no/atc', 'urn:oid:1.2.752.129.2.2.3.1.1']);

/** Whether a system is that of ATC codes. */
export const isAtc = (system: string | undefined): boolean =>
  system !== undefined && (atcSystems.has(system) || system.endsWith('/atc'));

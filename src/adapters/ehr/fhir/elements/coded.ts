// Concepts and their codes: words for people, codes for programs.
import { nonBlank, partialObject, uniqueTexts } from '../../translation/values.ts';
import { child, children, countLoss, type Element, first, text } from './element.ts';

/** Systems whose codes say that there is no value. */
const absences = new Set([
  'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
]);

export type Coding = {
  readonly system: string | undefined;
  readonly code: string | undefined;
  readonly display: string | undefined;
  readonly version: string | undefined;
  readonly isChosen: boolean;
};

const codingOf = (coding: Element): Coding => ({
  system: text(coding, 'system'),
  code: text(coding, 'code'),
  display: text(coding, 'display'),
  version: text(coding, 'version'),
  isChosen: coding.node.userSelected === true,
});

export type Concept = { readonly text: string | undefined; readonly codings: readonly Coding[] };

/** A CodeableConcept; undefined where its codings say that there is none. A masked one is counted as withheld. */
export const conceptOf = (concept: Element | undefined): Concept | undefined => {
  if (concept === undefined) return undefined;
  const all = children(concept, 'coding').map(codingOf);
  const codings = all.filter(({ system }) => !absences.has(system ?? ''));
  const isAbsent = all.length > 0 && codings.length === 0;
  if (isAbsent && all.some(({ code }) => code === 'masked')) countLoss(concept, undefined, 'withheld');
  return isAbsent ? undefined : { text: text(concept, 'text'), codings };
};

const firstOf = (texts: readonly (string | undefined)[]) => texts.find(one => one !== undefined);

/** Its words: the text, else the name of the chosen coding, else the first name, else the first code. */
export const textOfConcept = (concept: Concept | undefined): string | undefined => {
  if (concept === undefined) return undefined;
  const { text: written, codings } = concept;
  return (
    written ??
    codings.find(({ isChosen, display }) => isChosen && display !== undefined)?.display ??
    firstOf(codings.map(({ display }) => display)) ??
    firstOf(codings.map(({ code }) => code))
  );
};

/** The words of a member that is a CodeableConcept. */
export const conceptText = (element: Element, member: string): string | undefined =>
  textOfConcept(conceptOf(child(element, member)));

/** The words of each CodeableConcept of a list that has any. */
export const conceptTexts = (element: Element, member: string): string[] =>
  children(element, member).flatMap(one => textOfConcept(conceptOf(one)) ?? []);

/** The words of the first CodeableConcept of a list; the others are second values. */
export const firstConceptText = (element: Element, member: string): string | undefined =>
  first(conceptTexts(element, member), element, member);

/** The words of all of them, each once, with semicolons between. */
export const joinedConceptTexts = (element: Element, member: string): string | undefined =>
  nonBlank(uniqueTexts(...conceptTexts(element, member)).join('; '));

/** The words of a member that is a Coding. */
export const codingText = (element: Element, member: string): string | undefined => {
  const found = child(element, member);
  return found === undefined ? undefined : textOfConcept({ text: undefined, codings: [codingOf(found)] });
};

const withoutOidPrefix = (system: string) => system.replace(/^urn:oid:/, '');

/** A coding as the published `Coded`. */
export const coded = ({ system, code, display, version }: Coding) =>
  partialObject({
    code,
    codeSystem: nonBlank(system === undefined ? undefined : withoutOidPrefix(system)),
    codeSystemVersion: version,
    displayName: partialObject({ value: display }),
  });

/** The code of a concept's first coding that has one. */
export const codeIn = (concept: Concept | undefined): string | undefined =>
  firstOf(concept?.codings.map(({ code }) => code) ?? []);

/** Whether a coding is among `system|code` texts; one without a system counts by its code. */
export const isListed = (
  { system, code }: Pick<Coding, 'system' | 'code'>,
  listed: ReadonlySet<string>,
): boolean => {
  if (code === undefined) return false;
  if (system !== undefined) return listed.has(`${system}|${code}`);
  return [...listed].some(one => one.slice(one.indexOf('|') + 1) === code);
};

/** The codings of a list of Codings, such as `meta.security`. */
export const codingsOf = (element: Element, member: string): Coding[] =>
  children(element, member).map(codingOf);

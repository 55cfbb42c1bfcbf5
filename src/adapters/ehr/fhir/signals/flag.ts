// Flag → an attention signal, in the block for its category.
import type * as R4 from 'fhir/r4.js';
import type { LossReason } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { saysNoneKnown } from '../../translation/words/allergy-statements.ts';
import { allergyWord, warningWord } from '../../translation/words/headings.ts';
import { severityWords, unableToAssess } from '../../translation/words/severity.ts';
import {
  alertCategorySystem,
  alertCategoryWords,
  flagCategorySystem,
  flagCategoryWords,
} from '../../translation/words/warning-categories.ts';
import { joinedLines, nonEmptyList, partialObject, timeValue, uniqueTexts } from '../../values/values.ts';
import {
  type Coding,
  type Concept,
  classOf,
  codeIn,
  conceptOf,
  conceptText,
  isSaid,
  textOfConcept,
} from '../elements/coded.ts';
import { child, children, countLoss, type Element, first, hiding, rootElement } from '../elements/element.ts';
import { extension, extensions } from '../elements/extensions.ts';
import { codeValue, type Decided, decidedByCode, ownOrListedWords } from '../elements/listed-words.ts';
import { countNarrative } from '../elements/narrative.ts';
import { countUnresolved, literalOf } from '../elements/reference.ts';
import { keyOf, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import type { Reading } from '../records/context.ts';
import type { Fate } from '../records/read-kind.ts';
import type { ServerContext } from '../search/server-context.ts';
import { atcCodes, type Signal } from './signal-parts.ts';

const swedish = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
/** The categories of HL7's system that are warnings rather than notes for staff. */
const hl7Warnings: ReadonlySet<string> = new Set(['diet', 'drug', 'lab', 'clinical', 'safety']);
const labelUrl = `${swedish}/StructureDefinition/SEAlertLabelExtension`;
const criticalityUrl = `${swedish}/StructureDefinition/SECriticalityLevelExtension`;
const detailUrl = 'http://hl7.org/fhir/StructureDefinition/flag-detail';

const categoriesOf = (root: Element<R4.Flag>): Concept[] =>
  children(root, 'category').flatMap(category => classOf(category) ?? []);

const swedishCoding = ({ codings }: Concept): Coding | undefined =>
  codings.find(({ system, code }) => system === alertCategorySystem && code !== undefined);

const swedishCode = (category: Concept): string | undefined => swedishCoding(category)?.code;

/** The words of a category: of several code systems, those of the Swedish one. A code without words is counted. */
const categoryWords = (root: Element<R4.Flag>, category: Concept | undefined): string | undefined => {
  if (category === undefined) return undefined;
  const coding = swedishCoding(category);
  const decisive = coding === undefined ? category : { text: category.text, codings: [coding] };
  const words = ownOrListedWords(decisive, alertCategoryWords, flagCategoryWords);
  return words ?? (codeIn(decisive) === undefined ? undefined : countLoss(root, 'category'));
};

/** Whether a coding has a listed code. HL7's words are warnings in its own code system only: others may mean something else. */
const hasListedCode = ({ system, code }: Coding, listed: string): boolean =>
  code === listed && (system === flagCategorySystem || !hl7Warnings.has(listed));

/** Whether a category is configured. `A*` matches codes that begin with `A`, in the Swedish code system only. */
const isListedCategory = (category: Concept, { flagCategories }: FhirMembers): boolean =>
  flagCategories.some(listed =>
    listed.endsWith('*')
      ? swedishCode(category)?.startsWith(listed.slice(0, -1)) === true
      : category.codings.some(coding => hasListedCode(coding, listed)),
  );

/**
 * A flag is an internal note (behaviour, administration) rather than an attention signal if the profile lists none of its categories: it
 * is withheld, with the codes of its categories for the log. A category without a code adds none.
 */
export const fateByCategory = (
  flag: Resource<R4.Flag>,
  { members }: Pick<ServerContext, 'members'>,
): Fate | undefined => {
  const root = rootElement(flag);
  const categories = categoriesOf(root);
  const hasNoCategory = categories.length === 0 && root.tally.losses.length === 0;
  if (hasNoCategory || categories.some(category => isListedCategory(category, members))) return undefined;
  const codings = categories.flatMap(category => category.codings);
  const unlisted = uniqueTexts(codings.map(({ system = '', code }) => code && `${system}|${code}`));
  return { is: 'withheld', unlistedCategories: unlisted };
};

type FlagParts = {
  readonly root: Element<R4.Flag>;
  readonly label: string | undefined;
  readonly code: Concept | undefined;
  /** The words of the category. */
  readonly kind: string | undefined;
  readonly begin: string | undefined;
};

/** The label as the heading, and the text of the code as a comment if it differs. Without either, the kind is the heading. */
const headingAndComment = ({ root, label, code, kind }: FlagParts, fallback = warningWord) => {
  const codeText = textOfConcept(code);
  if (codeText === undefined && isSaid(code)) countLoss(root, 'code');
  return omitUndefined<{ Heading: string; Comment: string }>({
    Heading: label ?? codeText ?? kind ?? fallback,
    Comment: label === undefined || codeText === label ? undefined : codeText,
  });
};

/** How severe a hypersensitivity is, by the code of the Swedish profile, and the text beside the code if it says something else. */
const severityOf = (root: Element<R4.Flag>): Decided | undefined => {
  const criticality = extension(root, criticalityUrl);
  if (criticality === undefined) return undefined;
  const concept = conceptOf(child(criticality, 'valueCodeableConcept'));
  const count = (reason: LossReason) => countLoss(criticality, 'valueCodeableConcept', reason);
  if (concept?.codings.some(({ code }) => code === unableToAssess) !== true)
    return decidedByCode(concept, severityWords, count);
  count('unmapped');
  return undefined;
};

const hypersensitivity = (parts: FlagParts) => {
  const severity = severityOf(parts.root);
  const agent = textOfConcept(parts.code);
  const { Heading, Comment } = headingAndComment(parts, allergyWord);
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading,
    Comment: joinedLines([Comment, severity?.otherText]),
    Agent: agent === undefined ? undefined : [agent],
    SignalATCCodes: atcCodes([parts.code]),
    Severity: severity?.word,
  });
};

/** Whether all that a flag says of an allergy is that none is known. */
const statesNoAllergy = (
  { label, code }: FlagParts,
  { Severity, SignalATCCodes }: ReturnType<typeof hypersensitivity>,
): boolean => {
  const said = uniqueTexts([label, textOfConcept(code)]);
  return said.length > 0 && said.every(saysNoneKnown) && (Severity ?? SignalATCCodes) === undefined;
};

const treatmentOrCondition = ({ label, code, kind, begin }: FlagParts, isTreatment: boolean) => {
  const [words, sent, time] = [textOfConcept(code), codeIn(code), timeValue(begin)];
  return omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    Heading: label ?? words ?? kind,
    ...(isTreatment
      ? { TreatmentCode: sent, TreatmentDescription: words, TreatmentDateTime: time }
      : { DiagnosisCode: sent, DiagnosisDescription: words, DiagnosisDateTime: time }),
  });
};

/** @param category the Swedish code. */
const blockOf = (parts: FlagParts, category = ''): Partial<Signal> => {
  if (/^A[1-4]?$/.test(category))
    return { TreatmentAndConditionType: treatmentOrCondition(parts, category === 'A2') };
  if (/^B[12]?$/.test(category)) return { ContagiousDiseaseType: headingAndComment(parts) };
  if (/^C[1-4]?$/.test(category)) {
    const allergy = hypersensitivity(parts);
    if (!statesNoAllergy(parts, allergy)) return { HypersensitivityType: allergy };
  }
  if (/^D[12]?$/.test(category)) return { NonStandardProcedureType: headingAndComment(parts) };
  return { UnstructuredType: headingAndComment(parts) };
};

/** The `Type/id` of a record in this answer; undefined for a name that means nothing outside it. */
const keyIn = (
  literal: string | undefined,
  { root, addresses, references }: Reading<R4.Flag>,
): string | undefined => {
  const key = addresses.localKey(literal);
  if (key !== undefined || literal === undefined) return key;
  const target = references.peek(literal, root.container);
  return target === undefined || literal.startsWith('#') ? undefined : keyOf(target);
};

/** The record that an extension links to. A link that cannot be followed outside the answer is counted. */
const linkIn = (detail: Element<R4.Extension>, reading: Reading<R4.Flag>) => {
  const reference = child(detail, 'valueReference');
  if (reference === undefined) return undefined;
  const literal = literalOf(reference);
  const key = keyIn(literal, reading);
  const isLocal = literal === undefined || /^(?:#|urn:)/.test(literal);
  const id = key ?? (isLocal ? undefined : literal);
  return id === undefined ? countUnresolved(reference) : { RcId: { extension: id } };
};

const linksOf = (reading: Reading<R4.Flag>) =>
  partialObject({
    MedicalRecordLinkData: nonEmptyList(
      extensions(reading.root, detailUrl).map(detail => linkIn(detail, reading)),
    ),
  });

/** Status → whether the warning applies. Any other word says neither. */
const activities: ReadonlyMap<string, boolean> = new Map([
  ['active', true],
  ['inactive', false],
]);

/** Since when a warning holds, and until when. */
export const flagTimes = ({ root, times }: Reading<R4.Flag>): Signal => {
  const period = child(hiding(root, 'time'), 'period');
  return omitUndefined<Signal>({
    SignalVerifiedDateTime: times.begin(period, 'start'),
    SignalDeletionDate: timeValue(times.end(period, 'end')),
  });
};

/** A Flag as the warning that its category stands for. */
export const flagSignal = (reading: Reading<R4.Flag>): Signal => {
  const { root } = reading;
  const times = flagTimes(reading);
  const categories = categoriesOf(root);
  const firstCategory = first(categories, root, 'category');
  const category = categories.find(candidate => swedishCode(candidate) !== undefined) ?? firstCategory;
  const kind = categoryWords(root, category);
  const parts: FlagParts = {
    root,
    label: conceptText(extension(root, labelUrl), 'valueCodeableConcept'),
    code: conceptOf(child(root, 'code')),
    kind,
    begin: times.SignalVerifiedDateTime,
  };
  if (parts.label === undefined && textOfConcept(parts.code) === undefined) countNarrative(root);
  return omitUndefined<Signal>({
    ...times,
    SignalActive: codeValue(root, 'status', status => activities.get(status)),
    SignalWarningSubType: kind,
    MedicalRecordLinks: linksOf(reading),
    ...blockOf(parts, category && swedishCode(category)),
  });
};

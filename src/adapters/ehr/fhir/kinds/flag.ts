// Flag → an attention signal, in the block that its category says.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { nonEmptyList, partialObject, timeValue } from '../../translation/values.ts';
import { type Concept, codeIn, conceptOf, conceptText, textOfConcept } from '../elements/coded.ts';
import { child, children, type Element, rootElement, text } from '../elements/element.ts';
import { extension, extensions } from '../elements/extensions.ts';
import type { Reading } from '../linked/reading.ts';
import type { FhirMembers } from '../members.ts';
import type { Resource } from '../wire/bundle.ts';
import { atcCodes, type Signal, type SignalParts } from './signal-parts.ts';

const swedish = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
const categorySystem = `${swedish}/CodeSystem/SEAlertInformationCategoryCS`;
const labelUrl = `${swedish}/StructureDefinition/SEAlertLabelExtension`;
const criticalityUrl = `${swedish}/StructureDefinition/SECriticalityLevelExtension`;
const detailUrl = 'http://hl7.org/fhir/StructureDefinition/flag-detail';

const categoriesOf = (root: Element): Concept[] =>
  children(root, 'category').flatMap(category => conceptOf(category) ?? []);

const swedishCode = ({ codings }: Concept): string | undefined =>
  codings.find(({ system, code }) => system === categorySystem && code !== undefined)?.code;

/** Whether a category is listed; a star stands for what begins so in the Swedish system alone. */
const isListedCategory = (category: Concept, { flagCategories }: FhirMembers): boolean =>
  flagCategories.some(listed =>
    listed.endsWith('*')
      ? swedishCode(category)?.startsWith(listed.slice(0, -1)) === true
      : category.codings.some(({ code }) => code === listed),
  );

/** Whether a flag is an attention signal rather than a note of the staff's own (behaviour, administration). */
export const isAttentionFlag = (flag: Resource, members: FhirMembers): boolean => {
  const root = rootElement(flag);
  const categories = categoriesOf(root);
  const isUntold = categories.length === 0 && root.tally.losses.length === 0;
  return isUntold || categories.some(category => isListedCategory(category, members));
};

type FlagParts = {
  readonly root: Element;
  readonly label: string | undefined;
  readonly code: Concept | undefined;
  readonly begin: string | undefined;
};

/** The label as the heading, and what the code says beside it. */
const headingAndComment = ({ label, code }: FlagParts) => {
  const said = textOfConcept(code);
  return omitUndefined<{ Heading: string; Comment: string }>({
    Heading: label ?? said,
    Comment: label === undefined || said === label ? undefined : said,
  });
};

const hypersensitivity = (told: FlagParts) => {
  const criticality = extension(told.root, criticalityUrl);
  const agent = textOfConcept(told.code);
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    ...headingAndComment(told),
    Agent: agent === undefined ? undefined : [agent],
    SignalATCCodes: atcCodes([told.code]),
    Severity: criticality === undefined ? undefined : conceptText(criticality, 'valueCodeableConcept'),
  });
};

const treatment = ({ label, code, begin }: FlagParts) =>
  omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    Heading: label,
    TreatmentCode: codeIn(code),
    TreatmentDescription: textOfConcept(code),
    TreatmentDateTime: timeValue(begin),
  });

const condition = ({ label, code, begin }: FlagParts) =>
  omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    Heading: label,
    DiagnosisCode: codeIn(code),
    DiagnosisDescription: textOfConcept(code),
    DiagnosisDateTime: timeValue(begin),
  });

const blockOf = (category: string | undefined, told: FlagParts): Partial<Signal> => {
  if (category === 'A2') return { TreatmentAndConditionType: treatment(told) };
  if (category !== undefined && /^A[134]?$/.test(category))
    return { TreatmentAndConditionType: condition(told) };
  if (category !== undefined && /^B[12]?$/.test(category))
    return { ContagiousDiseaseType: headingAndComment(told) };
  if (category !== undefined && /^C[1-4]?$/.test(category))
    return { HypersensitivityType: hypersensitivity(told) };
  if (category !== undefined && /^D[12]?$/.test(category))
    return { NonStandardProcedureType: headingAndComment(told) };
  return { UnstructuredType: headingAndComment(told) };
};

const linksOf = (root: Element, { translation: { addresses } }: Reading) =>
  partialObject({
    MedicalRecordLinkData: nonEmptyList(
      extensions(root, detailUrl).map(detail => {
        const reference = child(detail, 'valueReference');
        const literal = reference === undefined ? undefined : text(reference, 'reference');
        return literal === undefined
          ? undefined
          : { RcId: { extension: addresses.localKey(literal) ?? literal } };
      }),
    ),
  });

export const flagSignal = (reading: Reading): SignalParts => {
  const { root, translation } = reading;
  const { times } = translation;
  const period = child(root, 'period');
  const begin = period === undefined ? undefined : times.begin(period, 'start');
  const end = period === undefined ? undefined : times.end(period, 'end');
  const categories = categoriesOf(root);
  const category = categories.find(one => swedishCode(one) !== undefined) ?? categories[0];
  const label = extension(root, labelUrl);
  const told: FlagParts = {
    root,
    label: label === undefined ? undefined : conceptText(label, 'valueCodeableConcept'),
    code: conceptOf(child(root, 'code')),
    begin,
  };
  const status = text(root, 'status');
  return {
    signal: omitUndefined<Signal>({
      SignalVerifiedDateTime: begin,
      SignalDeletionDate: timeValue(end),
      SignalActive: status === undefined ? undefined : status === 'active',
      SignalWarningSubType: textOfConcept(category),
      MedicalRecordLinks: linksOf(root, reading),
      ...blockOf(category === undefined ? undefined : swedishCode(category), told),
    }),
    // An end alone does not say since when it held: the time of the last change would.
    hasClinicalTime: begin !== undefined,
  };
};

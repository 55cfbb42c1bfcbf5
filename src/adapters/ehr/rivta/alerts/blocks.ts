// The blocks of an attention signal: what the warning is about, which is their heading, and its kind.
//
// element of the body                       → block
// hypersensitivity                          → HypersensitivityType
// communicableDisease                       → ContagiousDiseaseType
// restrictionOfCare                         → NonStandardProcedureType
// treatment, seriousDisease                 → TreatmentAndConditionType
// unstructuredAlertInformation              → UnstructuredType
// alertInformationComment, relationComment  → the comment of each block
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract } from '../../../../domain/records/attention-signal.ts';
import { saysNoneKnown } from '../../translation/words/allergy-statements.ts';
import { certaintyWords } from '../../translation/words/certainty.ts';
import { allergyWord, warningWord } from '../../translation/words/headings.ts';
import { severityWords } from '../../translation/words/severity.ts';
import { alertTypeWords } from '../../translation/words/warning-categories.ts';
import type { WordList } from '../../translation/words/word-list.ts';
import {
  joinedLines,
  joinedTexts,
  nonBlank,
  nonEmptyList,
  partialObject,
  uniqueTexts,
} from '../../values/values.ts';
import type { CountLoss, DocumentLosses } from '../losses.ts';
import { closedListWord, codedValue, codedWords, countedWords, openListWords } from '../values.ts';
import type { CvType } from '../wire-types.ts';
import type { AlertInformationBodyType as Body } from './wire-types.ts';

type Signal = NonNullable<AttentionSignalExtract['AttentionSignal']>;

/** The comments on the warning as a whole. They are added to each block. */
const commentOf = ({ alertInformationComment, relatedAlertInformation = [] }: Body) =>
  joinedLines([
    alertInformationComment,
    ...relatedAlertInformation.map(({ relationComment }) => relationComment),
  ]);

/** A warning while its blocks are made. */
type Reading = {
  readonly body: Body;
  /** The type of the warning, in words. */
  readonly type: string | undefined;
  readonly comment: string | undefined;
  readonly countLoss: CountLoss;
  /** The words of a coded value below the body. A code without words is counted. */
  readonly words: (cv: CvType | undefined, path: string) => string | undefined;
};

/** What a warning is about, in one line; else its kind. */
const headingOf = (names: readonly (string | undefined)[], kind: string | undefined): string =>
  joinedTexts(names, ', ') ?? kind ?? warningWord;

/** A text that fits in a heading. */
const oneLine = (text: string | undefined): string | undefined =>
  text === undefined || /[\r\n]/.test(text.trim()) ? undefined : nonBlank(text);

const hypersensitivity = (
  { body: { hypersensitivity: details }, type, comment, countLoss, words }: Reading,
  kind: string | undefined,
) => {
  if (details === undefined) return undefined;
  const degree = (name: 'degreeOfSeverity' | 'degreeOfCertainty', list: WordList) =>
    closedListWord(details[name], {
      words: list,
      path: `alertInformationBody/hypersensitivity/${name}`,
      countLoss,
    });
  const severity = degree('degreeOfSeverity', severityWords);
  const certainty = degree('degreeOfCertainty', certaintyWords);
  const { pharmaceuticalHypersensitivity: drug = {}, otherHypersensitivity: other = {} } = details;
  const substance = codedValue(drug.atcSubstance);
  const products = drug.pharmaceuticalProductId ?? [];
  const agents = uniqueTexts([
    drug.nonATCSubstance,
    ...products.map(product =>
      words(product, 'hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId'),
    ),
    other.hypersensitivityAgent,
    words(
      other.hypersensitivityAgentCode,
      'hypersensitivity/otherHypersensitivity/hypersensitivityAgentCode',
    ),
  ]);
  return omitUndefined<Hypersensitivity>({
    Heading: headingOf([substance?.displayName?.value, ...agents], kind ?? type ?? allergyWord),
    Severity: severity.word,
    Certitude: certainty.word,
    SignalATCCodes: substance === undefined ? undefined : { SignalATCCode: [substance] },
    Agent: nonEmptyList(agents),
    Comment: joinedLines([
      comment,
      drug.nonATCSubstanceComment,
      ...severity.otherTexts,
      ...certainty.otherTexts,
    ]),
  });
};

type Hypersensitivity = NonNullable<Signal['HypersensitivityType']>;

/** Whether all that is recorded in the place of an allergy is that none is known. */
const isStatement = ({ Agent = [], Severity, Certitude, SignalATCCodes }: Hypersensitivity): boolean =>
  Agent.length > 0 && Agent.every(saysNoneKnown) && (Severity ?? Certitude ?? SignalATCCodes) === undefined;

const contagiousDisease = ({ body: { communicableDisease: disease }, type, comment, words }: Reading) => {
  if (disease === undefined) return undefined;
  const name = words(disease.communicableDiseaseCode, 'communicableDisease/communicableDiseaseCode');
  const route = words(disease.routeOfTransmission, 'communicableDisease/routeOfTransmission');
  return omitUndefined({ Heading: headingOf([name], type), Comment: joinedLines([comment, route]) });
};

const nonStandardProcedure = ({ body: { restrictionOfCare: restriction }, type, comment }: Reading) => {
  if (restriction === undefined) return undefined;
  const written = restriction.restrictionOfCareComment;
  const name = oneLine(written);
  return omitUndefined({
    Heading: headingOf([name], type),
    Comment: joinedLines([comment, name === undefined ? written : undefined]),
  });
};

const treatmentAndCondition = ({ body: { treatment, seriousDisease }, type, comment, words }: Reading) => {
  if (treatment === undefined && seriousDisease === undefined) return undefined;
  const disease = seriousDisease?.disease;
  const treatmentName = codedWords(treatment?.treatmentCode);
  const drug = words(treatment?.pharmaceuticalTreatment, 'treatment/pharmaceuticalTreatment');
  const diseaseName = codedWords(disease);
  return omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    Heading: headingOf(
      [treatmentName ?? drug ?? oneLine(treatment?.treatmentDescription), diseaseName],
      type,
    ),
    TreatmentCode: nonBlank(treatment?.treatmentCode?.code),
    TreatmentDescription: joinedLines([treatmentName, treatment?.treatmentDescription]),
    DiagnosisCode: nonBlank(disease?.code),
    DiagnosisDescription: diseaseName,
    Comment: joinedLines([comment, drug]),
  });
};

/** Information without a structure. Without a block, a comment is such information. */
const unstructured = (
  { body: { unstructuredAlertInformation }, type, comment }: Reading,
  hasOtherBlock: boolean,
) => {
  const information = unstructuredAlertInformation ?? (hasOtherBlock ? undefined : {});
  if (information === undefined) return undefined;
  return omitUndefined({
    Heading: headingOf([information.unstructuredAlertInformationHeading], type),
    Comment: joinedLines([comment, information.unstructuredAlertInformationContent]),
  });
};

/** Whether a body says nothing of what the warning is about: no block, and no comment, which may name it. */
export const isWithoutContent = (body: Body): boolean =>
  [
    body.hypersensitivity,
    body.communicableDisease,
    body.restrictionOfCare,
    body.treatment,
    body.seriousDisease,
    body.unstructuredAlertInformation,
    nonBlank(body.obsoleteComment),
    commentOf(body),
  ].every(said => said === undefined);

/** What the warning is about: its blocks, and its kind (D39, words and not codes). */
export const warningParts = (body: Body, { isDamaged, hasUnknown, ...losses }: DocumentLosses): Signal => {
  const path = (name: string) => `alertInformationBody/${name}`;
  // What is lost of an allergy may be what is known.
  let isAllergyLost = [isDamaged, hasUnknown].some(is => is(path('hypersensitivity')));
  const countLoss: CountLoss = loss => {
    isAllergyLost ||= loss.path.startsWith(path('hypersensitivity'));
    losses.countLoss(loss);
  };
  const words: Reading['words'] = (cv, name) => countedWords(cv, { path: path(name), countLoss });
  const type = openListWords(body.typeOfAlertInformation, {
    words: alertTypeWords,
    path: path('typeOfAlertInformation'),
    countLoss,
  });
  const kind = words(
    body.hypersensitivity?.typeOfHypersensitivity,
    'hypersensitivity/typeOfHypersensitivity',
  );
  const reading: Reading = { body, type, comment: commentOf(body), countLoss, words };
  const allergy = hypersensitivity(reading, kind);
  const statement =
    allergy !== undefined &&
    isStatement(allergy) &&
    !isAllergyLost &&
    body.unstructuredAlertInformation === undefined
      ? partialObject({ Heading: allergy.Heading, Comment: allergy.Comment })
      : undefined;
  const blocks = omitUndefined<Signal>({
    HypersensitivityType: statement === undefined ? allergy : undefined,
    ContagiousDiseaseType: contagiousDisease(reading),
    NonStandardProcedureType: nonStandardProcedure(reading),
    TreatmentAndConditionType: treatmentAndCondition(reading),
  });
  const hasBlock = Object.keys(blocks).length > 0;
  return omitUndefined<Signal>({
    SignalWarningSubType: joinedTexts([type, kind], ', '),
    ...blocks,
    UnstructuredType: statement ?? unstructured(reading, hasBlock),
  });
};

// The blocks of an attention signal: what the warning is about.
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
import { certaintyWords } from '../../translation/words/certainty.ts';
import { severityWords } from '../../translation/words/severity.ts';
import { joinedLines, nonBlank, nonEmptyList, partialObject, uniqueTexts } from '../../values/values.ts';
import type { CountLoss } from '../losses.ts';
import { closedListWord, codedValue, displayNameOf, displayText } from '../values.ts';
import type { AlertInformationBodyType as Body } from './wire-types.ts';

type Signal = NonNullable<AttentionSignalExtract['AttentionSignal']>;
type Blocks = Pick<
  Signal,
  | 'HypersensitivityType'
  | 'ContagiousDiseaseType'
  | 'NonStandardProcedureType'
  | 'TreatmentAndConditionType'
  | 'UnstructuredType'
>;

/** The comments on the warning as a whole. They are added to each block. */
const commentOf = ({ alertInformationComment, relatedAlertInformation = [] }: Body) =>
  joinedLines([
    alertInformationComment,
    ...relatedAlertInformation.map(({ relationComment }) => relationComment),
  ]);

/** The path of hypersensitivities. */
const path = 'alertInformationBody/hypersensitivity';

const hypersensitivity = (
  { hypersensitivity: details }: Body,
  comment: string | undefined,
  countLoss: CountLoss,
) => {
  if (details === undefined) return undefined;
  const severity = closedListWord(details.degreeOfSeverity, {
    words: severityWords,
    path: `${path}/degreeOfSeverity`,
    countLoss,
  });
  const certainty = closedListWord(details.degreeOfCertainty, {
    words: certaintyWords,
    path: `${path}/degreeOfCertainty`,
    countLoss,
  });
  const { pharmaceuticalHypersensitivity: drug = {}, otherHypersensitivity: other = {} } = details;
  const substance = codedValue(drug.atcSubstance);
  const agents = uniqueTexts([
    drug.nonATCSubstance,
    ...(drug.pharmaceuticalProductId ?? []).map(displayText),
    other.hypersensitivityAgent,
    displayText(other.hypersensitivityAgentCode),
  ]);
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading: displayText(details.typeOfHypersensitivity),
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

const contagiousDisease = ({ communicableDisease: disease }: Body, comment: string | undefined) =>
  disease === undefined
    ? undefined
    : omitUndefined({
        Heading: displayText(disease.communicableDiseaseCode),
        Comment: joinedLines([comment, displayText(disease.routeOfTransmission)]),
      });

const nonStandardProcedure = ({ restrictionOfCare: restriction }: Body, comment: string | undefined) =>
  restriction === undefined
    ? undefined
    : omitUndefined({ Comment: joinedLines([comment, restriction.restrictionOfCareComment]) });

const treatmentAndCondition = ({ treatment, seriousDisease }: Body, comment: string | undefined) => {
  if (treatment === undefined && seriousDisease === undefined) return undefined;
  const disease = seriousDisease?.disease;
  return omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    TreatmentCode: nonBlank(treatment?.treatmentCode?.code),
    TreatmentDescription: joinedLines([
      displayNameOf(treatment?.treatmentCode),
      treatment?.treatmentDescription,
    ]),
    DiagnosisCode: nonBlank(disease?.code),
    DiagnosisDescription: displayNameOf(disease),
    Comment: joinedLines([comment, displayText(treatment?.pharmaceuticalTreatment)]),
  });
};

const unstructured = ({ unstructuredAlertInformation: information }: Body, comment: string | undefined) =>
  information === undefined
    ? undefined
    : omitUndefined({
        Heading: information.unstructuredAlertInformationHeading,
        Comment: joinedLines([comment, information.unstructuredAlertInformationContent]),
      });

/** The blocks, if any. Without one, a comment becomes an unstructured block. */
export const blocksOf = (body: Body, countLoss: CountLoss): Blocks => {
  const comment = commentOf(body);
  const blocks = partialObject<Blocks>({
    HypersensitivityType: hypersensitivity(body, comment, countLoss),
    ContagiousDiseaseType: contagiousDisease(body, comment),
    NonStandardProcedureType: nonStandardProcedure(body, comment),
    TreatmentAndConditionType: treatmentAndCondition(body, comment),
    UnstructuredType: unstructured(body, comment),
  });
  return blocks ?? (comment === undefined ? {} : { UnstructuredType: { Comment: comment } });
};

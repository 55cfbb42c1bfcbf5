// GetAlertInformation 2.0 → attention signals.
import Type, { type Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract } from '../../../domain/records/attention-signal.ts';
import { members } from '../../../domain/records/shared/common.ts';
import { documentContract } from './documents.ts';
import {
  activeUnlessNullified,
  careGiverIds,
  careProviders,
  careUnitIds,
  extractHead,
  orgUnitIds,
  patientId,
  professionalOf,
  units,
  unitsRuled,
  versionTime,
} from './header.ts';
import {
  coded,
  filled,
  filledOnce,
  type Lose,
  lines,
  localId,
  several,
  some,
  timeValue,
  words,
} from './values.ts';
import { CvType, date, PatientSummaryHeaderType, TimePeriodType, text, time } from './wire-types.ts';

const HyperSensitivityType = members({
  typeOfHypersensitivity: CvType,
  degreeOfSeverity: CvType,
  degreeOfCertainty: CvType,
  pharmaceuticalHypersensitivity: members({
    atcSubstance: CvType,
    nonATCSubstance: text,
    nonATCSubstanceComment: text,
    pharmaceuticalProductId: Type.Array(CvType),
  }),
  otherHypersensitivity: members({ hypersensitivityAgent: text, hypersensitivityAgentCode: CvType }),
});

const AlertInformationBodyType = members({
  typeOfAlertInformation: CvType,
  ascertainedDate: date,
  verifiedTime: time,
  validityTimePeriod: TimePeriodType,
  alertInformationComment: text,
  obsoleteTime: time,
  obsoleteComment: text,
  hypersensitivity: HyperSensitivityType,
  seriousDisease: members({ disease: CvType }),
  treatment: members({ treatmentDescription: text, treatmentCode: CvType, pharmaceuticalTreatment: CvType }),
  communicableDisease: members({ communicableDiseaseCode: CvType, routeOfTransmission: CvType }),
  restrictionOfCare: members({ restrictionOfCareComment: text }),
  unstructuredAlertInformation: members({
    unstructuredAlertInformationHeading: text,
    unstructuredAlertInformationContent: text,
  }),
});
type Body = Static<typeof AlertInformationBodyType>;

const AlertInformationType = members({
  alertInformationHeader: PatientSummaryHeaderType,
  alertInformationBody: AlertInformationBodyType,
});

type Signal = NonNullable<Static<typeof AttentionSignalExtract>['AttentionSignal']>;
type Blocks = Pick<
  Signal,
  | 'HypersensitivityType'
  | 'ContagiousDiseaseType'
  | 'NonStandardProcedureType'
  | 'TreatmentAndConditionType'
  | 'UnstructuredType'
>;

const hypersensitivity = ({ hypersensitivity: found, alertInformationComment: comment }: Body) => {
  if (found === undefined) return undefined;
  const { pharmaceuticalHypersensitivity: drug = {}, otherHypersensitivity: other = {} } = found;
  const substance = coded(drug.atcSubstance);
  const agents = filledOnce(
    drug.nonATCSubstance,
    ...(drug.pharmaceuticalProductId ?? []).map(words),
    other.hypersensitivityAgent,
    words(other.hypersensitivityAgentCode),
  );
  return omitUndefined<NonNullable<Signal['HypersensitivityType']>>({
    Heading: words(found.typeOfHypersensitivity),
    Severity: words(found.degreeOfSeverity),
    Certitude: words(found.degreeOfCertainty),
    SignalATCCodes: substance === undefined ? undefined : { SignalATCCode: [substance] },
    Agent: several(agents),
    Comment: lines(comment, drug.nonATCSubstanceComment),
  });
};

const contagiousDisease = ({ communicableDisease: found, alertInformationComment: comment }: Body) =>
  found === undefined
    ? undefined
    : omitUndefined({
        Heading: words(found.communicableDiseaseCode),
        Comment: lines(comment, words(found.routeOfTransmission)),
      });

const nonStandardProcedure = ({ restrictionOfCare: found, alertInformationComment: comment }: Body) =>
  found === undefined
    ? undefined
    : omitUndefined({ Comment: lines(comment, found.restrictionOfCareComment) });

const treatmentAndCondition = (body: Body) => {
  const { treatment, seriousDisease, alertInformationComment: comment } = body;
  if (treatment === undefined && seriousDisease === undefined) return undefined;
  const disease = seriousDisease?.disease;
  return omitUndefined<NonNullable<Signal['TreatmentAndConditionType']>>({
    TreatmentCode: filled(treatment?.treatmentCode?.code) ?? words(treatment?.treatmentCode),
    TreatmentDescription: treatment?.treatmentDescription,
    DiagnosisCode: filled(disease?.code),
    DiagnosisDescription: words({ ...disease, code: '' }),
    Comment: lines(comment, words(treatment?.pharmaceuticalTreatment)),
  });
};

const unstructured = ({ unstructuredAlertInformation: found, alertInformationComment: comment }: Body) =>
  found === undefined
    ? undefined
    : omitUndefined({
        Heading: found.unstructuredAlertInformationHeading,
        Comment: lines(comment, found.unstructuredAlertInformationContent),
      });

/** Whatever blocks there are: one, several, or none. The comment of a warning without any is not lost. */
const blocksOf = (body: Body): Blocks => {
  const found = some<Blocks>({
    HypersensitivityType: hypersensitivity(body),
    ContagiousDiseaseType: contagiousDisease(body),
    NonStandardProcedureType: nonStandardProcedure(body),
    TreatmentAndConditionType: treatmentAndCondition(body),
    UnstructuredType: unstructured(body),
  });
  const comment = filled(body.alertInformationComment);
  return found ?? (comment === undefined ? {} : { UnstructuredType: { Comment: comment } });
};

const earlier = (...times: (string | undefined)[]) => times.filter(one => one !== undefined).sort()[0];

const bodyPath = 'alertInformationBody';

/**
 * Since when the warning is known: the earlier of the day it was ascertained and the time it was verified, for an
 * interval must not filter away one that held then (D8). The one of another day that is not published is counted.
 */
const verified = ({ verifiedTime, ascertainedDate }: Body, lose: Lose): string | undefined => {
  const ascertained = ascertainedDate === undefined ? undefined : `${ascertainedDate}000000`;
  if (verifiedTime === undefined || ascertained === undefined) return verifiedTime ?? ascertained;
  if (verifiedTime.slice(0, 8) === ascertainedDate) return verifiedTime;
  const isAscertainedFirst = ascertained < verifiedTime;
  lose(`${bodyPath}/${isAscertainedFirst ? 'verifiedTime' : 'ascertainedDate'}`, 'out-of-bounds');
  return isAscertainedFirst ? ascertained : verifiedTime;
};

const extractOf = (
  { alertInformationBody: found = {} }: Static<typeof AlertInformationType>,
  header: PatientSummaryHeaderType,
  lose: Lose,
): Static<typeof AttentionSignalExtract> => {
  const professional = professionalOf(header);
  // Its begin is in every signal, and the extract has no place for it: counted, it would say of each that it lacks something.
  const { end } = found.validityTimePeriod ?? {};
  return omitUndefined<Static<typeof AttentionSignalExtract>>({
    ...extractHead(header),
    AttentionSignal: omitUndefined<Signal>({
      RcId: localId(header.documentId),
      SignalVersionDateTime: versionTime(header),
      SignalVerifiedDateTime: verified(found, lose),
      SignalSignDateTime: timeValue(header.legalAuthenticator?.signatureTime),
      SignalActive: activeUnlessNullified(header),
      SignalDeletionDate: timeValue(earlier(end, found.obsoleteTime)),
      SignalDeletionComment: filled(found.obsoleteComment) ?? filled(header.nullifiedReason),
      SignalWarningSubType: words(found.typeOfAlertInformation),
      ...blocksOf(found),
    }),
    Patient: some({ PatientID: patientId(header) }),
    CareUnit: careUnitIds(header),
    AccessZoneUnit: careUnitIds(header),
    ResponsibleUnit: orgUnitIds(header),
    HeadCareproviderUnit: careGiverIds(header),
    Units: units(professional.healthcareProfessionalOrgUnit),
    CareProviders: careProviders(professional, 'ProviderPosition'),
  });
};

export const alertInformation = documentContract({
  kind: 'attentionSignals',
  name: 'GetAlertInformation',
  namespace: 'urn:riv:clinicalprocess:healthcond:description:GetAlertInformationResponder:2',
  core: 'urn:riv:clinicalprocess:healthcond:description:2',
  action: 'urn:riv:clinicalprocess:healthcond:description:GetAlertInformationResponder:2:GetAlertInformation',
  hasResult: false,
  // Never with an interval: a warning that still holds must not be filtered away (D8).
  request: ({ patientId, period }) => ({ 'q:patientId': patientId, 'q:timePeriod': period }),
  element: 'alertInformation',
  schema: AlertInformationType,
  header: 'alertInformationHeader',
  ruled: unitsRuled('alertInformationHeader', { careUnit: 'CareUnit', orgUnit: 'ResponsibleUnit' }),
  record: (document, header, lose) => ({ AttentionSignalEHRExtract: [extractOf(document, header, lose)] }),
});

// GetAlertInformation 2.0: attention signals. Blocks are not exclusive: a signal may have one, several or none.
import type { PatientData } from '../../extracts/world.ts';
import { required } from '../soap/rules.ts';
import { type Child, elementsOf, unlessEmpty } from '../soap/xml.ts';
import { type Document, documentContract } from './document-contract.ts';
import { atcOf, authorOf, lastPart, named, systemOf } from './extract-parts.ts';
import { coded } from './header.ts';

const domain = 'urn:riv:clinicalprocess:healthcond:description:2';
const element = elementsOf(domain);
const code = coded(domain);
const systems = {
  type: '1.2.752.129.2.2.2.1',
  severity: '1.2.752.129.2.2.3.3',
  certainty: '1.2.752.129.2.2.3.11',
};

type Signal = NonNullable<PatientData['attentionSignals'][number]['AttentionSignal']>;

const worded = (display: string | undefined, system?: string) =>
  display === undefined ? undefined : { system, display };

const hypersensitivity = ({ HypersensitivityType: of, SignalWarningSubType: kind }: Signal) => {
  const atc = atcOf(of?.SignalATCCodes?.SignalATCCode?.[0]);
  const agent = of?.Agent?.[0] ?? (atc === undefined ? of?.Heading : undefined);
  return element(
    'hypersensitivity',
    of && [
      code('typeOfHypersensitivity', worded(kind)),
      code('degreeOfSeverity', worded(of.Severity, systems.severity)),
      code('degreeOfCertainty', worded(of.Certitude, systems.certainty)),
      element(
        'pharmaceuticalHypersensitivity',
        unlessEmpty([code('atcSubstance', atc && { ...atc, display: of.Heading })]),
      ),
      element('otherHypersensitivity', unlessEmpty([element('hypersensitivityAgent', agent)])),
    ],
  );
};

const seriousDisease = ({ TreatmentAndConditionType: of }: Signal) =>
  element(
    'seriousDisease',
    of?.DiagnosisCode === undefined
      ? undefined
      : [code('disease', { code: of.DiagnosisCode, display: of.DiagnosisDescription })],
  );

const treatment = ({ TreatmentAndConditionType: of }: Signal) =>
  element(
    'treatment',
    of && [
      element('treatmentDescription', of.TreatmentDescription ?? of.Heading ?? ''),
      code('treatmentCode', of.TreatmentCode === undefined ? undefined : { code: of.TreatmentCode }),
    ],
  );

const blocks = (signal: Signal): readonly Child[] => {
  const {
    ContagiousDiseaseType: disease,
    NonStandardProcedureType: restriction,
    UnstructuredType: free,
  } = signal;
  return [
    hypersensitivity(signal),
    seriousDisease(signal),
    treatment(signal),
    element(
      'communicableDisease',
      disease && [code('communicableDiseaseCode', { display: disease.Heading })],
    ),
    element(
      'restrictionOfCare',
      restriction && [element('restrictionOfCareComment', restriction.Heading ?? '')],
    ),
    element(
      'unstructuredAlertInformation',
      free && [
        element('unstructuredAlertInformationHeading', free.Heading ?? ''),
        element('unstructuredAlertInformationContent', free.Comment ?? ''),
      ],
    ),
    ...(signal.MedicalRecordLinks?.MedicalRecordLinkData ?? []).map(({ RcId: id }) =>
      element('relatedAlertInformation', [
        code('typeOfAlertInformationRelationship', { display: 'Se även' }),
        element('documentId', lastPart(id)),
      ]),
    ),
  ];
};

/** The kind of alert, from its first block. */
const typeOf = (signal: Signal): string => {
  if (signal.HypersensitivityType) return 'Överkänslighet';
  if (signal.ContagiousDiseaseType) return 'Smitta';
  if (signal.NonStandardProcedureType) return 'Vårdbegränsning';
  if (signal.TreatmentAndConditionType) return 'Behandling';
  return signal.SignalWarningSubType ?? 'Ostrukturerad uppmärksamhetsinformation';
};

const documentOf = (extract: PatientData['attentionSignals'][number]): Document => {
  const { AttentionSignal: signal = {}, CareUnit: careUnit } = extract;
  const version = signal.SignalVersionDateTime?.value ?? '19000101000000';
  const verified = signal.SignalVerifiedDateTime;
  const end = signal.SignalDeletionDate?.value;
  const comment =
    signal.HypersensitivityType?.Reaction ??
    signal.ContagiousDiseaseType?.Comment ??
    signal.NonStandardProcedureType?.Comment ??
    signal.TreatmentAndConditionType?.Comment;
  return {
    header: {
      documentId: lastPart(signal.RcId),
      system: systemOf(extract),
      author: authorOf({
        time: version,
        by: extract.CareProviders?.CareProvider?.[0],
        unit: extract.Units?.Unit?.[0] ?? named(careUnit),
        careUnit,
        careGiver: extract.HeadCareproviderUnit,
      }),
      signed: signal.SignalSignDateTime?.value,
    },
    body: [
      code('typeOfAlertInformation', {
        system: systems.type,
        display: typeOf(signal),
      }),
      element('ascertainedDate', verified?.slice(0, 8)),
      element('verifiedTime', verified),
      element('validityTimePeriod', [element('start', version), element('end', end)]),
      element('alertInformationComment', comment),
      element('obsoleteTime', end),
      element('obsoleteComment', signal.SignalDeletionComment),
      ...blocks(signal),
    ],
    from: version,
    to: end,
  };
};

export const alertInformation = documentContract({
  name: 'GetAlertInformation',
  responder: 'urn:riv:clinicalprocess:healthcond:description:GetAlertInformationResponder:2',
  domain,
  result: domain,
  document: 'alertInformation',
  system: 'sourceSystemHSAId',
  contact: 'before',
  careUnit: 'careUnitHSAId',
  period: { name: 'timePeriod', ends: required },
  documents: ({ attentionSignals }) => attentionSignals.map(documentOf),
  whenEmpty: 'OK',
  open: true,
});

// GetAlertInformation 2.0 → attention signals.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract as Extract } from '../../../../domain/records/attention-signal.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import { nonBlank, nonEmptyList, partialObject, timeValue } from '../../values/values.ts';
import { documentContract } from '../documents.ts';
import { contextOf, extractHeadOf, versionTime } from '../header.ts';
import type { DocumentLosses } from '../losses.ts';
import { localIdentifier } from '../values.ts';
import { type PatientSummaryHeaderType, timeSchema, VersionHeaderType } from '../wire-types.ts';
import { isWithoutContent, warningParts } from './blocks.ts';
import { holdsUntil, knownSince } from './validity.ts';
import { AlertInformationBodyType } from './wire-types.ts';

/** A warning applies from the earliest of its times (D8), the signature among them. */
const AlertHeaderType = objectOf({
  ...VersionHeaderType.properties,
  legalAuthenticator: objectOf({
    ...VersionHeaderType.properties.legalAuthenticator.properties,
    signatureTime: withHidden('time', timeSchema),
  }),
});

const AlertInformationType = objectOf({
  alertInformationHeader: AlertHeaderType,
  alertInformationBody: AlertInformationBodyType,
});

type Signal = NonNullable<Extract['AttentionSignal']>;

/** The documents that the warning is related to. The kind of relation has no member and is counted. */
const linksOf = ({ relatedAlertInformation = [] }: AlertInformationBodyType) =>
  partialObject({
    MedicalRecordLinkData: nonEmptyList(
      relatedAlertInformation
        .flatMap(({ documentId = [] }) => documentId)
        .map(id => partialObject({ RcId: localIdentifier(id) })),
    ),
  });

const signalOf = (
  body: AlertInformationBodyType,
  header: PatientSummaryHeaderType,
  losses: DocumentLosses,
): Signal =>
  omitUndefined<Signal>({
    RcId: localIdentifier(header.documentId),
    SignalVersionDateTime: versionTime(header),
    SignalVerifiedDateTime: knownSince(body, losses.countLoss),
    SignalSignDateTime: timeValue(header.legalAuthenticator?.signatureTime),
    SignalDeletionDate: holdsUntil(body, losses.countLoss),
    SignalDeletionComment: nonBlank(body.obsoleteComment) ?? nonBlank(header.nullifiedReason),
    MedicalRecordLinks: linksOf(body),
    ...warningParts(body, losses),
  });

const extractOf = (
  { alertInformationBody: body = {} }: Static<typeof AlertInformationType>,
  header: PatientSummaryHeaderType,
  losses: DocumentLosses,
): Extract =>
  omitUndefined<Extract>({
    ...extractHeadOf(header),
    AttentionSignal: signalOf(body, header, losses),
    ...contextOf(header),
  });

export const alertInformation = documentContract({
  kind: 'attentionSignals',
  name: 'GetAlertInformation',
  domain: 'clinicalprocess:healthcond:description',
  version: 2,
  hasResult: false,
  // Never with an interval: a warning that still holds must not be filtered away (D8).
  period: 'timePeriod',
  sourceSystem: 'sourceSystemHSAId',
  element: 'alertInformation',
  schema: AlertInformationType,
  header: 'alertInformationHeader',
  isWithheld: ({ alertInformationBody = {} }) => isWithoutContent(alertInformationBody),
  record: (document, header, losses) => ({
    AttentionSignalEHRExtract: [extractOf(document, header, losses)],
  }),
});

// GetAlertInformation 2.0 → attention signals.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract as Extract } from '../../../../domain/records/attention-signal.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import { nonBlank, nonEmptyList, partialObject, timeValue } from '../../values/values.ts';
import { documentContract } from '../documents.ts';
import { contextOf, extractHeadOf, versionTime } from '../header.ts';
import type { CountLoss, DocumentLosses } from '../losses.ts';
import { localIdentifier } from '../values.ts';
import { type PatientSummaryHeaderType, timeSchema, VersionHeaderType } from '../wire-types.ts';
import { isWithoutContent, warningParts } from './blocks.ts';
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

/** Elements and their times, earliest first. */
const inOrder = (times: Readonly<Record<string, string | undefined>>) =>
  Object.entries(times)
    .flatMap(([name, time]) => (time === undefined ? [] : [{ name, time }]))
    .sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));

const dayOf = (time: string) => time.slice(0, 8);

/**
 * When the warning became known: the earliest of the start of its validity, the day it was ascertained and the time it was
 * verified, so no interval hides a warning that already held. If the earliest is a day, and another element has a time
 * on that day, that time is used. Elements with other days are counted.
 */
const knownSince = (
  { validityTimePeriod, ascertainedDate, verifiedTime }: AlertInformationBodyType,
  countLoss: CountLoss,
): string | undefined => {
  const ascertained = ascertainedDate === undefined ? undefined : `${ascertainedDate}000000`;
  const [earliest, ...later] = inOrder({
    'validityTimePeriod/start': validityTimePeriod?.start,
    verifiedTime,
    ascertainedDate: ascertained,
  });
  if (earliest === undefined) return undefined;
  const day = dayOf(earliest.time);
  for (const { name, time } of later)
    if (dayOf(time) !== day)
      countLoss({ path: `alertInformationBody/${name}`, reason: 'unmapped', hides: [] });
  const isDayAlone = earliest.name === 'ascertainedDate';
  const timed = isDayAlone ? later.find(({ time }) => dayOf(time) === day) : undefined;
  return (timed ?? earliest).time;
};

/** Until when it holds: the end of its validity or the time it became obsolete, whichever is first. The other is counted. */
const holdsUntil = ({ validityTimePeriod, obsoleteTime }: AlertInformationBodyType, countLoss: CountLoss) => {
  const [earlier, later] = inOrder({ 'validityTimePeriod/end': validityTimePeriod?.end, obsoleteTime });
  if (later !== undefined && later.time !== earlier?.time)
    countLoss({ path: `alertInformationBody/${later.name}`, reason: 'unmapped', hides: [] });
  return timeValue(earlier?.time);
};

/** The documents that the warning is related to. The kind of relation has no member and is counted. */
const linksOf = ({ relatedAlertInformation = [] }: AlertInformationBodyType) =>
  partialObject({
    MedicalRecordLinkData: nonEmptyList(
      relatedAlertInformation
        .flatMap(({ documentId = [] }) => documentId)
        .map(id => partialObject({ RcId: localIdentifier(id) })),
    ),
  });

type Signal = ReturnType<typeof warningParts>;

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

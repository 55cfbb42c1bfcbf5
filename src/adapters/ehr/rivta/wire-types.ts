// Types that the contracts share (RIV-TA core components). They have all elements, so those that are not published are
// counted. Elements of other namespaces are ignored.
import { type Static, Type } from 'typebox';
import { objectOf, timeFormats } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';

export const textSchema = Type.String();
export const flagSchema = Type.Boolean();
/** 14 digits (`TimeStampType`). */
export const timeSchema = Type.String({ format: timeFormats.time });
/** 8 digits (`DateType`). */
export const dateSchema = Type.String({ format: timeFormats.date });

/** A coded value. */
export const CvType = objectOf({
  code: textSchema,
  codeSystem: textSchema,
  codeSystemName: textSchema,
  codeSystemVersion: textSchema,
  displayName: textSchema,
  originalText: textSchema,
});
export type CvType = Static<typeof CvType>;

/** An id and its root. */
export const IiType = objectOf({ root: textSchema, extension: textSchema });
export type IiType = Static<typeof IiType>;

/** A quantity. A text, to keep its digits. */
export const PqType = objectOf({ value: textSchema, unit: textSchema });
export type PqType = Static<typeof PqType>;

/** A range. Texts, to keep the digits. */
export const PqIntervalType = objectOf({ low: textSchema, high: textSchema, unit: textSchema });
export type PqIntervalType = Static<typeof PqIntervalType>;

export const PersonIdType = objectOf({ id: textSchema, type: textSchema });

export const TimePeriodType = objectOf({ start: timeSchema, end: timeSchema });

export const OrgUnitType = objectOf({
  orgUnitHSAId: textSchema,
  orgUnitName: textSchema,
  orgUnitTelecom: textSchema,
  orgUnitEmail: textSchema,
  orgUnitAddress: textSchema,
  orgUnitLocation: textSchema,
});
export type OrgUnitType = Static<typeof OrgUnitType>;

/** A unit that release rules compare with those of the profile (D26). */
export const ReleaseUnitType = objectOf({
  ...OrgUnitType.properties,
  orgUnitHSAId: withHidden('unit', textSchema),
});

export const HealthcareProfessionalType = objectOf({
  authorTime: timeSchema,
  healthcareProfessionalHSAId: textSchema,
  healthcareProfessionalName: textSchema,
  healthcareProfessionalRoleCode: CvType,
  healthcareProfessionalOrgUnit: OrgUnitType,
  healthcareProfessionalCareUnitHSAId: textSchema,
  healthcareProfessionalCareGiverHSAId: textSchema,
});
export type HealthcareProfessionalType = Static<typeof HealthcareProfessionalType>;

/** The professional responsible for a document, and the units that release rules look at. */
const AccountableProfessionalType = objectOf({
  ...HealthcareProfessionalType.properties,
  healthcareProfessionalOrgUnit: ReleaseUnitType,
  healthcareProfessionalCareUnitHSAId: withHidden('unit', textSchema),
});

/** The header of every document. */
export const PatientSummaryHeaderType = objectOf({
  documentId: textSchema,
  sourceSystemHSAId: textSchema,
  documentTitle: textSchema,
  documentTime: timeSchema,
  patientId: withHidden('owner', PersonIdType),
  accountableHealthcareProfessional: AccountableProfessionalType,
  legalAuthenticator: objectOf({
    signatureTime: timeSchema,
    legalAuthenticatorHSAId: textSchema,
    legalAuthenticatorName: textSchema,
  }),
  approvedForPatient: flagSchema,
  nullified: flagSchema,
  nullifiedReason: textSchema,
  careContactId: textSchema,
});
export type PatientSummaryHeaderType = Static<typeof PatientSummaryHeaderType>;

/** The header of a document that applies from when this version of it was written (D8). */
export const VersionHeaderType = objectOf({
  ...PatientSummaryHeaderType.properties,
  accountableHealthcareProfessional: objectOf({
    ...AccountableProfessionalType.properties,
    authorTime: withHidden('time', timeSchema),
  }),
});

export const ResultType = objectOf({
  resultCode: textSchema,
  errorCode: textSchema,
  logId: textSchema,
  message: textSchema,
});
export type ResultType = Static<typeof ResultType>;

/** Ids, codes and numbers: white space around them is ignored. */
export const trimmedElements = [
  'id',
  'type',
  'root',
  'extension',
  'code',
  'codeSystem',
  'value',
  'low',
  'high',
  'unit',
  'documentId',
  'careContactId',
  'sourceSystemHSAId',
  'orgUnitHSAId',
  'healthcareProfessionalHSAId',
  'healthcareProfessionalCareUnitHSAId',
  'healthcareProfessionalCareGiverHSAId',
  'resultCode',
  'statusCode',
  'causingAgent',
  'errorCode',
  'clinicalDocumentNoteCode',
  'clinicalDocumentTypeCode',
  'typeOfPrescription',
  'prescriptionStatus',
  'strength',
  'dayOfPeriod',
  'bookingId',
  'healthcare_facility',
  'subject_of_care',
  'performer',
  'PersonId',
  'PersonNr',
  'Kon',
  'Sekretessmarkering',
  'Tilltalsnamnsmarkering',
  'AvregistreringsorsakKod',
  'AvregistreringsorsakKodKomplett',
  'Relationstyp',
];

/** The name of an element in our schemas. Contracts and versions differ in the case of `HSAid` and `careUnit`. */
export const normalizedName = (name: string): string =>
  name
    .replace(/HSA[Ii][Dd]$/, 'HSAId')
    .replace(/^healthcareProfessionalcare(Unit|Giver)/, 'healthcareProfessionalCare$1');

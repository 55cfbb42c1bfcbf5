// Types that the contracts share (RIV-TA core components). They have all elements, so those that are not published are
// counted. Elements of other namespaces are ignored.
import { type Static, Type } from 'typebox';
import { objectOf, timeFormats } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import { trimmed } from '../xml/plan.ts';

export const textSchema = Type.String();
/** An id, a code or a number: white space around it is ignored. */
export const codeSchema = trimmed(Type.String());
export const flagSchema = Type.Boolean();
/** 14 digits (`TimeStampType`). */
export const timeSchema = Type.String({ format: timeFormats.time });
/** 14 digits, of an end: of a day alone its last second (D8). */
export const endSchema = Type.String({ format: 'end' });
/** 14 digits, or 8 where the source has a day alone. */
export const dayOrTimeSchema = Type.String({ format: 'day-or-time' });
/** 8 digits (`DateType`), of birth. */
export const birthDateSchema = Type.String({ format: 'birth-date' });
/** 8 digits (`DateType`). */
export const dateSchema = Type.String({ format: timeFormats.date });

/** A coded value. */
export const CvType = objectOf({
  code: codeSchema,
  codeSystem: codeSchema,
  codeSystemName: textSchema,
  codeSystemVersion: textSchema,
  displayName: textSchema,
  originalText: textSchema,
});
export type CvType = Static<typeof CvType>;

/** An id and its root. */
export const IiType = objectOf({ root: codeSchema, extension: codeSchema });
export type IiType = Static<typeof IiType>;

/** A quantity. A text, to keep its digits. */
export const PqType = objectOf({ value: codeSchema, unit: codeSchema });
export type PqType = Static<typeof PqType>;

/** A range. Texts, to keep the digits. */
export const PqIntervalType = objectOf({ low: codeSchema, high: codeSchema, unit: codeSchema });
export type PqIntervalType = Static<typeof PqIntervalType>;

export const PersonIdType = objectOf({ id: codeSchema, type: codeSchema });

export const TimePeriodType = objectOf({ start: timeSchema, end: endSchema });

export const OrgUnitType = objectOf({
  orgUnitHSAId: codeSchema,
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
  orgUnitHSAId: withHidden('unit', codeSchema),
});

export const HealthcareProfessionalType = objectOf({
  authorTime: timeSchema,
  healthcareProfessionalHSAId: codeSchema,
  healthcareProfessionalName: textSchema,
  healthcareProfessionalRoleCode: CvType,
  healthcareProfessionalOrgUnit: OrgUnitType,
  healthcareProfessionalCareUnitHSAId: codeSchema,
  healthcareProfessionalCareGiverHSAId: codeSchema,
});
export type HealthcareProfessionalType = Static<typeof HealthcareProfessionalType>;

/** The professional responsible for a document, and the units that release rules look at. */
const AccountableProfessionalType = objectOf({
  ...HealthcareProfessionalType.properties,
  healthcareProfessionalOrgUnit: ReleaseUnitType,
  healthcareProfessionalCareUnitHSAId: withHidden('unit', codeSchema),
});

/** The header of every document. */
export const PatientSummaryHeaderType = objectOf({
  documentId: codeSchema,
  sourceSystemHSAId: codeSchema,
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
  careContactId: codeSchema,
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
  resultCode: codeSchema,
  errorCode: codeSchema,
  logId: textSchema,
  message: textSchema,
});
export type ResultType = Static<typeof ResultType>;

/** The name of an element in our schemas. Contracts and versions differ in the case of `HSAid` and `careUnit`. */
export const normalizedName = (name: string): string =>
  name
    .replace(/HSA[Ii][Dd]$/, 'HSAId')
    .replace(/^healthcareProfessionalcare(Unit|Giver)/, 'healthcareProfessionalCare$1');

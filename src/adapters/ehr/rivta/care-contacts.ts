// GetCareContacts 3.0 → contacts.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { RecordOf } from '../../../domain/records/index.ts';
import { objectOf } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import { contactPart } from '../../../domain/records/shared/layout-v2.ts';
import { contactStatusWords, contactTypeWords, withdrawnContact } from '../translation/words/contacts.ts';
import type { WordList } from '../translation/words/word-list.ts';
import { nonBlank, partialObject, timeValue } from '../values/values.ts';
import { documentContract } from './documents.ts';
import {
  careProviders,
  extractHeadOf,
  patientIdOf,
  professionalOf,
  unitIdsByRole,
  unitIdsOf,
  units,
  versionTime,
} from './header.ts';
import type { CountLoss } from './losses.ts';
import { closedListWord, localIdentifier } from './values.ts';
import {
  CvType,
  codeSchema,
  type OrgUnitType,
  PatientSummaryHeaderType,
  ReleaseUnitType,
  TimePeriodType,
  textSchema,
} from './wire-types.ts';

const CareContactType = objectOf({
  careContactHeader: PatientSummaryHeaderType,
  careContactBody: objectOf({
    careContactCode: CvType,
    careContactReason: textSchema,
    careContactOrgUnit: ReleaseUnitType,
    careContactTimePeriod: withHidden('time', TimePeriodType),
    careContactStatus: CvType,
    additionalPatientInformation: objectOf({
      dateOfBirth: objectOf({ format: textSchema, value: codeSchema }),
      gender: CvType,
    }),
  }),
});

type CareContact = Static<typeof CareContactType>;

type Extract = NonNullable<RecordOf<'contacts'>['contactEHRExtract']>[number];

/**
 * The units of a contact by their roles. If the header and the contact name different units, the contact's
 * is published as the responsible one, so release rules see every published unit (D26).
 */
const contactUnits = (header: PatientSummaryHeaderType, own: OrgUnitType = {}) => {
  const ownIds = unitIdsOf(own.orgUnitHSAId);
  const { AccessZoneUnit, ResponsibleUnit, HeadCareproviderUnit } = unitIdsByRole(header);
  const performing = ResponsibleUnit ?? ownIds;
  const isOther = ownIds?.UnitID?.extension !== performing?.UnitID?.extension;
  return {
    contactPerformingUnit: contactPart(performing),
    contactResponsibleUnit: isOther ? contactPart(ownIds) : undefined,
    contactAccessZoneUnit: contactPart(AccessZoneUnit),
    contactHeadCareProviderUnit: contactPart(HeadCareproviderUnit),
  };
};

/**
 * Whether the contact may have been taken back (D35): its status says so, by its code in whatever system or by a text beside it, or the
 * status cannot be read for certain.
 */
const isWithdrawn = ({ careContactBody: { careContactStatus: status = {} } = {} }: CareContact): boolean =>
  [status.code, status.displayName, status.originalText].some(
    text => text !== undefined && contactStatusWords.ofText(text) === withdrawnContact,
  );

const extractOf = (
  { careContactBody: body = {} }: CareContact,
  header: PatientSummaryHeaderType,
  countLoss: CountLoss,
): Extract => {
  const listed = (words: WordList, name: string) => ({ words, path: `careContactBody/${name}`, countLoss });
  const type = closedListWord(body.careContactCode, listed(contactTypeWords, 'careContactCode'));
  const status = closedListWord(body.careContactStatus, listed(contactStatusWords, 'careContactStatus'));
  const professional = professionalOf(header);
  return omitUndefined<Extract>({
    ...contactPart(extractHeadOf(header)),
    contact: omitUndefined({
      rcId: localIdentifier(header.documentId),
      contactInternalID: nonBlank(header.documentId),
      contactVersionDateTime: versionTime(header),
      contactTypeOfVisit: type.word,
      contactCategory1: body.careContactReason,
      contactStatus: status.word,
      contactStatusConfigurationId: nonBlank(body.careContactStatus?.code),
      contactBeginDateTime: timeValue(body.careContactTimePeriod?.start),
      contactEndDateTime: timeValue(body.careContactTimePeriod?.end),
    }),
    patient: partialObject({ patientID: patientIdOf(header) }),
    units: contactPart(units(professional.healthcareProfessionalOrgUnit, body.careContactOrgUnit)),
    ...contactUnits(header, body.careContactOrgUnit),
    careProviders: contactPart(careProviders(professional, 'CareProviderPosition')),
  });
};

export const careContacts = documentContract({
  kind: 'contacts',
  name: 'GetCareContacts',
  domain: 'clinicalprocess:logistics:logistics',
  version: 3,
  hasResult: true,
  period: 'datePeriod',
  sourceSystem: 'sourceSystemHSAId',
  element: 'careContact',
  schema: CareContactType,
  header: 'careContactHeader',
  decisive: ['careContactBody/careContactStatus'],
  isWithheld: isWithdrawn,
  record: (document, header, { countLoss }) => ({
    contactEHRExtract: [extractOf(document, header, countLoss)],
  }),
});

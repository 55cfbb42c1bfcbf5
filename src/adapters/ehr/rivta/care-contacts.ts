// GetCareContacts 3.0 → contacts.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { ContactExtract } from '../../../domain/records/contact.ts';
import { objectOf } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import { contactLayout } from '../../../domain/records/shared/layout-v2.ts';
import { toV2Layout } from '../translation/v2-layout.ts';
import { nonBlank, partialObject, timeValue } from '../translation/values.ts';
import { documentContract } from './documents.ts';
import {
  careGiverIds,
  careProviders,
  careUnitIds,
  extractHeadOf,
  orgUnitIds,
  patientIdOf,
  professionalOf,
  unitIdsOf,
  units,
  versionTime,
} from './header.ts';
import { displayText, localIdentifier } from './values.ts';
import {
  CvType,
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
      dateOfBirth: objectOf({ format: textSchema, value: textSchema }),
      gender: CvType,
    }),
  }),
});

/**
 * The performing and the responsible unit of a contact. If the header and the contact name different units, the contact's
 * is published as the responsible one, so release rules see every published unit (D26).
 */
const contactUnits = (header: PatientSummaryHeaderType, own: OrgUnitType = {}) => {
  const ownIds = unitIdsOf(own.orgUnitHSAId);
  const performing = orgUnitIds(header) ?? ownIds;
  const isOther = ownIds?.UnitID?.extension !== performing?.UnitID?.extension;
  return {
    ContactPerformingUnit: performing,
    ContactResponsibleUnit: isOther ? ownIds : undefined,
  };
};

/** The contact under the names of the older layout. */
const extractOf = (
  { careContactBody: body = {} }: Static<typeof CareContactType>,
  header: PatientSummaryHeaderType,
): Static<typeof ContactExtract> => {
  const professional = professionalOf(header);
  return omitUndefined<Static<typeof ContactExtract>>({
    ...extractHeadOf(header),
    Contact: omitUndefined({
      rc_id: localIdentifier(header.documentId),
      ContacInternaltID: nonBlank(header.documentId),
      ContactVersionDateTime: versionTime(header),
      ContactTypeOfVisit: displayText(body.careContactCode),
      ContactCategory1: body.careContactReason,
      ContactStatus: displayText(body.careContactStatus),
      ContactStatusConfigurationId: nonBlank(body.careContactStatus?.code),
      ContactBeginDateTime: timeValue(body.careContactTimePeriod?.start),
      ContactEndDateTime: timeValue(body.careContactTimePeriod?.end),
    }),
    Patient: partialObject({ PatientID: patientIdOf(header) }),
    Units: units(professional.healthcareProfessionalOrgUnit, body.careContactOrgUnit),
    ...contactUnits(header, body.careContactOrgUnit),
    ContactAccessZoneUnit: careUnitIds(header),
    ContactHeadCareproviderUnit: careGiverIds(header),
    CareProviders: careProviders(professional, 'CareProviderPosition'),
  });
};

export const careContacts = documentContract({
  kind: 'contacts',
  name: 'GetCareContacts',
  namespace: 'urn:riv:clinicalprocess:logistics:logistics:GetCareContactsResponder:3',
  core: 'urn:riv:clinicalprocess:logistics:logistics:3',
  action: 'urn:riv:clinicalprocess:logistics:logistics:GetCareContactsResponder:3:GetCareContacts',
  hasResult: true,
  request: ({ patientId, period, sourceSystem }) => ({
    'q:patientId': patientId,
    'q:datePeriod': period,
    'q:sourceSystemHSAId': sourceSystem,
  }),
  element: 'careContact',
  schema: CareContactType,
  header: 'careContactHeader',
  record: (document, header) => ({
    contactEHRExtract: [toV2Layout(contactLayout, extractOf(document, header))],
  }),
});

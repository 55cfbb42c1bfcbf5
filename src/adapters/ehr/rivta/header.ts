// Translates the header of every document to parts of the published extracts (names of the older layout).
//
// element of the header                                   → member of the extract
// sourceSystemHSAId                                       → ehr_system (an HSA-id)
// patientId {type, id}                                    → PatientID {root, extension}
// accountableHealthcareProfessional:
//   authorTime                                            → time_created, and the time of the version
//   healthcareProfessionalHSAId, …Name, …RoleCode         → CareProviders
//   healthcareProfessionalOrgUnit                         → Units, and the responsible or performing unit
//   healthcareProfessionalCareUnitHSAId                   → access-zone unit (and CareUnit, where there is one)
//   healthcareProfessionalCareGiverHSAId                  → HeadCareproviderUnit
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import { hsaId, nonBlank, nonEmptyList, partialObject, timeValue } from '../translation/values.ts';
import type { RulePaths } from './losses.ts';
import { codeAsId, identifier, words } from './values.ts';
import type { HealthcareProfessionalType, OrgUnitType, PatientSummaryHeaderType } from './wire-types.ts';

export const professionalOf = ({ accountableHealthcareProfessional }: PatientSummaryHeaderType) =>
  accountableHealthcareProfessional ?? {};

/** When this version of the document was written. */
export const versionTime = (header: PatientSummaryHeaderType) => timeValue(professionalOf(header).authorTime);

export const extractHead = (header: PatientSummaryHeaderType) =>
  omitUndefined({ ehr_system: hsaId(header.sourceSystemHSAId), time_created: versionTime(header) });

/** The patient of the document. D17 compares it with the requested patient. */
export const patientId = ({ patientId: { type, id } = {} }: PatientSummaryHeaderType) =>
  identifier({ root: type ?? '', extension: id ?? '' });

export const unitIds = (id: string | undefined) => partialObject({ UnitID: hsaId(id) });

export const orgUnitIds = (header: PatientSummaryHeaderType) =>
  unitIds(professionalOf(header).healthcareProfessionalOrgUnit?.orgUnitHSAId);
export const careUnitIds = (header: PatientSummaryHeaderType) =>
  unitIds(professionalOf(header).healthcareProfessionalCareUnitHSAId);
export const careGiverIds = (header: PatientSummaryHeaderType) =>
  unitIds(professionalOf(header).healthcareProfessionalCareGiverHSAId);

const phone = (unit: OrgUnitType) =>
  nonEmptyList([partialObject({ PhoneNumber: nonBlank(unit.orgUnitTelecom) })]);
const email = (unit: OrgUnitType) =>
  nonEmptyList([partialObject({ EmailAddress: nonBlank(unit.orgUnitEmail) })]);
const address = (unit: OrgUnitType) =>
  nonEmptyList([
    partialObject({
      UnitAddressAddress: nonBlank(unit.orgUnitAddress),
      UnitAddressGeographicalPlace: nonBlank(unit.orgUnitLocation),
    }),
  ]);

/** A unit with its names and addresses. */
export const unitOf = (unit: OrgUnitType = {}) =>
  partialObject({
    UnitID: hsaId(unit.orgUnitHSAId),
    UnitName: unit.orgUnitName,
    PhoneNumbers: partialObject({ Phone: phone(unit) }),
    EmailAddresses: partialObject({ Email: email(unit) }),
    UnitAddresses: partialObject({ UnitAddress: address(unit) }),
  });

/** The same, under the names of prescriptions. */
export const unitDataOf = (unit: OrgUnitType = {}) =>
  partialObject({
    UnitID: hsaId(unit.orgUnitHSAId),
    UnitName: unit.orgUnitName,
    PhoneNumbers: partialObject({ PhoneData: phone(unit) }),
    EmailAddresses: partialObject({ EmailData: email(unit) }),
    UnitAddresses: partialObject({ UnitAddressData: address(unit) }),
  });

export const units = (...found: readonly (OrgUnitType | undefined)[]) =>
  partialObject({ Unit: nonEmptyList(found.map(unitOf)) });

export const careProviderOf = (professional: HealthcareProfessionalType) => ({
  CareProviderID: hsaId(professional.healthcareProfessionalHSAId),
  CareProviderName: professional.healthcareProfessionalName,
});

export const positionOf = ({ healthcareProfessionalRoleCode: role }: HealthcareProfessionalType) =>
  partialObject({ CareProviderPositionID: codeAsId(role), CareProviderPositionName: words(role) });

/** The professional responsible for a document. `position` is the extract's name for the position. */
export const careProviders = <P extends string>(professional: HealthcareProfessionalType, position: P) => {
  const named = { [position]: positionOf(professional) } as Record<P, ReturnType<typeof positionOf>>;
  return partialObject({
    CareProvider: nonEmptyList([partialObject({ ...careProviderOf(professional), ...named })]),
  });
};

/** False for a withdrawn document. For any other, the header does not say. */
export const activeUnlessNullified = ({ nullified }: PatientSummaryHeaderType): false | undefined =>
  nullified === true ? false : undefined;

const professional = 'accountableHealthcareProfessional';

/** Where the header says when this version of the document was written. */
export const authorTimePath = (header: string): string => `${header}/${professional}/authorTime`;

/** Where the header has the HSA-ids of the care unit and the organisational unit, for the release rules. */
export const unitRulePaths = (
  header: string,
  published: { careUnit: string; orgUnit: string },
): RulePaths => [
  [`${header}/${professional}/healthcareProfessionalCareUnitHSAId`, `${published.careUnit}/UnitID`],
  [`${header}/${professional}/healthcareProfessionalOrgUnit/orgUnitHSAId`, `${published.orgUnit}/UnitID`],
];

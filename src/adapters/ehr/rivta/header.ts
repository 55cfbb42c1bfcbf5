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
import { hsaId, nonBlank, nonEmptyList, partialObject, timeValue } from '../values/values.ts';
import { codeAsId, codedWords, identifier } from './values.ts';
import type { HealthcareProfessionalType, OrgUnitType, PatientSummaryHeaderType } from './wire-types.ts';

/** The professional responsible for the document. */
export const professionalOf = ({ accountableHealthcareProfessional }: PatientSummaryHeaderType) =>
  accountableHealthcareProfessional ?? {};

/** When this version of the document was written. */
export const versionTime = (header: PatientSummaryHeaderType) => timeValue(professionalOf(header).authorTime);

/** The members of every extract besides its content. */
export const extractHeadOf = (header: PatientSummaryHeaderType) =>
  omitUndefined({ ehr_system: hsaId(header.sourceSystemHSAId), time_created: versionTime(header) });

/** The patient of the document. D17 compares it with the requested patient. */
export const patientIdOf = ({ patientId: { type, id } = {} }: PatientSummaryHeaderType) =>
  identifier({ root: type ?? '', extension: id ?? '' });

/** A unit by its HSA-id. */
export const unitIdsOf = (id: string | undefined) => partialObject({ UnitID: hsaId(id) });

/** The care unit in whose name a record was written, the organisational unit, and the care giver (`vårdgivare`), by their HSA-ids. */
export const unitIdsByRole = (header: PatientSummaryHeaderType) => {
  const professional = professionalOf(header);
  return {
    AccessZoneUnit: unitIdsOf(professional.healthcareProfessionalCareUnitHSAId),
    ResponsibleUnit: unitIdsOf(professional.healthcareProfessionalOrgUnit?.orgUnitHSAId),
    HeadCareproviderUnit: unitIdsOf(professional.healthcareProfessionalCareGiverHSAId),
  };
};

const phones = (unit: OrgUnitType) =>
  nonEmptyList([partialObject({ PhoneNumber: nonBlank(unit.orgUnitTelecom) })]);
const emails = (unit: OrgUnitType) =>
  nonEmptyList([partialObject({ EmailAddress: nonBlank(unit.orgUnitEmail) })]);
const addresses = (unit: OrgUnitType) =>
  nonEmptyList([
    partialObject({
      UnitAddressAddress: nonBlank(unit.orgUnitAddress),
      UnitAddressGeographicalPlace: nonBlank(unit.orgUnitLocation),
    }),
  ]);

const idAndName = (unit: OrgUnitType) => ({ UnitID: hsaId(unit.orgUnitHSAId), UnitName: unit.orgUnitName });

/** A unit with its name and addresses. */
const unitOf = (unit: OrgUnitType = {}) =>
  partialObject({
    ...idAndName(unit),
    PhoneNumbers: partialObject({ Phone: phones(unit) }),
    EmailAddresses: partialObject({ Email: emails(unit) }),
    UnitAddresses: partialObject({ UnitAddress: addresses(unit) }),
  });

/** A unit with its name and addresses, under the member names of prescriptions. */
export const unitDataOf = (unit: OrgUnitType = {}) =>
  partialObject({
    ...idAndName(unit),
    PhoneNumbers: partialObject({ PhoneData: phones(unit) }),
    EmailAddresses: partialObject({ EmailData: emails(unit) }),
    UnitAddresses: partialObject({ UnitAddressData: addresses(unit) }),
  });

/** The units that have any member. */
export const units = (...orgUnits: readonly (OrgUnitType | undefined)[]) =>
  partialObject({ Unit: nonEmptyList(orgUnits.map(unitOf)) });

/** The position of a professional, from the role code. */
const positionOf = ({ healthcareProfessionalRoleCode: role }: HealthcareProfessionalType) =>
  partialObject({ CareProviderPositionID: codeAsId(role), CareProviderPositionName: codedWords(role) });

/** The id, name and position of a professional. `position` is the extract's name for the position. */
export const careProviderOf = <P extends string>(professional: HealthcareProfessionalType, position: P) =>
  partialObject({
    CareProviderID: hsaId(professional.healthcareProfessionalHSAId),
    CareProviderName: professional.healthcareProfessionalName,
    ...({ [position]: positionOf(professional) } as Record<P, ReturnType<typeof positionOf>>),
  });

/** The professional responsible for a document, with `position` as with `careProviderOf`. */
export const careProviders = <P extends string>(professional: HealthcareProfessionalType, position: P) =>
  partialObject({ CareProvider: nonEmptyList([careProviderOf(professional, position)]) });

/** The patient, the units and the professional of the document, in notes and attention signals. */
export const contextOf = (header: PatientSummaryHeaderType) => {
  const professional = professionalOf(header);
  const byRole = unitIdsByRole(header);
  return {
    Patient: partialObject({ PatientID: patientIdOf(header) }),
    CareUnit: byRole.AccessZoneUnit,
    ...byRole,
    Units: units(professional.healthcareProfessionalOrgUnit),
    CareProviders: careProviders(professional, 'ProviderPosition'),
  };
};

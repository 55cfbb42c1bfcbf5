// The parts of extracts that the four clinical contracts use in the same way.
import type { PatientData } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Author } from './header.ts';

type Note = PatientData['journalNotes'][number];
type CareProvider = NonNullable<NonNullable<Note['CareProviders']>['CareProvider']>[number];
/** Two kinds of record name the position otherwise. */
type Professional = CareProvider & { readonly CareProviderPosition?: CareProvider['ProviderPosition'] };
export type Unit = NonNullable<NonNullable<Note['Units']>['Unit']>[number];

type Code = NonNullable<
  NonNullable<
    NonNullable<PatientData['prescriptions'][number]['Prescription']>['MainProductTreatment']
  >['PrescriptionProduct_AtcCode']
>;

/** An ATC code in the contracts' form. */
export const atcOf = (atc: Code | undefined) =>
  atc && {
    code: atc.code,
    system: atc.codeSystem ?? '1.2.752.129.2.2.3.1.1',
    systemName: atc.codeSystemName,
    systemVersion: atc.codeSystemVersion,
    display: atc.displayName?.value,
  };

type Id = { readonly extension?: string } | undefined;
type UnitIds = { readonly UnitID?: Id } | undefined;

export const unitId = (unit: UnitIds): string | undefined => unit?.UnitID?.extension;

/** A unit by its ids, with its name in the sandbox. */
export const named = (ids: UnitIds): Unit | undefined => {
  const unit = Object.values(units).find(({ HSAId }) => HSAId === unitId(ids));
  return unit && { UnitID: { extension: unit.HSAId }, UnitName: unit.Name };
};

/** The last part of a local id: `SE…:RcId:JournalNoteId:58723` → `58723`. */
export const lastPart = (id: Id): string => id?.extension?.split(':').at(-1) ?? '';

export type AuthorOf = {
  readonly time: string | undefined;
  readonly by?: Professional | undefined;
  readonly unit?: Unit | undefined;
  readonly careUnit?: UnitIds;
  readonly careGiver?: UnitIds;
};

const roleOf = (by: Professional | undefined): Author['role'] => {
  const { CareProviderPositionID: id, CareProviderPositionName: name = by?.CareProviderType } =
    by?.ProviderPosition ?? by?.CareProviderPosition ?? {};
  return id === undefined && name === undefined
    ? undefined
    : { code: id?.extension, system: id?.root, display: name };
};

const unitOf = (unit: Unit | undefined): Author['unit'] => {
  const id = unitId(unit);
  const address = unit?.UnitAddresses?.UnitAddress?.[0];
  return id === undefined
    ? undefined
    : {
        id,
        name: unit?.UnitName ?? '',
        phone: unit?.PhoneNumbers?.Phone?.[0]?.PhoneNumber,
        email: unit?.EmailAddresses?.Email?.[0]?.EmailAddress,
        address: address?.UnitAddressAddress,
        location: address?.UnitAddressGeographicalPlace,
      };
};

/** The professional responsible for a document. */
export const authorOf = ({ time, by, unit, careUnit, careGiver }: AuthorOf): Author => ({
  time: time ?? '19000101000000',
  hsaId: by?.CareProviderID?.extension,
  name: by?.CareProviderName,
  role: roleOf(by),
  unit: unitOf(unit),
  careUnit: unitId(careUnit),
  careGiver: unitId(careGiver),
});

/** The source system of an extract. */
export const systemOf = ({ ehr_system }: { readonly ehr_system?: Id }): string => ehr_system?.extension ?? '';

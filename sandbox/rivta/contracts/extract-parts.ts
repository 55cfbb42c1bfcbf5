// The parts of extracts that the four clinical contracts use in the same way.
import type { PatientData } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Author } from './header.ts';

type Note = PatientData['journalNotes'][number];
type CareProvider = NonNullable<NonNullable<Note['CareProviders']>['CareProvider']>[number];
type Unit = NonNullable<NonNullable<Note['Units']>['Unit']>[number];

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
  readonly by?: CareProvider | undefined;
  readonly unit?: Unit | undefined;
  readonly careUnit?: UnitIds;
  readonly careGiver?: UnitIds;
};

/** The professional responsible for a document. */
export const authorOf = ({ time, by, unit, careUnit, careGiver }: AuthorOf): Author => {
  const id = unitId(unit);
  const email = unit?.EmailAddresses?.Email?.[0]?.EmailAddress;
  return {
    time: time ?? '19000101000000',
    hsaId: by?.CareProviderID?.extension,
    name: by?.CareProviderName,
    role: by?.ProviderPosition?.CareProviderPositionName ?? by?.CareProviderType,
    unit: id === undefined ? undefined : { id, name: unit?.UnitName ?? '', email },
    careUnit: unitId(careUnit),
    careGiver: unitId(careGiver),
  };
};

/** The source system of an extract. */
export const systemOf = ({ ehr_system }: { readonly ehr_system?: Id }): string => ehr_system?.extension ?? '';

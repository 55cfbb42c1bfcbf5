// The parts that many records share, in the wire spelling of the contract ("Common conventions", records.md).
import Type, { type Static, type TProperties, type TSchema } from 'typebox';

/** An object of the published language. No member is required: what the EHR does not hold is left out. */
export const members = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties));

/** A container: an object whose one member is an array. Where it is present, its array is too, be it empty. */
export const list = <N extends string, S extends TSchema>(name: N, item: S) =>
  members({ [name]: Type.Array(item) } as { [K in N]: Type.TArray<S> });

/** One of a few words. */
export const oneOf = <const W extends readonly string[]>(words: W, options: object = {}) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options });

/** The schema of that `$id`, by reference, so that the API description and the decoders know it by its name. */
export const refer = <S extends TSchema>(schema: S) => {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new TypeError('only a schema with an $id can be referred to');
  return Type.Unsafe<Static<S>>({ $ref: `${$id}#` });
};

/** Formats of the strings that hold times: local time of the region, 14 digits, or 8 for a date. */
export const timeFormats = { time: 'compact-timestamp', date: 'compact-date' } as const;

/** A time that the contract publishes as a plain string ("time text" in the trees). */
export const TimeText = Type.String({ format: timeFormats.time, examples: ['20260115093000'] });

export const TimeValue = Type.Partial(
  Type.Object({ value: Type.String({ format: timeFormats.time, examples: ['20260115093000'] }) }),
  { $id: 'TimeValue', description: 'Local time of the region: year, month, day, hour, minute, second.' },
);

export const DateValue = Type.Partial(
  Type.Object({ value: Type.String({ format: timeFormats.date, examples: ['19121212'] }) }),
  { $id: 'DateValue', description: 'A date: year, month, day.' },
);

export const Identifier = Type.Partial(Type.Object({ root: Type.String(), extension: Type.String() }), {
  $id: 'Identifier',
  description: 'An id (`extension`) and the register that it belongs to (`root`).',
});
export type Identifier = Static<typeof Identifier>;

export const Coded = Type.Partial(
  Type.Object({
    code: Type.String(),
    codeSystem: Type.String(),
    codeSystemName: Type.String(),
    codeSystemVersion: Type.String(),
    displayName: members({ value: Type.String() }),
  }),
  { $id: 'Coded', description: 'A code, the system that it is from, and its words.' },
);

export const GivenName = Type.Partial(Type.Object({ qualifier: Type.String(), value: Type.String() }), {
  $id: 'GivenName',
  description: 'A given name. The one with `qualifier` `CL` is the name in use.',
});

export const Version = Type.Partial(Type.Object({ version: Type.Number() }), {
  $id: 'Version',
  description: 'The version of the message layout.',
});

/** An integer, exact to its last digit: a bigint where a double would round it (D25). */
export const ExactInteger = Type.Unsafe<number | bigint>({ type: 'integer' });

export const Secrecy = { groups: list('Group', Type.String()), levels: list('SecrecyLevel', Type.String()) };

export const Time = refer(TimeValue);
export const Day = refer(DateValue);
export const Id = refer(Identifier);
export const Code = refer(Coded);
export const XSDVersion = refer(Version);

export const PatientName = members({
  PatientFamilyName: Type.String(),
  PatientMiddleName: Type.String(),
  PatientGivenName: Type.Array(refer(GivenName)),
});

/** The patient as journal notes, contacts and attention signals name it. */
export const ExtractPatient = members({
  PatientID: Id,
  PatientInternalID: Type.String(),
  PatientProtectedId: Type.Boolean(),
  PatientSecrecyGroups: Secrecy.groups,
  PatientName,
});

/** A unit by its ids. */
export const UnitIds = members({ UnitID: Id, UnitLocalID: Id });

const phone = members({ PhoneType: Type.String(), PhoneNumber: Type.String(), PhoneComment: Type.String() });
const email = members({ EmailType: Type.String(), EmailAddress: Type.String(), EmailComment: Type.String() });

export const Phones = list('Phone', phone);
export const Emails = list('Email', email);
export const PhoneDatas = list('PhoneData', phone);
export const EmailDatas = list('EmailData', email);

export const UnitAddress = members({
  UnitAddressType: Type.String(),
  UnitAddressAddress: Type.String(),
  UnitAddressPostcode: Type.String(),
  UnitAddressCity: Type.String(),
  UnitAddressCounty: Type.String(),
  UnitAddressCountry: Type.String(),
  UnitAddressGeographicalPlace: Type.String(),
  UnitAddressComment: Type.String(),
});

/** The members of a unit with its names and addresses, in journal notes, contacts and attention signals. */
export const unitMembers = {
  UnitID: Id,
  UnitLocalID: Id,
  UnitName: Type.String(),
  UnitSecrecyGroups: Secrecy.groups,
  HeadCareproviderUnitID: Id,
  AccessZones: list('AccessZoneID', Id),
  PhoneNumbers: Phones,
  EmailAddresses: Emails,
  UnitAddresses: list('UnitAddress', UnitAddress),
};

/** The members of a care provider (a person who gives care), without the position, whose name differs by record. */
export const careProviderMembers = {
  CareProviderType: Type.String(),
  CareProviderID: Id,
  CareProviderInternalID: Type.String(),
  CareProviderName: Type.String(),
  CareProviderUnit: UnitIds,
};

export const CareProviderPosition = members({
  CareProviderPositionID: Id,
  CareProviderPositionName: Type.String(),
});

/** What every extract begins with: the journal, the system it is from, and when the extract was made. */
export const extractHead = { ehr_id: Id, ehr_system: Id, time_created: Time };

/** A free-form object: members are strings, such objects, or arrays of these; text alone is `$self`. */
export type AnyObject = { [member: string]: string | AnyObject | (string | AnyObject)[] };
export const AnyObject = Type.Unsafe<AnyObject>({
  $id: 'AnyObject',
  type: 'object',
  additionalProperties: true,
  description: 'A free-form object, as the EHR sent it.',
});

/** Every schema that is referred to by its `$id` from here. */
export const commonSchemas = [TimeValue, DateValue, Identifier, Coded, GivenName, Version, AnyObject];

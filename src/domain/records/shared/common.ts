// What record schemas are built from: described members, and the small types of the contract ("Common conventions").
// Every member carries its description and an example: the API description publishes them, and a test holds that none
// lacks one.
import Type, { type Static, type TProperties, type TSchema } from 'typebox';

const about = (description: string | undefined) => (description === undefined ? {} : { description });

/** An object of the published language. No member is required: what the EHR does not hold is left out. */
export const objectOf = <P extends TProperties>(properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), about(description));

/** An array. */
export const arrayOf = <S extends TSchema>(item: S, description: string, options: object = {}) =>
  Type.Array(item, { description, ...options });

/** A container: an object whose one member is an array. Where it is present, its array is too, even when empty. */
export const container = <N extends string, S extends TSchema>(name: N, item: S, description?: string) =>
  objectOf({ [name]: Type.Array(item, about(description)) } as { [K in N]: Type.TArray<S> }, description);

/** One of a few words. */
export const oneOf = <const W extends readonly string[]>(words: W, options: object = {}) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options });

/** The schema of that `$id`, by reference, so that the API description and the decoders know it by its name. */
export const refTo = <S extends TSchema>(schema: S, description?: string) => {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new TypeError('only a schema with an $id can be referred to');
  return Type.Unsafe<Static<S>>({ $ref: `${$id}#`, ...about(description) });
};

/** A text. More examples than one are the known words of a list that is not enforced: others are passed on as they are. */
export const text = (description: string, ...examples: readonly [string, ...string[]]) =>
  Type.String({ description, examples: [...examples] });

export const flag = (description: string, example = true) =>
  Type.Boolean({ description, examples: [example] });

/** A number that may have decimals. */
export const decimal = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });

/** An integer, exact to its last digit: a bigint where a double would round it (D25). */
export const ExactInteger = Type.Unsafe<number | bigint>({ type: 'integer' });

export const integer = (description: string, example: number) =>
  Type.Unsafe<number | bigint>({ type: 'integer', description, examples: [example] });

/** Formats of the strings that hold times: local time of the region, 14 digits, or 8 for a date. */
export const timeFormats = { time: 'compact-timestamp', date: 'compact-date' } as const;

const localTime = 'Local time of the region, 14 digits: year, month, day, hour, minute, second.';

/** A time that the contract publishes as a plain string ("time text" in the trees). */
export const timeText = (description: string) =>
  Type.String({
    format: timeFormats.time,
    description: `${description} ${localTime}`,
    examples: ['20260115093000'],
  });

export const TimeValue = Type.Partial(
  Type.Object({
    value: Type.String({ format: timeFormats.time, description: localTime, examples: ['20260115093000'] }),
  }),
  { $id: 'TimeValue', description: 'A point in time, in the local time of the region.' },
);

export const DateValue = Type.Partial(
  Type.Object({
    value: Type.String({
      format: timeFormats.date,
      description: 'A date, 8 digits: year, month, day.',
      examples: ['19121212'],
    }),
  }),
  { $id: 'DateValue', description: 'A date.' },
);

export const Identifier = Type.Partial(
  Type.Object({
    root: text(
      'The register that the id belongs to, as an OID: 1.2.752.129.2.1.3.1 personal identity numbers, 1.2.752.129.2.1.3.3 coordination numbers, 1.2.752.129.2.1.4.1 HSA-ids, 1.2.752.129.2.1.2.1 local ids of an EHR.',
      '1.2.752.129.2.1.4.1',
    ),
    extension: text('The id itself, unique within its register.', 'SE2321000016-1A2B'),
  }),
  { $id: 'Identifier', description: 'An id (`extension`) and the register that it belongs to (`root`).' },
);
export type Identifier = Static<typeof Identifier>;

export const Coded = Type.Partial(
  Type.Object({
    code: text('The code.', 'J01CE02'),
    codeSystem: text('The code system, as an OID.', '1.2.752.129.2.2.3.1.1'),
    codeSystemName: text('The name of the code system.', 'ATC'),
    codeSystemVersion: text('The version of the code system.', '2026'),
    displayName: objectOf(
      { value: text('The wording itself.', 'fenoximetylpenicillin') },
      'What the code means, in words to show.',
    ),
  }),
  { $id: 'Coded', description: 'A code, the code system that it is from, and what it means in words.' },
);

export const GivenName = Type.Partial(
  Type.Object({
    qualifier: text('`CL` marks the name in use; other given names have no qualifier.', 'CL'),
    value: text('The given name.', 'Tolvan'),
  }),
  { $id: 'GivenName', description: 'A given name. The one with `qualifier` `CL` is the name in use.' },
);

export const Version = Type.Partial(Type.Object({ version: decimal('The version number.', 0.21) }), {
  $id: 'Version',
  description: 'The version of the message layout, as the EHR states it.',
});

/** A free-form object: members are strings, such objects, or arrays of these; text alone is `$self`. */
export type AnyObject = { [member: string]: string | AnyObject | (string | AnyObject)[] };
export const AnyObject = Type.Unsafe<AnyObject>({
  $id: 'AnyObject',
  type: 'object',
  additionalProperties: true,
  description: 'A free-form object, as the EHR sent it. Its members differ by region.',
  examples: [{ Note: 'Ring på klockan.' }],
});

export const time = (description: string) => refTo(TimeValue, description);
export const day = (description: string) => refTo(DateValue, description);
export const id = (description: string) => refTo(Identifier, description);
export const code = (description: string) => refTo(Coded, description);

export const XSDVersion = refTo(Version, 'The version of the message layout, as the EHR states it.');

/** Every schema that is referred to by its `$id` from here. */
export const commonSchemas = [TimeValue, DateValue, Identifier, Coded, GivenName, Version, AnyObject];

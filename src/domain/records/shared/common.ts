// Building blocks of the record schemas: functions that make described members, and the small types of the contract
// ("Common conventions"). Every member has a description and an example, which the API description publishes; a test
// fails if one is missing.
import { type Static, type TArray, type TProperties, type TSchema, Type } from 'typebox';
import { verbatim } from './verbatim.ts';

const withDescription = (description: string | undefined) =>
  description === undefined ? {} : { description };

/** How the API description publishes an object within a record. */
export type Component = {
  /** The name of its component; by default, that of the member (http/description/openapi/named-components.ts). */
  readonly $id?: string;
  /** What it is in general, if its places describe it differently. */
  readonly general?: string;
};

/** A symbol: serializers would take an object with an `$id` of its own for another schema, and these differ in what they describe. */
const component = Symbol('component');

type Published = { readonly [component]?: Component };

/** The component of a schema as an option of another, for schemas that are derived from it. */
export const asComponent = (published: Component): Published => ({ [component]: published });

/** How an object is published; undefined if it has no name of its own. */
export const componentOf = (schema: object): Component | undefined => (schema as Published)[component];

/** An object. No member is required: records omit what the EHR does not know. */
export const objectOf = <P extends TProperties>(
  properties: P,
  description?: string,
  published: Component = {},
) => Type.Partial(Type.Object(properties), { ...withDescription(description), ...asComponent(published) });

/** An object that other schemas refer to by its `$id`, or that the API description publishes under that name. */
export const namedObject = <P extends TProperties>($id: string, description: string, properties: P) =>
  Type.Partial(Type.Object(properties), { $id, description });

/** An array. */
export const arrayOf = <S extends TSchema>(item: S, description: string, options: object = {}) =>
  Type.Array(item, { description, ...options });

/** A container: an object with one member, an array. If the container is present, so is the array, even if empty. */
export const container = <N extends string, S extends TSchema>(
  name: N,
  item: S,
  ...[description, published]: [description?: string, published?: Component]
) =>
  objectOf(
    { [name]: Type.Array(item, withDescription(description)) } as { [K in N]: TArray<S> },
    description,
    published,
  );

/** A text that is one of the given words. */
export const stringEnum = <const W extends readonly string[]>(words: W, options: object = {}) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options });

/** A reference to a schema by its `$id`, so the API description and the decoders share it under that name. */
export const refTo = <S extends TSchema>(schema: S, description?: string) => {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new TypeError('only a schema with an $id can be referred to');
  return Type.Unsafe<Static<S>>({ $ref: `${$id}#`, ...withDescription(description) });
};

/** A text. Several examples are the known values of a list that is not enforced: other values are passed on unchanged. */
export const string = (description: string, ...examples: readonly [string, ...string[]]) =>
  Type.String({ description, examples: [...examples] });

/**
 * An id, a number, a code, a URI or a time, as a text. It is published as the EHR sent it, or not at all: no character is ever taken out
 * of it (D33).
 */
export const exact = (...described: Parameters<typeof string>) => verbatim(string(...described));

/** A boolean. */
export const flag = (description: string, example = true) =>
  Type.Boolean({ description, examples: [example] });

/** A number that may have a fraction. */
export const decimal = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });

/** An integer, exact to the last digit: a bigint if a double would round it (D25). */
export const ExactInteger = Type.Unsafe<number | bigint>({ type: 'integer' });

/** A member that is an integer, exact to the last digit (D25). */
export const integerMember = (description: string, example: number) =>
  Type.Unsafe<number | bigint>({ type: 'integer', description, examples: [example] });

/** String formats of times in the region's local time: 14 digits, or 8 for a date. */
export const timeFormats = { time: 'compact-timestamp', date: 'compact-date' } as const;

const localTime = 'Local time of the region, 14 digits: year, month, day, hour, minute, second.';

/** A time that the contract publishes as a plain string instead of a `TimeValue`. */
export const timeText = (description: string) =>
  Type.String({
    format: timeFormats.time,
    description: `${description} ${localTime}`,
    examples: ['20260115093000'],
  });

export const TimeValue = namedObject('TimeValue', 'A point in time, in the local time of the region.', {
  value: Type.String({ format: timeFormats.time, description: localTime, examples: ['20260115093000'] }),
});

export const DateValue = namedObject('DateValue', 'A date.', {
  value: Type.String({
    format: timeFormats.date,
    description: 'A date, 8 digits: year, month, day.',
    examples: ['19121212'],
  }),
});

export const Identifier = namedObject(
  'Identifier',
  'An id (`extension`) and the register that it belongs to (`root`).',
  {
    root: exact(
      'The register that the id belongs to, as an OID: 1.2.752.129.2.1.3.1 personal identity numbers, 1.2.752.129.2.1.3.3 coordination numbers, 1.2.752.129.2.1.4.1 HSA-ids, 1.2.752.129.2.1.2.1 local ids of an EHR.',
      '1.2.752.129.2.1.4.1',
    ),
    extension: exact('The id itself, unique within its register.', 'SE2321000016-1A2B'),
  },
);
export type Identifier = Static<typeof Identifier>;

export const Coded = namedObject(
  'Coded',
  'A code, the code system that it is from, and what it means in words.',
  {
    code: exact('The code.', 'J01CE02'),
    codeSystem: exact('The code system, as an OID.', '1.2.752.129.2.2.3.1.1'),
    codeSystemName: string('The name of the code system.', 'ATC'),
    codeSystemVersion: exact('The version of the code system.', '2026'),
    displayName: objectOf(
      { value: string('The wording itself.', 'fenoximetylpenicillin') },
      'What the code means, in words to show to the user.',
      { $id: 'DisplayName' },
    ),
  },
);

export const GivenName = namedObject(
  'GivenName',
  'A given name. The one with `qualifier` `CL` is the name in use.',
  {
    qualifier: exact('`CL` marks the name in use; other given names have no qualifier.', 'CL'),
    value: string('The given name.', 'Tolvan'),
  },
);

const layoutVersion =
  "The version of the message layout: the service's own, or the one that the EHR states where it sends XML extracts.";

export const Version = namedObject('Version', layoutVersion, {
  version: decimal('The version number.', 0.21),
});

/** A free-form object: members are strings, free-form objects, or arrays of these. The object's own text is `$self`. */
export type AnyObject = { [member: string]: string | AnyObject | (string | AnyObject)[] };
export const AnyObject = Type.Unsafe<AnyObject>({
  $id: 'AnyObject',
  type: 'object',
  additionalProperties: true,
  description: 'A free-form object, as the EHR sent it. Its members differ by region.',
  examples: [{ Note: 'Ring på klockan.' }],
});

export const anyList = arrayOf(
  refTo(AnyObject),
  'Free-form objects from the EHR, for what has no member of its own. Empty in many regions.',
);

export const time = (description: string) => refTo(TimeValue, description);
export const day = (description: string) => refTo(DateValue, description);
export const id = (description: string) => refTo(Identifier, description);
export const code = (description: string) => refTo(Coded, description);

export const XSDVersion = refTo(Version, layoutVersion);

/** The schemas of this file that others refer to by their `$id`. */
export const commonSchemas = [TimeValue, DateValue, Identifier, Coded, GivenName, Version, AnyObject];

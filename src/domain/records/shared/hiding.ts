// What the loss of a member hides from the access rules (D36, what a loss hides). It is stated once, at the member of the
// schema. A plan that reads documents by a schema hands it to the losses it counts.
import type { TSchema } from 'typebox';

/**
 * What a lost value may hide: whose record it is, whether the identity is protected, when the record applies, its care unit, the
 * template of the note, a keyword, a secrecy level, whether a contact may be shared, or the state of a booking.
 */
export const hideable = [
  'owner',
  'protection',
  'time',
  'unit',
  'template',
  'keyword',
  'secrecy',
  'sharing',
  'state',
] as const;

export type Hidden = (typeof hideable)[number];

/** What the loss of a member hides. */
export type Hiding = {
  readonly words: readonly Hidden[];
  /**
   * A path of elements from the object that has the member. If there is a value, the loss hides nothing, because the rules
   * read that value instead.
   */
  readonly unless?: string;
};

/** A symbol, so the annotation is not part of the JSON Schema that is published. */
const annotation = Symbol('hides');

/** Annotates a member: its loss, or the loss of anything within it, hides these. */
export const withHidden = <S extends TSchema>(
  words: Hidden | readonly Hidden[],
  schema: S,
  { unless }: Pick<Hiding, 'unless'> = {},
): S => ({
  ...schema,
  [annotation]: {
    words: typeof words === 'string' ? [words] : words,
    ...(unless === undefined ? {} : { unless }),
  } satisfies Hiding,
});

/** The annotation of a schema itself, without those of its members. */
export const hidingOf = (schema: TSchema): Hiding | undefined =>
  (schema as { readonly [annotation]?: Hiding })[annotation];

/** The annotation of a schema as an option of another, for schemas that are derived from it. */
export const annotationOf = (schema: TSchema): object => {
  const hidden = hidingOf(schema);
  return hidden === undefined ? {} : { [annotation]: hidden };
};

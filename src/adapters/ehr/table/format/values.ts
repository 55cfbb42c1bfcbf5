// What the files of a region's tables share: paths, words, conditions and reasons.
import { type Static, type TObjectOptions, type TProperties, Type } from 'typebox';

const { Optional } = Type;

/** An object without members of other names. */
export const closedObject = <P extends TProperties>(members: P, options: TObjectOptions = {}) =>
  Type.Object(members, { additionalProperties: false, ...options });

export const trueOrFalse = (description: string) => Type.Boolean({ description });

export const literal = <const W extends string>(word: W, description: string) =>
  Type.Literal(word, { description });

/** Whether the EHR sends a number where a text is published. */
export const digitsOption = Optional(
  trueOrFalse('true: the EHR sends a number, whose digits are published as a text'),
);

/**
 * A path in the EHR's answer: names from the outside in with `/` between, `@name` for an XML attribute, `^` for the object around, `.`
 * for the value itself.
 */
export const path = (
  description = 'a path in the EHR’s answer, such as unit/name, or ^/unit of the object around a record',
) => Type.String({ minLength: 1, maxLength: 1000, description });

/** The form of a time. */
export const timeOption = Optional(
  Type.String({
    minLength: 4,
    maxLength: 40,
    description:
      'the form of a time: yyyy, MM or M, dd or d, HH or H (hh or h with a), mm, ss with signs between, or unix or unix-ms',
  }),
);

/** The name of a file below `words/` or `parts/`, without its ending. */
export const fileName = (folder: 'words' | 'parts') =>
  Type.String({
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    description: `the name of a file in ${folder}/, without .json: lower-case letters, digits and hyphens`,
  });

export const scalar = Type.Union([Type.String({ minLength: 1 }), Type.Number(), Type.Boolean()], {
  description: 'a text, a number, true or false',
});
const reason = Type.String({ minLength: 3, description: 'the reason, as a text of at least 3 characters' });

const someWords = Type.Array(scalar, {
  minItems: 1,
  description: 'a list of words of the EHR: texts, numbers, true or false',
});

/** Whether there is a value, whatever it says. */
export const presence = Type.Union([Type.Literal('present'), Type.Literal('absent')], {
  description: '"present" or "absent": whether there is a value',
});

/** What a value can be. */
export const valueTypes = ['a number', 'a text', 'an object', 'a list', 'true or false'] as const;
export type ValueType = (typeof valueTypes)[number];

const looks =
  '"present" or "absent", or what the value is ("a number", "a text", "an object", "a list", "true or false")';

/** Conditions on the EHR's words, by path. All must hold. */
export const Conditions = Type.Record(
  Type.String({ minLength: 1 }),
  Type.Union([someWords, presence, Type.Enum([...valueTypes])], {
    description: `a list of words of the EHR, or ${looks}`,
  }),
  {
    minProperties: 1,
    description: `path → a list of words of the EHR, such as { "status": ["done"] }; or ${looks}`,
  },
);
export type Conditions = Static<typeof Conditions>;

const meaning = Type.Union([...scalar.anyOf, Type.Null()], {
  description: 'a text, a number, true or false; or null for a word that is known and says nothing',
});

/** A closed list: word of the EHR → what it means in the record. */
export const Words = Type.Record(Type.String({ minLength: 1 }), meaning, {
  minProperties: 1,
  description: 'word of the EHR → word of the record, such as { "J": true, "N": false }',
});
export type Words = Static<typeof Words>;

/** Source paths that are left unpublished on purpose, each with a reason. */
export const Ignore = Type.Record(Type.String({ minLength: 1 }), reason, {
  description: 'path → the reason why it is not published',
});
export type Ignore = Static<typeof Ignore>;

/** Hints that have been looked at, each with the reason why it stays. */
export const AcceptedHints = Type.Record(Type.String({ minLength: 1 }), reason, {
  description: 'a hint, as `region check` gives it → the reason why it stays',
});
export type AcceptedHints = Static<typeof AcceptedHints>;

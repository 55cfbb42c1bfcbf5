// Texts that are compared or parsed and not read by people: ids, numbers, codes, URIs and times. Control characters are taken out of other
// texts; a verbatim text that has one is unreadable (D33).
import type { TSchema } from 'typebox';

/** A symbol, so the annotation is not part of the JSON Schema that is published. */
const annotation = Symbol('verbatim');

/** Annotates a text that is published as it was sent or not at all. */
export const verbatim = <S extends TSchema>(schema: S): S => ({ ...schema, [annotation]: true });

type TextSchema = TSchema & {
  readonly [annotation]?: true;
  readonly format?: string;
  readonly enum?: unknown;
};

/** Whether a text is published as it was sent or not at all: one that is annotated, a time, or a word of a closed list. */
export const isVerbatim = (schema: TSchema): boolean => {
  const { [annotation]: isAnnotated = false, format, enum: words } = schema as TextSchema;
  return isAnnotated || format !== undefined || words !== undefined;
};

// Takes control characters out of the texts of a record (D33).
import { hasControls, jsonMayHaveControls, withoutControls } from '../model/control-characters.ts';
import { hasLongTexts, isLongText } from '../model/long-texts.ts';
import type { Hidden, Loss } from '../model/loss.ts';
import { pathTo } from '../model/loss-paths.ts';
import { newYielding } from '../model/yield-to-event-loop.ts';
import { sharedSchemas, type TSchema } from '../records/index.ts';
import { hidingOf } from '../records/shared/hiding.ts';
import { isVerbatim } from '../records/shared/verbatim.ts';

/** A value whose texts may be published, and what was lost with the characters. */
export type Plain<T> = { readonly value: T; readonly losses: readonly Loss[] };

type Schema = TSchema & {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** Where a value is in a record: the names of its members, and what the access rules cannot tell without it (D36). */
type Place = { readonly path: string; readonly hides: readonly Hidden[] };

/** Whether a value has a text with such a character. */
const isAffected = (value: unknown): boolean => {
  if (typeof value === 'string') return hasControls(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isAffected(item)) return true;
    return false;
  }
  for (const name in value)
    if (hasControls(name) || isAffected((value as Record<string, unknown>)[name])) return true;
  return false;
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : ((sharedSchemas.get(schema.$ref.replace(/#$/, '')) ?? {}) as Schema);

/**
 * Takes control characters out of the texts of a value. This is counted once, at the first text that has one. A verbatim text that has
 * one is left out as unreadable, with what its member hides; so is a member of a free-form object whose name has one.
 * @param schema of the value. It says which texts are verbatim, and what their losses hide.
 * @param path of the value for the losses.
 * @param json the value as JSON, if it is there anyway: it is searched faster than its members.
 * @returns the value itself, without a promise, if no text has such a character and they are not long, as in nearly all records.
 */
export const plainTexts = <T>(
  schema: TSchema,
  value: T,
  { path = '', json }: { readonly path?: string; readonly json?: string | undefined } = {},
): Plain<T> | Promise<Plain<T>> => {
  const isPlain = json !== undefined && !jsonMayHaveControls(json);
  // Long texts are searched in pieces.
  const isClean = isPlain || (!hasLongTexts(value) && !isAffected(value));
  return isClean ? { value, losses: [] } : cleaned(schema, value, path);
};

const cleaned = async <T>(schema: TSchema, value: T, path: string): Promise<Plain<T>> => {
  const losses: Loss[] = [];
  let isCounted = false;
  const yieldToEventLoop = newYielding();

  const plainText = async (text: string, own: Schema, place: Place): Promise<string | undefined> => {
    if (isVerbatim(own)) {
      if (!hasControls(text)) return text;
      losses.push({ ...place, reason: 'unreadable' });
      return undefined;
    }
    if (!isLongText(text) && !hasControls(text)) return text;
    const plain = await withoutControls(text, yieldToEventLoop);
    if (plain.isLossy && !isCounted) {
      losses.push({ path: place.path, reason: 'control-characters', hides: [] });
      isCounted = true;
    }
    return plain.text;
  };

  const plainList = async (list: readonly unknown[], own: Schema, place: Place): Promise<unknown[]> => {
    const items: unknown[] = [];
    for (const item of list) {
      const inner = await plainValue(item, own.items ?? {}, place);
      if (inner !== undefined) items.push(inner);
    }
    return items;
  };

  const plainObject = async (object: object, own: Schema, place: Place): Promise<object> => {
    // The names in a free-form object come from the EHR: it has no prototype, and no path has them.
    const plain = Object.create(Object.getPrototypeOf(object)) as Record<string, unknown>;
    for (const [name, member] of Object.entries(object)) {
      if (hasControls(name)) {
        losses.push({ ...place, reason: 'unreadable' });
        continue;
      }
      const schema = own.properties?.[name];
      const inner = await plainValue(member, schema ?? {}, {
        path: schema === undefined ? place.path : pathTo(place.path, name),
        hides: place.hides,
      });
      if (inner !== undefined) plain[name] = inner;
    }
    return plain;
  };

  const plainValue = (inner: unknown, reference: Schema, outer: Place): unknown => {
    const own = resolved(reference);
    const words = [reference, own].flatMap(schema => hidingOf(schema)?.words ?? []);
    const place = { ...outer, hides: [...new Set([...outer.hides, ...words])] };
    if (typeof inner === 'string') return plainText(inner, own, place);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Array.isArray(inner) ? plainList(inner, own, place) : plainObject(inner, own, place);
  };

  return { value: (await plainValue(value, schema, { path, hides: [] })) as T, losses };
};

// The plan of a decoder: how each element and attribute is read, derived once from a record's schema.
import { type TSchema, Type } from 'typebox';
import { timeFormats } from '../../../domain/records/shared/common.ts';
import { type Hidden, hidingOf } from '../../../domain/records/shared/hiding.ts';
import { type Layout, nameIn } from '../../../domain/records/shared/layout-v2.ts';
import type { Moment, MomentOrDay } from '../../time/local-time.ts';
import type { TimeReader } from '../values/written-times.ts';
import { type Parsed, readBoolean, readInteger, readNumber } from '../values/written-values.ts';

/** A text, as written or trimmed. */
export type TextPlan = { readonly type: 'text'; readonly trim: boolean };

/** A text that is parsed: a number, a boolean, a time. `attribute`: it may also be in an attribute or child `value`. */
export type ValuePlan = {
  readonly type: 'value';
  readonly read: (text: string) => Parsed<unknown>;
  readonly attribute: boolean;
};

/** A free-form element (`Any`). */
export type AnyPlan = { readonly type: 'any' };

export type ObjectPlan = {
  readonly type: 'object';
  /** By local name of the child element or attribute. A Map, since names come from XML. */
  readonly members: Map<string, Member>;
  /** The member that came first when an element was last read. */
  first: Member | undefined;
  /** The member that is the element's own text. */
  self: Member | undefined;
  /** The only member of a container. Its array exists even if it is empty. */
  container: Member | undefined;
  /** The member of an object that has only a `value`: it may also be text, or an attribute of the parent. */
  wrapped: Member | undefined;
  /** Whether an element without attributes and children counts as absent. */
  readonly emptyIsAbsent: boolean;
  /** Members whose losses hide nothing if the object has another value, and the keys of that value from the object down. */
  readonly conditional: { readonly member: Member; readonly unless: readonly string[] }[];
};

export type Plan = TextPlan | ValuePlan | AnyPlan | ObjectPlan;

export type Member = {
  /** Local name of the child element or attribute. */
  readonly element: string;
  /** Name in the record. */
  readonly key: string;
  /** Element names from the extract down, joined by `/`. */
  readonly path: string;
  readonly many: boolean;
  /** What its loss hides: what the schema says of it, of what is within it, and of what it is within (D36). */
  readonly hides: readonly Hidden[];
  readonly plan: Plan;
  /** The member that followed this one when it was last read, and most likely follows again. */
  next: Member | undefined;
};

const trims = Symbol('trims');

/** Annotates a text of an adapter's own schema: white space around it is ignored. */
export const trimmed = <S extends TSchema>(schema: S): S => ({ ...schema, [trims]: true });

export type PlanRules = {
  readonly times: TimeReader;
  /** Schemas by their `$id`. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** The names of elements in the record; without a layout, the element names. */
  readonly layout?: Pick<Layout, 'names'> | undefined;
};

/** Format of a string → how it is read. */
const timeForms: ReadonlyMap<string | undefined, keyof TimeReader> = new Map([
  [timeFormats.time, 'time'],
  [timeFormats.date, 'date'],
  ['end', 'end'],
  ['day-or-time', 'dayOrTime'],
  ['birth-date', 'birthDate'],
  ['moment', 'moment'],
  ['start', 'start'],
  ['time-of-day', 'timeOfDay'],
]);

/** The members of records that are a date of birth, which is read more strictly than other days (D8). */
const birthPlace = /BirthDate\/value$/;

/** Times for an adapter's own schemas: a moment, a start that may be a day alone, and a time that may not. */
export const momentSchema = Type.Unsafe<Moment>({ type: 'string', format: 'moment' });
export const startSchema = Type.Unsafe<MomentOrDay>({ type: 'string', format: 'start' });
export const timeOfDaySchema = Type.Unsafe<Moment>({ type: 'string', format: 'time-of-day' });

/** Schemas whose empty elements count as absent, and those whose texts are trimmed (extracts.md). */
const emptyIsAbsent = new Set(['Identifier', 'TimeValue', 'DateValue', 'Coded', 'GivenName']);
const trimmedWithin = new Set(['Identifier', 'Coded']);
const freeForm = 'AnyObject';

type Place = {
  readonly path: string;
  readonly trim: boolean;
  /** What the loss of anything here hides, because of what it is within. */
  readonly hides: readonly Hidden[];
};

type AnySchema = TSchema & {
  $id?: string;
  $ref?: string;
  type?: string;
  format?: string;
  properties?: Record<string, AnySchema>;
  items?: AnySchema;
  enum?: readonly string[];
  [trims]?: true;
};

/** The keys of a value, by the path of its elements from an object. */
const keysAt = (object: ObjectPlan, path: string): string[] => {
  const [element = '', ...rest] = path.split('/');
  const member = object.members.get(element);
  if (member === undefined) throw new TypeError(`no member ${path}`);
  if (rest.length === 0) return [member.key];
  if (member.plan.type !== 'object') throw new TypeError(`no object at ${member.path}`);
  return [member.key, ...keysAt(member.plan, rest.join('/'))];
};

/**
 * The plan of an object schema.
 * @throws TypeError for a schema that cannot be planned: a bug in the record's schema, found at startup.
 */
export const planOf = (schema: TSchema, rules: PlanRules): ObjectPlan => {
  const { times, schemas, layout } = rules;
  /** Unfinished plans by `$id`: a schema that refers to itself gets the plan that is being made. */
  const unfinished = new Map<string, ObjectPlan>();

  const resolve = (reference: AnySchema): AnySchema => {
    const id = reference.$ref?.replace(/#$/, '');
    if (id === undefined) return reference;
    const schema = schemas.get(id);
    if (schema === undefined) throw new TypeError(`no schema has the $id ${id}`);
    return schema as AnySchema;
  };

  /** What a schema and the schema that it refers to say of themselves. */
  const annotated = (schema: AnySchema): readonly Hidden[] =>
    [...new Set([schema, resolve(schema)])].flatMap(one => hidingOf(one)?.words ?? []);

  /** Collects what the loss of a value hides: what the schema says of it, and of everything within it. */
  const collectHidden = (reference: AnySchema, hidden: Set<Hidden>, visited: Set<AnySchema>): void => {
    const resolved = resolve(reference);
    for (const word of annotated(reference)) hidden.add(word);
    if (visited.has(resolved)) return;
    visited.add(resolved);
    if (resolved.items !== undefined) collectHidden(resolved.items, hidden, visited);
    for (const inner of Object.values(resolved.properties ?? {})) collectHidden(inner, hidden, visited);
  };

  const valuePlan = (schema: AnySchema, place: Place): Plan => {
    const form = birthPlace.test(place.path) ? 'birthDate' : timeForms.get(schema.format);
    switch (schema.type) {
      case 'string':
        if (form !== undefined) return { type: 'value', read: times[form], attribute: true };
        // A word of a closed list is trimmed too.
        return { type: 'text', trim: place.trim || schema[trims] === true || schema.enum !== undefined };
      case 'boolean':
        return { type: 'value', read: readBoolean, attribute: false };
      case 'integer':
        return { type: 'value', read: readInteger, attribute: false };
      case 'number':
        return { type: 'value', read: readNumber, attribute: false };
      default:
        throw new TypeError(`${place.path}: no way to read ${String(schema.type)}`);
    }
  };

  const plan = (reference: AnySchema, place: Place): Plan => {
    const resolved = resolve(reference);
    if (resolved.$id === freeForm) return { type: 'any' };
    return resolved.properties === undefined ? valuePlan(resolved, place) : objectPlan(resolved, place);
  };

  const memberOf = (element: string, schema: AnySchema, place: Place): Member => {
    const resolved = resolve(schema);
    const { items } = resolved;
    const below = {
      path: place.path === '' ? element : `${place.path}/${element}`,
      trim: place.trim,
      hides: [...place.hides, ...annotated(schema), ...(items === undefined ? [] : annotated(items))],
    };
    const hidden = new Set(below.hides);
    collectHidden(schema, hidden, new Set());
    return {
      element,
      key: layout === undefined ? element : nameIn(layout, element),
      path: below.path,
      many: items !== undefined,
      hides: [...hidden],
      plan: plan(items ?? schema, below),
      next: undefined,
    };
  };

  const objectPlan = (schema: AnySchema, place: Place): ObjectPlan => {
    const existing = schema.$id === undefined ? undefined : unfinished.get(schema.$id);
    if (existing !== undefined) return existing;
    const made: ObjectPlan = {
      type: 'object',
      members: new Map(),
      first: undefined,
      self: undefined,
      container: undefined,
      wrapped: undefined,
      emptyIsAbsent: emptyIsAbsent.has(schema.$id ?? ''),
      conditional: [],
    };
    if (schema.$id !== undefined) unfinished.set(schema.$id, made);
    const inner = { ...place, trim: place.trim || trimmedWithin.has(schema.$id ?? '') };
    const keys = new Set<string>();
    for (const [element, memberSchema] of Object.entries(schema.properties ?? {})) {
      const member = memberOf(element, memberSchema, inner);
      if (keys.has(member.key)) throw new TypeError(`${member.path}: another member is called ${member.key}`);
      keys.add(member.key);
      if (element === '$self') made.self = member;
      else made.members.set(element, member);
    }
    for (const [element, memberSchema] of Object.entries(schema.properties ?? {})) {
      const member = made.members.get(element);
      const unless = hidingOf(memberSchema)?.unless;
      if (member !== undefined && unless !== undefined)
        made.conditional.push({ member, unless: keysAt(made, unless) });
    }
    const [only] = made.members.values();
    if (made.members.size === 1 && made.self === undefined) {
      if (only?.many === true) made.container = only;
      else if (only?.key === 'value') made.wrapped = only;
    }
    if (schema.$id !== undefined) unfinished.delete(schema.$id);
    return made;
  };

  const top = { path: '', trim: false, hides: [] };
  return objectPlan(resolve(schema as AnySchema), top);
};

// The v2 layouts: the same extracts with renamed members (records.md, "The bodies that the contract leaves open").
// The renaming is declared once here; the schema, the type, the value and the decoder of a v2 record are all derived from it.
import { type Static, type TSchema, Type } from 'typebox';
import { asComponent, componentOf } from './common.ts';
import { annotationOf } from './hiding.ts';

/** How the elements of an extract are named in the published JSON. */
export type Layout = {
  /** Names that are not simply the element's name in lower camel case. */
  readonly names: Readonly<Record<string, string>>;
  /** Containers that are published as the array that they hold. */
  readonly flatten: readonly string[];
  /** Elements whose content keeps the older names. */
  readonly keep: readonly string[];
  /** Components whose name is not that of the older layout with `V2`. */
  readonly components: Readonly<Record<string, string>>;
};

const common = {
  ehr_id: 'ehrId',
  ehr_system: 'ehrSystem',
  time_created: 'timeCreated',
  rc_id: 'rcId',
  ContacInternaltID: 'contactInternalID',
  HeadCareproviderUnit: 'headCareProviderUnit',
  HeadCareproviderUnitID: 'headCareProviderUnitID',
  ContactHeadCareproviderUnit: 'contactHeadCareProviderUnit',
  Email: 'Email',
  EmailType: 'EmailType',
  EmailAddress: 'EmailAddress',
  EmailComment: 'EmailComment',
} as const;

export const contactLayout = {
  names: common,
  flatten: [],
  keep: [],
  components: {
    // Only the v2 layout is published of these.
    ContactExtract: 'ContactExtract',
    Contact: 'Contact',
    ContactActions: 'ContactActions',
    ContactAction: 'ContactAction',
    Discharge: 'Discharge',
    CareCommitment: 'CareCommitment',
    ExtractPatient: 'ContactPatient',
    PatientName: 'ContactPatientName',
    AttentionSignalUnits: 'ContactUnits',
    AttentionSignalUnit: 'ContactUnit',
    CareProviders: 'ContactCareProviders',
    CareProvider: 'ContactCareProvider',
  },
} as const satisfies Layout;

export const patientLayout = {
  names: {
    ...common,
    PatientFamilyName: 'familyName',
    PatientMiddleName: 'middleName',
    PatientGivenName: 'givenName',
  },
  flatten: ['PatientSecrecyGroups', 'PatientAddresses'],
  keep: ['PatientAddress'],
  components: {},
} as const satisfies Layout;

/** The published name of an element: as the layout says, otherwise with its first letter in lower case. */
export const nameIn = ({ names }: Pick<Layout, 'names'>, element: string): string =>
  Object.hasOwn(names, element)
    ? (names[element] ?? element)
    : element.charAt(0).toLowerCase() + element.slice(1);

type NameIn<L extends Layout, E> = E extends keyof L['names']
  ? L['names'][E]
  : E extends string
    ? Uncapitalize<E>
    : never;

type Kept<L extends Layout, E, T> = E extends L['keep'][number] ? T : Renamed<L, T>;

type Flat<L extends Layout, T> = T extends Partial<Record<infer E, infer A>> ? Kept<L, E, A> : never;

type Member<L extends Layout, E, T> = E extends L['flatten'][number] ? Flat<L, T> : Kept<L, E, T>;

/** What has no members to rename. A branded text or number (`PatientNumber`) is also an object to the compiler. */
type Scalar = string | number | bigint | boolean | null | undefined;

/** The type of an extract's value with its members renamed. */
export type Renamed<L extends Layout, T> = T extends Scalar
  ? T
  : T extends readonly (infer I)[]
    ? Renamed<L, I>[]
    : T extends object
      ? { [E in keyof T as NameIn<L, E> & string]: Member<L, E, Exclude<T[E], undefined>> }
      : T;

const hasProperties = (schema: TSchema): schema is TSchema & { properties: Record<string, TSchema> } =>
  'properties' in schema;
const hasItems = (schema: TSchema): schema is TSchema & { items: TSchema } => 'items' in schema;

/** The annotations that renaming keeps. */
const annotationsOf = (schema: TSchema): { readonly description?: string } => {
  const { description } = schema as { description?: string };
  return { ...(description === undefined ? {} : { description }), ...annotationOf(schema) };
};

/** The only member of a container: the element's name, and the array of it. */
const onlyMember = (container: TSchema): [element: string, array: TSchema] => {
  const [only] = hasProperties(container) ? Object.entries(container.properties) : [];
  if (only === undefined) throw new TypeError('a flattened element must be a container');
  return only;
};

const member = (layout: Layout, element: string, schema: TSchema): TSchema => {
  if (layout.flatten.includes(element)) return member(layout, ...onlyMember(schema));
  return layout.keep.includes(element) ? schema : renamed(layout, schema);
};

/** The schema of an extract with its members renamed. Referenced schemas have the same names in both layouts. */
const renamed = (layout: Layout, schema: TSchema): TSchema => {
  if (hasItems(schema)) return Type.Array(renamed(layout, schema.items), annotationsOf(schema));
  if (!hasProperties(schema)) return schema;
  const properties = Object.entries(schema.properties).map(([element, inner]) => [
    nameIn(layout, element),
    member(layout, element, inner),
  ]);
  const made = Type.Partial(Type.Object(Object.fromEntries(properties)), annotationsOf(schema));
  const { $id, ...published } = componentOf(schema) ?? {};
  if ($id === undefined) return made;
  const isSame = JSON.stringify(made) === JSON.stringify(schema);
  const name = Object.hasOwn(layout.components, $id) ? layout.components[$id] : `${$id}V2`;
  return { ...made, ...asComponent({ ...published, $id: isSame ? $id : (name ?? $id) }) };
};

/** The typed schema of an extract in a layout. */
export const inLayout = <const L extends Layout, S extends TSchema>(layout: L, extract: S) =>
  Type.Unsafe<Renamed<L, Static<S>>>(renamed(layout, extract));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const memberValue = (layout: Layout, element: string, value: unknown): unknown => {
  if (layout.flatten.includes(element) && isObject(value)) {
    const [[inner, array] = ['', []]] = Object.entries(value);
    return memberValue(layout, inner, array);
  }
  return layout.keep.includes(element) ? value : renamedValue(layout, value);
};

const renamedValue = (layout: Layout, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(item => renamedValue(layout, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([element, inner]) => [
      nameIn(layout, element),
      memberValue(layout, element, inner),
    ]),
  );
};

/** An extract, or a part of one, with its members renamed. Containers that the layout flattens become arrays. */
export const toV2Layout = <const L extends Layout, T>(layout: L, extract: T): Renamed<L, T> =>
  renamedValue(layout, extract) as Renamed<L, T>;

/** A part of an extract that contacts share with other kinds, such as its units, under the names of contacts. */
export const contactPart = <T>(part: T) => toV2Layout(contactLayout, part);

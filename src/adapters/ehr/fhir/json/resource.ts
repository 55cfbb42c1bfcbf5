// A resource as JSON: its type and id, and whether something in it can change its meaning.
import type * as R4 from 'fhir/r4.js';
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { isExactNumber, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { ResourceType } from '../members.ts';

/** The objects in a list; none in any other value. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];

/** An object as a server sent it: with the member names of an R4 type, and any values. Values are checked when they are read. */
export type Sent<T> = { readonly [K in keyof T]?: Json | undefined };

/** The resource types that this adapter reads. */
export type ResourceTypes = {
  readonly [T in ResourceType | 'Bundle' | 'OperationOutcome' | 'Substance']: Extract<
    R4.FhirResource,
    { readonly resourceType: T }
  >;
};

/** A resource with the member names of its type. Without a type: with those that all resources have. */
export type Resource<T = R4.DomainResource> = Omit<Sent<T>, 'resourceType'> & {
  readonly resourceType: string;
  /** Never set: tells the compiler the type. */
  readonly [type]?: T;
};

declare const type: unique symbol;

/** Whether a resource is of a type. */
export const isOfType = <T extends keyof ResourceTypes>(
  resource: Pick<Resource, 'resourceType'>,
  type: T,
): resource is Resource<ResourceTypes[T]> => resource.resourceType === type;

export const isResource = (value: Json | undefined): value is Resource =>
  isJsonObject(value) && typeof value.resourceType === 'string';

const fhirId = /^(?!\.\.?$)[A-Za-z0-9.-]{1,64}$/;

/** Whether a text is a valid resource id (R4, `id`), and not `.` or `..`, which R4 allows and a path cannot have. */
export const isFhirId = (text: string): boolean => fhirId.test(text);

/** The id of a resource; undefined if it has none or has control characters (D33). Some servers send a number: then its digits. */
export const idOf = ({ id }: { readonly id?: Json | undefined }): string | undefined => {
  if (typeof id === 'number') return String(id);
  if (isExactNumber(id)) return id.rawJSON;
  return typeof id === 'string' && id !== '' && !hasControls(id) ? id : undefined;
};

/** `Type/id`; undefined where a resource has no id. */
export const keyOf = (resource: Pick<Resource, 'id' | 'resourceType'>): string | undefined => {
  const id = idOf(resource);
  return id === undefined ? undefined : `${resource.resourceType}/${id}`;
};

/** Whether the server has left out elements of a resource (tag `SUBSETTED`), which may be the important ones. */
export const isShortened = ({ meta }: { readonly meta?: Json | undefined }): boolean =>
  isJsonObject(meta) && objectsIn(meta.tag).some(({ code }) => code === 'SUBSETTED');

// Modifier elements can change the meaning of the element around them, even to its opposite. The adapter knows none of them, so it
// reads nothing that has one.

/** Whether a member has a value. */
export const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether a value has a modifier extension, at any level. */
export const hasModifier = (value: Json | undefined): boolean => {
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasModifier);
  if (!isJsonObject(value)) return false;
  for (const name in value) {
    const member = value[name];
    if (typeof member === 'object' && hasModifier(member)) return true;
    if (name === 'modifierExtension' && isFilled(member)) return true;
  }
  return false;
};

/** Whether an element can change the meaning of a resource. */
export const mayMeanOpposite = (resource: Sent<R4.Resource>): boolean =>
  isFilled(resource.implicitRules) || hasModifier(resource);

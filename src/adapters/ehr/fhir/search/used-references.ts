// The references that translations use. Only these are fetched.
import type * as R4 from 'fhir/r4.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { objectsIn, type ResourceTypes } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';

/** The texts of the references at a path of members below a value, through all lists on the way. */
const referencesAt = (value: Json | undefined, path: readonly string[]): string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(item => referencesAt(item, path));
  if (!isJsonObject(value)) return [];
  const [member, ...rest] = path;
  if (member !== undefined) return referencesAt(value[member], rest);
  return typeof value.reference === 'string' ? [value.reference] : [];
};

type Item<V> = NonNullable<V> extends readonly (infer I)[] ? I : NonNullable<V>;

/** The members of an R4 type that hold a Reference, or a list of them. */
type ReferenceMember<T> = {
  [K in keyof T & string]: Item<T[K]> extends R4.Reference
    ? R4.Reference extends Item<T[K]>
      ? K
      : never
    : never;
}[keyof T & string];

/** The paths to References in an R4 type. A slash leads into an element. */
type ReferencePath<T> =
  | ReferenceMember<T>
  | { [K in keyof T & string]: `${K}/${ReferenceMember<Item<T[K]>>}` }[keyof T & string];

/** Elements that hold a Reference, by resource type: every type has a row, which is empty if nothing is fetched for it. */
const used: { readonly [T in ResourceType]: readonly ReferencePath<ResourceTypes[T]>[] } = {
  Appointment: ['participant/actor'],
  AllergyIntolerance: ['recorder', 'asserter', 'encounter'],
  Flag: ['author', 'encounter'],
  MedicationRequest: ['medicationReference', 'requester', 'recorder', 'encounter'],
  Medication: ['ingredient/itemReference'],
  DocumentReference: ['author', 'authenticator', 'custodian', 'context/encounter'],
  Composition: ['author', 'attester/party', 'custodian', 'encounter'],
  Patient: ['generalPractitioner', 'managingOrganization'],
  Encounter: ['serviceProvider'],
  PractitionerRole: ['practitioner', 'organization'],
  Location: ['managingOrganization'],
  HealthcareService: ['providedBy'],
  Organization: ['partOf'],
  RelatedPerson: [],
  Practitioner: [],
  PaymentNotice: [],
  Binary: [],
};

/** The references of an Encounter that is itself the record, beside those of any Encounter. */
const ofContact: readonly ReferencePath<R4.Encounter>[] = [
  'participant/individual',
  'location/location',
  'hospitalization/destination',
];

const split = (paths: readonly string[]) => paths.map(path => path.split('/'));
const pathsByType = new Map(Object.entries(used).map(([type, paths]) => [type, split(paths)]));
const pathsOfContact = split(ofContact);

/** A vendor's extension for the performing unit, if it is not the responsible one. */
export const performingUnitUrl = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';

const performingUnits = ({ extension }: JsonObject): string[] =>
  objectsIn(extension)
    .filter(({ url }) => typeof url === 'string' && url.split('|', 1)[0] === performingUnitUrl)
    .flatMap(item => referencesAt(item, ['valueReference']));

/**
 * The texts of a resource's references that translations use.
 * @param isRecord whether the resource is a record itself, rather than one that a record refers to.
 */
export const usedReferences = (resource: JsonObject, isRecord: boolean): string[] => {
  const type = typeof resource.resourceType === 'string' ? resource.resourceType : '';
  const isEncounter = type === 'Encounter';
  const paths = [...(pathsByType.get(type) ?? []), ...(isEncounter && isRecord ? pathsOfContact : [])];
  const references = paths.flatMap(path => referencesAt(resource, path));
  return isEncounter ? [...references, ...performingUnits(resource)] : references;
};

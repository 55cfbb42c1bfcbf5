// The references that translations use. Only these are fetched.
import { isObject, type Json, type JsonObject } from '../wire/json.ts';

/** Elements that hold a Reference, by resource type; a slash leads into an element, through lists. */
const used: Readonly<Record<string, readonly string[]>> = {
  Appointment: ['participant/actor'],
  AllergyIntolerance: ['recorder', 'asserter', 'encounter'],
  Flag: ['author', 'encounter'],
  MedicationRequest: ['medicationReference', 'requester', 'recorder', 'encounter'],
  DocumentReference: ['author', 'authenticator', 'custodian', 'context/encounter'],
  Composition: ['author', 'attester/party', 'custodian', 'encounter'],
  Patient: ['generalPractitioner', 'managingOrganization'],
  Encounter: ['serviceProvider'],
  PractitionerRole: ['practitioner', 'organization'],
  Location: ['managingOrganization'],
  HealthcareService: ['providedBy'],
  Organization: ['partOf'],
};

/** The references of an Encounter that is itself the record. */
const ofContact = [
  ...(used.Encounter ?? []),
  'participant/individual',
  'location/location',
  'hospitalization/destination',
];

const valuesAt = (value: Json | undefined, path: readonly string[]): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => valuesAt(item, path));
  if (!isObject(value)) return [];
  const [member, ...rest] = path;
  return member === undefined ? [value] : valuesAt(value[member], rest);
};

/** A vendor's extension for the performing unit, if it is not the responsible one. */
export const performingUnitUrl = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';

const performingUnits = (resource: JsonObject): JsonObject[] =>
  valuesAt(resource, ['extension'])
    .filter(({ url }) => typeof url === 'string' && url.split('|', 1)[0] === performingUnitUrl)
    .flatMap(one => valuesAt(one, ['valueReference']));

/**
 * The texts of a resource's references that translations use.
 * @param isRecord whether the resource is a record itself, rather than one that a record refers to.
 */
export const usedReferences = (resource: JsonObject, isRecord: boolean): string[] => {
  const type = typeof resource.resourceType === 'string' ? resource.resourceType : '';
  // Object.hasOwn, because a contained resource may have any word as its type, `constructor` too.
  const ofType = Object.hasOwn(used, type) ? (used[type] ?? []) : [];
  const paths = isRecord && type === 'Encounter' ? ofContact : ofType;
  const found = paths.flatMap(path => valuesAt(resource, path.split('/')));
  const all = type === 'Encounter' ? [...found, ...performingUnits(resource)] : found;
  return all.flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : []));
};

// The references that translations use. Only these are fetched.
import { isObject, type Json, type JsonObject } from '../wire/json.ts';

type Path = readonly string[];

/** A slash leads into an element, through lists. */
const pathsOf = (written: readonly string[]): readonly Path[] => written.map(path => path.split('/'));

/** Elements that hold a Reference, by resource type. */
const used: ReadonlyMap<string, readonly Path[]> = new Map(
  Object.entries({
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
  }).map(([type, paths]) => [type, pathsOf(paths)]),
);

/** The references of an Encounter that is itself the record. */
const ofContact: readonly Path[] = [
  ...(used.get('Encounter') ?? []),
  ...pathsOf(['participant/individual', 'location/location', 'hospitalization/destination']),
];

/** An object, or the objects of a list. */
const objectsIn = (value: Json | undefined): readonly JsonObject[] => {
  if (isObject(value)) return [value];
  return Array.isArray(value) ? (value as readonly Json[]).flatMap(objectsIn) : none;
};
const none: readonly JsonObject[] = [];

/** The objects at a path, in all lists on the way. */
const valuesAt = (resource: JsonObject, path: Path): readonly JsonObject[] => {
  let found: readonly JsonObject[] = [resource];
  for (const member of path) {
    const [only] = found;
    found =
      only !== undefined && found.length === 1
        ? objectsIn(only[member])
        : found.flatMap(one => objectsIn(one[member]));
  }
  return found;
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
  const paths = isRecord && type === 'Encounter' ? ofContact : (used.get(type) ?? []);
  const found: string[] = [];
  const add = (reference: JsonObject) => {
    if (typeof reference.reference === 'string') found.push(reference.reference);
  };
  for (const path of paths) valuesAt(resource, path).forEach(add);
  if (type === 'Encounter') performingUnits(resource).forEach(add);
  return found;
};

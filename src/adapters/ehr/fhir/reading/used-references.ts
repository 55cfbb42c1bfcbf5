// The references that translations use. Only these are fetched.
import { isObject, type Json, type JsonObject } from '../json/json.ts';

/** The texts of the references at a path of members below a value, through all lists on the way. */
const referencesAt = (value: Json | undefined, path: readonly string[]): string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(item => referencesAt(item, path));
  if (!isObject(value)) return [];
  const [member, ...rest] = path;
  if (member !== undefined) return referencesAt(value[member], rest);
  return typeof value.reference === 'string' ? [value.reference] : [];
};

/** A slash leads into an element. */
const pathsOf = (paths: readonly string[]): readonly string[][] => paths.map(path => path.split('/'));

/** Elements that hold a Reference, by resource type. */
const used: ReadonlyMap<string, readonly string[][]> = new Map(
  Object.entries({
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
  }).map(([type, paths]) => [type, pathsOf(paths)]),
);

/** The references of an Encounter that is itself the record. */
const ofContact: readonly string[][] = [
  ...(used.get('Encounter') ?? []),
  ...pathsOf(['participant/individual', 'location/location', 'hospitalization/destination']),
];

/** A vendor's extension for the performing unit, if it is not the responsible one. */
export const performingUnitUrl = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';

const performingUnits = ({ extension }: JsonObject): string[] => {
  const extensions = Array.isArray(extension) ? (extension as readonly Json[]).filter(isObject) : [];
  return extensions
    .filter(({ url }) => typeof url === 'string' && url.split('|', 1)[0] === performingUnitUrl)
    .flatMap(item => referencesAt(item, ['valueReference']));
};

/**
 * The texts of a resource's references that translations use.
 * @param isRecord whether the resource is a record itself, rather than one that a record refers to.
 */
export const usedReferences = (resource: JsonObject, isRecord: boolean): string[] => {
  const type = typeof resource.resourceType === 'string' ? resource.resourceType : '';
  const paths = isRecord && type === 'Encounter' ? ofContact : (used.get(type) ?? []);
  const references = paths.flatMap(path => referencesAt(resource, path));
  return type === 'Encounter' ? [...references, ...performingUnits(resource)] : references;
};

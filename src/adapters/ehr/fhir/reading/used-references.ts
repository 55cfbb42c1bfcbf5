// The references that translations use. Only these are fetched.
import { isObject, type Json, type JsonObject } from '../json/json.ts';

/** Adds the texts of the references in a value. */
type Collector = (value: Json | undefined, found: string[]) => void;

const addReference: Collector = (value, found) => {
  if (isObject(value) && typeof value.reference === 'string') found.push(value.reference);
};

/** What collects from a path of members below an element, through all lists on the way. Makes no lists: most are empty. */
const collectorOf = ([member, ...rest]: readonly string[]): Collector => {
  const below = member === undefined ? undefined : collectorOf(rest);
  const collect: Collector = (value, found) => {
    if (value === undefined) return;
    if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, found);
    else if (below === undefined || member === undefined) addReference(value, found);
    else if (isObject(value)) below(value[member], found);
  };
  return collect;
};

/** A slash leads into an element. */
const collectorsOf = (paths: readonly string[]): readonly Collector[] =>
  paths.map(path => collectorOf(path.split('/')));

/** Elements that hold a Reference, by resource type. */
const used: ReadonlyMap<string, readonly Collector[]> = new Map(
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
  }).map(([type, paths]) => [type, collectorsOf(paths)]),
);

/** The references of an Encounter that is itself the record. */
const ofContact: readonly Collector[] = [
  ...(used.get('Encounter') ?? []),
  ...collectorsOf(['participant/individual', 'location/location', 'hospitalization/destination']),
];

/** A vendor's extension for the performing unit, if it is not the responsible one. */
export const performingUnitUrl = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';

const collectValue = collectorOf(['valueReference']);

const addPerformingUnits: Collector = (extension, found) => {
  if (Array.isArray(extension))
    for (const one of extension as readonly Json[]) addPerformingUnits(one, found);
  else if (isObject(extension) && typeof extension.url === 'string') {
    if (extension.url.split('|', 1)[0] === performingUnitUrl) collectValue(extension, found);
  }
};

/**
 * The texts of a resource's references that translations use.
 * @param isRecord whether the resource is a record itself, rather than one that a record refers to.
 */
export const usedReferences = (resource: JsonObject, isRecord: boolean): string[] => {
  const type = typeof resource.resourceType === 'string' ? resource.resourceType : '';
  const collectors = isRecord && type === 'Encounter' ? ofContact : used.get(type);
  const found: string[] = [];
  if (collectors !== undefined) for (const collect of collectors) collect(resource, found);
  if (type === 'Encounter') addPerformingUnits(resource.extension, found);
  return found;
};

// From which paths of the FHIR server content may be read: of Binaries, and outside the FHIR interactions.
import { r4Types } from '../json/resource-types.ts';

const addedByR5 = `
  ActorDefinition AdministrableProductDefinition ArtifactAssessment BiologicallyDerivedProductDispense
  Citation ClinicalUseDefinition ConditionDefinition DeviceAssociation DeviceDispense DeviceUsage
  EncounterHistory EvidenceReport FormularyItem GenomicStudy ImagingSelection Ingredient InventoryItem
  InventoryReport ManufacturedItemDefinition MedicinalProductDefinition NutritionIntake NutritionProduct
  PackagedProductDefinition Permission RegulatedAuthorization RequestOrchestration Requirements
  SubscriptionStatus SubscriptionTopic SubstanceDefinition TestPlan Transport`;

/** The names of resource types in R4, and those that R5 adds, because some servers serve both. */
const resourceTypes = new Set([...r4Types, ...addedByR5.trim().split(/\s+/)].map(name => name.toLowerCase()));

/** Whether a server may read a segment of a path as a resource type: in any case, and with an extension (`patient.json`). */
const namesResourceType = (segment: string): boolean =>
  resourceTypes.has(segment.split('.', 1)[0]?.toLowerCase() ?? '');

/** The decoded segments of a path below the base URL. @param path with its query, as `pathBelowBase` returns it. */
const segmentsOf = (path: string): string[] =>
  (path.split('?', 1)[0] ?? '').split('/').slice(1).map(decodeURIComponent);

/** A first segment that is not an interaction's: a type begins with a capital, `_history` and operations with `_` and `$`. */
const outsideFhir = /^[a-z0-9][\w.~-]*$/;

/** Not an id: `_history`, `_search`, an operation, or nothing. */
const noId = /^(?:[_$]|$)/;

/** The last segment of the path of a resource's content: its Binary, or HAPI's operation that returns the bytes. */
const contentSegments = ['Binary', '$binary-access-read'];

/** Whether a path is that of a Binary. */
export const isBinary = (path: string): boolean => {
  const [type = '', id = ''] = segmentsOf(path);
  return type.toLowerCase() === 'binary' && !noId.test(id);
};

/** Whether a path is that of a resource's content: `Document/1/Binary`. */
const isOfResource = ([type = '', id = '', last = '', ...more]: readonly string[]): boolean =>
  !noId.test(type) && !noId.test(id) && contentSegments.includes(last) && more.length === 0;

/**
 * Whether content may be read from a path. FHIR interactions other than those for contents return resources, of any patient.
 * As JSON they are not published as text, but servers such as HAPI render them as HTML if the client accepts it. Case does
 * not matter, because some servers ignore it.
 * @param path below the base URL, with its query, as `pathBelowBase` returns it.
 */
export const mayHoldContent = (path: string): boolean => {
  if (isBinary(path)) return true;
  const segments = segmentsOf(path);
  if (isOfResource(segments)) return true;
  return (
    outsideFhir.test(segments[0] ?? '') &&
    !segments.some(segment => namesResourceType(segment) || /^[_$]/.test(segment))
  );
};

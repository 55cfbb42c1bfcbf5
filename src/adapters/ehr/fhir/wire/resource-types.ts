// The names of resource types in the paths of a server: those of R4, and those that R5 adds, because some servers serve both.
import { r4Types } from '../json/resource-types.ts';

const addedByR5 = `
  ActorDefinition AdministrableProductDefinition ArtifactAssessment BiologicallyDerivedProductDispense
  Citation ClinicalUseDefinition ConditionDefinition DeviceAssociation DeviceDispense DeviceUsage
  EncounterHistory EvidenceReport FormularyItem GenomicStudy ImagingSelection Ingredient InventoryItem
  InventoryReport ManufacturedItemDefinition MedicinalProductDefinition NutritionIntake NutritionProduct
  PackagedProductDefinition Permission RegulatedAuthorization RequestOrchestration Requirements
  SubscriptionStatus SubscriptionTopic SubstanceDefinition TestPlan Transport`;

const lowerCase: ReadonlySet<string> = new Set(
  [...r4Types, ...addedByR5.trim().split(/\s+/)].map(name => name.toLowerCase()),
);

/** Whether a server may read a segment of a path as a resource type: in any case, and with an extension (`patient.json`). */
export const namesResourceType = (segment: string): boolean =>
  lowerCase.has(segment.split('.', 1)[0]?.toLowerCase() ?? '');

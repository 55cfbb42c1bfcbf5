// The names of all resource types of FHIR R4, and those that R5 adds: some servers serve both.
const names = `
  Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic
  Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry
  ChargeItem ChargeItemDefinition Claim ClaimResponse ClinicalImpression CodeSystem Communication
  CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage
  CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric
  DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference EffectEvidenceSynthesis
  Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence
  EvidenceVariable ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group
  GuidanceResponse HealthcareService ImagingStudy Immunization ImmunizationEvaluation
  ImmunizationRecommendation ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure
  MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge
  MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization
  MedicinalProductContraindication MedicinalProductIndication MedicinalProductIngredient
  MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged
  MedicinalProductPharmaceutical MedicinalProductUndesirableEffect MessageDefinition MessageHeader
  MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition OperationDefinition
  OperationOutcome Organization OrganizationAffiliation Parameters Patient PaymentNotice PaymentReconciliation
  Person PlanDefinition Practitioner PractitionerRole Procedure Provenance Questionnaire QuestionnaireResponse
  RelatedPerson RequestGroup ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject
  RiskAssessment RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen
  SpecimenDefinition StructureDefinition StructureMap Subscription Substance SubstanceNucleicAcid
  SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial
  SubstanceSpecification SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport TestScript
  ValueSet VerificationResult VisionPrescription
  ActorDefinition AdministrableProductDefinition ArtifactAssessment BiologicallyDerivedProductDispense
  Citation ClinicalUseDefinition ConditionDefinition DeviceAssociation DeviceDispense DeviceUsage
  EncounterHistory EvidenceReport FormularyItem GenomicStudy ImagingSelection Ingredient InventoryItem
  InventoryReport ManufacturedItemDefinition MedicinalProductDefinition NutritionIntake NutritionProduct
  PackagedProductDefinition Permission RegulatedAuthorization RequestOrchestration Requirements
  SubscriptionStatus SubscriptionTopic SubstanceDefinition TestPlan Transport`;

const lowerCase: ReadonlySet<string> = new Set(names.trim().toLowerCase().split(/\s+/));

/** Whether a server may read a segment of a path as a resource type: in any case, and with an extension (`patient.json`). */
export const namesResourceType = (segment: string): boolean =>
  lowerCase.has(segment.split('.', 1)[0]?.toLowerCase() ?? '');

// The FHIR server as the EHR of a world.
import type { Ehr } from '../servers/world.ts';

export const fhirServer: Ehr = {
  main: '../fhir/ehr.ts',
  system: url => ({
    adapter: 'fhir',
    baseUrl: `${url}/fhir`,
    protectedIdentity: 'security-label',
    prescriptionNotes: 'patient',
    resources: ['Patient', 'MedicationRequest', 'Composition', 'Organization', 'Practitioner'],
  }),
};

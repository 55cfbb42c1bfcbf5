// The third region: a FHIR server that requires tokens, and the matching region profile.
import type { SandboxRegion } from '../regions.ts';
import { newBackendKey } from './backend-key.ts';
import { failingPatientIn, resourcesOfPatients } from './patients.ts';
import { paymentSystem } from './resources/appointments.ts';
import { paymentRecipient } from './resources/care-units.ts';
import { fhirScenarios } from './scenarios.ts';
import { fhirSimulator } from './simulator/simulator.ts';

/** The resource types that the service reads. */
const read = [
  'Patient',
  'RelatedPerson',
  'Appointment',
  'Encounter',
  'AllergyIntolerance',
  'Flag',
  'MedicationRequest',
  'Medication',
  'DocumentReference',
  'Composition',
  'Binary',
  'Organization',
  'Location',
  'Practitioner',
  'PractitionerRole',
  'PaymentNotice',
] as const;

const clientId = 'patient-data-access';
const scope = [
  ...read.map(type => `system/${type}.rs`),
  'system/Appointment.u',
  'system/PaymentNotice.c',
].join(' ');

export const fhirRegion: SandboxRegion = {
  start: async ({ port, folder }) => {
    const { keyFile, publicKey } = await newBackendKey(folder);
    const { url, tokenUrl, close } = await fhirSimulator({
      resources: resourcesOfPatients(),
      initial: resourcesOfPatients,
      patientIn: failingPatientIn(),
      port,
      client: { clientId, publicKey, scope },
    });
    return {
      url,
      close,
      speaks: 'HL7 FHIR R4, with tokens of SMART Backend Services',
      system: {
        adapter: 'fhir',
        baseUrl: url,
        auth: { tokenUrl, clientId, keyFile, scope },
        protectedIdentity: 'security-label',
        prescriptionNotes: 'patient',
        resources: read,
        payment: { identifierSystem: paymentSystem, recipient: paymentRecipient },
        ehrSystem: 'SE2321000016-FHIR',
        // Not for notes: a search by date does not find one without a date, but such a note is in every interval (D8).
        intervalAtEhr: ['prescriptions'],
      },
      // Acting for a child requires both the claim in the token and a RelatedPerson.
      profile: { representation: { from: ['claims', 'register'], guardianUntilAge: 13 } },
    };
  },
  scenarios: fhirScenarios,
};

// The scenarios of the third region: a FHIR server's ways to say things, and what of them the patient gets to see.
import { bookingIds } from '../patients/bookings.ts';
import { arrive, journal, pay, type Scenario, sharedScenarios, unknown } from '../scenarios.ts';

const operations: readonly Scenario[] = [
  {
    shows: '3: the appointments, video meetings too; x-left-out says that one is not for the patient',
    as: 'tolvan',
    path: '/patients/appointments/',
    status: 200,
  },
  {
    shows: '1: pay before arriving: the EHR refuses, and says so in the body',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: mark the arrival, a PATCH of the version that was read (paste it twice: INFO)',
    as: 'tolvan',
    ...arrive(bookingIds.booked),
    status: 200,
  },
  {
    shows: '1: pay, a PaymentNotice where there is none (paste it twice: INFO)',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: a cancelled appointment cannot be marked as arrived',
    as: 'tolvan',
    ...arrive(bookingIds.cancelled),
    status: 200,
  },
  { shows: '4: patient information, older form', as: 'tolvan', path: '/patients/patient/', status: 200 },
  {
    shows: '5: patient information, v2: the guardians are among the relatives',
    as: 'guardian',
    path: '/patients/patient/?api-version=v2',
    patient: '201907152399',
    status: 200,
  },
  {
    shows: '6: contacts since 20 November 2026; two are still open, one is not for the patient',
    as: 'tolvan',
    path: '/patients/contacts/?api-version=v2&fromDateTime=2026-11-20T00:00:00',
    status: 200,
  },
  {
    shows: '6: a contact that was recorded on a duplicate of the patient, merged since',
    as: 'guardian',
    path: '/patients/contacts/?api-version=v2',
    status: 200,
  },
  {
    shows: '7: warnings of 2026: those from before still hold; what the staff notes of him is left out',
    as: 'tolvan',
    path: '/patients/attentionsignals/?fromDateTime=2026-01-01T00:00:00',
    status: 200,
  },
  {
    shows: '7: that no allergies are known is not an allergy',
    as: 'coordination',
    path: '/patients/attentionsignals/',
    status: 200,
  },
  {
    shows: '8: video meetings; x-left-out counts a link that was too long',
    as: 'tolvan',
    path: '/patients/videomeetings/',
    status: 200,
  },
  {
    shows: '9: prescriptions, each dosage in the simplest form that says all of it',
    as: 'tolvan',
    path: '/patients/medications/',
    status: 200,
  },
  {
    shows: '10: journal notes: by keyword, from HTML, and a PDF without its content',
    as: 'tolvan',
    path: journal,
    status: 200,
  },
];

export const fhirScenarios: readonly Scenario[] = [...operations, ...sharedScenarios, unknown];

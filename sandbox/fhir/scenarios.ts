// Scenarios of the third region: typical data of a FHIR server, and how the service presents it to the patient.
import { bookingIds } from '../patients/bookings.ts';
import { arrive, pay, type Scenario, tolvanReads, withSharedScenarios } from '../scenarios.ts';

const operations: readonly Scenario[] = [
  tolvanReads(
    3,
    'appointments, video meetings included; x-left-out counts one that is withheld from the patient',
  ),
  {
    shows: '1: pay before arriving: the EHR refuses, and the body says why',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: mark the arrival: a PATCH of the version that was read (paste it twice: INFO)',
    as: 'tolvan',
    ...arrive(bookingIds.booked),
    status: 200,
  },
  {
    shows: '1: pay: a PaymentNotice, created only once (paste it twice: INFO)',
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
  tolvanReads(4, 'patient information, older form'),
  {
    shows: '5: patient information, v2: relatives include the guardians',
    as: 'guardian',
    path: '/patients/patient/?api-version=v2',
    patient: '201907152399',
    status: 200,
  },
  tolvanReads(6, 'contacts since 20 November 2026: two are still open, one is withheld from the patient'),
  {
    shows: '6: a contact recorded on a duplicate Patient that has been merged',
    as: 'guardian',
    path: '/patients/contacts/?api-version=v2',
    status: 200,
  },
  tolvanReads(
    7,
    'warnings in 2026: older ones still apply; a flag for staff and one that was entered in error are left out',
  ),
  {
    shows: '7: "no known allergies" is not shown as an allergy',
    as: 'coordination',
    path: '/patients/attentionsignals/',
    status: 200,
  },
  tolvanReads(8, 'video meetings; x-left-out counts a link that is too long'),
  tolvanReads(9, 'prescriptions, each dosage in the simplest form that expresses all of it'),
  tolvanReads(10, 'journal notes: by keyword, from HTML, and a PDF without its content'),
];

export const fhirScenarios: readonly Scenario[] = withSharedScenarios(operations);

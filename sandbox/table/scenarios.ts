// Scenarios of the region without code.
import {
  type Scenario,
  tolvanReads,
  tooManyMeetings,
  transitions,
  withSharedScenarios,
} from '../scenarios.ts';

const operations: readonly Scenario[] = [
  tolvanReads(3, 'booked appointments; x-left-out counts a status that the tables do not list'),
  ...transitions,
  tolvanReads(4, 'patient information, older form'),
  tolvanReads(5, 'patient information, v2: from the same table'),
  tolvanReads(6, 'contacts since 20 November 2026: one is still open, one is withheld from the patient'),
  tolvanReads(7, 'warnings of 2026: older ones still hold; one that was taken back is withheld'),
  tolvanReads(8, 'video meetings; x-left-out counts a link that is too long'),
  tooManyMeetings,
  tolvanReads(9, 'prescriptions, with their dosages as free text'),
  tolvanReads(10, 'journal notes: one is withheld until its time has come'),
];

export const tableScenarios: readonly Scenario[] = withSharedScenarios(operations);

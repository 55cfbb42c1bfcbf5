// Scenarios of the region without code.
import { journal, type Scenario, transitions, withSharedScenarios } from '../scenarios.ts';

const operations: readonly Scenario[] = [
  {
    shows: '3: booked appointments; x-left-out counts a status that the tables do not list',
    as: 'tolvan',
    path: '/patients/appointments/',
    status: 200,
  },
  ...transitions,
  { shows: '4: patient information, older form', as: 'tolvan', path: '/patients/patient/', status: 200 },
  {
    shows: '5: patient information, v2: from the same table',
    as: 'tolvan',
    path: '/patients/patient/?api-version=v2',
    status: 200,
  },
  {
    shows: '6: contacts since 20 November 2026: one is still open, one is withheld from the patient',
    as: 'tolvan',
    path: '/patients/contacts/?api-version=v2&fromDateTime=2026-11-20T00:00:00',
    status: 200,
  },
  {
    shows: '7: warnings of 2026: older ones still hold; one that was taken back is withheld',
    as: 'tolvan',
    path: '/patients/attentionsignals/?fromDateTime=2026-01-01T00:00:00',
    status: 200,
  },
  {
    shows: '8: 64 of 71 video meetings; x-left-out counts the rest, and a link that was too long',
    as: 'tolvan',
    path: '/patients/videomeetings/',
    status: 200,
  },
  {
    shows: '9: prescriptions, with their dosages as free text',
    as: 'tolvan',
    path: '/patients/medications/',
    status: 200,
  },
  {
    shows: '10: journal notes: one is withheld until its time has come',
    as: 'tolvan',
    path: journal,
    status: 200,
  },
];

export const tableScenarios: readonly Scenario[] = withSharedScenarios(operations);

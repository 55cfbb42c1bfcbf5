// Which page a URL names.
import { health } from './pages/health.js';
import { journal } from './pages/journal.js';
import { measurement } from './pages/measurements.js';
import { earlierMedications, medication } from './pages/medications.js';
import { note } from './pages/notes.js';
import { people } from './pages/people.js';
import { today } from './pages/today.js';
import { contact, visit, visits } from './pages/visits.js';
import { warning } from './pages/warnings.js';

/** The pages by their paths, and the place to which each belongs. What follows a path are its parameters. */
const pages = [
  { path: ['today'], place: 'today', page: today },
  { path: ['visits', 'visit'], place: 'visits', page: visit },
  { path: ['visits', 'contact'], place: 'visits', page: contact },
  { path: ['visits'], place: 'visits', page: visits },
  { path: ['health', 'warning'], place: 'health', page: warning },
  { path: ['health', 'medication'], place: 'health', page: medication },
  { path: ['health', 'earlier-medications'], place: 'health', page: earlierMedications, isDetail: true },
  { path: ['health', 'measurement'], place: 'health', page: measurement },
  { path: ['health'], place: 'health', page: health },
  { path: ['journal', 'note'], place: 'journal', page: note },
  { path: ['journal'], place: 'journal', page: journal },
  { path: ['people'], page: people },
];

/** @returns the page that a fragment names, with its parameters; undefined if it names none. */
export const pageOf = hash => {
  const steps = hash.replace(/^#/, '').split('/');
  const found = pages.find(({ path }) => path.every((step, index) => step === steps[index]));
  if (found === undefined) return undefined;
  try {
    return { ...found, parameters: steps.slice(found.path.length).map(decodeURIComponent) };
  } catch {
    // Not a URL that this app made.
    return undefined;
  }
};

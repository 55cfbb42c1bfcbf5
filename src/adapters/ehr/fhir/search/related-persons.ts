// The RelatedPersons of a patient: relatives, and those who may act for the patient.
import { child, rootElement } from '../elements/element.ts';
import { ownerOf, type RequestedPatient } from './owner.ts';
import { keyOfPatient } from './same-person.ts';
import { searchRecords } from './search-records.ts';

/**
 * Searches for the RelatedPersons of the main Patient. Finds none if the profile does not list the type. `foreign` is how many of those
 * that the server returned are another patient's (D17), `suppressed` how many it hides.
 */
export const findRelatedPersons = async (context: RequestedPatient) => {
  const { members, person } = context;
  if (!members.resources.has('RelatedPerson')) return { own: [], foreign: 0, suppressed: 0 };
  const main = { ...person, keys: new Set([keyOfPatient(person.main)]) };
  const { matches, suppressed } = await searchRecords(
    { ...context, person: main },
    [{ type: 'RelatedPerson' }],
    { interval: {} },
  );
  const all = matches.map(({ resource }) => resource);
  const own = all.filter(resource => ownerOf(child(rootElement(resource), 'patient'), context).isPatient);
  return { own, foreign: all.length - own.length, suppressed };
};

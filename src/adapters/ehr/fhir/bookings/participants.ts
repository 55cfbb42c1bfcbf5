// The participants of an appointment, and the professionals among them.
import type * as R4 from 'fhir/r4.js';
import { child, children, type Element, ignoringLosses, sentValue } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { countPlaceless, countUnresolved } from '../elements/reference.ts';
import { people } from '../records/care-providers.ts';
import type { PatientContext } from '../records/context.ts';
import { namesPatient, ownerOf } from '../search/owner.ts';

/** Reads the participants of an appointment. An actor that is masked or unreadable is counted. */
export const participantsOf = (root: Element<R4.Appointment>) =>
  children(root, 'participant').map(element => ({ element, actor: child(element, 'actor') }));
export type Participant = ReturnType<typeof participantsOf>[number];

/** The root element of an appointment, and its participants. */
export type AppointmentParts = {
  readonly root: Element<R4.Appointment>;
  readonly participants: readonly Participant[];
};

/** The participants that are people of the staff, with the codes of their part in the booking. */
export const professionalsAmong = (
  participants: readonly Participant[],
  { professionalAt, references }: PatientContext,
) =>
  participants.flatMap(({ element, actor }) => {
    if (actor === undefined || !people.has(references.typeOf(actor) ?? '')) return [];
    const professional = professionalAt(actor);
    if (professional === undefined) return [];
    const codes = children(ignoringLosses(element), 'type').flatMap(type =>
      children(type, 'coding').flatMap(coding => text(coding, 'code') ?? []),
    );
    return [{ professional, codes, element }];
  });
export type InvolvedProfessional = ReturnType<typeof professionalsAmong>[number];

/**
 * Counts the participants that nothing is published of: those whose type is unknown, each of which may be the unit, a person or something
 * else; and those that are no staff, which are relatives, devices, further places, and the other patients of a group.
 * @param used those that something is published of.
 * @returns whether the type of any is unknown.
 */
export const countOtherActors = (
  participants: readonly Participant[],
  used: readonly (Element<R4.Reference> | undefined)[],
  context: PatientContext,
): boolean => {
  const { references } = context;
  const nodes = new Set(used.map(reference => reference?.node));
  let isAnyUnknown = false;
  for (const { actor } of participants) {
    if (actor === undefined) continue;
    const type = references.typeOf(actor);
    if (type === undefined && !namesPatient(actor, context)) {
      isAnyUnknown = true;
      if (references.lookUp(actor).state === 'missing') countUnresolved(actor);
      continue;
    }
    if (nodes.has(actor.node)) continue;
    if (ownerOf(ignoringLosses(actor), context).isPatient) {
      // Who the patient is, the record says elsewhere.
      for (const member of ['reference', 'identifier'] as const) sentValue(actor, member);
      continue;
    }
    if (people.has(type ?? '')) continue;
    if (references.lookUp(actor).state !== 'withheld') countPlaceless(actor);
  }
  return isAnyUnknown;
};

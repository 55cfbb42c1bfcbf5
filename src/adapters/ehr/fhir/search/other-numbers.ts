// The patient's other person numbers, from all Patients of the person that are not withheld, as active and inactive ones.
import type * as R4 from 'fhir/r4.js';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { countLoss, type Element, rootElement } from '../elements/element.ts';
import { idsIn, plainNumber } from '../elements/identifiers.ts';
import { hasEnded } from '../elements/names.ts';
import { text } from '../elements/primitives.ts';
import { isWithheldFrom } from './labels.ts';
import type { RequestedPatient } from './owner.ts';
import { keyOfPatient } from './same-person.ts';

type PersonNumber = { readonly id: Identifier; readonly isActive: boolean };

const isOld = (element: Element<R4.Identifier>): boolean => text(element, 'use') === 'old';

/** @param root the main Patient: a linked one that is withheld is counted for it, and every number that cannot be read. */
export const otherNumbers = (root: Element<R4.Patient>, context: RequestedPatient) => {
  const { person, members, registers } = context;
  const own = plainNumber(person.number);
  const numbers = new Map<string, PersonNumber>();

  for (const patient of person.all) {
    if (isWithheldFrom(root, patient, members)) continue;
    const isOfReplaced = person.replaced.has(keyOfPatient(patient));
    const isMain = patient === person.main;
    for (const { system, value, element } of idsIn(rootElement(patient, root.tally))) {
      const kind = registers.kindOf(system);
      // The main Patient's are published as other identifiers.
      if (kind === undefined && !isMain) countLoss(element, undefined, 'unmapped');
      if (kind === undefined || value === undefined || plainNumber(value) === own) continue;
      const id = { root: registers.rootOf(kind), extension: plainNumber(value) };
      const isActive = !isOfReplaced && !isOld(element) && !hasEnded(element, context);
      const key = `${id.root}|${id.extension}`;
      // A number that is active on any Patient is active.
      numbers.set(key, { id, isActive: isActive || numbers.get(key)?.isActive === true });
    }
  }
  const of = (active: boolean) =>
    [...numbers.values()].filter(({ isActive }) => isActive === active).map(({ id }) => id);
  return { active: of(true), inactive: of(false) };
};

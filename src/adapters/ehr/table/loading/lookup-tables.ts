// Compiles the lookup of system.json, which finds the EHR's own id of a patient.
import type { LookupRow, SystemFile } from '../format/system.ts';
import { newSourceTree } from '../scope.ts';
import type { KindTables, LookupTables } from '../tables.ts';
import { readerIn } from './answer-paths.ts';
import { listSource } from './list-source.ts';
import { fault, inside, type Place } from './place.ts';
import { hasPlaceholder } from './requests.ts';

/** The record of patients says whose the id is: the id must lead to it, and it must name the patient by the number. */
const checkConfirmation = ({ request, owner }: KindTables, place: Place): void => {
  if (!hasPlaceholder(request, ['id']))
    fault(place, '{id} in the path or the query: the record says whose the id of the lookup is');
  if (owner.isId)
    fault(
      inside(inside(place, 'owner'), 'is'),
      'no is: if neither the lookup nor this record names the patient by the number, nothing tells whose the id is',
    );
};

/**
 * Compiles the lookup.
 * @param more.kinds the place of the kinds.
 * @param more.patients the kind `patients`, if it could be compiled.
 */
export const lookupTables = (
  written: LookupRow,
  place: Place,
  { system, kinds, patients }: { system: SystemFile; kinds: Place; patients: KindTables | undefined },
): LookupTables => {
  const tree = newSourceTree();
  const isConfirmed = written.owner.kind !== undefined;
  if (isConfirmed && system.kinds.patients === undefined)
    fault(inside(inside(place, 'owner'), 'kind'), 'kinds/patients: its record says whose the id is');
  if (isConfirmed && patients !== undefined) checkConfirmation(patients, inside(kinds, 'patients'));
  return {
    ...listSource(written, place, { system, tree, names: ['patient'] }),
    id: readerIn(tree, system.format)(written.id, inside(place, 'id')),
    isDigits: written.digits === true,
    confirmedBy: isConfirmed ? patients : undefined,
  };
};

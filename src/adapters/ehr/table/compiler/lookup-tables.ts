// Compiles the lookup of system.json, which finds the EHR's own id of a patient.
import type { LookupRow, SystemFile } from '../format/system.ts';
import { pathText, stepsOf } from '../source-path.ts';
import type { KindTables, LookupTables, Tables } from '../tables.ts';
import { readerIn } from './answer-paths.ts';
import { isHeld, listSource } from './list-source.ts';
import { fault, inside, type Place } from './place.ts';
import { hasPlaceholder } from './requests.ts';

/** The record of patients says whose the id is: the id must lead to it, and it must name the patient by the number. */
const checkConfirmation = ({ request, owner }: KindTables, place: Place): void => {
  if (!hasPlaceholder(request, ['id']))
    fault(place, '{id} in the path or the query: the record says whose the id of the lookup is');
  if (owner.isId)
    fault(
      inside(place, 'owner', 'is'),
      'no is: if neither the lookup nor this record names the patient by the number, nothing tells whose the id is',
    );
};

/** Reports words for an unknown patient that never count, because they stand in the record whose absence they need. */
const checkUnknown = (
  { steps, isList }: LookupTables['records'],
  place: Place,
  { unknownPatient: unknown, format }: SystemFile,
): void => {
  if (isList || steps.length === 0 || unknown === 'empty-lookup' || unknown.status !== 200) return;
  const record = pathText(steps);
  const within = Object.entries(unknown.body).find(
    ([path, words]) =>
      words !== 'absent' && pathText(stepsOf(path, format).slice(0, steps.length)) === record,
  );
  if (within !== undefined)
    fault(
      inside(place, 'record'),
      `the path of the hit itself, such as ${record}/hit[active=Y], which an answer that finds nobody lacks: the words of unknownPatient (${within[0]}) are within this one, and count only in an answer without it`,
    );
};

/** Compiles the lookup. @param more.kinds the kinds that could be compiled. @param more.at their place. */
export const lookupTables = (
  written: LookupRow,
  place: Place,
  { system, kinds, at }: { system: SystemFile; kinds: Tables['kinds']; at: Place },
): LookupTables => {
  const [patients] = kinds.get('patients') ?? [];
  const { source, tree } = listSource(written, place, {
    system,
    names: ['patient'],
    name: 'the lookup',
  });
  checkUnknown(source.records, place, system);
  const isConfirmed = written.owner.kind !== undefined;
  if (isConfirmed && system.kinds.patients === undefined)
    fault(inside(place, 'owner', 'kind'), 'kinds/patients: its record says whose the id is');
  if (isConfirmed && patients !== undefined) checkConfirmation(patients, inside(at, 'patients'));
  // A record of patients that names nobody is its answer's, which may repeat the number that was sent.
  const isUnproven =
    isConfirmed && patients?.owner.absentIsAnswers === true && hasPlaceholder(patients.request, ['patient']);
  const id = readerIn(system.format, tree)(written.id, inside(place, 'id'));
  return {
    ...source,
    isHeld: isHeld(source, tree),
    id,
    isDigits: written.digits === true,
    births: [...kinds.values()]
      .flat()
      .map(({ owner }) => owner.bornAtLookup)
      .filter(steps => steps !== undefined),
    confirmedBy: isConfirmed ? patients : undefined,
    mayBeEcho: source.owner.isAnswerAlone || isUnproven,
  };
};

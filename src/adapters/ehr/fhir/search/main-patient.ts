// Which of a person's Patients is published.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonObject } from '../../../../domain/model/json.ts';
import { rootElement } from '../elements/element.ts';
import { keyOfPatient, linksOf, type PatientResource, reachedFrom } from './same-person.ts';
import type { ServerContext } from './server-context.ts';

/** Which Patients replace which: either of the two may say so. `by` is undefined if nothing tells which Patient of this server it is. */
const replacementsAmong = (all: readonly PatientResource[], context: ServerContext) =>
  all.flatMap(patient => {
    const own = keyOfPatient(patient);
    return linksOf(patient, context).flatMap(({ type, key }) => {
      if (type === 'replaced-by') return [{ old: own, by: key }];
      return type === 'replaces' && key !== undefined ? [{ old: key, by: own }] : [];
    });
  });

const isActive = (patient: PatientResource): boolean => patient.active !== false;

/** When a resource was last changed, as an instant; -Infinity if it does not say. */
const changedAt = (patient: PatientResource, { times }: ServerContext): number => {
  const { node } = rootElement(patient);
  const written = isJsonObject(node.meta) ? node.meta.lastUpdated : undefined;
  return times.instant(typeof written === 'string' ? written : undefined) ?? Number.NEGATIVE_INFINITY;
};

/** Prefers active Patients, then the one changed last, then the smallest id. */
const chosen = (
  candidates: readonly PatientResource[],
  context: ServerContext,
): PatientResource | undefined => {
  const active = candidates.filter(isActive);
  const [first] = (active.length === 0 ? [...candidates] : active).sort((left, right) => {
    const [newest, next] = [changedAt(right, context), changedAt(left, context)];
    if (newest !== next) return newest > next ? 1 : -1;
    return keyOfPatient(left) < keyOfPatient(right) ? -1 : 1;
  });
  return first;
};

/**
 * The Patient to publish (`main`): a match that is not replaced, else the one that replaces the matches. Never one that is linked in
 * another way: it may lack the person's protected identity or death. And the keys of the Patients that another one replaces.
 * Throws `Failure` `ehr-unusable` if all are replaced and one that replaces them cannot be read: its records would be missing (D15).
 */
export const mainOf = (
  { matches, all }: Readonly<Record<'matches' | 'all', readonly PatientResource[]>>,
  context: ServerContext,
) => {
  const replacements = replacementsAmong(all, context);
  const replaced: ReadonlySet<string> = new Set(replacements.map(({ old }) => old));
  const steps = replacements.flatMap(({ old, by }) => (by === undefined ? [] : [[old, by] as const]));
  const successors = reachedFrom(matches, steps);
  const known = new Set(all.map(keyOfPatient));
  const isCurrent = (patient: PatientResource) => !replaced.has(keyOfPatient(patient));
  const isSuccessor = (patient: PatientResource) => successors.has(keyOfPatient(patient));
  const main =
    chosen(matches.filter(isCurrent), context) ??
    chosen(
      all.filter(patient => isSuccessor(patient) && isCurrent(patient)),
      context,
    ) ??
    // The links are a circle, if all that they lead to have been read.
    (replacements.every(({ old, by }) => !successors.has(old) || known.has(by ?? ''))
      ? chosen(matches, context)
      : undefined);
  if (main === undefined)
    throw unusableAnswer(
      'ehr-wrong-patient',
      'a patient who has been replaced by another one that cannot be read',
    );
  return { main, replaced };
};

// Which of a person's Patients is published.
import { rootElement } from '../elements/element.ts';
import type { Translation } from '../translation.ts';
import { idOf, type Resource } from '../wire/bundle.ts';
import { isObject } from '../wire/json.ts';
import { linksOf } from './same-person.ts';

/** The ids of the Patients that another one replaces. */
export const replacedIds = (all: readonly Resource[], translation: Translation): ReadonlySet<string> =>
  new Set(
    all.flatMap(patient =>
      linksOf(patient, translation).flatMap(({ type, id }) => {
        if (type === 'replaced-by') return [idOf(patient) ?? ''];
        return type === 'replaces' ? [id] : [];
      }),
    ),
  );

export const isActive = (patient: Resource): boolean => patient.active !== false;

/** When a resource was last changed, as an instant; -Infinity if it does not say. */
const changedAt = (patient: Resource, { times }: Translation): number => {
  const { node } = rootElement(patient);
  const written = isObject(node.meta) ? node.meta.lastUpdated : undefined;
  return times.instant(typeof written === 'string' ? written : undefined) ?? Number.NEGATIVE_INFINITY;
};

/** Prefers active Patients, then the one changed last, then the smallest id. */
const chosen = (candidates: readonly Resource[], translation: Translation): Resource | undefined => {
  const active = candidates.filter(isActive);
  const [first] = (active.length === 0 ? [...candidates] : active).sort((one, other) => {
    const [newest, next] = [changedAt(other, translation), changedAt(one, translation)];
    if (newest !== next) return newest > next ? 1 : -1;
    return (idOf(one) ?? '') < (idOf(other) ?? '') ? -1 : 1;
  });
  return first;
};

/** The Patient to publish: a match that is not replaced, else the one that replaces the matches. */
export const mainOf = (
  { matches, all }: { readonly matches: readonly Resource[]; readonly all: readonly Resource[] },
  translation: Translation,
): Resource => {
  const replaced = replacedIds(all, translation);
  const isCurrent = (one: Resource) => !replaced.has(idOf(one) ?? '');
  const main =
    chosen(matches.filter(isCurrent), translation) ??
    chosen(all.filter(isCurrent), translation) ??
    // Circular links replace no one.
    chosen(matches, translation);
  if (main === undefined) throw new TypeError('a person without a Patient');
  return main;
};

// What nothing has read of a resource: each such value is counted as `unmapped` (D29, what is left out).
import type { Loss } from '../../../../ports/ehr.ts';
import { nonBlank } from '../../translation/values.ts';
import { isExact, isObject, type Json, type JsonObject } from '../json/json.ts';
import { type AnyElement, absenceUrl } from './element.ts';
import type { Tally } from './tally.ts';

/**
 * Members of a resource that say nothing about the patient: what it is and its bookkeeping; the language of its texts; contained
 * resources, which are read by reference; and the narrative, which repeats the elements. Where no element says anything, the
 * narrative is counted (narrative.ts). A resource with implicit rules is not read at all.
 */
const silentInResources = ['resourceType', 'meta', 'implicitRules', 'language', 'text', 'contained'];

/** The members of a Reference name the same resource in different ways. If one has been read, the others say nothing more. */
const namesOfTarget = ['reference', 'type', 'identifier', 'display'];

/**
 * Members that say nothing more if another one of the same element has been read: where a code or a number comes from, the code
 * of a unit beside its name, and how a text was made.
 */
const silentBeside: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  system: ['code', 'value', 'unit'],
  unit: ['code'],
  code: ['unit'],
  use: ['value'],
  status: ['div'],
});

/** Names as R4 writes them. Paths are logged, so they must not contain any other text of the EHR. */
const memberName = /^_?[a-z][A-Za-z]{0,40}(?:64[A-Za-z]{0,10})?$/;

const nameInPath = (name: string): string => (memberName.test(name) ? name : 'unknown');

/** Whether an extension only says why there is no value. */
const saysAbsent = (value: JsonObject): boolean => value.url === absenceUrl;

/** Whether an object is an extension with a value: an attachment has a url too, which is a value. */
const isExtension = (value: JsonObject): boolean =>
  typeof value.url === 'string' &&
  Object.keys(value).some(name => name === 'extension' || /^_?value/.test(name));

/** The members that may be values: the id of an element is for references within the resource, the url of an extension names it. */
const membersOf = (value: JsonObject): [string, Json][] => {
  const silent = isExtension(value) ? ['id', 'url'] : ['id'];
  return (Object.entries(value) as [string, Json][]).filter(([name]) => !silent.includes(name));
};

/** How many values there are: texts that are not blank, numbers and booleans. */
const valuesIn = (value: Json | undefined): number => {
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<number>((sum, item) => sum + valuesIn(item), 0);
  if (isExact(value)) return 1;
  if (isObject(value)) {
    return saysAbsent(value) ? 0 : membersOf(value).reduce((sum, [, inner]) => sum + valuesIn(inner), 0);
  }
  if (typeof value === 'string') return nonBlank(value) === undefined ? 0 : 1;
  return value === undefined || value === null ? 0 : 1;
};

const objectsIn = (value: Json): JsonObject[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(isObject);

/** The path of each value of an object that has not been read. Objects that were not read member by member count as a whole. */
const unreadIn = (node: JsonObject, path: string, { tally, silent }: Walk): string[] => {
  const read = tally.reads.get(node) ?? new Set();
  const isReference =
    silent === undefined && ['reference', '_reference', 'display'].some(name => name in node);
  const isNamed = isReference && namesOfTarget.some(name => read.has(name));
  return membersOf(node).flatMap(([name, value]) => {
    if (silent?.has(name) === true) return [];
    const inner = `${path}/${nameInPath(name)}`;
    if (read.has(name)) {
      const parts = objectsIn(value).filter(part => tally.reads.has(part));
      return parts.flatMap(part => unreadIn(part, inner, { tally }));
    }
    if (isNamed && namesOfTarget.includes(name)) return [];
    if (silentBeside[name]?.some(other => read.has(other)) === true) return [];
    return Array.from({ length: valuesIn(value) }, () => inner);
  });
};

type Walk = { readonly tally: Tally; readonly silent?: ReadonlySet<string> };

/**
 * A loss for each value of a resource that nothing has read, and that is not part of something that was counted as lost already.
 * Call it when the record is complete.
 * @param judged members that decide what is done with the resource, and are not published.
 */
export const unmappedLosses = ({ node, name, tally }: AnyElement, judged: readonly string[] = []): Loss[] => {
  const silent = new Set([...silentInResources, ...judged]);
  const lost = [...new Set(tally.losses.map(({ path }) => path))];
  return unreadIn(node as JsonObject, name, { tally, silent })
    .filter(path => !lost.some(whole => path === whole || path.startsWith(`${whole}/`)))
    .map(path => ({ path, reason: 'unmapped', hides: [] }));
};

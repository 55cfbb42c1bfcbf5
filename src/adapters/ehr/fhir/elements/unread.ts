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
 * of a unit beside its name, how a text was made, and a name in one line beside its parts.
 */
const silentBeside: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  system: ['code', 'value', 'unit'],
  unit: ['code'],
  code: ['unit'],
  use: ['value', 'family', 'given', 'line'],
  text: ['family', 'given'],
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

/** Whether a member may be a value: the id of an element is for references within the resource, the url of an extension names it. */
const mayBeValue = (name: string, inExtension: boolean): boolean =>
  name !== 'id' && !(inExtension && name === 'url');

/** How many values there are: texts that are not blank, numbers and booleans. */
const valuesIn = (value: Json | undefined): number => {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'string') return nonBlank(value) === undefined ? 0 : 1;
  if (typeof value !== 'object' || isExact(value)) return 1;
  let sum = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) sum += valuesIn(item);
  } else if (isObject(value) && !saysAbsent(value)) {
    const inExtension = isExtension(value);
    for (const name of Object.keys(value)) if (mayBeValue(name, inExtension)) sum += valuesIn(value[name]);
  }
  return sum;
};

type Walk = {
  readonly reads: Tally['reads'];
  /** The path of each value that has not been read. */
  readonly unread: string[];
};

const noReads: ReadonlySet<string> = new Set();

/** Finds what has not been read of the objects in a value. Those that were not read member by member were read as a whole. */
const findInParts = (value: Json | undefined, path: string, walk: Walk): void => {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) findInParts(item, path, walk);
  else if (isObject(value) && walk.reads.has(value) && !saysAbsent(value)) findUnread(value, path, walk);
};

const isReference = (node: JsonObject): boolean =>
  ['reference', '_reference', 'display', 'identifier'].some(name => name in node);

/** Finds the members of an object that have not been read. @param silent members that say nothing. */
const findUnread = (
  node: JsonObject,
  path: string,
  walk: Walk,
  silent: ReadonlySet<string> | undefined = undefined,
): void => {
  const read = walk.reads.get(node) ?? noReads;
  const isNamed = silent === undefined && isReference(node) && namesOfTarget.some(name => read.has(name));
  const inExtension = isExtension(node);
  for (const name of Object.keys(node)) {
    if (silent?.has(name) === true || !mayBeValue(name, inExtension)) continue;
    const value = node[name];
    if (read.has(name)) {
      if (typeof value === 'object') findInParts(value, `${path}/${nameInPath(name)}`, walk);
      continue;
    }
    if (isNamed && namesOfTarget.includes(name)) continue;
    if (silentBeside[name]?.some(other => read.has(other)) === true) continue;
    const inner = `${path}/${nameInPath(name)}`;
    for (let count = valuesIn(value); count > 0; count--) walk.unread.push(inner);
  }
};

/**
 * A loss for each value of a resource that nothing has read, and that is not part of something that was counted as lost already.
 * Call it when the record is complete.
 * @param judged members that decide what is done with the resource, and are not published.
 */
export const unmappedLosses = ({ node, name, tally }: AnyElement, judged: readonly string[] = []): Loss[] => {
  const unread: string[] = [];
  const silent = new Set([...silentInResources, ...judged]);
  findUnread(node as JsonObject, name, { reads: tally.reads, unread }, silent);
  if (unread.length === 0) return [];
  const lost = [...new Set(tally.losses.map(({ path }) => path))];
  return unread
    .filter(path => !lost.some(whole => path === whole || path.startsWith(`${whole}/`)))
    .map(path => ({ path, reason: 'unmapped', hides: [] }));
};

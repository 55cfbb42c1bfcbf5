// What nothing has read of a resource: each such value is counted as `unmapped` (D29, what is left out).

import type { Loss } from '../../../../domain/model/loss.ts';
import { boundedPaths } from '../../../../domain/model/loss-paths.ts';
import { type IsSilent, unreadLosses } from '../../values/unread.ts';
import { isAbsent } from '../../values/values.ts';
import { type AnyElement, absenceUrl } from './element.ts';

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
 * of a unit beside its name, how a text was made, and a name or an address in one line beside its parts.
 */
const silentBeside: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  system: ['code', 'value', 'unit'],
  unit: ['code'],
  code: ['unit'],
  use: ['value', 'family', 'given', 'line'],
  text: ['family', 'given', 'line', 'postalCode', 'city'],
  status: ['div'],
});

type Part = Readonly<Record<string, unknown>>;

/** Whether an element is an extension with a value: an attachment has a url too, which is a value. */
const isExtension = (element: Part): boolean =>
  typeof element.url === 'string' &&
  Object.keys(element).some(name => name === 'extension' || /^_?value/.test(name));

const isReference = (element: Part): boolean =>
  !('resourceType' in element) &&
  ['reference', '_reference', 'display', 'identifier'].some(name => name in element);

/** Whether one of some members has been read that says something: looking for an absent one reads nothing. */
const saysAny = (element: Part, names: readonly string[], read: ReadonlySet<string>): boolean =>
  names.some(name => read.has(name) && !isAbsent(element[name]));

const isSilent: IsSilent = (element, name, read) =>
  // The id of an element is for references within the resource. An extension can say why there is no value, and nothing else.
  name === 'id' ||
  element.url === absenceUrl ||
  (name === 'url' && isExtension(element)) ||
  saysAny(element, silentBeside[name] ?? [], read) ||
  (namesOfTarget.includes(name) && saysAny(element, namesOfTarget, read) && isReference(element));

/**
 * The losses of what nothing has read of a resource, and that is not part of something that was counted as lost already.
 * Call it when the record is complete.
 * @param judged members that decide what is done with the resource, and are not published.
 */
export const unmappedLosses = (
  { node, name, tally }: AnyElement,
  judged: readonly string[] = [],
): readonly Loss[] => {
  const { reads = new Map(), counted } = tally;
  const silent = [...silentInResources, ...judged];
  const isCounted = (part: object, member = '') => counted?.get(part)?.has(member) === true;
  const options = { root: name, pathOf: boundedPaths(), silent, isSilent, isCounted };
  return unreadLosses(node, reads, options);
};

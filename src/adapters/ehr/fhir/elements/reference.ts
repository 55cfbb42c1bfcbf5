// What a Reference states itself, and the id under which others may refer to a resource.
import type * as R4 from 'fhir/r4.js';
import type { Hidden } from '../../../../domain/model/loss.ts';
import { idOf } from '../json/resource.ts';
import { type Element, isMissing, pathOf, sentValue } from './element.ts';
import { isTextLost, text } from './primitives.ts';
import { addOnce, markCounted } from './tally.ts';

const definitions = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\//;

/** The type that a Reference states (`Patient`), which may be written as the URL of its definition. */
export const statedType = (reference: Element<R4.Reference>): string | undefined => {
  const type = sentValue(reference, 'type');
  return typeof type === 'string' ? type.replace(definitions, '') : undefined;
};

/** The literal reference. One that is masked or unreadable is counted once per record, however often it is looked up. */
export const literalOf = (reference: Element<R4.Reference>): string | undefined => {
  if (!isTextLost(reference, 'reference')) return text(reference, 'reference');
  const reason = isMissing(sentValue(reference, 'reference')) ? 'withheld' : 'unreadable';
  return addOnce(reference.tally, reference.node, {
    path: pathOf(reference, 'reference'),
    reason,
    hides: reference.hides,
  });
};

/**
 * The id of a resource on its server; undefined for a contained one, whose id means nothing outside its container.
 * @param root the root element of the resource.
 */
export const serverId = ({ node, container }: Element<R4.Resource>): string | undefined =>
  node === container ? idOf(node) : undefined;

/** Like `serverId`, as `Type/id`. */
export const serverKey = (root: Element<R4.Resource>): string | undefined => {
  const id = serverId(root);
  return id === undefined ? undefined : `${root.name}/${id}`;
};

/**
 * Counts a Reference that could not be resolved: once per record, together with what is masked or unreadable in it.
 * @param hides what the access rules cannot tell without it (D36); by default, what is lost in the Reference hides.
 */
export const countUnresolved = (
  reference: Element<R4.Reference>,
  hides: readonly Hidden[] = reference.hides,
): undefined => {
  markCounted(reference.tally, reference.node);
  return addOnce(reference.tally, reference.node, { path: pathOf(reference), reason: 'unreadable', hides });
};

/** Counts a Reference to something that the record has no member for, such as a patient who is named as the author: once per record. */
export const countPlaceless = (reference: Element<R4.Reference>): undefined => {
  markCounted(reference.tally, reference.node);
  return addOnce(reference.tally, reference.node, { path: pathOf(reference), reason: 'unmapped', hides: [] });
};

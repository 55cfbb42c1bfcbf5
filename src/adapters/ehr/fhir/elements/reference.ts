// What a Reference states itself, and the id under which others may refer to a resource.
import { idOf } from '../wire/bundle.ts';
import { countLoss, type Element, isMask } from './element.ts';
import { isTextLost } from './primitives.ts';

const definitions = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\//;

/** The type that a Reference states (`Patient`), which may be written as the URL of its definition. */
export const statedType = ({ node: { type } }: Element): string | undefined =>
  typeof type === 'string' ? type.replace(definitions, '') : undefined;

/**
 * The id of a resource on its server; undefined for a contained one, whose id means nothing outside its container.
 * @param root the root element of the resource.
 */
export const serverId = ({ node, container }: Element): string | undefined =>
  node === container ? idOf(node) : undefined;

/** Like `serverId`, as `Type/id`. */
export const serverKey = (root: Element): string | undefined => {
  const id = serverId(root);
  return id === undefined ? undefined : `${root.name}/${id}`;
};

/** Counts a Reference that was looked up in vain, unless that has been counted for what is masked or unreadable in it. */
export const countUnresolved = (reference: Element): undefined => {
  if (!isMask(reference.node) && !isTextLost(reference, 'reference')) countLoss(reference);
};

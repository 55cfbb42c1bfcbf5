// Free-form elements (`Any`): attributes and children become members, whose values are strings or objects of the same kind.
import type { AnyObject } from '../../../domain/records/shared/common.ts';
import { isBlank } from '../values/values.ts';
import type { Member } from './plan.ts';

const newNode = (name: string) => ({
  name,
  /** Has no prototype, because names come from XML. */
  fields: undefined as AnyObject | undefined,
  fromAttributes: undefined as Set<string> | undefined,
  text: '',
  hasChild: false,
});
type Node = ReturnType<typeof newNode>;

const fieldsOf = (node: Node): AnyObject => {
  node.fields ??= Object.create(null) as AnyObject;
  return node.fields;
};

/** Children with the same name become an array. A child replaces an attribute with its name. */
const addChild = (node: Node, name: string, value: string | AnyObject) => {
  const fields = fieldsOf(node);
  const existing = node.fromAttributes?.delete(name) ? undefined : fields[name];
  if (existing === undefined) fields[name] = value;
  else if (Array.isArray(existing)) existing.push(value);
  else fields[name] = [existing, value];
};

const asObject = (node: Node): AnyObject => {
  const fields = fieldsOf(node);
  if (!node.hasChild && node.text !== '') fields.$self = node.text;
  return fields;
};

const asValue = (node: Node): string | AnyObject =>
  node.fields === undefined && !node.hasChild ? node.text : asObject(node);

/** Builds the free-form object of a member from the events within its element. */
export const freeForm = (member: Member) => {
  let node = newNode('');
  const above: Node[] = [];
  let strayTexts = 0;
  return {
    member,
    open(name: string) {
      node.hasChild = true;
      above.push(node);
      node = newNode(name);
    },
    attribute(name: string, value: string) {
      const local = name.slice(name.indexOf(':') + 1);
      fieldsOf(node)[local] = value;
      node.fromAttributes ??= new Set();
      node.fromAttributes.add(local);
    },
    text(text: string) {
      node.text += text;
    },
    /** Drops the element that was just opened, because it is nil. Returns whether it is the object itself. */
    drop(): boolean {
      const parent = above.pop();
      node = parent ?? node;
      return parent === undefined;
    },
    /** The complete object, when its own element ends; undefined before that. */
    close(): AnyObject | undefined {
      if (node.hasChild && !isBlank(node.text)) strayTexts++;
      const parent = above.pop();
      if (parent === undefined) return asObject(node);
      addChild(parent, node.name, asValue(node));
      node = parent;
      return undefined;
    },
    /** How many of its elements have text beside children, which has no place in an object. */
    strayTexts: () => strayTexts,
  };
};

export type FreeForm = ReturnType<typeof freeForm>;

// Modifier elements can change the meaning of the element around them, even to its opposite. The adapter knows none of them, so it
// reads nothing that has one.
import type { Json, JsonObject } from './json.ts';

/** Whether a member has a value. */
export const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether a value has a modifier extension, at any level. Loops, because all of every resource is looked at. */
export const hasModifier = (value: Json | undefined): boolean => {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[])
      if (typeof item === 'object' && hasModifier(item)) return true;
    return false;
  }
  // A number that kept its digits is an object with a text.
  if (typeof value !== 'object' || value === null) return false;
  const object = value as JsonObject;
  for (const name in object) {
    const inner = object[name];
    if (name === 'modifierExtension' && isFilled(inner)) return true;
    // Most members are texts, which need no call.
    if (typeof inner === 'object' && hasModifier(inner)) return true;
  }
  return false;
};

/** Whether an element can change the meaning of a resource. */
export const mayMeanOpposite = (resource: JsonObject): boolean =>
  isFilled(resource.implicitRules) || hasModifier(resource);

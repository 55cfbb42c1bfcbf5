// Whether patients may see a resource: security labels, and elements that can change its meaning.

import { type Coding, codingsOf, isListed } from '../elements/coded.ts';
import { child, rootElement } from '../elements/element.ts';
import type { FhirMembers } from '../members.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';

/** Labels that are not secrecy levels: ordinary confidentiality, and test data. */
const ordinary = new Set([
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|U',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|L',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|M',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|N',
  'http://terminology.hl7.org/CodeSystem/v3-ActCode|DEMO',
  'http://terminology.hl7.org/CodeSystem/v3-ActCode|HTEST',
]);

/** Labels for protected identity in the Swedish base profiles. */
const protectedCodes = new Set(
  ['sekretessmarkering', 'skyddadFolkbokforing'].map(
    code => `http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel|${code}`,
  ),
);

const noLabels: readonly Coding[] = [];

/** Whether a resource certainly has no labels. Most have none. */
const isUnlabelled = ({ meta }: JsonObject): boolean =>
  meta === undefined || (isObject(meta) && meta.security === undefined && meta.extension === undefined);

/** The labels of a resource; undefined if any of them is unreadable. */
export const labelsOf = (resource: JsonObject): readonly Coding[] | undefined => {
  if (isUnlabelled(resource)) return noLabels;
  const root = rootElement(resource);
  const meta = child(root, 'meta');
  const labels = meta === undefined ? [] : codingsOf(meta, 'security');
  const isReadable = root.tally.losses.length === 0 && labels.every(({ code }) => code !== undefined);
  return isReadable ? labels : undefined;
};

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether a value has a modifier extension, at any level. Loops, because all of every resource is looked at. */
const hasModifier = (value: Json | undefined): boolean => {
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

/** Whether a label withholds a resource from patients. */
export const isWithheldLabel = (
  label: Pick<Coding, 'system' | 'code'>,
  { withheldLabels }: FhirMembers,
): boolean => isListed(label, withheldLabels);

/** The element that withholds a resource from patients; undefined if they may see it. */
export const withholdingElement = (resource: JsonObject, members: FhirMembers): string | undefined => {
  const labels = labelsOf(resource);
  if (labels === undefined || labels.some(label => isWithheldLabel(label, members))) return 'meta/security';
  if (isFilled(resource.implicitRules)) return 'implicitRules';
  return hasModifier(resource) ? 'modifierExtension' : undefined;
};

/** Whether an element can change the meaning of a resource, even to its opposite. */
export const mayMeanOpposite = (resource: JsonObject): boolean =>
  isFilled(resource.implicitRules) || hasModifier(resource);

/** The labels that are secrecy levels, as the region's rules name them (D26). */
export const secrecyLevelsOf = (labels: readonly Pick<Coding, 'system' | 'code'>[]): string[] => [
  ...new Set(labels.flatMap(label => (isListed(label, ordinary) ? [] : (label.code ?? [])))),
];

/** Whether the labels mark protected identity; undefined if they are unreadable. */
export const marksProtected = (resource: JsonObject): boolean | undefined =>
  labelsOf(resource)?.some(label => isListed(label, protectedCodes));

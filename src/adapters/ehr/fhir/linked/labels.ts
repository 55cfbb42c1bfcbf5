// Who may see a resource: security labels, and elements that may turn its meaning round.

import { type Coding, codingsOf, isListed } from '../elements/coded.ts';
import { child, rootElement } from '../elements/element.ts';
import type { FhirMembers } from '../members.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';

/** Codes that are no secrecy level: ordinary confidentiality, and marks of test data. */
const ordinary = new Set([
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|U',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|L',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|M',
  'http://terminology.hl7.org/CodeSystem/v3-Confidentiality|N',
  'http://terminology.hl7.org/CodeSystem/v3-ActCode|DEMO',
  'http://terminology.hl7.org/CodeSystem/v3-ActCode|HTEST',
]);

/** Codes of protected identity, in the Swedish base profiles or without a system. */
const protectedCodes = new Set(
  ['sekretessmarkering', 'skyddadFolkbokforing'].map(
    code => `http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel|${code}`,
  ),
);

/** The labels of a resource; undefined where they cannot be read as a whole. */
export const labelsOf = (resource: JsonObject): readonly Coding[] | undefined => {
  const root = rootElement(resource);
  const meta = child(root, 'meta');
  const labels = meta === undefined ? [] : codingsOf(meta, 'security');
  const isReadable = root.tally.losses.length === 0 && labels.every(({ code }) => code !== undefined);
  return isReadable ? labels : undefined;
};

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether a modifier extension stands anywhere in a value. */
const hasModifier = (value: Json | undefined): boolean => {
  if (Array.isArray(value)) return value.some(hasModifier);
  if (!isObject(value)) return false;
  return isFilled(value.modifierExtension) || Object.values(value).some(hasModifier);
};

/** Whether a label is one that no patient may see. */
export const isWithheldLabel = (
  label: Pick<Coding, 'system' | 'code'>,
  { withheldLabels }: FhirMembers,
): boolean => isListed(label, withheldLabels);

/** The element because of which no patient may see a resource; undefined where one may. */
export const withholdingElement = (resource: JsonObject, members: FhirMembers): string | undefined => {
  const labels = labelsOf(resource);
  if (labels === undefined || labels.some(label => isWithheldLabel(label, members))) return 'meta/security';
  if (isFilled(resource.implicitRules)) return 'implicitRules';
  return hasModifier(resource) ? 'modifierExtension' : undefined;
};

/** Whether the meaning of a resource may be the opposite of what it says. */
export const mayMeanOpposite = (resource: JsonObject): boolean =>
  isFilled(resource.implicitRules) || hasModifier(resource);

/** The labels that are secrecy levels, as the region's rules name them (D26). */
export const secrecyLevelsOf = (labels: readonly Pick<Coding, 'system' | 'code'>[]): string[] => [
  ...new Set(labels.flatMap(label => (isListed(label, ordinary) ? [] : (label.code ?? [])))),
];

/** Whether labels mark protected identity; undefined where they cannot be read. */
export const marksProtected = (resource: JsonObject): boolean | undefined =>
  labelsOf(resource)?.some(label => isListed(label, protectedCodes));

// Whether patients may see a resource: security labels, elements that can change its meaning, and whether it is withdrawn.
import type * as R4 from 'fhir/r4.js';
import type { Json } from '../../../../domain/model/json.ts';
import type { Loss } from '../../../../domain/model/loss.ts';
import { sizeOf } from '../../meter.ts';
import { verificationCodes, verificationSystem } from '../../translation/words/certainty.ts';
import {
  type Coding,
  type Concept,
  codingsOf,
  conceptOf,
  hasStandardCode,
  type Label,
  namedStatus,
} from '../elements/coded.ts';
import { type AnyElement, child, type Element, rootElement, typeName } from '../elements/element.ts';
import { addOnce } from '../elements/tally.ts';
import { hasModifier, isFilled, keyOf, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';

export const confidentialitySystem = 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality';
export const actCodeSystem = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';

/** Labels that are not secrecy levels: ordinary confidentiality, and test data. */
const ordinary = new Set([
  ...['U', 'L', 'M', 'N'].map(code => `${confidentialitySystem}|${code}`),
  ...['DEMO', 'HTEST'].map(code => `${actCodeSystem}|${code}`),
]);

/** Labels for protected identity in the Swedish base profiles. */
const protectedCodes = new Set(
  ['sekretessmarkering', 'skyddadFolkbokforing'].map(
    code => `http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel|${code}`,
  ),
);

/** Whether a label is in a set of `system|code` texts. One without a system is compared by its code alone. */
const isListed = ({ system, code }: Label, listed: ReadonlySet<string>): boolean => {
  if (code === undefined) return false;
  if (system !== undefined) return listed.has(`${system}|${code}`);
  return [...listed].some(token => token.slice(token.indexOf('|') + 1) === code);
};

/** The labels of a resource; undefined if any of them is unreadable. */
export const labelsOf = (resource: Resource): readonly Coding[] | undefined => {
  const root = rootElement<R4.Resource>(resource);
  const labels = codingsOf(child(root, 'meta'), 'security');
  const isReadable = root.tally.losses.length === 0 && labels.every(({ code }) => code !== undefined);
  return isReadable ? labels : undefined;
};

/**
 * HL7's code for what must not be shown to the patient. It counts in any code system: older versions and other exporters name the
 * system differently, and no other label means it to be shown.
 */
const noDisclosure = 'NOPAT';

/** Whether a label withholds a resource from patients. */
export const isWithheldLabel = (label: Label, { withheldLabels }: FhirMembers): boolean =>
  label.code === noDisclosure || isListed(label, withheldLabels);

/** The element that withholds a resource from patients; undefined if they may see it. */
export const withholdingElement = (resource: Resource, members: FhirMembers): string | undefined => {
  const labels = labelsOf(resource);
  if (labels === undefined || labels.some(label => isWithheldLabel(label, members))) return 'meta/security';
  if (isFilled(resource.implicitRules)) return 'implicitRules';
  return hasModifier(resource) ? 'modifierExtension' : undefined;
};

const withdrawn = 'entered-in-error';

type WithdrawingMember = 'status' | 'docStatus' | 'verificationStatus';

/** Whether a mark withholds a resource that is part of a record. It is then counted, once for the record. */
export const isWithheldFrom = (record: AnyElement, resource: Resource, members: FhirMembers): boolean => {
  record.tally.meter?.('outside', sizeOf(resource.meta));
  const because = withholdingElement(resource, members);
  if (because === undefined) return false;
  const path = `${typeName(resource)}/${because}`;
  addOnce(record.tally, `${keyOf(resource)} withheld`, { path, reason: 'withheld', hides: [] });
  return true;
};

/** How certain an allergy is. */
export const verificationOf = (root: Element<R4.AllergyIntolerance>): Concept | undefined =>
  namedStatus(conceptOf(child(root, 'verificationStatus')), verificationSystem, verificationCodes);

/** The element by which its source has taken a resource back (D35, what was never true); undefined if it has not. */
export const withdrawingElement = (
  resource: Pick<Resource, 'resourceType'> & { readonly [M in WithdrawingMember]?: Json | undefined },
): WithdrawingMember | undefined => {
  if (resource.status === withdrawn) return 'status';
  if (resource.docStatus === withdrawn) return 'docStatus';
  if (resource.verificationStatus === undefined) return undefined;
  const verification = verificationOf(rootElement(resource as Resource<R4.AllergyIntolerance>));
  return hasStandardCode(verification, verificationSystem, withdrawn) ? 'verificationStatus' : undefined;
};

/** The labels that are secrecy levels, as the region's rules name them (D26). */
export const secrecyLevelsOf = (labels: readonly Label[]): string[] => [
  ...new Set(labels.flatMap(label => (isListed(label, ordinary) ? [] : (label.code ?? [])))),
];

/** Whether the labels mark protected identity; undefined if they are unreadable. */
export const marksProtected = (resource: Resource): boolean | undefined =>
  labelsOf(resource)?.some(label => isListed(label, protectedCodes));

/** A loss for each label of a resource whose record has no place for secrecy levels; those for protected identity have another one. */
export const placelessLabels = (resource: Resource): Loss[] =>
  secrecyLevelsOf((labelsOf(resource) ?? []).filter(label => !isListed(label, protectedCodes))).map(() => ({
    path: `${typeName(resource)}/meta/security`,
    reason: 'unmapped',
    hides: [],
  }));

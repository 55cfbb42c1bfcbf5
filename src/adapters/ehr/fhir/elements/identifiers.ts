// Identifiers: which register they come from, and how they are published.
import type * as R4 from 'fhir/r4.js';
import { type NumberKind, withoutHyphen } from '../../../../domain/model/patient-number.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { numberRoots } from '../../../../domain/rules/foreign.ts';
import { hsaRoot } from '../../values/values.ts';
import type { FhirMembers } from '../members.ts';
import { children, type Element, ignoringLosses, objectAt, type With } from './element.ts';
import { exactText, uri } from './primitives.ts';

const numberKinds = ['personal', 'coordination', 'reserve'] as const satisfies readonly NumberKind[];

const oidPrefix = 'urn:oid:';
const oid = (root: string) => oidPrefix + root;
/** A system as a root: an OID without its prefix. */
export const withoutOid = (system: string): string =>
  system.startsWith(oidPrefix) ? system.slice(oidPrefix.length) : system;

/** Tells which register an identifier is from, by the profile and the OIDs of the national registers. */
export const registersOf = (
  { identifiers }: Pick<FhirMembers, 'identifiers'>,
  reserveRoot: string | undefined,
) => {
  const roots = { ...numberRoots, reserve: reserveRoot };
  const kinds = new Map<string, NumberKind>();
  for (const kind of numberKinds) {
    const root = roots[kind];
    for (const system of [...identifiers[kind], ...(root === undefined ? [] : [oid(root)])]) {
      if (!kinds.has(system)) kinds.set(system, kind);
    }
  }
  const hsa = new Set([...identifiers.hsaId, oid(hsaRoot)]);
  /** The identifier system to search for numbers of a kind with. */
  const searchSystem = (kind: NumberKind) => identifiers[kind][0] ?? '';
  return {
    /** The kind of person number that an identifier system stands for; undefined for any other system. */
    kindOf: (system: string | undefined) => (system === undefined ? undefined : kinds.get(system)),
    isHsa: (system: string | undefined) => system !== undefined && hsa.has(system),
    searchSystem,
    /** The root to publish numbers of a kind with; for reserve numbers without a configured root, their system. */
    rootOf: (kind: NumberKind) => roots[kind] ?? withoutOid(searchSystem(kind)),
  };
};
export type Registers = ReturnType<typeof registersOf>;

/** An Identifier as it was sent. */
export const idIn = (element: Element<R4.Identifier>) => ({
  system: uri(element, 'system'),
  value: exactText(element, 'value'),
  element,
});
export type Id = Readonly<ReturnType<typeof idIn>>;

/** The identifier of a member, such as that of a Reference. */
export const idAt = <M extends string>(
  element: With<M, R4.Identifier> | undefined,
  member: M,
): Id | undefined => {
  const identifier = objectAt<R4.Identifier, M>(element, member);
  return identifier && idIn(identifier);
};

/** The identifiers of a resource. */
export const idsIn = (element: With<'identifier', readonly R4.Identifier[]>): Id[] =>
  children(element, 'identifier').map(idIn);

/** A person's numbers, by the kinds that the systems of their identifiers stand for. */
export const numbersIn = (
  root: With<'identifier', readonly R4.Identifier[]>,
  { kindOf }: Registers,
): { readonly kind: NumberKind; readonly number: string }[] =>
  idsIn(root).flatMap(({ system, value }) => {
    const kind = kindOf(system);
    return kind === undefined || value === undefined ? [] : [{ kind, number: plainNumber(value) }];
  });

/** The personal identity numbers among a person's numbers. */
export const personalNumbers = (...of: Parameters<typeof numbersIn>): string[] =>
  numbersIn(...of).flatMap(({ kind, number }) => (kind === 'personal' ? number : []));

/** Whether an identifier has something that is masked or unreadable, and may be an HSA-id: one has letters, so it is no number. */
export const mayBeLostHsaId = (identifier: Element<R4.Identifier>, { isHsa }: Registers): boolean => {
  const alone = ignoringLosses(identifier);
  const { system, value } = idIn(alone);
  const isLost =
    alone.tally.losses.length > 0 || (value !== undefined && typeof identifier.node.value !== 'string');
  return isLost && (system === undefined || isHsa(system));
};

/** Whether one of a resource's identifiers that are masked or unreadable may be an HSA-id. */
export const mayLackHsaId = (
  root: With<'identifier', readonly R4.Identifier[]>,
  registers: Registers,
): boolean => {
  const alone = ignoringLosses(root);
  const identifiers = children(alone, 'identifier');
  return (
    alone.tally.losses.length > 0 || identifiers.some(identifier => mayBeLostHsaId(identifier, registers))
  );
};

/** An identifier as it is published. */
export const publishedIdentifier = (id: Pick<Id, 'system' | 'value'> | undefined): Identifier | undefined => {
  if (id?.value === undefined) return undefined;
  const { system, value } = id;
  return system === undefined ? { extension: value } : { root: withoutOid(system), extension: value };
};

/** A person number, reserve numbers included, without the hyphen that some systems write. */
export const plainNumber = (value: string): string => {
  const trimmed = value.trim();
  const digits = withoutHyphen(trimmed);
  return digits === trimmed ? trimmed.replace(/^([0-9A-Za-z]{8})-([0-9A-Za-z]{4})$/, '$1$2') : digits;
};

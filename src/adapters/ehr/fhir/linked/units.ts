// Care units: an Organization, or the Organization that runs a Location or HealthcareService.
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { hsaId, partialObject } from '../../translation/values.ts';
import { child, countLoss, type Element, ignoringLosses, text } from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import { type Id, idIn, idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import type { Translation } from '../translation.ts';
import { keyOf } from '../wire/bundle.ts';
import type { Lookup, References, Target } from './references.ts';

/** The ids of a unit under the extract's names. */
export type UnitIds = { readonly UnitID?: Identifier; readonly UnitLocalID?: Identifier };

/** What is known about a unit, from its resource or from a reference to it. */
export type Unit = {
  readonly ids: UnitIds | undefined;
  readonly hsaId: string | undefined;
  readonly name: string | undefined;
  /** The resource, with phones and addresses; undefined if only a reference is known. */
  readonly root: Element | undefined;
  /** `Type/id`, where there is a resource. */
  readonly key: string | undefined;
  /** The care unit that it belongs to; undefined if it is one itself. */
  readonly careUnit: Unit | undefined;
  /** The organisation that provides the care. */
  readonly careProvider: Unit | undefined;
};

/** A unit. `isResolved` is false if it is named but cannot be identified, which access rules must know (D26). */
export type FoundUnit = { readonly unit: Unit | undefined; readonly isResolved: boolean };

export type Units = {
  /** The unit of a reference to an Organization, a Location or a HealthcareService. */
  at(reference: Element | undefined): FoundUnit | undefined;
  /** The unit of a resource that was received. */
  of(target: Target): FoundUnit | undefined;
};

const hierarchyUrls = [
  'https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy',
  'https://commonprofiles.care/StructureDefinition/common-hsaHierarchy',
];

/** Only a unit looks for its care provider, which is the organisation directly above it. */
type Depth = 'unit' | 'provider';

export const unitsIn = ({ registers }: Translation, references: References): Units => {
  const hsaIn = (ids: readonly Id[]) =>
    ids.find(({ system, value }) => registers.isHsa(system) && value !== undefined);

  const idsOf = (ids: readonly Id[], key: string | undefined): UnitIds | undefined => {
    const hsa = hsaIn(ids);
    if (hsa !== undefined) return partialObject({ UnitID: hsaId(hsa.value) });
    const [local] = ids.flatMap(id => publishedIdentifier(id) ?? []);
    return partialObject({ UnitLocalID: local ?? (key === undefined ? undefined : { extension: key }) });
  };

  /** A unit from the identifier and display of a reference. */
  const byReference = (reference: Element): FoundUnit => {
    const logical = child(reference, 'identifier');
    const id = logical === undefined ? undefined : idIn(logical);
    const ids = id?.value === undefined ? [] : [id];
    const name = text(reference, 'display');
    const isLogical = reference.node.reference === undefined && ids.length > 0;
    const isResolved = isLogical || hsaIn(ids) !== undefined;
    if (ids.length === 0 && name === undefined) return { unit: undefined, isResolved };
    return {
      unit: {
        ids: idsOf(ids, undefined),
        hsaId: hsaIn(ids)?.value,
        name,
        root: undefined,
        key: undefined,
        careUnit: undefined,
        careProvider: undefined,
      },
      isResolved,
    };
  };

  /** A part of the HSA hierarchy in an organisation's extension. */
  const hierarchyPart = (root: Element, part: string): Unit | undefined => {
    const hierarchy = extension(root, ...hierarchyUrls);
    const found = hierarchy === undefined ? undefined : extension(hierarchy, part);
    const reference = found === undefined ? undefined : child(found, 'valueReference');
    return reference === undefined ? undefined : byReference(reference).unit;
  };

  const fromResource = ({ resource, root }: Target, depth: Depth): Unit => {
    const ids = idsIn(root);
    const key = keyOf(resource);
    return {
      ids: idsOf(ids, key),
      hsaId: hsaIn(ids)?.value,
      name: text(root, 'name'),
      root,
      key,
      careUnit: depth === 'unit' ? hierarchyPart(root, 'hsaCareUnit') : undefined,
      careProvider: depth === 'unit' ? careProviderOf(root) : undefined,
    };
  };

  const careProviderOf = (root: Element): Unit | undefined => {
    const stated = hierarchyPart(root, 'hsaCareProvider');
    if (stated !== undefined) return stated;
    const above = child(root, 'partOf');
    if (above === undefined) return undefined;
    const found = references.lookUp(above);
    if (found.state === 'found') return fromResource(found.target, 'provider');
    if (found.state === 'withheld') return undefined;
    return byReference(above).unit ?? countLoss(above);
  };

  const of = (target: Target): FoundUnit | undefined => {
    const { resource, root } = target;
    if (resource.resourceType === 'Organization')
      return { unit: fromResource(target, 'unit'), isResolved: true };
    const isPlace = resource.resourceType === 'Location';
    if (!isPlace && resource.resourceType !== 'HealthcareService') return undefined;
    if (isPlace && hsaIn(idsIn(ignoringLosses(root))) !== undefined) {
      return { unit: fromResource(target, 'unit'), isResolved: true };
    }
    return at(child(root, isPlace ? 'managingOrganization' : 'providedBy'));
  };

  const notFound = (reference: Element, state: Exclude<Lookup['state'], 'found'>): FoundUnit => {
    const named = byReference(reference);
    return state === 'withheld' ? { unit: undefined, isResolved: false } : named;
  };

  const at: Units['at'] = reference => {
    if (reference === undefined) return undefined;
    const found = references.lookUp(reference);
    return found.state === 'found' ? of(found.target) : notFound(reference, found.state);
  };

  return { at, of };
};

// Care units: an Organization, or the Organization that runs a Location or HealthcareService.
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { hsaId, partialObject } from '../../translation/values.ts';
import { child, countLoss, type Element, ignoringLosses, text } from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import { type Id, idIn, idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import type { Tally } from '../elements/tally.ts';
import type { Translation } from '../translation.ts';
import { keyOf, type Resource } from '../wire/bundle.ts';
import { readOnce } from './read-once.ts';
import type { Lookup, References, Target } from './references.ts';
import { type UnitContact, unitContact } from './unit-contact.ts';

/** The ids of a unit under the extract's names. */
export type UnitIds = { readonly UnitID?: Identifier; readonly UnitLocalID?: Identifier };

/** The resource of a unit. Other records may refer to it too: what is read from it is counted in the tally that is given. */
export type ReceivedUnit = {
  root(tally: Tally): Element;
  contact(tally: Tally): UnitContact;
};

/** What is known about a unit, from its resource or from a reference to it. */
export type Unit = {
  readonly ids: UnitIds | undefined;
  readonly hsaId: string | undefined;
  readonly name: string | undefined;
  /** Undefined if only a reference is known. */
  readonly received: ReceivedUnit | undefined;
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
        received: undefined,
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

  const contactOf = readOnce(unitContact);

  const fromResource = (root: Element, depth: Depth): Unit => {
    const ids = idsIn(root);
    const key = keyOf(root.node as Resource);
    return {
      ids: idsOf(ids, key),
      hsaId: hsaIn(ids)?.value,
      name: text(root, 'name'),
      received: {
        root: tally => ({ ...root, tally }),
        contact: tally => contactOf({ ...root, tally }),
      },
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
    if (found.state === 'found') return fromResource(found.target.root, 'provider');
    if (found.state === 'withheld') return undefined;
    return byReference(above).unit ?? countLoss(above);
  };

  /** Places whose organisation is being looked up. */
  const pending = new Set<Element['node']>();

  /** The unit that runs a place; unresolved if the place names itself, directly or through others. */
  const unitOfPlace = (place: Element, member: string): FoundUnit | undefined => {
    if (pending.has(place.node)) return { unit: undefined, isResolved: false };
    pending.add(place.node);
    const found = at(child(place, member));
    pending.delete(place.node);
    return found;
  };

  const ofResource = readOnce((root): FoundUnit | undefined => {
    const { resourceType } = root.node;
    if (resourceType === 'Organization') return { unit: fromResource(root, 'unit'), isResolved: true };
    const isPlace = resourceType === 'Location';
    if (!isPlace && resourceType !== 'HealthcareService') return undefined;
    if (isPlace && hsaIn(idsIn(ignoringLosses(root))) !== undefined) {
      return { unit: fromResource(root, 'unit'), isResolved: true };
    }
    return unitOfPlace(root, isPlace ? 'managingOrganization' : 'providedBy');
  });

  const of: Units['of'] = ({ root }) => ofResource(root);

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

// Care units: an Organization, or the Organization that runs a Location or HealthcareService.
import type * as R4 from 'fhir/r4.js';
import { isJsonObject } from '../../../../domain/model/json.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { definedItems, hsaId, joinedTexts, nonEmptyList, partialObject } from '../../values/values.ts';
import { contactPoints, phonesAndEmails, postalAddress } from '../elements/contact-points.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  ignoringLosses,
  isPresent,
  objectAt,
  readOnce,
  rootOfType,
  sentValue,
  type With,
  withTally,
} from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import {
  type Id,
  idAt,
  idsIn,
  mayBeLostHsaId,
  mayLackHsaId,
  publishedIdentifier,
} from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { countUnresolved, serverKey } from '../elements/reference.ts';
import type { Tally } from '../elements/tally.ts';
import type { References } from '../search/references.ts';
import type { ServerContext } from '../search/server-context.ts';

/** A unit: an Organization, or a Location with an id of its own. */
type UnitElement = Element<R4.Organization | R4.Location>;

const addressOf = (element: Element<R4.Address>) => {
  const { use, street, careOf, postalCode, city, part } = postalAddress(element);
  const whole = part('text');
  return partialObject({
    UnitAddressType: use,
    UnitAddressAddress: joinedTexts([careOf, street], ', ') ?? whole,
    UnitAddressPostcode: postalCode,
    UnitAddressCity: city,
    UnitAddressCounty: part('state'),
    UnitAddressCountry: part('country'),
  });
};

/** The postal addresses: an Organization has a list, a Location one. */
const addressesOf = (root: UnitElement): readonly Element<R4.Address>[] => [
  ...definedItems([child(rootOfType(root, 'Location'), 'address')]),
  ...children(rootOfType(root, 'Organization'), 'address'),
];

/** The phone numbers, e-mail addresses and postal addresses of a unit. Extracts name the lists around them differently. */
const unitContact = (root: UnitElement) => ({
  ...phonesAndEmails(contactPoints(root)),
  addresses: nonEmptyList(addressesOf(root).map(addressOf)),
});

/** The ids of a unit under the extract's names. */
export type UnitIds = { readonly UnitID?: Identifier; readonly UnitLocalID?: Identifier };

/** What is known about a unit, from its resource or from a reference to it. */
export type KnownUnit = {
  readonly ids: UnitIds | undefined;
  readonly hsaId: string | undefined;
  readonly name: string | undefined;
  /**
   * Its resource; undefined if only a reference is known. Other records may refer to it too: what is read from it is counted in the tally
   * that is given.
   */
  readonly received:
    | {
        readonly node: object;
        root(tally: Tally): UnitElement;
        contact(tally: Tally): ReturnType<typeof unitContact>;
      }
    | undefined;
  /** `Type/id`, if its resource is one of the server's own rather than a contained one. */
  readonly key: string | undefined;
  /** The care unit that it belongs to; undefined if it is one itself. */
  readonly careUnit: KnownUnit | undefined;
  /** False if its care unit is named but cannot be identified. */
  readonly isCareUnitResolved: boolean;
  /** The organisation that provides the care. */
  readonly careProvider: KnownUnit | undefined;
};

/** A unit. `isResolved` is false if it is named but cannot be identified, which access rules must know (D26). */
export type UnitResolution = { readonly unit: KnownUnit | undefined; readonly isResolved: boolean };

export const unresolved: UnitResolution = { unit: undefined, isResolved: false };

const unknownUnit: KnownUnit = {
  ids: undefined,
  hsaId: undefined,
  name: undefined,
  received: undefined,
  key: undefined,
  careUnit: undefined,
  isCareUnitResolved: true,
  careProvider: undefined,
};

const hierarchyUrls = [
  'https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy',
  'https://commonprofiles.care/StructureDefinition/common-hsaHierarchy',
];

/** Only a unit looks for its care provider, which is the organisation directly above it. */
type Depth = 'unit' | 'provider';

/** The units that references of one request lead to, each translated once. */
export const unitsIn = ({ registers }: ServerContext, references: References) => {
  const hsaIn = (ids: readonly Id[]) =>
    ids.find(
      ({ system, value, element }) =>
        registers.isHsa(system) && value !== undefined && !mayBeLostHsaId(element, registers),
    );

  const idsOf = (ids: readonly Id[], key: string | undefined): UnitIds | undefined => {
    const hsa = hsaIn(ids);
    if (hsa !== undefined) return partialObject({ UnitID: hsaId(hsa.value) });
    const [local] = ids.flatMap(id => publishedIdentifier(id) ?? []);
    return partialObject({ UnitLocalID: local ?? (key === undefined ? undefined : { extension: key }) });
  };

  /** A unit from the identifier and display of a reference. */
  const byReference = (reference: Element<R4.Reference>): UnitResolution => {
    const id = idAt(reference, 'identifier');
    const ids = id?.value === undefined ? [] : [id];
    const name = text(reference, 'display');
    if (ids.length === 0 && name === undefined) return unresolved;
    const hsa = hsaIn(ids)?.value;
    const isLogical =
      reference.node.reference === undefined &&
      ids.some(({ element }) => !mayBeLostHsaId(element, registers));
    return {
      unit: { ...unknownUnit, ids: idsOf(ids, undefined), hsaId: hsa, name },
      isResolved: isLogical || hsa !== undefined,
    };
  };

  /** A part of the HSA hierarchy in an organisation's extension. */
  const hierarchyPart = (root: UnitElement, part: string): UnitResolution | undefined => {
    const partExtension = extension(extension(root, ...hierarchyUrls), part);
    if (partExtension === undefined) return undefined;
    const reference = child(partExtension, 'valueReference');
    return reference === undefined ? unresolved : byReference(reference);
  };

  /** The unit itself. If it has no name, it gets the display of the reference. */
  const withDisplayName = (reference: Element<R4.Reference>, unit: KnownUnit): KnownUnit => {
    const display = unit.name === undefined ? text(reference, 'display') : undefined;
    return display === undefined ? unit : { ...unit, name: display };
  };

  const contactOf = readOnce(unitContact);

  const fromResource = (root: UnitElement, depth: Depth): KnownUnit => {
    const ids = idsIn(root);
    const key = serverKey(root);
    const careUnit = depth === 'unit' ? hierarchyPart(root, 'hsaCareUnit') : undefined;
    return {
      ids: idsOf(ids, key),
      hsaId: hsaIn(ids)?.value,
      name: text(root, 'name'),
      received: {
        node: root.node,
        root: tally => withTally(root, tally),
        contact: tally => contactOf(withTally(root, tally)),
      },
      key,
      careUnit: careUnit && (careUnit.unit ?? unknownUnit),
      isCareUnitResolved: careUnit?.isResolved !== false,
      careProvider: depth === 'unit' ? careProviderOf(root) : undefined,
    };
  };

  const careProviderOf = (root: UnitElement): KnownUnit | undefined => {
    const stated = hierarchyPart(root, 'hsaCareProvider');
    // One that is named and not known may be another one than the organisation above.
    if (stated !== undefined) return stated.unit ?? countLoss(root, 'extension');
    // A place is part of a building, which provides no care.
    const above = child(rootOfType(root, 'Organization'), 'partOf');
    if (above === undefined) return undefined;
    const lookup = references.lookUp(above);
    if (lookup.state === 'withheld') return undefined;
    const provider = rootOfType(lookup.root, 'Organization');
    if (provider !== undefined) return withDisplayName(above, fromResource(provider, 'provider'));
    return byReference(above).unit ?? countUnresolved(above);
  };

  /** Places whose organisation is being looked up. */
  const pending = new Set<object>();

  /** The unit that runs a place; unresolved if the place names itself, directly or through others. */
  const unitOfPlace = <M extends string>(
    place: With<M, R4.Reference>,
    member: M,
  ): UnitResolution | undefined => {
    if (pending.has(place.node)) return unresolved;
    pending.add(place.node);
    const resolution = inMember(place, member);
    pending.delete(place.node);
    return resolution;
  };

  /** The unit of a resource that was received. */
  const of = readOnce((resource: Element<R4.DomainResource>): UnitResolution | undefined => {
    const service = rootOfType(resource, 'HealthcareService');
    if (service !== undefined) return unitOfPlace(service, 'providedBy');
    const place = rootOfType(resource, 'Location');
    const root: UnitElement | undefined = place ?? rootOfType(resource, 'Organization');
    if (root === undefined) return undefined;
    const hasHsaId = hsaIn(idsIn(ignoringLosses(root))) !== undefined;
    const isResolved = hasHsaId || !mayLackHsaId(root, registers);
    if (hasHsaId || place === undefined) return { unit: fromResource(root, 'unit'), isResolved };
    // A place is a unit of its own only with an HSA-id.
    const resolution = unitOfPlace(place, 'managingOrganization');
    return isResolved ? resolution : { unit: resolution?.unit, isResolved };
  });

  /** The unit of a reference to an Organization, a Location or a HealthcareService. */
  const at = (reference: Element<R4.Reference> | undefined): UnitResolution | undefined => {
    if (reference === undefined) return undefined;
    const lookup = references.lookUp(reference);
    if (lookup.state !== 'found') {
      // Read in any case, so an unreadable one is counted.
      const named = byReference(reference);
      return lookup.state === 'withheld' ? unresolved : named;
    }
    const result = of(lookup.root);
    if (result?.unit === undefined || result.unit.name !== undefined) return result;
    // If the reference names a place that the unit runs, the display is that of the place.
    const isUnitItself = result.unit.received?.node === lookup.root.node;
    return isUnitItself ? { ...result, unit: withDisplayName(reference, result.unit) } : result;
  };

  const inMember = <M extends string>(
    element: With<M, R4.Reference> | undefined,
    member: M,
  ): UnitResolution | undefined => {
    const reference = objectAt<R4.Reference, M>(element, member);
    return reference === undefined && isPresent(element, member) ? unresolved : at(reference);
  };

  return {
    at,
    /** The unit of the reference in a member; unresolved, and not counted yet, if the member holds something else. */
    in: <M extends string>(element: With<M, R4.Reference> | undefined, member: M) =>
      element !== undefined && isPresent(element, member) && !isJsonObject(sentValue(element, member))
        ? unresolved
        : inMember(element, member),
    of,
  };
};
export type Units = ReturnType<typeof unitsIn>;

// Where an appointment takes place: the first of its participants that has a unit.
import type * as R4 from 'fhir/r4.js';
import type { Booking } from '../../../../domain/records/appointment.ts';
import { definedItems, nonBlank, partialObject } from '../../values/values.ts';
import { type PostalAddress, postalAddress } from '../elements/contact-points.ts';
import {
  type AnyElement,
  child,
  type Element,
  firstChild,
  ignoringLosses,
  rootOfType,
  type With,
} from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { serverKey } from '../elements/reference.ts';
import type { PatientContext } from '../records/context.ts';
import type { UnitResolution } from '../records/units.ts';
import type { ReferenceTarget } from '../search/references.ts';
import type { Participant } from './participants.ts';

type Unit = NonNullable<Booking['PerformingUnit']>;
type Address = NonNullable<Unit['Address']>;

/** The place of an appointment: what a participant refers to, and the unit there. */
export type BookingPlace = {
  readonly actor: Element<R4.Reference>;
  /** The Location, HealthcareService or role, if it was received. */
  readonly target: ReferenceTarget | undefined;
  /** The unit there. */
  readonly resolution: UnitResolution | undefined;
  /** The participant that names the unit, if it is another one. */
  readonly runBy?: Element<R4.Reference>;
};

/** Types of places, in order of preference. */
const order = ['Location', 'HealthcareService', 'PractitionerRole'];

const placeOf = (actor: Element<R4.Reference>, { references, units }: PatientContext): BookingPlace => {
  const lookup = references.lookUp(actor);
  const target = lookup.state === 'found' ? lookup.target : undefined;
  const role = target === undefined ? undefined : rootOfType(target.root, 'PractitionerRole');
  if (role !== undefined) return { actor, target, resolution: units.in(role, 'organization') };
  return {
    actor,
    target,
    resolution: target === undefined ? units.at(ignoringLosses(actor)) : units.of(target),
  };
};

/**
 * The first place with a unit; its Location, if the unit is that of a service or a role. Without any unit, the first Location
 * alone.
 */
export const performingPlace = (
  participants: readonly Participant[],
  context: PatientContext,
): BookingPlace | undefined => {
  const actors = definedItems(participants.map(({ actor }) => actor));
  let room: BookingPlace | undefined;
  for (const type of order) {
    for (const actor of actors.filter(reference => context.references.typeOf(reference) === type)) {
      const place = placeOf(actor, context);
      const { resolution } = place;
      if (resolution !== undefined)
        return type === 'Location' || room === undefined ? place : { ...room, resolution, runBy: actor };
      if (type === 'Location' && place.target !== undefined) room ??= place;
    }
  }
  return room;
};

export const publishedAddress = ({
  use,
  careOf,
  lines,
  postalCode,
  city,
  country,
  text: whole,
}: PostalAddress): Address | undefined =>
  partialObject<Address>({
    StreetAddress: nonBlank(lines.join(', ')) ?? whole,
    CareOfAddress: careOf,
    PostalCode: postalCode,
    City: city,
    Country: country,
    Type: use === undefined ? undefined : { Id: use, Name: use },
  });

const addressOf = ({ actor, target, resolution }: BookingPlace): Address | undefined => {
  const place = target === undefined ? undefined : rootOfType(target.root, 'Location');
  const unit = resolution?.unit?.received?.root(actor.tally);
  const organization = unit === undefined ? undefined : rootOfType(unit, 'Organization');
  const element = (place && child(place, 'address')) ?? (organization && firstChild(organization, 'address'));
  return element === undefined ? undefined : publishedAddress(postalAddress(element));
};

/** The name of a Location or a HealthcareService itself. */
const ownName = (root: AnyElement): string | undefined => {
  const place = rootOfType(root, 'Location') ?? rootOfType(root, 'HealthcareService');
  return place === undefined ? undefined : text(place as With<'name', string>, 'name');
};

/** The name of a place: its unit's, else its own, else the display of the participant. */
export const placeName = (
  { actor, target, resolution }: BookingPlace,
  { references }: Pick<PatientContext, 'references'>,
): string | undefined =>
  resolution?.unit?.name ??
  (target === undefined ? undefined : ownName(target.root)) ??
  references.displayOf(actor);

/** The unit of a booking from its place; undefined if nothing is known of it. */
export const performingUnit = (
  place: BookingPlace,
  context: Pick<PatientContext, 'references'>,
): Unit | undefined => {
  const { target, resolution } = place;
  const isLocation = target?.resource.resourceType === 'Location';
  return partialObject<Unit>({
    Name: placeName(place, context),
    Id: isLocation ? serverKey(target.root) : resolution?.unit?.key,
    HSAId: resolution?.unit?.hsaId,
    Address: addressOf(place),
  });
};

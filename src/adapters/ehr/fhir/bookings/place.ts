// Where an appointment takes place: the first of its participants that has a unit.
import type * as R4 from 'fhir/r4.js';
import type { Booking } from '../../../../domain/records/appointment.ts';
import { definedItems, partialObject } from '../../values/values.ts';
import { postalAddress } from '../elements/contact-points.ts';
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
import { addOnce } from '../elements/tally.ts';
import type { PatientContext } from '../records/context.ts';
import type { Participant } from './participants.ts';

type Unit = NonNullable<Booking['PerformingUnit']>;
type Address = NonNullable<Unit['Address']>;

/** Types of places, in order of preference. */
const order = ['Location', 'HealthcareService', 'PractitionerRole'];

/** The name of a Location or a HealthcareService itself. */
const ownName = (root: AnyElement): string | undefined => {
  const place = rootOfType(root, 'Location') ?? rootOfType(root, 'HealthcareService');
  return text(place as With<'name', string> | undefined, 'name');
};

/**
 * The place that a participant refers to: the Location, HealthcareService or role, if it was received (`target`); the unit there; and its
 * own name, a clinic's before that of the hospital that runs it.
 */
const placeOf = (actor: Element<R4.Reference>, { references, units }: PatientContext) => {
  const lookup = references.lookUp(actor);
  // The display of a role is a person's, and that of a service may be anything: neither is the name of a place.
  const isNamed = lookup.state !== 'withheld' && references.typeOf(actor) === 'Location';
  const display = () => (isNamed ? text(actor, 'display') : undefined);
  if (lookup.state !== 'found')
    return { actor, target: undefined, resolution: units.at(ignoringLosses(actor)), name: display };
  const target = lookup.root;
  const role = rootOfType(target, 'PractitionerRole');
  const resolution = role === undefined ? units.of(target) : units.in(role, 'organization');
  const unit = resolution?.unit;
  // A Location may be a room of the unit that was found; a service is the clinic itself, whoever runs it.
  const isRoomOf = unit?.received !== undefined && rootOfType(target, 'HealthcareService') === undefined;
  const name = () => {
    const own = isRoomOf ? (unit.name ?? ownName(target)) : ownName(target);
    if (own === undefined || unit?.name === undefined) return own ?? unit?.name ?? display();
    if (!isRoomOf) addOnce(actor.tally, unit, { path: 'Organization/name', reason: 'unmapped', hides: [] });
    return own;
  };
  return { actor, target, resolution, name };
};

/** The place of an appointment. `runBy` is the participant that names the unit, if it is another one. */
export type BookingPlace = ReturnType<typeof placeOf> & { readonly runBy?: Element<R4.Reference> };

/**
 * The first place with a unit, those that were found before the others; its Location, if the unit is that of a service or a role. Without
 * any unit, the first Location alone.
 */
export const performingPlace = (
  participants: readonly Participant[],
  context: PatientContext,
): BookingPlace | undefined => {
  const actors = definedItems(participants.map(({ actor }) => actor));
  const missing: BookingPlace[] = [];
  let room: BookingPlace | undefined;
  for (const type of order) {
    for (const actor of actors.filter(reference => context.references.typeOf(reference) === type)) {
      const place = placeOf(actor, context);
      const { target, resolution, name } = place;
      // An id alone, without a reference to more, is all that there is.
      if (target === undefined && resolution?.isResolved !== true) missing.push(place);
      else if (resolution === undefined) {
        if (type === 'Location') room ??= place;
      } else if (type === 'Location' || room === undefined) return place;
      else {
        const isFound = resolution.unit?.received !== undefined;
        return { ...room, resolution, name: isFound ? name : room.name, runBy: actor };
      }
    }
  }
  const [other] = missing;
  return room === undefined || other === undefined
    ? (room ?? other)
    : { ...room, resolution: other.resolution, runBy: other.actor };
};

export const publishedAddress = (element: Element<R4.Address>): Address | undefined => {
  const { use, careOf, street, postalCode, city, part } = postalAddress(element);
  const whole = part('text');
  return partialObject<Address>({
    StreetAddress: street ?? whole,
    CareOfAddress: careOf,
    PostalCode: postalCode,
    City: city,
    Country: part('country'),
    Type: use === undefined ? undefined : { Id: use, Name: use },
  });
};

const addressOf = ({ actor, target, resolution }: BookingPlace): Address | undefined => {
  const unit = resolution?.unit?.received?.root(actor.tally);
  const element =
    child(rootOfType(target, 'Location'), 'address') ??
    firstChild(rootOfType(unit, 'Organization'), 'address');
  return element && publishedAddress(element);
};

/** The unit of a booking from its place; undefined if nothing is known of it. */
export const performingUnit = (place: BookingPlace): Unit | undefined => {
  const { target, resolution, name } = place;
  const location = rootOfType(target, 'Location');
  return partialObject<Unit>({
    Name: name(),
    Id: location === undefined ? resolution?.unit?.key : serverKey(location),
    HSAId: resolution?.unit?.hsaId,
    Address: addressOf(place),
  });
};

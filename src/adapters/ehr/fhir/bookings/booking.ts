// Appointment → a booking.
import type * as R4 from 'fhir/r4.js';
import type { Appointment } from '../../../../domain/model/appointment.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Booking } from '../../../../domain/records/appointment.ts';
import { readableTime, startTexts } from '../../booking-start.ts';
import { joinedTexts, partialObject } from '../../values/values.ts';
import { conceptText, joinedConceptTexts } from '../elements/coded.ts';
import { countLoss, type Element, hiding, ignoringLosses, pathOf } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import { unmappedLosses } from '../elements/unread.ts';
import type { Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { countUnresolvedUnit } from '../records/record-units.ts';
import { unresolved } from '../records/units.ts';
import { placelessLabels } from '../search/labels.ts';
import {
  countOtherActors,
  countUnknownActors,
  type Participant,
  participantsOf,
  professionalsAmong,
} from './participants.ts';
import { type Payments, paymentOf } from './payments.ts';
import { performingPlace, performingUnit } from './place.ts';
import { type EncountersByAppointment, stateOf } from './states.ts';

type AnyObject = Booking['Any'][number];

/** What the document has no member for, the status in FHIR's own word included, as texts. */
const furtherTexts = (
  root: Element<R4.Appointment>,
  practitioner: string | undefined,
  { times }: PatientContext,
) => {
  const end = times.moment(root, 'end');
  return partialObject<AnyObject>({
    // Its loss is counted with the state.
    status: text(ignoringLosses(root), 'status'),
    end: end && readableTime(end.local),
    service: joinedConceptTexts(root, 'serviceType'),
    appointmentType: conceptText(root, 'appointmentType'),
    description: text(root, 'description'),
    practitioner,
    cancelationReason: conceptText(root, 'cancelationReason'),
  });
};

/** The names of the practitioners. One without a name is counted. */
const practitionerNames = (
  participants: readonly Participant[],
  context: PatientContext,
): string | undefined => {
  const names = professionalsAmong(participants, context).map(({ professional: { name }, element }) => {
    if (name === undefined) countLoss(element, 'actor', 'unmapped');
    return name;
  });
  return joinedTexts(names, '; ');
};

/** The published booking, with its state as first object of `Any` (D16). */
export const bookedAppointment = (
  root: Element<R4.Appointment>,
  {
    encounters,
    payments,
    context,
  }: { encounters: EncountersByAppointment; payments: Payments; context: PatientContext },
): Appointment => {
  const start = context.times.start(hiding(root, 'time'), 'start');
  const { value: participants, isComplete } = readPart(root, () => participantsOf(root));
  const place = performingPlace(participants, context);
  const mayNameUnit = countUnknownActors(participants, context) || !isComplete;
  const resolution = place?.resolution ?? (mayNameUnit ? unresolved : undefined);
  countUnresolvedUnit(root, resolution, pathOf(root, 'participant'));
  countOtherActors(participants, [place?.actor, place?.runBy], context);
  const further = furtherTexts(root, practitionerNames(participants, context), context);
  return {
    booking: {
      ...omitUndefined<Omit<Booking, 'Any'>>({
        ContactId: text(root, 'id'),
        PerformingUnit: place === undefined ? undefined : performingUnit(place),
        CareGiver: place?.resolution?.unit?.careProvider?.name,
        PatientInformation: text(root, 'patientInstruction'),
      }),
      ...startTexts(start),
      Any: further === undefined ? [] : [further],
    },
    start: start?.local,
    state: stateOf(root, encounters, context),
    payment: paymentOf(root, payments, context),
    losses: [...root.tally.losses, ...placelessLabels(root.node as Resource), ...unmappedLosses(root)],
  };
};

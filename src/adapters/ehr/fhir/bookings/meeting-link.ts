// The link to a video meeting: in an extension of the appointment, or on a location.
import type * as R4 from 'fhir/r4.js';
import {
  type AnyElement,
  child,
  children,
  countLoss,
  type Element,
  rootOfType,
} from '../elements/element.ts';
import { extension, extensions } from '../elements/extensions.ts';
import { text } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import type { PatientContext } from '../records/context.ts';
import type { AppointmentParts, Participant } from './participants.ts';

const virtualServiceUrl = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService';

export type Meeting = {
  /** Undefined for a virtual location without a link that can be published. */
  readonly link: string | undefined;
  /** The participant whose place the link is of, if it is that of a place. */
  readonly room?: Element<R4.Reference> | undefined;
  /** The first `additionalInfo` URL of the virtual service with the link. */
  readonly discoveryUri: string | undefined;
  /** False if the only link is that of a place and cannot be published: it may be the web page of a clinic. */
  readonly isCertain: boolean;
};

const isHttps = (written: string): boolean => URL.canParse(written) && new URL(written).protocol === 'https:';

/** The link in an extension or in one nested in it, in any of the value types that servers use. */
const urlValue = (element: Element<R4.Extension>): string | undefined => {
  for (const member of ['valueUrl', 'valueUri', 'valueString'] as const) {
    const url = text(element, member);
    if (url !== undefined) return url;
  }
  const value = text(child(element, 'valueContactPoint'), 'value');
  if (value !== undefined || element.node.extension === undefined) return value;
  for (const inner of children(element, 'extension')) {
    const url = urlValue(inner);
    if (url !== undefined) return url;
  }
  return undefined;
};

/** The link, if it is an https URL. Any other is counted as unreadable. */
const httpsOf = (element: AnyElement, written: string | undefined): string | undefined => {
  if (written === undefined) return undefined;
  return isHttps(written) ? written : countLoss(element);
};

/** Reads a link. One that cannot be published is counted; it was sent all the same (`wasSent`). */
const linkIn = <E extends AnyElement>(element: E, textOf: (element: E) => string | undefined) => {
  const { value: link, isComplete } = readPart(element, () => httpsOf(element, textOf(element)));
  return { link, wasSent: link !== undefined || !isComplete };
};

const places = ['Location', 'HealthcareService'] as const;

const placesAmong = (participants: readonly Participant[], { references }: PatientContext) =>
  participants.flatMap(({ element: participant, actor }) => {
    const place = references.find(actor, ...places);
    return place === undefined || actor === undefined ? [] : [{ participant, actor, place }];
  });
type MeetingPlace = ReturnType<typeof placesAmong>[number];

const textsOf = (elements: readonly Element<R4.CodeableConcept>[]): string[] =>
  elements.flatMap(concept => [
    text(concept, 'text') ?? '',
    ...children(concept, 'coding').flatMap(coding => [
      text(coding, 'display') ?? '',
      text(coding, 'code') ?? '',
    ]),
  ]);

const roomsOf = ({ participant, actor, place }: MeetingPlace) =>
  children(place, 'telecom').flatMap(point => {
    if (point.node.system !== 'url') return [];
    const { link, wasSent } = linkIn(point, telecom => text(telecom, 'value'));
    const words = [
      ...textsOf([...children(participant, 'type'), ...children(place, 'type')]),
      text(place, 'name') ?? '',
    ];
    return wasSent ? [{ actor, link, words }] : [];
  });

type Room = ReturnType<typeof roomsOf>[number];

const mentions = ({ words }: Room, word: string): boolean =>
  words.some(label => label.toLowerCase().includes(word));

const patientsRoom = (rooms: readonly Room[]): Room | undefined => {
  const linked = rooms.filter(({ link }) => link !== undefined);
  return linked.find(room => mentions(room, 'patient')) ?? linked[0];
};

const isVirtual = ({ place }: MeetingPlace): boolean =>
  children(child(rootOfType(place, 'Location'), 'physicalType'), 'coding').some(
    ({ node }) => node.code === 'vi',
  );

/** The further information of a virtual service. */
const discoveryUriIn = (service: Element<R4.Extension> | undefined): string | undefined => {
  const further = extension(service, 'additionalInfo');
  return further === undefined ? undefined : httpsOf(further, urlValue(further));
};

/** The meeting that extensions describe, with the first link that can be published; undefined if they have no link. */
const fromExtensions = (root: Element<R4.Appointment>, { members }: PatientContext): Meeting | undefined => {
  const services = extensions(root, virtualServiceUrl);
  const listed = members.videoExtensions.flatMap(url => extensions(root, url));
  const addresses = [
    ...services.map(service => ({ service, address: extension(service, 'address') })),
    ...listed.map(address => ({ service: undefined, address })),
  ];
  let wasAnySent = false;
  for (const { service, address } of addresses) {
    if (address === undefined) continue;
    const { link, wasSent } = linkIn(address, urlValue);
    if (link !== undefined) return { link, discoveryUri: discoveryUriIn(service), isCertain: true };
    wasAnySent ||= wasSent;
  }
  return wasAnySent ? { link: undefined, discoveryUri: undefined, isCertain: true } : undefined;
};

/** The video meeting of an appointment; undefined if it is not one. */
export const meetingOf = (
  { root, participants }: AppointmentParts,
  context: PatientContext,
): Meeting | undefined => {
  const described = fromExtensions(root, context);
  if (described?.link !== undefined) return described;
  const placeTargets = placesAmong(participants, context);
  // The staff's rooms are never shown.
  const rooms = placeTargets.flatMap(roomsOf).filter(room => !mentions(room, 'provider'));
  const room = patientsRoom(rooms);
  const link = room?.link;
  const isCertain = link !== undefined || described !== undefined || placeTargets.some(isVirtual);
  return isCertain || rooms.length > 0
    ? { link, room: room?.actor, discoveryUri: undefined, isCertain }
    : undefined;
};

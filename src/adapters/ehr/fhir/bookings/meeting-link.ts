// The link to a video meeting: in an extension of the appointment, or on a location.
import { child, children, countLoss, type Element, text } from '../elements/element.ts';
import { extension, extensions } from '../elements/extensions.ts';
import type { Context } from '../linked/reading.ts';
import type { Target } from '../linked/references.ts';

const virtualServiceUrl = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService';

export type Meeting = {
  /** Undefined for a virtual location without a link that can be published. */
  readonly link: string | undefined;
  /** The first `additionalInfo` URL of the virtual service with the link. */
  readonly discoveryUri: string | undefined;
};

const isHttps = (written: string): boolean => URL.canParse(written) && new URL(written).protocol === 'https:';

/** The link in an extension or in one nested in it, in any of the value types that servers use. */
const urlValue = (element: Element): string | undefined => {
  for (const member of ['valueUrl', 'valueUri', 'valueString']) {
    const found = text(element, member);
    if (found !== undefined) return found;
  }
  const point = child(element, 'valueContactPoint');
  const value = point === undefined ? undefined : text(point, 'value');
  if (value !== undefined || element.node.extension === undefined) return value;
  for (const inner of children(element, 'extension')) {
    const found = urlValue(inner);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The link, if it is an https URL. Any other is counted as unreadable. */
const httpsOf = (element: Element, written: string | undefined): string | undefined => {
  if (written === undefined) return undefined;
  return isHttps(written) ? written : countLoss(element);
};

const places = new Set(['Location', 'HealthcareService']);

const placesOf = (root: Element, { references }: Context): { participant: Element; target: Target }[] =>
  children(root, 'participant').flatMap(participant => {
    const actor = child(participant, 'actor');
    const target = references.find(actor, ...places);
    return target === undefined ? [] : [{ participant, target }];
  });

const textsOf = (elements: readonly Element[]): string[] =>
  elements.flatMap(concept => [
    text(concept, 'text') ?? '',
    ...children(concept, 'coding').flatMap(coding => [
      text(coding, 'display') ?? '',
      text(coding, 'code') ?? '',
    ]),
  ]);

type Room = { readonly link: string; readonly words: readonly string[] };

const roomsOf = ({ participant, target }: { participant: Element; target: Target }): Room[] =>
  children(target.root, 'telecom').flatMap(point => {
    if (point.node.system !== 'url') return [];
    const link = httpsOf(point, text(point, 'value'));
    const words = [
      ...textsOf([...children(participant, 'type'), ...children(target.root, 'type')]),
      text(target.root, 'name') ?? '',
    ];
    return link === undefined ? [] : [{ link, words }];
  });

const mentions = ({ words }: Room, word: string): boolean =>
  words.some(one => one.toLowerCase().includes(word));

/** The patient's room among several, never the staff's. */
const patientsRoom = (rooms: readonly Room[]): string | undefined => {
  const open = rooms.filter(room => !mentions(room, 'provider'));
  return (open.find(room => mentions(room, 'patient')) ?? open[0])?.link;
};

const isVirtual = ({ target }: { target: Target }): boolean => {
  if (target.resource.resourceType !== 'Location') return false;
  const type = child(target.root, 'physicalType');
  return type !== undefined && children(type, 'coding').some(({ node }) => node.code === 'vi');
};

const fromService = (root: Element): Meeting | undefined => {
  for (const service of extensions(root, virtualServiceUrl)) {
    const address = extension(service, 'address');
    const link = address === undefined ? undefined : httpsOf(address, urlValue(address));
    const further = extension(service, 'additionalInfo');
    if (link !== undefined)
      return { link, discoveryUri: further === undefined ? undefined : httpsOf(further, urlValue(further)) };
  }
  return undefined;
};

/** The video meeting of an appointment; undefined if it is not one. */
export const meetingOf = (root: Element, context: Context): Meeting | undefined => {
  const service = fromService(root);
  if (service !== undefined) return service;
  for (const url of context.translation.members.videoExtensions) {
    for (const one of extensions(root, url)) {
      const link = httpsOf(one, urlValue(one));
      if (link !== undefined) return { link, discoveryUri: undefined };
    }
  }
  const found = placesOf(root, context);
  const link = patientsRoom(found.flatMap(roomsOf));
  return link !== undefined || found.some(isVirtual) ? { link, discoveryUri: undefined } : undefined;
};

// Contacts as Encounters, with their rooms and beds.
import type { PatientData } from '../../extracts/world.ts';
import type { Resource } from '../simulator/store.ts';
import { doctor, organizationBy } from './care-units.ts';
import { concept, period, reference, resource, status, subjectOf, systems } from './parts.ts';

type Contact = PatientData['contacts'][number];

/** Encounter class (v3-ActCode) by type of visit. */
const classes: Readonly<Record<string, readonly [code: string, display: string]>> = {
  Slutenvård: ['IMP', 'Slutenvård'],
  Telefon: ['VR', 'Distanskontakt'],
};
const atTheUnit = ['AMB', 'Öppenvård'] as const;

const place = (id: string, { name, type }: { name: string; type: 'ro' | 'bd' }): Resource =>
  resource('Location', id, { name, physicalType: status('location-physical-type', type) });

const placesOf = ({ Contact: contact }: Contact): Resource[] => {
  const { ContacInternaltID: id = '', ContactRoom: room, ContactBed: bed } = contact ?? {};
  return [
    ...(room === undefined ? [] : [place(`room-${id}`, { name: room, type: 'ro' })]),
    ...(bed === undefined ? [] : [place(`bed-${id}`, { name: bed, type: 'bd' })]),
  ];
};

const encounterOf = (patientId: string, extract: Contact): Resource => {
  const { Contact: contact = {}, ContactPerformingUnit: performing } = extract;
  const type = contact.ContactTypeOfVisit;
  const [begin, end] = [contact.ContactBeginDateTime?.value, contact.ContactEndDateTime?.value];
  const [code, display] = classes[type ?? ''] ?? atTheUnit;
  const places = placesOf(extract);
  return resource('Encounter', contact.ContacInternaltID ?? '', {
    status: end === undefined ? 'in-progress' : 'finished',
    class: { system: systems.actCode, code, display },
    type: type === undefined ? undefined : [concept(type)],
    subject: subjectOf(patientId),
    participant: [{ type: [concept('Läkare')], individual: doctor }],
    period: period(begin, end),
    location:
      places.length === 0 ? undefined : places.map(({ id }) => ({ location: reference('Location', id) })),
    serviceProvider: organizationBy(performing),
  });
};

export const encounters = (patientId: string, { contacts }: PatientData): Resource[] =>
  contacts.flatMap(extract => [encounterOf(patientId, extract), ...placesOf(extract)]);

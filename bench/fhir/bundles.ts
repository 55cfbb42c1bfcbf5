// The Bundles of the bench: its extracts as the sandbox's FHIR server has them, one Bundle per patient and kind, of about the requested
// size.
import { careUnits } from '../../sandbox/fhir/resources/care-units.ts';
import { composition } from '../../sandbox/fhir/resources/journal-notes.ts';
import { patientResource } from '../../sandbox/fhir/resources/patient.ts';
import { prescription } from '../../sandbox/fhir/resources/prescriptions.ts';
import type { Resource } from '../../sandbox/fhir/simulator/store.ts';
import { unitIds, units } from '../../sandbox/patients/parts.ts';
import { noteExtract, patientExtract, placeholder, prescriptionExtract } from '../data/extracts.ts';
import { patients } from '../data/people.ts';
import { type Seeded, seeded } from '../data/seeded.ts';

export type Kind = 'MedicationRequest' | 'Composition';

/** The resources of a record: the one that is searched for, and those that it brings. */
const made: Readonly<Record<Kind, (by: Seeded, patientId: string, id: string) => Resource[]>> = {
  MedicationRequest: (by, patientId, id) => prescription(patientId, prescriptionExtract(by).Prescription, id),
  Composition: (by, patientId, id) => {
    const CareUnit = unitIds(by.one(Object.values(units)));
    return [composition(patientId, { ...noteExtract(by), CareUnit }, id)];
  },
};

export const idOf = (index: number) => `p${index}`;

const entryOf = (resource: Resource, mode: 'match' | 'include') => ({
  fullUrl: `https://fhir.example.internal/r4/${resource.resourceType}/${resource.id}`,
  resource,
  search: { mode },
});

/** A Bundle of resources, of which those of one type are the matches. */
const bundle = (type: string, resources: readonly Resource[]): Buffer => {
  const entry = resources.map(one => entryOf(one, one.resourceType === type ? 'match' : 'include'));
  const total = entry.filter(({ search }) => search.mode === 'match').length;
  const link = [{ relation: 'self', url: 'https://fhir.example.internal/r4' }];
  return Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'searchset', total, link, entry }));
};

const unitsOf = (...types: readonly string[]) =>
  careUnits().filter(({ resourceType }) => types.includes(resourceType));

/** The answer to the search for a patient's number. */
export const patientBundle = (number: string): Buffer => {
  const index = patients.indexOf(number);
  const resource = patientResource(idOf(index), patientExtract(seeded(index)), { isHyphenated: false });
  return bundle('Patient', [JSON.parse(JSON.stringify(resource).replace(placeholder, number))]);
};

export const organizationBundle = bundle('Organization', unitsOf('Organization'));

const sizeOf = (list: readonly Resource[]) => JSON.stringify(list.map(one => entryOf(one, 'match'))).length;

/** Generates resources of a kind, with the resources that they refer to, until there are enough bytes. */
export const recordsBundle = (kind: Kind, index: number, bytes: number): Buffer => {
  const by = seeded(100_000 + index);
  const resources = unitsOf('Practitioner', 'PractitionerRole');
  for (let size = sizeOf(resources); size < bytes; ) {
    const record = made[kind](by, idOf(index), `${index}-${resources.length}`);
    resources.push(...record);
    size += sizeOf(record);
  }
  return bundle(kind, resources);
};

// The test data of the contract suite as FHIR resources, and the expected records. Both are written by hand, in the files beside this one.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Resource } from '../../../../../sandbox/fhir/simulator/store.ts';
import { expectedIn } from '../../contract/expected-records.ts';
import { world } from '../../contract-world.ts';

export { world };

const personnummer = 'http://electronichealth.se/identifier/personnummer';

const patientResource = (id: string, number: string, family: string): Resource => ({
  resourceType: 'Patient',
  id,
  identifier: [{ system: personnummer, value: number }],
  name: [{ use: 'official', family, given: ['Tolvan', 'Provmartin'] }],
  gender: 'male',
  birthDate: '1912-12-12',
  telecom: [{ system: 'phone', use: 'mobile', value: '070-1740605' }],
  managingOrganization: { reference: 'Organization/clinic' },
});

const written = readFileSync(new URL('contract-resources.yaml', import.meta.url), 'utf8');

/** The resources of all patients, and those of one; their ids start with the patient's id. */
const resourcesFor = (id: string): { readonly shared: Resource[]; readonly ofPatient: Resource[] } =>
  parse(written.replaceAll('{id}', id).replaceAll('{key}', id === 'p1' ? '' : `${id}-`));

/** Creates new resources on each call, because writes change appointments. */
export const resources = (): Resource[] => [
  ...resourcesFor('p1').shared,
  patientResource('p1', world.patient, 'Tolvansson'),
  patientResource('p2', world.other, 'Provsson'),
  patientResource('p3', world.empty, 'Tomhänt'),
  ...resourcesFor('p1').ofPatient,
  ...resourcesFor('p2').ofPatient,
];

export const expected = expectedIn(new URL('contract-expected.yaml', import.meta.url));

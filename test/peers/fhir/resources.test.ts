// Medplum's validator accepts the resources of the sandbox and of the contract suite as R4, and its server gives the adapter
// the same records as the simulator.
import type { Resource as MedplumResource } from '@medplum/fhirtypes';
import { afterAll, describe, expect, test } from 'vitest';
import { resourcesOfPatients } from '../../../sandbox/fhir/patients.ts';
import { paymentRecipient } from '../../../sandbox/fhir/resources/care-units.ts';
import { fhirSimulator } from '../../../sandbox/fhir/simulator/simulator.ts';
import type { Resource } from '../../../sandbox/fhir/simulator/store.ts';
import { people } from '../../../sandbox/patients/patients.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import { type SourceKind, sourceKinds } from '../../../src/domain/records/index.ts';
import { type Connected, connect } from '../../adapters/ehr/fhir/support/connect.ts';
import { resources as contractResources } from '../../adapters/ehr/fhir/support/contract-world.ts';
import { medplumServer } from './server.ts';
import { faultsOf } from './validation.ts';

/** Resources after a JSON round trip: Medplum's repository stores numbers, not their digits. */
const throughJson = (resources: readonly Resource[]): Resource[] => JSON.parse(JSON.stringify(resources));

/** How many notes of the long journal are used: Medplum's repository scans all of them for every page. */
const notesUsed = 120;

const sandbox = throughJson(resourcesOfPatients()).filter(
  ({ resourceType, id }) => resourceType !== 'Composition' || !(Number(id) >= 70_000 + notesUsed),
);

/** Maps the type and id of each invalid resource to its errors. */
const faultsIn = (resources: readonly Resource[]) =>
  resources.flatMap(one =>
    faultsOf(one as unknown as MedplumResource).map(({ details, expression }) => [
      one.resourceType,
      one.id,
      details?.text,
      expression,
    ]),
  );

describe('R4', () => {
  test('the validator rejects an invalid resource', () => {
    expect(faultsIn([{ resourceType: 'Flag', id: 'f1', status: 'active', colour: 'red' }])).toHaveLength(3);
  });

  test('the resources of the sandbox', () => {
    expect(new Set(sandbox.map(({ resourceType }) => resourceType)).size).toBeGreaterThan(14);
    expect(faultsIn(sandbox)).toEqual([]);
  });

  test('the resources of the contract suite', () => {
    expect(faultsIn(throughJson(contractResources()))).toEqual([]);
  });
});

describe('Medplum answers as the simulator does', async () => {
  const simulator = await fhirSimulator({ resources: sandbox, port: 0 });
  const medplum = await medplumServer(sandbox);
  const own = {
    payment: { identifierSystem: 'http://region.example/payments', recipient: paymentRecipient },
  };
  const ours = connect(simulator.url, { own });
  const theirs = connect(medplum.url, { own });
  afterAll(async () => {
    for (const { close } of [ours, theirs, simulator, medplum]) await close();
  });

  const read = async ({ read: readKind }: Connected, kind: SourceKind, number: string) =>
    readKind(kind, { patient: number as PatientNumber });

  describe.each(Object.entries(people))('%s', (_, { number }) => {
    test.each(sourceKinds)('%s', async kind => {
      const [expected, found] = [await read(ours, kind, number), await read(theirs, kind, number)];
      expect(found).toEqual(expected);
      if (number === people.tolvan.number) expect(found.length).toBeGreaterThan(0);
    });
  });
});

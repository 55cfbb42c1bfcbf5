// The name of a unit: its own, else the display of the reference to it.
import { describe, expect, test } from 'vitest';
import { allergy, bundle, own } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const clinic = (members: object = {}) => ({ resourceType: 'Organization', id: 'o1', ...members });
const region = (members: object = {}) => ({ resourceType: 'Organization', id: 'o2', ...members });
const visit = (serviceProvider: object) => ({
  resourceType: 'Encounter',
  id: 'e1',
  status: 'finished',
  subject: own,
  serviceProvider,
});
const atClinic = { reference: 'Organization/o1', display: 'Kliniken' };
const partOf = { reference: 'Organization/o2', display: 'Regionen' };

const namesOf = async (serviceProvider: object, ...along: object[]) => {
  const { record } = only(
    await readAll('contacts', { '/Encounter': bundle([visit(serviceProvider), ...along]) }),
  );
  const [{ units, contact }] = record.contactEHRExtract;
  return { names: units.unit.map((one: object) => Reflect.get(one, 'unitName')), contact };
};

describe('the name of a unit', () => {
  test('is the display of the reference if the unit has none', async () => {
    const { names, contact } = await namesOf(atClinic, clinic({ partOf }), region());
    expect(names).toEqual(['Kliniken', 'Regionen']);
    expect(contact.contactPerformingUnit).toBe('Kliniken');
  });

  test('is its own if it has one', async () => {
    const named = [clinic({ name: 'Hudkliniken', partOf }), region({ name: 'Region Prov' })];
    expect((await namesOf(atClinic, ...named)).names).toEqual(['Hudkliniken', 'Region Prov']);
  });

  test('is not the display of the place that it runs', async () => {
    const room = {
      resourceType: 'Location',
      id: 'l1',
      managingOrganization: { reference: 'Organization/o1' },
    };
    const { names } = await namesOf({ reference: 'Location/l1', display: 'Rum 3' }, room, clinic());
    expect(names).toEqual([undefined]);
  });

  test('is the display of each reference for itself', async () => {
    const role = (id: string, display: string) => ({
      resourceType: 'PractitionerRole',
      id,
      organization: { reference: 'Organization/o1', display },
    });
    const found = await readAll('attentionSignals', {
      '/AllergyIntolerance': bundle([
        allergy('1', { recorder: { reference: 'PractitionerRole/r1' } }),
        allergy('2', { recorder: { reference: 'PractitionerRole/r2' } }),
      ]),
      '/PractitionerRole': bundle([role('r1', 'Ett'), role('r2', 'Två')]),
      '/Organization': bundle([clinic()]),
    });
    expect(found.map(({ record }) => record.AttentionSignalEHRExtract[0].Units.Unit[0].UnitName)).toEqual([
      'Ett',
      'Två',
    ]);
  });
});

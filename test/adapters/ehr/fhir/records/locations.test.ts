// A Location with an HSA-id of its own is a unit. The building that it is part of is not its care provider. Others are rooms, beds
// and the places where patients go.
import { describe, expect, test } from 'vitest';
import { appointment, bundle, own } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const laboratory = {
  resourceType: 'Location',
  id: 'l1',
  name: 'Laboratoriet',
  identifier: [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-1A2B' }],
  partOf: { reference: 'Location/l2', display: 'Hus 12' },
  address: { use: 'work', line: ['Storgatan 1'], postalCode: '123 45', city: 'Provstad' },
};
const building = { resourceType: 'Location', id: 'l2', name: 'Hus 12 våning 3' };

test('a contact there has its address, and no care provider', async () => {
  const visit = {
    resourceType: 'Encounter',
    id: 'e1',
    status: 'finished',
    subject: own,
    serviceProvider: { reference: 'Location/l1' },
  };
  const { record, losses } = only(
    await readAll('contacts', { '/Encounter': bundle([visit, laboratory, building]) }),
  );
  const [extract] = record.contactEHRExtract;
  const unitID = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' };
  expect(extract.contactPerformingUnit).toEqual({ unitID });
  expect(extract).not.toHaveProperty('contactHeadCareproviderUnit');
  expect(extract.units).toEqual({
    unit: [
      {
        unitID,
        unitInternalID: 'l1',
        unitName: 'Laboratoriet',
        unitAddresses: {
          unitAddress: [
            {
              unitAddressType: 'work',
              unitAddressAddress: 'Storgatan 1',
              unitAddressPostcode: '123 45',
              unitAddressCity: 'Provstad',
            },
          ],
        },
      },
    ],
  });
  expect(losses).toEqual([]);
});

test('a booking there names neither a building nor a person as its care provider', async () => {
  const participant = [
    { actor: own },
    { actor: { reference: 'Location/l1' } },
    { actor: { display: 'Doktor Ett', reference: 'Practitioner/1' } },
  ];
  const found = only(
    await readAll('appointments', {
      '/Appointment': bundle([appointment({ participant }), laboratory, building]),
    }),
  );
  expect(found.record.appointments[0].booking).not.toHaveProperty('CareGiver');
});

describe('the room of a contact', () => {
  const ofType = (code: string) => ({ coding: [{ code }] });
  const stay = (reference: string, display?: string) => ({
    location: { reference, display },
    physicalType: ofType('ro'),
  });
  const read = async (location: object[], ...along: object[]) => {
    const visit = { resourceType: 'Encounter', id: 'e1', status: 'finished', subject: own, location };
    const { record, losses } = only(
      await readAll('contacts', { '/Encounter': bundle([visit, building, ...along]) }),
    );
    const { contactRoom, contactBed } = record.contactEHRExtract[0].contact;
    return { contactRoom, contactBed, losses };
  };

  test('is the last one, by the type of the stay or of its Location', async () => {
    const bed = { resourceType: 'Location', id: 'l3', name: 'Säng 4', physicalType: ofType('bd') };
    const stays = [
      stay('Location/l9', 'Rum 1'),
      { location: { reference: 'Location/l3' } },
      stay('Location/l2'),
      { location: { display: 'Avdelning 5' }, physicalType: ofType('wa') },
    ];
    expect(await read(stays, bed)).toEqual({
      contactRoom: 'Hus 12 våning 3',
      contactBed: 'Säng 4',
      losses: [],
    });
  });

  test('is not an earlier one, where the last one is not known', async () => {
    expect(await read([stay('Location/l2'), stay('Location/l9')])).toEqual({
      contactRoom: undefined,
      contactBed: undefined,
      losses: ['unreadable Encounter/location/location'],
    });
  });
});

test('where a patient went is counted, if it cannot be told, also beside the kind of place', async () => {
  const hospitalization = {
    destination: { reference: 'Location/l9' },
    dischargeDisposition: { text: 'Annat boende' },
  };
  const visit = { resourceType: 'Encounter', id: 'e1', status: 'finished', subject: own, hospitalization };
  const { record, losses } = only(await readAll('contacts', { '/Encounter': bundle([visit]) }));
  expect(record.contactEHRExtract[0].contact.discharge).toEqual({ dischargeDestination: 'Annat boende' });
  expect(losses).toEqual(['unreadable Encounter/hospitalization/destination']);
});

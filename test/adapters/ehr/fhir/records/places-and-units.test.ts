// What a record says of its places and units: nothing is merged that is not the same, and nothing is counted that no member shows.
import { expect, test } from 'vitest';
import { bundle, masked, visit } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const readContact = async (members: object) =>
  only(await readAll('contacts', { '/Encounter': bundle([visit(members)]) }));

test('two contained units of one name are two units: they may have different numbers', async () => {
  const unit = (id: string, phone: string, members: object = {}) => ({
    resourceType: 'Organization',
    id,
    name: 'Mottagningen',
    telecom: [{ system: 'phone', value: phone }],
    ...members,
  });
  const { record } = await readContact({
    contained: [unit('o1', '010-1', { partOf: { reference: '#o2' } }), unit('o2', '010-2')],
    serviceProvider: { reference: '#o1' },
  });
  expect(JSON.stringify(record)).toContain('"010-1"');
  expect(JSON.stringify(record)).toContain('"010-2"');
});

test('the masked name of a ward, which no member shows, is not counted; that of a room is', async () => {
  const stayIn = (code: string) => ({
    contained: [{ resourceType: 'Location', id: 'l1', _name: masked }],
    location: [{ location: { reference: '#l1' }, physicalType: { coding: [{ code }] } }],
  });
  expect((await readContact(stayIn('wa'))).losses).toEqual([]);
  expect((await readContact(stayIn('ro'))).losses).toContain('withheld Location/name');
});

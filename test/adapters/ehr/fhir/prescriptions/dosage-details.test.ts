// How a medicine is taken, and what the patient reads about it: what the members have no room for is counted. Expected values are
// written by hand.
import { describe, expect, test } from 'vitest';
import { dose, readDosages } from '../support/prescriptions.ts';

describe('the route, site and method of a prescription', () => {
  const drops = (members: object) => ({ text: 'Droppar', ...members });
  const read = async (...dosages: object[]) => {
    const { prescription, losses } = await readDosages(...dosages);
    return { route: prescription.RouteDetail, losses };
  };

  test('another site, route or method is counted as repeated', async () => {
    const left = drops({ site: { text: 'Vänster öga' }, method: { text: 'Droppas' } });
    const right = drops({
      site: { text: 'Höger öga' },
      route: { text: 'Okulärt' },
      method: { text: 'Droppas' },
    });
    expect(await read(left, right)).toEqual({
      route: { location: 'Vänster öga', byWith: 'Droppas' },
      losses: [
        'repeated MedicationRequest/dosageInstruction/route',
        'repeated MedicationRequest/dosageInstruction/site',
      ],
    });
  });

  test('the first by sequence is published, and an equal one is not repeated', async () => {
    const route = { text: 'Okulärt', coding: [{ code: '54485002' }] };
    const second = drops({ sequence: 2, route, site: { text: 'Höger öga' } });
    const first = drops({ sequence: 1, route, site: { text: 'Vänster öga' } });
    expect(await read(second, first)).toEqual({
      route: { routeCode: '54485002', name: 'Okulärt', location: 'Vänster öga' },
      losses: ['repeated MedicationRequest/dosageInstruction/site'],
    });
  });

  test('a dosage that names none of them is passed over', async () => {
    expect(await read(drops({}), drops({ site: { text: 'Höger öga' } }))).toEqual({
      route: { location: 'Höger öga' },
      losses: [],
    });
  });
});

describe('the instruction to the patient', () => {
  test('comes in the order of the dosages, each once', async () => {
    const { prescription } = await readDosages(
      { sequence: 2, text: 'Sedan', patientInstruction: 'Med mat.' },
      { sequence: 1, text: 'Först', patientInstruction: 'Fastande.' },
      { sequence: 3, text: 'Sist', patientInstruction: 'Med mat.' },
    );
    expect(prescription.PrescriptionPatientInstruction).toBe('Fastande.\nMed mat.');
  });

  test('is counted if it is not a text', async () => {
    const { prescription, losses } = await readDosages({ ...dose(1), patientInstruction: ['Med mat.'] });
    expect(prescription).not.toHaveProperty('PrescriptionPatientInstruction');
    expect(losses).toEqual(['unreadable MedicationRequest/dosageInstruction/patientInstruction']);
  });
});

test('a masked dosage is counted once', async () => {
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
  const { losses } = await readDosages({ extension: [{ url, valueCode: 'masked' }] });
  expect(losses).toEqual(['withheld MedicationRequest/dosageInstruction']);
});

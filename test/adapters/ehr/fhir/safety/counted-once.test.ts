// A value that several parts of a record are read from is counted once in x-left-out if it is masked or unreadable (D29).

import { describe, expect, test } from 'vitest';
import type { Loss } from '../../../../../src/domain/model/loss.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { allergy, appointment, bundle, masked, noteOf, own, videoLink } from '../support/fhir-server.ts';
import { readPrescription } from '../support/prescriptions.ts';
import { only, readAll } from '../support/read-all.ts';

/** A reference that nobody can follow, and how it is counted at its path. */
const lostReferences: readonly (readonly [string, unknown, (path: string) => string])[] = [
  ['is masked', masked, path => `withheld ${path}`],
  ['is not an object', 'Practitioner/1', path => `unreadable ${path}`],
  ['has an unreadable reference', { reference: {} }, path => `unreadable ${path}/reference`],
  ['has a masked reference', { _reference: masked }, path => `withheld ${path}/reference`],
  ['names nothing', {}, path => `unreadable ${path}`],
  [
    'has an unreadable reference and a type',
    { reference: {}, type: 'PractitionerRole' },
    path => `unreadable ${path}/reference`,
  ],
  [
    'has a masked reference and a type',
    { _reference: masked, type: 'PractitionerRole' },
    path => `withheld ${path}/reference`,
  ],
];

/** The losses of a booking, without that of the unit, which the participant may be. */
const lossesOfBooking = async (one: object): Promise<string[]> => {
  const { record } = only(await readAll('appointments', { '/Appointment': bundle([one]) }));
  return eachLoss<Loss>(record.appointments[0].losses)
    .map(({ path, reason }) => `${reason} ${path}`)
    .filter((loss: string) => loss !== 'unreadable Appointment/participant');
};

const note = (members: object) => noteOf({ contentType: 'text/plain', data: 'QQ==' }, members);

test('the substances of reactions that cannot be read are counted once each', async () => {
  const unnamed = { coding: [{ system: 'http://x.example', code: '1' }] };
  const one = allergy('1', { reaction: [{ substance: 'Jordnöt' }, { substance: unnamed }] });
  const { losses } = only(await readAll('attentionSignals', { '/AllergyIntolerance': bundle([one]) }));
  const lost = 'unreadable AllergyIntolerance/reaction/substance';
  expect(losses.filter(loss => loss.startsWith(lost))).toEqual([lost, lost]);
});

describe.each(lostReferences)('a reference that %s is counted once', (_, reference, counted) => {
  test('of the recorder of an allergy', async () => {
    const answers = { '/AllergyIntolerance': bundle([allergy('1', { recorder: reference })]) };
    const { losses } = only(await readAll('attentionSignals', answers));
    expect(losses).toEqual([counted('AllergyIntolerance/recorder')]);
  });

  test('of the requester of a prescription', async () => {
    const { losses } = await readPrescription({ requester: reference });
    expect(losses).toEqual([counted('MedicationRequest/requester')]);
  });

  test('of the author of a note', async () => {
    const answers = { '/DocumentReference': bundle([note({ author: [reference] })]) };
    const { losses } = only(await readAll('journalNotes', answers));
    expect(losses).toEqual([counted('DocumentReference/author')]);
  });

  test('of the Encounter of a prescription', async () => {
    const { losses } = await readPrescription({ encounter: reference });
    expect(losses).toEqual([counted('MedicationRequest/encounter')]);
  });

  test('of the medicine of a prescription', async () => {
    const { losses } = await readPrescription({
      medicationCodeableConcept: undefined,
      medicationReference: reference,
    });
    expect(losses).toEqual([counted('MedicationRequest/medicationReference')]);
  });

  test('of a participant of a contact', async () => {
    const visit = {
      resourceType: 'Encounter',
      id: 'e1',
      subject: own,
      participant: [{ individual: reference }],
    };
    const { losses } = only(await readAll('contacts', { '/Encounter': bundle([visit]) }));
    expect(losses).toEqual([counted('Encounter/participant/individual')]);
  });

  test('of a participant of a booking, which may be its unit', async () => {
    const one = appointment({ participant: [{ actor: own }, { actor: reference }] });
    expect(await lossesOfBooking(one)).toEqual([counted('Appointment/participant/actor')]);
  });

  test('of a participant of a video meeting', async () => {
    const one = appointment({ extension: [videoLink], participant: [{ actor: own }, { actor: reference }] });
    const { losses } = only(await readAll('videoMeetings', { '/Appointment': bundle([one]) }));
    expect(losses).toEqual([counted('Appointment/participant/actor')]);
  });
});

test.each([
  ['unreadable', { reference: {} }, 'unreadable Appointment/participant/actor/reference'],
  ['masked', { _reference: masked }, 'withheld Appointment/participant/actor/reference'],
])('the place of a booking whose reference is %s is counted once', async (_, reference, counted) => {
  const one = appointment({ participant: [{ actor: own }, { actor: { ...reference, type: 'Location' } }] });
  expect(await lossesOfBooking(one)).toEqual([counted]);
});

test('a list of authors that is not a list is counted once', async () => {
  const answers = { '/DocumentReference': bundle([note({ author: 'Practitioner/1' })]) };
  const { losses } = only(await readAll('journalNotes', answers));
  expect(losses).toEqual(['unreadable DocumentReference/author']);
});

describe.each([
  ['withheld', { meta: { security: [{ code: 'NOPAT' }] } }, 'withheld Practitioner/meta/security'],
  ['withdrawn', { status: 'entered-in-error' }, 'withheld Practitioner/status'],
])('a resource that is %s', (_, members, counted) => {
  const doctor = (id?: string) => ({ resourceType: 'Practitioner', id, ...members });
  const lossesOf = async (recorder: string, asserter: string, doctors: readonly object[]) => {
    const one = allergy('1', { recorder: { reference: recorder }, asserter: { reference: asserter } });
    const entry = [
      { resource: one },
      ...doctors.map((resource, at) => ({
        fullUrl: `urn:uuid:${at + 1}`,
        resource,
        search: { mode: 'include' },
      })),
    ];
    const found = await readAll('attentionSignals', { '/AllergyIntolerance': bundle([], { entry }) });
    return only(found).losses.filter(loss => loss.includes(' Practitioner/'));
  };

  test('is counted once, by whatever references the record names it', async () => {
    expect(await lossesOf('Practitioner/d1', 'urn:uuid:1', [doctor('d1')])).toEqual([counted]);
  });

  test('is counted beside another one', async () => {
    const two = [doctor('d1'), doctor('d2')];
    expect(await lossesOf('Practitioner/d1', 'Practitioner/d2', two)).toEqual([counted, counted]);
    expect(await lossesOf('urn:uuid:1', 'urn:uuid:2', [doctor(), doctor()])).toEqual([counted, counted]);
  });
});

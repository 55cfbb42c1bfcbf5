// A loose link ("see also") does not make one person of two Patients if the number of the other one is unknown.
import { expect, test } from 'vitest';
import { allergy, bundle, masked, tolvan } from '../support/fhir-server.ts';
import { readAll } from '../support/read-all.ts';

const system = 'http://electronichealth.se/identifier/personnummer';

/** Whether a warning of the other Patient is the patient's, with a link of a type to it. */
const isOurs = async (type: string, identifier: unknown): Promise<boolean> => {
  const [found] = await readAll('attentionSignals', {
    '/Patient': bundle([tolvan({ link: [{ type, other: { reference: 'Patient/p2' } }] })]),
    '/Patient/p2': { resourceType: 'Patient', id: 'p2', identifier },
    '/AllergyIntolerance': bundle([allergy('1', { patient: { reference: 'Patient/p2' } })]),
  });
  return 'root' in (found?.record.AttentionSignalEHRExtract[0].Patient.PatientID ?? {});
};

test.each<[string, unknown]>([
  ['a masked number', [{ system, _value: masked }]],
  ['a number that cannot be read', [{ system, value: ['191212121220'] }]],
  ['a number that is missing', [{ system }]],
  ['an identifier whose register cannot be read', [{ system: [system], value: '191212121220' }]],
  ['identifiers that are not a list', { system, value: '191212121220' }],
])('a see-also to a Patient with %s is not followed', async (_, identifier) => {
  expect(await isOurs('seealso', identifier)).toBe(false);
  expect(await isOurs('refer', identifier)).toBe(false);
  expect(await isOurs('replaces', identifier)).toBe(true);
});

test.each<[string, unknown]>([
  ['no identifiers', undefined],
  ['the same number', [{ system, value: '19121212-1212' }]],
  ['a number of another kind', [{ system: 'http://region.example/mrn', _value: masked }]],
])('a see-also to a Patient with %s is followed', async (_, identifier) => {
  expect(await isOurs('seealso', identifier)).toBe(true);
});

// Foreign records: whose patient is another than the one asked for (D17).
import { describe, expect, test } from 'vitest';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import {
  isForeign,
  isForeignSummary,
  isNumberOfAnother,
  ownership,
  personRoots,
} from '../../../src/domain/rules/foreign.ts';
import { coordinationRoot, hsaRoot, patient, personalRoot } from '../support.ts';

const reserveRoot = '1.2.752.97.3.1.3';
const localRoot = '1.2.752.129.2.1.2.1';
const roots = personRoots(reserveRoot);

type Written = readonly [root: string | undefined, number: string | undefined];

const own: Written[] = [
  [personalRoot, '191212121212'],
  [personalRoot, '19121212-1212'],
  [coordinationRoot, '191212121212'],
  [reserveRoot, '191212121212'],
  [undefined, '191212121212'],
  [undefined, '19121212-1212'],
  ['personnummer', '19121212-1212'],
  [personalRoot, ' 191212121212\n'],
];

const others: Written[] = [
  [personalRoot, '201907152399'],
  [personalRoot, '20190715-2399'],
  [coordinationRoot, '197010632391'],
  [reserveRoot, '19121212A123'],
  [undefined, '201907152399'],
  [undefined, '20190715-2399'],
  ['', '201907152399'],
  [' ', '201907152399'],
  ['personnummer', '201907152399'],
  ['Personal identity number', '20190715-2399'],
  ['1', '201907152399'],
  ['1.2.752.', '201907152399'],
  ['3.14', '201907152399'],
  [`urn:oid:${personalRoot}`, '201907152399'],
  [` ${personalRoot} `, '201907152399'],
  [personalRoot, ' 201907152399'],
];

/** Ids of other registers than those of persons: they say nothing. */
const silent: Written[] = [
  [` ${localRoot} `, '201907152399'],
  [hsaRoot, 'SE2321000016-1A2B'],
  [localRoot, 'SE162321000024-A1:EhrId:191212121212'],
  [localRoot, '201907152399'],
];

describe('the id of an extract', () => {
  const id = ([root, extension]: Written) => ({
    ...(root === undefined ? {} : { root }),
    ...(extension === undefined ? {} : { extension }),
  });

  test.each(own)('root %s, %s is the patient', (...written) => {
    expect(isForeign(id(written), patient, roots)).toBe(false);
  });

  test.each(others)('root %s, %s is another', (...written) => {
    expect(isForeign(id(written), patient, roots)).toBe(true);
  });

  test.each(silent)('root %s, %s is of another register', (...written) => {
    expect(isForeign(id(written), patient, roots)).toBe(false);
  });

  test('none passes: it was asked for by patient', () => {
    expect(isForeign(undefined, patient, roots)).toBe(false);
    expect(isForeign({}, patient, roots)).toBe(false);
    expect(isForeign({ root: personalRoot }, patient, roots)).toBe(false);
    expect(isForeign({ root: 'personnummer', extension: ' ' }, patient, roots)).toBe(false);
  });

  test('the reserve root is ignored in a region without reserve numbers', () => {
    const reserve = { root: reserveRoot, extension: '19121212A123' };
    expect(isForeign(reserve, patient, personRoots(undefined))).toBe(false);
    expect(
      isForeign({ root: personalRoot, extension: '201907152399' }, patient, personRoots(undefined)),
    ).toBe(true);
  });

  test('a reserve number is compared as it was sent', () => {
    const reserve = '19121212A123' as PatientNumber;
    expect(isForeign({ root: reserveRoot, extension: '19121212A123' }, reserve, roots)).toBe(false);
    expect(isForeign({ root: reserveRoot, extension: '19121212A124' }, reserve, roots)).toBe(true);
    expect(isForeign({ extension: '191212121212' }, reserve, roots)).toBe(true);
  });
});

describe('whose a record is', () => {
  const reserve = '1.2.752.97.3.1.3';
  test.each<[string | undefined, string, boolean]>([
    ['1.2.752.129.2.1.3.1', '198507302381', true],
    ['1.2.752.129.2.1.3.3', ' 19850790-2399 ', true],
    [undefined, '198507302381', true],
    ['personnummer', '198507302381', true],
    [reserve, 'RES-1', true],
    ['1.2.752.129.2.1.3.1', '8507302381', false],
    [undefined, 'okänd', false],
    ['personnummer', '1985', false],
  ])('another id with root %s, %s tells it: %s', (root, extension, tells) => {
    const patientId = { extension, ...(root === undefined ? {} : { root }) };
    expect(ownership({ patientId, losses: [] }, patient, personRoots(reserve))).toBe(
      tells ? 'foreign' : 'unclear',
    );
  });

  test('the own number, or none, is the patient’s', () => {
    const patientId = { root: personalRoot, extension: patient };
    expect(ownership({ patientId, losses: [] }, patient, roots)).toBe('own');
    expect(ownership({ patientId: undefined, losses: [] }, patient, roots)).toBe('own');
  });

  test('a lost owner is unclear, whatever number is there', () => {
    const losses = [{ path: 'Patient/PatientID', reason: 'repeated', hides: ['owner'] }] as const;
    for (const extension of [patient, '198507302381'])
      expect(ownership({ patientId: { root: personalRoot, extension }, losses }, patient, roots)).toBe(
        'unclear',
      );
  });
});

describe('the person numbers of bookings', () => {
  const numbered = ([root, number]: Written) => ({
    ...(number === undefined ? {} : { Number: number }),
    ...(root === undefined ? {} : { Type: { Id: root, Name: 'Nummer' } }),
  });
  const isOthers = (...written: Written[]) =>
    isForeignSummary({ Name: 'Tolvan Tolvansson', PersonNumbers: written.map(numbered) }, patient, roots);

  const aPatient: Written = [personalRoot, '191212121212'];
  const another: Written = [personalRoot, '201907152399'];
  const third: Written = [coordinationRoot, '197010632391'];
  const local: Written = [localRoot, '201907152399'];

  test.each(own)('type %s, %s is the patient', (...written) => {
    expect(isOthers(written)).toBe(false);
  });

  test.each(others)('type %s, %s is another', (...written) => {
    expect(isOthers(written)).toBe(true);
  });

  test.each(silent)('type %s, %s is of another register', (...written) => {
    expect(isOthers(written)).toBe(false);
  });

  test.each<[string, Written[], boolean]>([
    ['one match is enough', [another, aPatient], false],
    ['one match is enough, wherever it stands', [aPatient, another, third], false],
    ['none of several', [another, third], true],
    ['ids of other registers alone', [local], false],
    ['a type without a number', [[personalRoot, undefined]], false],
    ['the patient beside an id of another register', [local, aPatient], false],
    ['another beside an id of another register', [local, another], true],
    ['a type without a number', [[personalRoot, undefined]], false],
    ['none', [], false],
  ])('%s', (_, written, foreign) => {
    expect(isOthers(...written)).toBe(foreign);
  });

  test('a list without a patient or without numbers passes', () => {
    expect(isForeignSummary(undefined, patient, roots)).toBe(false);
    expect(isForeignSummary({ Name: 'Tolvan Tolvansson' }, patient, roots)).toBe(false);
  });
});

describe('a value that is the number of somebody else', () => {
  test.each([
    ['another number', '201907152399', true],
    ['with a hyphen', '20190715-2399', true],
    ['with white space around', ' 201907152399\n', true],
    ['the number of the patient', '191212121212', false],
    ['the number of the patient with a hyphen', '19121212-1212', false],
    ['a wrong check digit', '201907152398', false],
    ['ten digits', '1907152399', false],
    ['a number within a text', 'Mor: 201907152399', false],
    ['another hyphen', '20190715–2399', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => {
    expect(isNumberOfAnother(text, patient)).toBe(expected);
  });
});

// What the claims of an access token say about its caller (D4, D5, D6). Over HTTP: ../gates.test.ts, ../representation.test.ts.
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/domain/model/caller.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import { type ClaimNames, callerOf, ownPatient, scopesOf } from '../../../src/http/authentication/claims.ts';

const names: ClaimNames = {
  patient: 'patient',
  actsFor: 'acts_for',
  scopes: ['scope', 'scp'],
  clients: ['client_id', 'azp'],
  partners: ['partner', 'other-partner'],
  unit: 'care_unit',
  user: 'staff',
};
const numbers = { reserve: /^[A-Z]{2}\d{4}$/ };

type Claims = Readonly<Record<string, unknown>>;

const read = (claims: Claims, configured: Partial<ClaimNames> = {}): Caller =>
  callerOf(claims, { names: { ...names, ...configured }, numbers, subscription: 'app' });

const nobody: Caller = {
  subscription: 'app',
  client: undefined,
  id: undefined,
  patient: 'absent',
  actsFor: [],
  isPartner: false,
  unit: undefined,
  user: undefined,
};

describe('the caller', () => {
  test.each<[string, Claims, Partial<Caller>]>([
    ['nobody', {}, {}],
    [
      'everything',
      {
        sub: 'user-1',
        client_id: 'app',
        patient: '19121212-1212',
        acts_for: ['198507302381', '20190715-2399'],
        care_unit: 'SE2321000016-1A2B',
        staff: 'SE2321000016-3C4D',
      },
      {
        client: 'app',
        id: 'user-1',
        patient: '191212121212' as PatientNumber,
        actsFor: ['198507302381', '201907152399'] as PatientNumber[],
        unit: 'SE2321000016-1A2B',
        user: 'SE2321000016-3C4D',
      },
    ],
    ['a sub that is no text', { sub: 1 }, {}],
    ['a unit and a user that are no texts', { care_unit: ['x'], staff: {} }, {}],
    ['a reserve number', { patient: 'TF1212' }, { patient: 'TF1212' as PatientNumber }],
    ['a number in a list', { patient: ['191212121212'] }, { patient: 'unreadable' }],
    ['null for a number', { patient: null }, { patient: 'unreadable' }],
    ['undefined for a number', { patient: undefined }, { patient: 'unreadable' }],
    [
      'one patient, in a text',
      { acts_for: '191212121212' },
      { actsFor: ['191212121212'] as PatientNumber[] },
    ],
    [
      'patients among other things',
      {
        acts_for: [null, 191212121212, 'x', ['198507302381'], '191212121212'],
      },
      { actsFor: ['191212121212'] as PatientNumber[] },
    ],
    ['the first client that is there', { azp: 'b', client_id: 'a' }, { client: 'a' }],
    ['the second client', { azp: 'b' }, { client: 'b' }],
    ['a first client that is no text', { azp: 'partner', client_id: null }, {}],
    ['a partner', { client_id: 'other-partner' }, { client: 'other-partner', isPartner: true }],
    [
      'a partner with a sub',
      { client_id: 'partner', sub: 's' },
      { client: 'partner', id: 's', isPartner: true },
    ],
    ['part of a partner', { client_id: 'part' }, { client: 'part' }],
    [
      'a partner whose patient cannot be read',
      { client_id: 'partner', patient: '' },
      {
        client: 'partner',
        patient: 'unreadable',
      },
    ],
    ...['sid', 'session_state', 'auth_time', 'amr'].map((name): [string, Claims, Partial<Caller>] => [
      `a user of a partner, by ${name}`,
      { client_id: 'partner', [name]: null },
      { client: 'partner' },
    ]),
  ])('%s', (_, claims, expected) => {
    expect(read(claims)).toEqual({ ...nobody, ...expected });
  });

  test('has no unit and no user where no claim is configured for them, not even by the name of undefined', () => {
    const claims = { undefined: 'x', care_unit: 'x', staff: 'x' };
    expect(read(claims, { unit: undefined, user: undefined })).toEqual(nobody);
  });

  test('is never read from what all objects have', () => {
    const configured = {
      patient: 'constructor',
      actsFor: 'toString',
      clients: ['valueOf'],
      unit: 'constructor',
      user: '__proto__',
    };
    expect(read({}, configured)).toEqual(nobody);
  });
});

describe('the scopes', () => {
  test.each<[string, Claims, string[]]>([
    ['none', {}, []],
    ['in a text', { scope: ' a  b ' }, ['a', 'b']],
    ['in a list', { scope: ['a', 'b c'] }, ['a', 'b', 'c']],
    ['in a list with other things', { scope: [1, null, ['b'], { c: 'd' }, 'a'] }, ['a']],
    ['in several claims', { scope: 'a', scp: ['b', 'a'], roles: 'c' }, ['a', 'b']],
    ['in neither text nor list', { scope: { 0: 'a' }, scp: 7 }, []],
  ])('%s', (_, claims, expected) => {
    expect([...scopesOf(claims, names)]).toEqual(expected);
  });
});

test.each([
  ['191212121212', '191212121212'],
  ['absent', undefined],
  ['unreadable', undefined],
] as const)('the own patient of %s', (patient, expected) => {
  expect(ownPatient({ ...nobody, patient: patient as Caller['patient'] })).toBe(expected);
});

// The names of the v2 layouts: the extract's trees and the published v2 trees, walked side by side (records.md).
import { describe, expect, test } from 'vitest';
import {
  contact,
  contactV2,
  isArrayTree,
  patient,
  patientV2,
  type Tree,
} from '../../../../sandbox/record-builders/record-trees.ts';
import {
  contactLayout,
  type Layout,
  nameIn,
  patientLayout,
} from '../../../../src/domain/records/shared/layout-v2.ts';

type Pair = readonly [element: string, published: string];

/** Containers that the patient publishes as their array, and the element whose content keeps its names. */
const flattened = ['PatientSecrecyGroups', 'PatientAddresses'];
const kept = 'PatientAddress';

const only = (tree: Tree): [string, Tree] => {
  const [entry, ...others] = Object.entries(tree);
  if (entry === undefined || others.length > 0) throw new Error('no container');
  return entry;
};

/** Element and published name of every member, in the order in which both trees have them. */
const pairsOf = (extract: Tree, published: Tree, flat: readonly string[]): Pair[] => {
  if (typeof extract === 'string' || typeof published === 'string') return [];
  if (isArrayTree(extract) && isArrayTree(published)) return pairsOf(extract[0], published[0], flat);
  const names = Object.entries(published);
  const elements = Object.entries(extract);
  if (elements.length !== names.length) throw new Error(`${elements.length} elements, ${names.length} names`);
  return elements.flatMap(([element, below], at): Pair[] => {
    const [name, belowName] = names[at] ?? ['', ''];
    const pair: Pair = [element, name];
    if (!flat.includes(element)) return [pair, ...pairsOf(below, belowName, flat)];
    const [inner, array] = only(below);
    return inner === kept ? [pair] : [pair, ...pairsOf(array, belowName, flat)];
  });
};

const walks: [string, Layout, Pair[]][] = [
  ['contact', contactLayout, pairsOf(contact, contactV2, [])],
  ['patient', patientLayout, pairsOf(patient, patientV2, flattened)],
];

describe.each(walks)('the %s', (_, layout, pairs) => {
  test('was walked', () => {
    expect(pairs.length).toBeGreaterThan(60);
  });

  test('has the published name of every element', () => {
    expect(pairs.map(([element]) => [element, nameIn(layout, element)])).toEqual(pairs);
  });
});

describe('the exceptions', () => {
  test.each<Pair>([
    ['ehr_id', 'ehrId'],
    ['ehr_system', 'ehrSystem'],
    ['time_created', 'timeCreated'],
    ['rc_id', 'rcId'],
    ['ContacInternaltID', 'contactInternalID'],
    ['HeadCareproviderUnit', 'headCareProviderUnit'],
    ['HeadCareproviderUnitID', 'headCareProviderUnitID'],
    ['ContactHeadCareproviderUnit', 'contactHeadCareProviderUnit'],
    ['Email', 'Email'],
    ['EmailType', 'EmailType'],
    ['EmailAddress', 'EmailAddress'],
    ['EmailComment', 'EmailComment'],
    ['ContactEHRExtract', 'contactEHRExtract'],
    ['PatientEHRExtract', 'patientEHRExtract'],
    ['UnitID', 'unitID'],
  ])('%s is %s in both', (element, published) => {
    expect(nameIn(contactLayout, element)).toBe(published);
    expect(nameIn(patientLayout, element)).toBe(published);
  });

  test.each([
    ['PatientFamilyName', 'familyName', 'patientFamilyName'],
    ['PatientMiddleName', 'middleName', 'patientMiddleName'],
    ['PatientGivenName', 'givenName', 'patientGivenName'],
  ])('%s is %s of the patient, %s of a contact', (element, ofPatient, ofContact) => {
    expect(nameIn(patientLayout, element)).toBe(ofPatient);
    expect(nameIn(contactLayout, element)).toBe(ofContact);
  });

  test.each(['Constructor', 'ToString', 'HasOwnProperty'])('%s is a name like any other', element => {
    expect(nameIn(contactLayout, element)).toBe(element.charAt(0).toLowerCase() + element.slice(1));
  });

  test('names that every object inherits are not exceptions', () => {
    expect(nameIn(contactLayout, 'constructor')).toBe('constructor');
    expect(nameIn(contactLayout, '__proto__')).toBe('__proto__');
  });
});

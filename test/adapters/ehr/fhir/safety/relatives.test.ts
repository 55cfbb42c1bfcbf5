// Names of relatives are compared (D33): what is too long to be compared may be the name of somebody whose identity is protected.
import { describe, expect, test } from 'vitest';
import { lengthsNormalizedDuring, sum } from '../../../../support/normalized.ts';
import { bundle, masked, tolvan } from '../support/fhir-server.ts';
import { readAll } from '../support/read-all.ts';

const relationship = [{ text: 'Maka' }];
const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`.slice(0, length);

const related = (name: unknown, members: object = {}) => ({
  resourceType: 'RelatedPerson',
  id: 'r1',
  patient: { reference: 'Patient/p1' },
  relationship,
  ...(name === undefined ? {} : { name: [name] }),
  ...members,
});

const secret = { meta: { security: [{ code: 'sekretessmarkering' }] } };

const relativesIn = async ({ contacts, persons = [] }: { contacts: unknown[]; persons?: object[] }) => {
  const telecom = [{ system: 'phone', value: '0701234567' }];
  const contact = contacts.map(name => ({ relationship, name, telecom }));
  const [found] = await readAll('patients', {
    '/Patient': bundle([tolvan({ contact })]),
    '/RelatedPerson': bundle(persons),
  });
  return {
    relatives: found?.record.PatientEHRExtract[0].Patient.PatientRelatives.PatientRelative,
    losses: found?.losses,
  };
};

const named = (name: string) => ({
  PatientRelativeType: 'Maka',
  PatientRelativeName: name,
  PatientRelativeHomePhonenumber: '0701234567',
});
const relationAlone = { PatientRelativeType: 'Maka' };

describe('a name of more than 4,096 UTF-16 units', () => {
  test.each<[string, object]>([
    ['in one line', { text: 'a'.repeat(4097) }],
    ['in parts', { family: 'a'.repeat(2000), given: ['b'.repeat(2000), 'c'.repeat(100)] }],
    ['of combining marks', { text: marks(262_144) }],
    ['of characters that become many', { text: '\ufdfa'.repeat(65_536) }],
  ])('%s is published with the relationship alone', async (_, name) => {
    expect(await relativesIn({ contacts: [name, { text: 'Maria' }] })).toEqual({
      relatives: [relationAlone, named('Maria')],
      losses: ['withheld Patient/contact'],
    });
    expect(await relativesIn({ contacts: [], persons: [related(name)] })).toEqual({
      relatives: [relationAlone],
      losses: ['withheld RelatedPerson'],
    });
  });

  test('of somebody whose identity is protected may be the name of every contact', async () => {
    const persons = [related({ text: marks(5000) }, secret)];
    const { relatives } = await relativesIn({ contacts: [{ text: 'Maria' }], persons });
    expect(relatives).toEqual([relationAlone, relationAlone]);
  });
});

describe('a contact who may be the relative whose identity is protected', () => {
  const anna = { text: 'Anna Andersson' };
  const unreadable: readonly (readonly [string, unknown])[] = [
    ['is no object', 'Anna Andersson'],
    ['has a part that cannot be read', { text: 'Maria', family: { a: 1 } }],
    ['is masked', masked],
    ['is missing', undefined],
    ['is null', null],
  ];
  test.each(unreadable)('the name of the contact %s', async (_, name) => {
    const contacts = [name, { text: 'Maria' }];
    const { relatives } = await relativesIn({ contacts, persons: [related(anna, secret)] });
    expect(relatives).toEqual([relationAlone, named('Maria'), relationAlone]);
    const phone = { PatientRelativeHomePhonenumber: '0701234567' };
    expect((await relativesIn({ contacts })).relatives?.[0]).toMatchObject(phone);
  });

  test('what the label of the relative says may be the opposite', async () => {
    const persons = [related(anna, { implicitRules: 'urn:rules' })];
    expect((await relativesIn({ contacts: [anna], persons })).relatives?.[0]).toEqual(relationAlone);
  });

  test.each(unreadable)('the name of the relative %s', async (_, name) => {
    const { relatives } = await relativesIn({ contacts: [anna], persons: [related(name, secret)] });
    expect(relatives?.[0]).toEqual(relationAlone);
  });
});

test('a name of 4,096 UTF-16 units is compared', async () => {
  const text = 'a'.repeat(4096);
  const other = related({ text: 'b'.repeat(4096) }, secret);
  expect((await relativesIn({ contacts: [{ text }], persons: [other] })).relatives?.[0]).toEqual(named(text));
  const same = related({ text: 'A'.repeat(4096) }, secret);
  expect((await relativesIn({ contacts: [{ text }], persons: [same] })).relatives?.[0]).toEqual(
    relationAlone,
  );
});

test.each([
  ['one long name', [{ text: marks(262_144) }]],
  ['many names', Array.from({ length: 100 }, (_, at) => ({ text: `${marks(4000)}${at}` }))],
])('%s of combining marks: little is normalized', async (_, contacts) => {
  const lengths = await lengthsNormalizedDuring(() => relativesIn({ contacts }));
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(4096);
  expect(sum(lengths)).toBeLessThan(100_000);
});

test.each([
  ['of combining marks', (at: number) => `${marks(4000)}${at}`],
  ['of many words', (at: number) => `${'a '.repeat(2000)}${at}`],
])('names %s beyond a patient’s share of the work have the relationship alone', async (_, nameOf) => {
  const texts = ['Maria', ...Array.from({ length: 100 }, (_, at) => nameOf(at))];
  const { relatives = [] } = await relativesIn({ contacts: texts.map(text => ({ text })) });
  expect(relatives.slice(0, 3)).toEqual(texts.slice(0, 3).map(named));
  expect(relatives.slice(20)).toEqual(texts.slice(20).map(() => relationAlone));
});

// Flags that are withheld because the profile does not list their category name it, for whoever sets up the region.
import { expect, test } from 'vitest';
import { bundle, masked, own } from './support/fhir-server.ts';
import { openAt } from './support/read-all.ts';

const hl7 = 'http://terminology.hl7.org/CodeSystem/flag-category';

const flag = (id: string, category: readonly unknown[], members: object = {}) => ({
  resourceType: 'Flag',
  id,
  status: 'active',
  subject: own,
  code: { text: 'MRSA' },
  category,
  ...members,
});

const coded = (code: string, system: string | undefined = hl7) => ({
  coding: [{ ...(system === undefined ? {} : { system }), code }],
});

/** Each withheld flag's unlisted categories. */
const unlisted = async (...flags: readonly object[]) => {
  const { read } = await openAt({ '/Flag': bundle(flags) });
  return (await read('attentionSignals')).map(({ record, losses, unlistedCategories }) => {
    expect({ record, losses }).toEqual({ record: undefined, losses: [] });
    return unlistedCategories;
  });
};

test('a flag names each code of its categories', async () => {
  const translated = {
    coding: [{ system: 'http://region.example/flaggor', code: 'INF' }, { code: 'smitta' }],
  };
  expect(await unlisted(flag('1', [coded('infection')]), flag('2', [coded('admin'), translated]))).toEqual([
    [`${hl7}|infection`],
    [`${hl7}|admin`, 'http://region.example/flaggor|INF', '|smitta'],
  ]);
});

test('a category without a code, or one that cannot be read, has no name', async () => {
  expect(await unlisted(flag('1', [{ text: 'Smitta' }]), flag('2', [masked]), flag('3', ['INF']))).toEqual([
    [],
    [],
    [],
  ]);
});

test('a flag that is withheld for another reason says nothing of its category', async () => {
  const category = [coded('infection')];
  expect(
    await unlisted(
      flag('1', category, { meta: { security: [{ code: 'NOPAT' }] } }),
      flag('2', category, { status: 'entered-in-error' }),
      flag('3', category, { implicitRules: 'http://region.example/rules' }),
    ),
  ).toEqual([undefined, undefined, undefined]);
});

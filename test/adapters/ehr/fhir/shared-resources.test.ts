// Units and professionals that several records name are translated once. What they lack counts for each of the records.
import { expect, test } from 'vitest';
import { allergy, bundle } from './support/fhir-server.ts';
import { only, readAll } from './support/read-all.ts';

const hsa = (value: unknown) => [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value }];
const recorder = (members: object = {}) => ({ recorder: { reference: 'Practitioner/d', ...members } });

const providersOf = ({ record }: Awaited<ReturnType<typeof readAll>>[number]) =>
  record.AttentionSignalEHRExtract[0].CareProviders?.CareProvider;

test('the losses of a professional count for every record, and each reference has its own display', async () => {
  const doctor = { resourceType: 'Practitioner', id: 'd', identifier: hsa({}), qualification: [{}, {}, 1] };
  const found = await readAll('attentionSignals', {
    '/AllergyIntolerance': bundle([
      allergy('1', recorder({ display: 'Åsa' })),
      allergy('2', recorder({ display: 'Östen' })),
      allergy('3', recorder({ display: 3.5 })),
      allergy('4', recorder({ display: {} })),
    ]),
    '/Practitioner': bundle([doctor]),
  });
  const losses = ['unreadable Practitioner/identifier/value', 'unreadable Practitioner/qualification'];
  expect(found.map(one => one.losses.toSorted())).toEqual([
    losses,
    losses,
    losses,
    ['unreadable AllergyIntolerance/recorder/display', ...losses],
  ]);
  expect(found.map(one => providersOf(one)?.[0]?.CareProviderName)).toEqual([
    'Åsa',
    'Östen',
    '3.5',
    undefined,
  ]);
});

const role = {
  resourceType: 'PractitionerRole',
  id: 'r',
  organization: { reference: 'Organization/o' },
};
const unit = {
  resourceType: 'Organization',
  id: 'o',
  name: 'Vårdcentralen',
  telecom: [{ system: 'phone', value: {} }],
  address: [{ city: 1.5, state: [] }],
  partOf: { reference: 'Organization/hidden' },
};
const hidden = {
  resourceType: 'Organization',
  id: 'hidden',
  meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] },
};

test('the losses of a unit count for every record, and a withheld one once in each', async () => {
  const byRole = { recorder: { reference: 'PractitionerRole/r' } };
  const both = { ...byRole, asserter: { reference: 'PractitionerRole/r' } };
  const found = await readAll('attentionSignals', {
    '/AllergyIntolerance': bundle([allergy('1', byRole), allergy('2', both), allergy('3', byRole)]),
    '/PractitionerRole': bundle([role]),
    '/Organization': bundle([unit, hidden]),
  });
  const losses = [
    'unreadable Organization/address/state',
    'unreadable Organization/telecom/value',
    'withheld Organization/meta/security',
  ];
  expect(found.map(one => one.losses.toSorted())).toEqual([losses, losses, losses]);
  for (const { record } of found) {
    expect(record.AttentionSignalEHRExtract[0].Units).toEqual({
      Unit: [
        {
          UnitLocalID: { extension: 'Organization/o' },
          UnitInternalID: 'o',
          UnitName: 'Vårdcentralen',
          UnitAddresses: { UnitAddress: [{ UnitAddressCity: '1.5' }] },
        },
      ],
    });
  }
});

test.each([
  ['itself', [{ resourceType: 'Location', id: 'a', managingOrganization: { reference: 'Location/a' } }]],
  [
    'a place that it runs',
    [
      { resourceType: 'Location', id: 'a', managingOrganization: { reference: 'Location/b' } },
      { resourceType: 'Location', id: 'b', managingOrganization: { reference: 'Location/a' } },
    ],
  ],
])('a Location that is run by %s is an unresolved unit', async (_, places) => {
  const visit = {
    resourceType: 'Encounter',
    id: '1',
    subject: { reference: 'Patient/p1' },
    serviceProvider: { reference: 'Location/a' },
  };
  const { record, losses } = only(
    await readAll('contacts', { '/Encounter': bundle([visit]), '/Location': bundle(places) }),
  );
  expect(losses).toEqual(['unreadable Encounter/serviceProvider']);
  expect(record.contactEHRExtract[0].units).toBeUndefined();
});

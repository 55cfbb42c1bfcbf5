// Which Patients of a FHIR server are one person, which of them is published, and what of it.
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RecordOf } from '../../../../src/domain/records/index.ts';
import { eachLoss } from '../../../support/losses.ts';
import { connect } from './support/connect.ts';
import { type Answer, bundle, fhirServer, json, outcome, tolvan } from './support/fhir-server.ts';

const readPatients = async (answers: Readonly<Record<string, Answer>>) => {
  const server = await fhirServer(answers);
  const connected = connect(`${server.url}/fhir`);
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return connected.read('patients');
};

const read = async (patients: readonly object[], others: Readonly<Record<string, Answer>> = {}) => {
  const [reading, ...rest] = await readPatients({ '/Patient': bundle(patients), ...others });
  if (reading === undefined || rest.length > 0) throw new Error('expected one patient');
  const [extract] = (reading.record as RecordOf<'patients'>).PatientEHRExtract ?? [];
  return { extract, losses: eachLoss(reading.losses).map(({ path, reason }) => `${reason} ${path}`) };
};

/** A Patient whose family name tells which one it is. */
const named = (id: string, members: object = {}) =>
  tolvan({ id, name: [{ family: `Namn ${id}` }], ...members });

const publishedOf = async (patients: readonly object[]) =>
  (await read(patients)).extract?.Patient?.PatientName?.PatientFamilyName;

const linkTo = (id: string, type = 'seealso') => ({ other: { reference: `Patient/${id}` }, type });

/** A chain of Patients with the same number, each linked to the next. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) =>
    named(`p${index}`, index + 1 < length ? { link: [linkTo(`p${index + 1}`)] } : {}),
  );

describe('linked Patients', () => {
  test('up to sixteen are one person', async () => {
    expect(await publishedOf(chain(16))).toBe('Namn p0');
  });

  test('seventeen are too many', async () => {
    await expect(read(chain(17))).rejects.toMatchObject({ code: 'ehr-unusable' });
  });

  test('the seventeenth is too many if it is only linked to', async () => {
    const matches = chain(16).map((patient, index) =>
      index === 15 ? { ...patient, link: [linkTo('p16', 'replaces')] } : patient,
    );
    const other = named('p16');
    await expect(read(matches, { '/Patient/p16': other })).rejects.toMatchObject({ code: 'ehr-unusable' });
  });

  test.each<[string, unknown]>([
    ['links that are not a list', { type: 'replaces', other: { reference: 'Patient/p2' } }],
    ['a link that is not an object', ['Patient/p2']],
    ['an unknown type', [linkTo('p2', 'okant')]],
    ['a type that is not a text', [{ ...linkTo('p2'), type: true }]],
    ['a reference that is not a text', [{ type: 'replaces', other: { reference: {} } }]],
    ['a reference that names nothing', [{ type: 'replaces', other: { reference: 'p2' } }]],
    ['neither a reference nor an identifier', [{ type: 'replaces', other: { display: 'Namn p2' } }]],
    ['no other one', [{ type: 'replaces' }]],
  ])('%s: more records may be the same person’s', async (_, link) => {
    const others = { '/Patient/p2': named('p2') };
    await expect(read([named('p1', { link })], others)).rejects.toMatchObject({ code: 'ehr-unusable' });
  });

  test.each([
    ['on another server', { reference: 'https://elsewhere.example/Patient/p2' }],
    ['known by its identifier alone', { identifier: { value: '7' } }],
    ['of another type', { reference: 'RelatedPerson/r1' }],
  ])('a link to one %s leads nowhere', async (_, other) => {
    expect(await publishedOf([named('p1', { link: [{ type: 'replaces', other }] })])).toBe('Namn p1');
  });

  describe('of which all are replaced', () => {
    const replacedBy = (other: object) => [
      named('p1', { active: false, link: [{ type: 'replaced-by', other }] }),
    ];
    const reference = 'Patient/p2';
    const status =
      (code: number, body: object): Answer =>
      (_, response) =>
        json(response, body, code);
    const gone = outcome('error', 'not-found');
    const unread = 'a patient who has been replaced by another one that cannot be read';

    test.each<[string, object, Readonly<Record<string, Answer>>]>([
      ['404', { reference }, { '/Patient/p2': status(404, gone) }],
      ['410', { reference }, { '/Patient/p2': status(410, gone) }],
      ['on another server', { reference: 'https://elsewhere.example/Patient/p2' }, {}],
      ['named by an identifier', { identifier: { value: '198507302381' } }, {}],
      ['another resource', { reference: 'RelatedPerson/r1' }, {}],
      [
        'replaced in turn by one that is gone',
        { reference },
        {
          '/Patient/p2': named('p2', { link: [linkTo('p3', 'replaced-by')] }),
          '/Patient/p3': status(410, gone),
        },
      ],
    ])('unusable if the other one is %s (D15)', async (_, other, others) => {
      await expect(read(replacedBy(other), others)).rejects.toMatchObject({
        code: 'ehr-unusable',
        message: unread,
      });
    });

    test('unusable for records too, which would look like none', async () => {
      const server = await fhirServer({ '/Patient': bundle(replacedBy({ identifier: { value: '7' } })) });
      const connected = connect(`${server.url}/fhir`);
      onTestFinished(server.close);
      onTestFinished(connected.close);
      await expect(connected.read('attentionSignals')).rejects.toMatchObject({ message: unread });
    });

    test('another match that is not replaced is published', async () => {
      const [old] = replacedBy({ reference });
      const current = named('p3', { link: [linkTo('p1', 'seealso')] });
      const { extract } = await read([old ?? {}, current], { '/Patient/p2': status(404, gone) });
      expect(extract?.Patient?.PatientName?.PatientFamilyName).toBe('Namn p3');
    });

    test.each([404, 410])(
      'a page of %i without an OperationOutcome is a wrong address or a proxy',
      async code => {
        const page: Answer = (_, response) =>
          void response.writeHead(code, { 'content-type': 'text/html' }).end('<html>Hittades inte</html>');
        const links = [named('p1', { link: [linkTo('p2')] })];
        for (const proxy of [page, status(code, { error: 'not found' })])
          await expect(read(links, { '/Patient/p2': proxy })).rejects.toMatchObject({ code: 'ehr-unusable' });
      },
    );

    test.each(['forbidden', 'security', 'login', 'expired', 'unknown', 'suppressed', 'conflict'])(
      'a linked one that the server refuses as %s is not gone: unusable (D29)',
      async code => {
        const links = [named('p1', { link: [linkTo('p2', 'seealso')] })];
        const refused = status(404, outcome('error', code));
        await expect(read(links, { '/Patient/p2': refused })).rejects.toMatchObject({ code: 'ehr-unusable' });
      },
    );
  });

  test('are one person however the links lead from one to the next', async () => {
    const patients = [
      named('p0'),
      named('p1', { link: [linkTo('p2')] }),
      named('p2', { link: [linkTo('p0')] }),
    ];
    expect(await publishedOf(patients)).toBe('Namn p0');
  });

  test('links to 64 others are followed, though all of them are gone; no more', async () => {
    const gone = (_: unknown, response: ServerResponse) => json(response, outcome('error', 'deleted'), 410);
    const linkedTo = (count: number) => {
      const ids = Array.from({ length: count }, (_, at) => `q${at}`);
      return read([named('p1', { link: ids.map(id => linkTo(id)) })], {
        ...Object.fromEntries(ids.map(id => [`/Patient/${id}`, gone])),
      });
    };
    expect((await linkedTo(64)).losses).toEqual([]);
    await expect(linkedTo(65)).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-limit',
      message: 'a patient with links to more than 64 others',
    });
  });

  test.each<[string, object | unknown[]]>([
    ['another Patient', named('p3')],
    ['another resource', { resourceType: 'Person', id: 'p2' }],
    ['no resource', { id: 'p2' }],
    ['a list', [named('p2')]],
    ['a part of it', named('p2', { meta: { tag: [{ code: 'SUBSETTED' }] } })],
  ])('%s in place of the linked one is unusable', async (_, other) => {
    const link = [linkTo('p2', 'replaces')];
    await expect(read([named('p1', { link })], { '/Patient/p2': other })).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-wrong-patient',
      message: 'a resource other than the linked Patient',
    });
  });

  test.each<[message: string, patients: object[]]>([
    ['a patient with more than 16 linked records', chain(17)],
    ['several patients with one number', [named('p1'), named('p2')]],
    ['a link to another Patient that cannot be read', [named('p1', { link: [{ type: 'replaces' }] })]],
    ['a patient without the requested number', [named('p1', { identifier: [] })]],
    [
      'a patient without the requested number',
      [named('p1', { identifier: [{ system: 'http://region.example/mrn', value: '191212121212' }] })],
    ],
    [
      'the EHR hides a patient with this number',
      [
        named('p1'),
        { resourceType: 'OperationOutcome', issue: [{ severity: 'information', code: 'suppressed' }] },
      ],
    ],
  ])('operators learn of %s (%#)', async (message, patients) => {
    await expect(read(patients)).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-wrong-patient',
      message,
    });
  });

  test.each<[string, object[]]>([
    ['two that are not linked', [named('p1'), named('p2')]],
    [
      'two pairs that are not linked',
      ['p2', 'p1', 'p4', 'p3'].map((other, at) => named(`p${at + 1}`, { link: [linkTo(other)] })),
    ],
  ])('%s are unusable', async (_, patients) => {
    await expect(read(patients)).rejects.toMatchObject({ code: 'ehr-unusable' });
  });
});

describe('the published one of two linked Patients', () => {
  const link = [linkTo('p1'), linkTo('p2')];
  const at = (lastUpdated: string | undefined) =>
    lastUpdated === undefined ? {} : { meta: { lastUpdated } };

  test.each<[string, object, object, string]>([
    ['the one changed last', at('2026-01-01T10:00:00Z'), at('2026-01-02T10:00:00Z'), 'Namn p2'],
    [
      'the one changed last, in another zone',
      at('2026-01-02T00:30:00+02:00'),
      at('2026-01-01T23:00:00Z'),
      'Namn p2',
    ],
    ['the one that says when it was changed', at(undefined), at('2026-01-02T10:00:00Z'), 'Namn p2'],
    ['the one whose time can be read', { meta: { lastUpdated: 7 } }, at('2026-01-02T10:00:00Z'), 'Namn p2'],
    [
      'the first by id if they were changed at the same time',
      at('2026-01-01T10:00:00Z'),
      at('2026-01-01T10:00:00Z'),
      'Namn p1',
    ],
    [
      'the active one, though changed earlier',
      { ...at('2026-01-02T10:00:00Z'), active: false },
      at('2026-01-01T10:00:00Z'),
      'Namn p2',
    ],
    [
      'the one changed last, if neither is active',
      { ...at('2026-01-01T10:00:00Z'), active: false },
      { ...at('2026-01-02T10:00:00Z'), active: false },
      'Namn p2',
    ],
    [
      'the one that says when it was changed, though long ago',
      at(undefined),
      at('1912-12-12T10:00:00Z'),
      'Namn p2',
    ],
  ])('%s', async (_, first, second, expected) => {
    const patients = [
      named('p1', { ...first, link: link.slice(1) }),
      named('p2', { ...second, link: link.slice(0, 1) }),
    ];
    expect(await publishedOf(patients)).toBe(expected);
    expect(await publishedOf(patients.toReversed())).toBe(expected);
  });

  test('the one that replaces the other, though changed earlier', async () => {
    const replaced = named('p1', { ...at('2026-02-01T10:00:00Z'), link: [linkTo('p2', 'replaced-by')] });
    const successor = named('p2', at('2026-01-01T10:00:00Z'));
    expect(await publishedOf([replaced, successor])).toBe('Namn p2');
    expect(await publishedOf([successor, replaced])).toBe('Namn p2');
  });

  test('the one that says itself that it replaces the other', async () => {
    const replaced = named('p1', at('2026-02-01T10:00:00Z'));
    const successor = named('p2', { ...at('2026-01-01T10:00:00Z'), link: [linkTo('p1', 'replaces')] });
    expect(await publishedOf([replaced, successor])).toBe('Namn p2');
    expect(await publishedOf([successor, replaced])).toBe('Namn p2');
  });
});

describe('the country of an address', () => {
  test.each([
    ['SE', { PatientAddressCountryCode: 'SE' }],
    ['SWE', { PatientAddressCountry: 'SWE' }],
    ['ASE', { PatientAddressCountry: 'ASE' }],
    ['S', { PatientAddressCountry: 'S' }],
    ['se', { PatientAddressCountry: 'se' }],
    ['Sverige', { PatientAddressCountry: 'Sverige' }],
  ])('%s', async (country, expected) => {
    const { extract } = await read([tolvan({ address: [{ city: 'Orten', country }] })]);
    expect(extract?.Patient?.PatientAddresses?.PatientAddress).toEqual([
      { PatientAddressCity: 'Orten', ...expected },
    ]);
  });
});

describe('the unit where the patient is registered', () => {
  test('is counted as lost if it cannot be identified', async () => {
    const { extract, losses } = await read([tolvan({ managingOrganization: { display: 'En mottagning' } })]);
    expect(extract).not.toHaveProperty('AccessZoneUnit');
    expect(losses.join()).toMatch(/unreadable/);
  });

  test('is counted as lost if its care unit cannot be identified', async () => {
    const clinic = {
      resourceType: 'Organization',
      id: 'o1',
      identifier: [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-1A2B' }],
      extension: [
        {
          url: 'https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy',
          extension: [{ url: 'hsaCareUnit', valueReference: { display: 'Psykiatri' } }],
        },
      ],
    };
    const { extract, losses } = await read(
      [tolvan({ managingOrganization: { reference: 'Organization/o1' } })],
      {
        '/Organization': bundle([clinic]),
      },
    );
    expect(extract).not.toHaveProperty('AccessZoneUnit');
    expect(losses.join()).toMatch(/unreadable/);
  });
});

describe('a general practitioner that was not received is a unit by its reference alone', () => {
  const uuid = 'urn:uuid:0a1b2c3d-0000-4000-8000-000000000001';

  test.each<[string, object, isUnit: boolean]>([
    ['a relative one', { reference: 'Organization/o1' }, true],
    ['with the longest id', { reference: `Organization/${'o'.repeat(64)}` }, true],
    ['with an id that is too long', { reference: `Organization/${'o'.repeat(65)}` }, false],
    ['with a version', { reference: 'Organization/o1/_history/3' }, true],
    ['with the longest version', { reference: `Organization/o1/_history/${'3'.repeat(64)}` }, true],
    ['with a version that is too long', { reference: `Organization/o1/_history/${'3'.repeat(65)}` }, false],
    ['without an id', { reference: 'Organization/' }, false],
    ['below a resource', { reference: 'Practitioner/d1/Organization/o1' }, true],
    ['with more behind it', { reference: 'Organization/o1/name' }, false],
    ['behind another word', { reference: 'Sub-Organization/o1' }, false],
    ['on another server', { reference: 'https://elsewhere.example/fhir/Organization/o1' }, true],
    ['a contained one', { reference: '#o1' }, false],
    ['by a urn', { reference: uuid }, false],
    ['by a urn, with a type', { reference: uuid, type: 'Organization' }, true],
    [
      'by a urn, with the definition of a type',
      { reference: uuid, type: 'http://hl7.org/fhir/StructureDefinition/Organization' },
      true,
    ],
    ['of another type than it states', { reference: 'Practitioner/d1', type: 'Organization' }, false],
  ])('%s', async (_, reference, isUnit) => {
    const { losses } = await read([tolvan({ generalPractitioner: [reference] })]);
    expect(losses).toEqual([`${isUnit ? 'unreadable' : 'unmapped'} Patient/generalPractitioner`]);
  });
});

// What a FHIR server is asked, parameter by parameter: a search that lacks one finds less, or somebody else's.
import { describe, expect, test } from 'vitest';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { casesIn } from '../../../support/cases-in.ts';
import type { Received } from '../../../support/servers/ehr-server.ts';
import { type Connecting, connect, patient, type ReadOptions } from './support/connect.ts';
import { type Answer, allergy, answering, bundle, fhirServer, json, tolvan } from './support/fhir-server.ts';
import { openAt } from './support/read-all.ts';

const cases = casesIn(import.meta.url);

const personal = 'http://electronichealth.se/identifier/personnummer';

const written = ({ method, path, query, body }: Received): string => {
  const parameters = [...(body === '' ? query : new URLSearchParams(body))].map(
    ([name, value]) => `${name}=${value}`,
  );
  return [method, path.replace('/fhir', ''), ...parameters].join(' ');
};

/** The requests of a read, each on a line. */
const asked = async (
  kind: SourceKind,
  connecting: Connecting = {},
  answers: Readonly<Record<string, Answer>> = {},
): Promise<string[]> => {
  const { read, server } = await openAt(answers, connecting);
  await read(kind);
  return server.received.map(written);
};

const ofPatient = `GET /Patient identifier=${personal}|191212121212,${personal}|19121212-1212 _count=100`;

describe('the searches for', () => {
  test.each(cases<[SourceKind, string[]]>('searches'))('%s', async (kind, expected) => {
    const [first, ...others] = await asked(kind);
    expect(first).toBe(ofPatient);
    expect(others.toSorted()).toEqual(expected);
  });
});

test('a server may have its own page size and parameters, no includes, and a search by POST', async () => {
  const own = {
    resources: ['Patient', 'Flag'],
    include: false,
    pageSize: 20,
    patientSearch: 'post',
    search: { Flag: { category: 'safety', '-x': 'å&=' } },
  };
  const found = { '/Patient/_search': bundle([tolvan()]) };
  expect(await asked('attentionSignals', { own }, found)).toEqual([
    `POST /Patient/_search identifier=${personal}|191212121212,${personal}|19121212-1212 _count=20`,
    'GET /Flag patient=Patient/p1 category=safety -x=å&= _count=20',
  ]);
});

test.each<[string, string[], string]>([
  ['none of whose types is read', ['Patient', 'AllergyIntolerance'], ''],
  [
    'one of whose types is read',
    ['Patient', 'AllergyIntolerance', 'PractitionerRole'],
    ' _include=AllergyIntolerance:recorder',
  ],
])('a reference %s is included: or not', async (_, resources, included) => {
  const [, search] = await asked('attentionSignals', { own: { resources } });
  expect(search).toBe(`GET /AllergyIntolerance patient=Patient/p1${included} _count=100`);
});

test('what was not included is asked for by id, in pages of the same size', async () => {
  const recorders = ['d1', 'd2'].map(id => allergy(id, { recorder: { reference: `Practitioner/${id}` } }));
  const own = { resources: ['Patient', 'AllergyIntolerance', 'Practitioner'], pageSize: 7 };
  const all = await asked('attentionSignals', { own }, { '/AllergyIntolerance': bundle(recorders) });
  expect(all.at(-1)).toBe('GET /Practitioner _id=d1,d2 _count=7');
});

test('what no translation uses is not asked for, though the server is read for its type', async () => {
  const recorder = { reference: 'RelatedPerson/r1', display: 'Mamma' };
  const all = await asked(
    'attentionSignals',
    {},
    { '/AllergyIntolerance': bundle([allergy('1', { recorder })]) },
  );
  expect(all.filter(line => line.includes('RelatedPerson'))).toEqual([]);
});

describe('a number and a system with characters that separate the parts of a search value', () => {
  const number = 'A,1|2$3\\4-ÅÄÖ' as PatientNumber;
  const system = 'urn:x|y,z$\\';

  const read = async (query: ReadOptions) => {
    const identifier = [{ system, value: number }];
    const server = await fhirServer({ '/Patient': bundle([tolvan({ identifier })]) });
    const own = { identifiers: { reserve: [system] }, resources: ['Patient', 'Flag'] };
    const connected = connect(`${server.url}/fhir`, { own });
    try {
      await connected.read('attentionSignals', query);
      return server.received[0]?.query.get('identifier');
    } finally {
      await connected.close();
      await server.close();
    }
  };

  test('are escaped', async () => {
    expect(await read({ patient: number })).toBe('urn:x\\|y\\,z\\$\\\\|A\\,1\\|2\\$3\\\\4-ÅÄÖ');
  });
});

test('every id of the patient is searched for, and a record that several of them find is one', async () => {
  const { read, server } = await openAt({
    '/Patient': bundle([
      tolvan({ link: [{ type: 'replaces', other: { reference: 'Patient/p2' } }] }),
      tolvan({ id: 'p2' }),
    ]),
    '/AllergyIntolerance': bundle([allergy('1')]),
  });
  expect(await read('attentionSignals', { patient })).toHaveLength(1);
  const searched = server.received.flatMap(({ path, query }) =>
    path === '/fhir/AllergyIntolerance' ? [query.get('patient')] : [],
  );
  expect(searched.toSorted()).toEqual(['Patient/p1', 'Patient/p2']);
});

test('records that the server hides are counted, of each of its searches', async () => {
  const hidden = {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'suppressed' }],
  };
  const { read } = await openAt({
    '/AllergyIntolerance': bundle([allergy('1'), hidden]),
    '/Flag': bundle([hidden, hidden]),
  });
  const found = await read('attentionSignals');
  expect(found.filter(({ record }) => record === undefined)).toHaveLength(3);
});

test('a patient is withheld by itself: nothing more is asked for', async () => {
  const security = [{ code: 'NOPAT' }];
  const { read, server } = await openAt({ '/Patient': bundle([tolvan({ meta: { security } })]) });
  expect(await read('patients')).toMatchObject([{ record: undefined, losses: [] }]);
  expect(server.received.map(written)).toEqual([ofPatient]);
});

test('contained resources that refer to each other are followed once, in their own container', async () => {
  const contained = [
    { resourceType: 'PractitionerRole', id: 'r', organization: { reference: '#a' } },
    { resourceType: 'Organization', id: 'a', partOf: { reference: '#b' } },
    { resourceType: 'Organization', id: 'b', partOf: { reference: '#a' } },
  ];
  const other = {
    resourceType: 'PractitionerRole',
    id: 'other',
    contained: [{ resourceType: 'Organization', id: 'x', partOf: { reference: 'Organization/above' } }],
    organization: { reference: '#x' },
  };
  const requests: string[] = [];
  const server = await fhirServer();
  server.answer = (received, response) => {
    requests.push(written(received));
    answering({
      '/AllergyIntolerance': bundle([
        allergy('1', {
          contained,
          recorder: { reference: '#r' },
          asserter: { reference: 'PractitionerRole/other' },
        }),
      ]),
      '/PractitionerRole': bundle([other]),
      '/Organization': (_, answered) => json(answered, bundle([])),
    })(received, response);
  };
  const connected = connect(`${server.url}/fhir`);
  try {
    expect(await connected.read('attentionSignals')).toHaveLength(1);
    expect(requests.filter(line => line.includes('_id='))).toEqual([
      'GET /PractitionerRole _id=other _count=100',
      'GET /Organization _id=above _count=100',
    ]);
  } finally {
    await connected.close();
    await server.close();
  }
});

// Faults of a FHIR server never cause a shorter list, another patient's record, or patient numbers and server texts in a log.
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../../../src/domain/model/failure.ts';
import type { EhrServer, Received } from '../../../support/servers/ehr-server.ts';
import { type Connecting, connect, other, patient } from './support/connect.ts';
import {
  type Answer,
  allergy,
  bundle,
  fhirServer,
  json,
  masked,
  outcome,
  tolvan,
} from './support/fhir-server.ts';

const open = async (answers: Readonly<Record<string, Answer>>, connecting: Connecting = {}) => {
  const server = await fhirServer(answers);
  const resources = ['Patient', 'AllergyIntolerance', 'Organization', 'Practitioner'];
  const connected = connect(`${server.url}/fhir`, { ...connecting, own: { resources, ...connecting.own } });
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return { server, ...connected };
};

const failed = (promise: Promise<unknown>): Promise<Failure | string> =>
  promise.then(
    () => 'no failure',
    (error: Failure) => error,
  );

const signals = '/AllergyIntolerance';

/** The failure of a read of attention signals. */
const failureOf = async (answer: Answer, connecting: Connecting = {}) => {
  const { read, logged } = await open({ [signals]: answer }, connecting);
  const error = await failed(read('attentionSignals'));
  const output = JSON.stringify([logged, String(error)]);
  expect(output).not.toContain(patient);
  expect(output).not.toContain('Ord.');
  return error;
};

const status = (code: number) => (_: Received, response: ServerResponse) =>
  json(response, outcome('error', 'x'), code);

describe('a status', () => {
  test.each([
    [429, 'ehr-unavailable'],
    [503, 'ehr-unavailable'],
    [504, 'ehr-too-slow'],
    ...[204, 301, 400, 401, 403, 404, 406, 410, 422, 500, 501].map(code => [code, 'ehr-unusable'] as const),
  ] as const)('%i: %s', async (code, expected) => {
    expect(await failureOf(status(code))).toMatchObject({ code: expected });
  });

  test('that fails the patient search does not mean an unknown patient', async () => {
    const { read } = await open({ '/Patient': status(404) });
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
  });
});

// The message tells a login page or a server that prefers XML from a broken answer. The header itself may hold anything.
test.each([
  ['text/html; charset=utf-8', '; it was sent as text/html'],
  ['application/xml', '; it was sent as application/xml'],
  [`text/x-${patient}`, ''],
])('a 200 sent as %s', async (type, words) => {
  const page: Answer = (_, response) => response.writeHead(200, { 'content-type': type }).end('<html>');
  expect(await failureOf(page)).toMatchObject({ message: `an answer that is not FHIR JSON${words}` });
});

describe('a 200 that is not a valid answer', () => {
  const raw =
    (body: string | Buffer, type = 'application/fhir+json') =>
    (_: Received, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': type }).end(body);
  const good = JSON.stringify(bundle([allergy('1')]));

  test.each<[string, Answer]>([
    ['a sign-in page', raw('<html>', 'text/html')],
    ['JSON as text', raw(good, 'text/plain')],
    ['another charset', raw(good, 'application/fhir+json; charset=iso-8859-1')],
    ['JSON of R5', raw(good, 'application/fhir+json; fhirVersion=5.0')],
    ['JSON of R3', raw(good, 'application/fhir+json;fhirVersion=3.0; charset=utf-8')],
    ['invalid UTF-8', raw(Buffer.from([0x7b, 0xff]))],
    ['invalid JSON', raw('{')],
    ['nothing', raw('')],
    ['an OperationOutcome', outcome('information', 'informational')],
    ['a resource', allergy('1')],
    ['another Bundle', bundle([allergy('1')], { type: 'collection' })],
    ['an entry without a resource', bundle([], { entry: [{}] })],
    ['entries that are not a list', bundle([], { entry: {} })],
    ['a match without an id', bundle([{ ...allergy('1'), id: undefined }])],
    [
      'a resource that names two patients',
      raw(good.replace('"patient":', '"patient":{"reference":"Patient/p2"},"patient":')),
    ],
    ['two lists of entries', raw(good.replace('"entry":', '"entry":[],"entry":'))],
    [
      'a member twice, once with an escape in its name',
      raw(good.replace('"patient":', '"p\\u0061tient":{"reference":"Patient/p2"},"patient":')),
    ],
    [
      'excessive nesting',
      raw(`{"resourceType":"Bundle","type":"searchset","x":${'['.repeat(101)}${']'.repeat(101)}}`),
    ],
    ['more than 8 MiB', raw(`${good.slice(0, -1)},"x":"${'x'.repeat(8 * 1024 * 1024)}"}`)],
    [
      'a resource with too many members',
      raw(JSON.stringify(bundle([allergy('1', { x: Array.from({ length: 200_001 }, () => ({ a: 1 })) })]))),
    ],
  ])('%s', async (_, answer) => {
    expect(await failureOf(answer)).toMatchObject({ code: 'ehr-unusable' });
  });

  test.each<[string, Answer]>([
    ['a byte-order mark', raw(`\ufeff${good}`)],
    ['brackets in strings', raw(good.replace('Penicillin', `${'['.repeat(200)}\\"{`))],
    ['application/json', raw(good, 'application/json; charset=UTF-8')],
    ['JSON that says that it is R4', raw(good, 'application/fhir+json; fhirVersion=4.0')],
    ['JSON that says that it is 4.0.1', raw(good, 'application/fhir+json; fhirVersion="4.0.1"')],
    [
      'members that every object has',
      raw(good.replace('"patient":', '"__proto__":{"patient":1},"constructor":{"a:b":"c:d"},"patient":')),
    ],
  ])('but %s is read', async (_, answer) => {
    const { read } = await open({ [signals]: answer });
    expect(await read('attentionSignals')).toHaveLength(1);
  });

  test('more bytes than a read may have', async () => {
    const large = bundle([allergy('1', { x: 'x'.repeat(6000) })]);
    const failure = await failureOf(large, { members: { maxAnswerBytes: 5000 } });
    expect(failure).toMatchObject({ code: 'ehr-unusable' });
  });
});

describe('OperationOutcome in an answer', () => {
  const beside = (severity: string, code: string, ...resources: object[]) =>
    bundle([...resources, outcome(severity, code)]);

  /** What the records of an answer with an issue become: how many are shown, and how many are counted as left out. */
  const answered = async (answers: Readonly<Record<string, Answer>>): Promise<string> => {
    const { read, logged } = await open(answers);
    const found = await read('attentionSignals').catch((error: Failure) => error.code);
    expect(JSON.stringify(logged)).not.toContain('Ord.');
    if (typeof found === 'string') return found;
    const shown = found.filter(({ record }) => record !== undefined).length;
    return `${shown} and ${found.length - shown}`;
  };
  const inThreePlaces = async (severity: string, code: string) => [
    await answered({ [signals]: beside(severity, code, allergy('1')) }),
    await answered({ [signals]: beside(severity, code) }),
    await answered({ [signals]: bundle([allergy('1')]), '/Patient': beside(severity, code, tolvan()) }),
    await answered({ [signals]: bundle([allergy('1')]), '/Patient': beside(severity, code) }),
  ];

  const harmless = ['1 and 0', '0 and 0', '1 and 0', 'patient-unknown'];
  const hiding = ['1 and 1', '0 and 1', 'ehr-unusable', 'ehr-unusable'];
  const unusable = ['ehr-unusable', 'ehr-unusable', 'ehr-unusable', 'ehr-unusable'];

  // Each code of R4: beside a record, in place of one, and in the search for the patient beside the patient and in their place (D29, D15).
  test.each<[string, string[], string[]?]>([
    ['invalid', harmless],
    ['structure', harmless],
    ['value', harmless],
    ['not-supported', harmless],
    ['code-invalid', harmless],
    ['business-rule', harmless],
    ['informational', harmless],
    ['duplicate', ['1 and 0', '0 and 1', '1 and 0', 'ehr-unusable']],
    ['processing', hiding, harmless],
    ['not-found', ['1 and 1', '0 and 1', 'ehr-unusable', 'patient-unknown']],
    ['required', hiding],
    ['invariant', hiding],
    ['security', hiding],
    ['login', hiding],
    ['unknown', hiding],
    ['expired', hiding],
    ['forbidden', hiding],
    ['suppressed', hiding],
    ['multiple-matches', hiding],
    ['deleted', hiding],
    ['too-long', hiding],
    ['extension', hiding],
    ['conflict', hiding],
    ['a-code-of-nobody', hiding],
    ['transient', unusable],
    ['lock-error', unusable],
    ['no-store', unusable],
    ['exception', unusable],
    ['timeout', unusable],
    ['incomplete', unusable],
    ['throttled', unusable],
    ['too-costly', unusable],
  ])('%s as a warning, as information, and as an error', async (code, warning, information = warning) => {
    expect(await inThreePlaces('warning', code)).toEqual(warning);
    expect(await inThreePlaces('information', code)).toEqual(information);
    for (const severity of ['error', 'fatal', 'Error', ''])
      expect(await answered({ [signals]: beside(severity, code, allergy('1')) })).toBe('ehr-unusable');
    expect(await answered({ [signals]: outcome('information', code) })).toBe('ehr-unusable');
  });

  test.each([
    ['4119', 'urn:oid:1.2.840.114350.1.13.0.1.7.2.657369', harmless],
    ['4101', 'urn:oid:1.2.840.114350.1.13.861.1.7.2.657369', harmless],
    ['59177', 'urn:oid:1.2.840.114350.1.13.0.1.7.2.657369', hiding],
    ['4119', 'urn:oid:1.2.3', hiding],
  ])('a standing remark of a vendor: %s of %s', async (code, system, expected) => {
    const remark = (...codings: object[]) => ({
      resourceType: 'OperationOutcome',
      issue: [
        { severity: 'warning', code: 'processing', details: { coding: [{ system, code }, ...codings] } },
      ],
    });
    expect([
      await answered({ [signals]: bundle([allergy('1'), remark()]) }),
      await answered({ [signals]: bundle([remark()]) }),
      await answered({ [signals]: bundle([allergy('1')]), '/Patient': bundle([tolvan(), remark()]) }),
      await answered({ [signals]: bundle([allergy('1')]), '/Patient': bundle([remark()]) }),
    ]).toEqual(expected);
    const withOther = bundle([allergy('1'), remark({ system, code: '1' })]);
    expect(await answered({ [signals]: withOther })).toBe('1 and 1');
  });

  test('is logged by severity and code only', async () => {
    const { read, logged } = await open({ [signals]: beside('warning', 'not-supported', allergy('1')) });
    expect(await read('attentionSignals')).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('not-supported');
    expect(JSON.stringify(logged)).not.toContain('Ord.');
  });
});

describe('pages', () => {
  const linked = (url: unknown, ...resources: object[]) =>
    bundle(resources, { link: [{ relation: 'next', url }] });

  /** A first page with a link, and what the server answers to any other request. */
  const paged = (link: (server: EhrServer) => unknown, next: Answer = bundle([allergy('2')])) => {
    const started = Promise.withResolvers<EhrServer>();
    const answer = async ({ query }: Received, response: ServerResponse) =>
      query.has('patient')
        ? json(response, linked(link(await started.promise), allergy('1')))
        : typeof next === 'function'
          ? next({ query } as Received, response)
          : json(response, next);
    return { answer, started: started.resolve };
  };

  const readPaged = async (link: (server: EhrServer) => unknown, next?: Answer, own: object = {}) => {
    const { answer, started } = paged(link, next);
    const opened = await open({ [signals]: answer, '': next ?? bundle([allergy('2')]) }, { own });
    started(opened.server);
    return opened;
  };

  test.each<[string, (server: EhrServer) => string]>([
    ['at the base URL', ({ url }) => `${url}/fhir?_getpages=1`],
    ['below a type', ({ url }) => `${url}/fhir/AllergyIntolerance?page=2`],
    ['relative', () => 'AllergyIntolerance?page=2'],
  ])('%s are followed', async (_, link) => {
    const { read } = await readPaged(link);
    expect(await read('attentionSignals')).toHaveLength(2);
  });

  test('at an alternative base URL of the server are rewritten', async () => {
    const { read, server } = await readPaged(
      () => 'https://inner.example/r4/AllergyIntolerance?page=2',
      undefined,
      { knownAs: ['https://inner.example/r4'] },
    );
    expect(await read('attentionSignals')).toHaveLength(2);
    expect(server.received.at(-1)?.path).toBe('/fhir/AllergyIntolerance');
  });

  test.each<[string, (server: EhrServer) => unknown]>([
    ['another origin', () => 'https://elsewhere.example/fhir?page=2'],
    ['another base URL with the same prefix', () => 'https://inner.example/r4x/AllergyIntolerance?page=2'],
    ['a user', ({ url }) => `${url.replace('//', '//user@')}/fhir?page=2`],
    ['a sibling path', ({ url }) => `${url}/fhirx?page=2`],
    ['a parent path', ({ url }) => `${url}/fhir/../admin?page=2`],
    ['an escaped slash', ({ url }) => `${url}/fhir/a%2Fb?page=2`],
    ['an escaped backslash', ({ url }) => `${url}/fhir/a%5cb?page=2`],
    ['a path parameter', ({ url }) => `${url}/fhir/..;/internal?page=2`],
    ['a relative path parameter', () => '..;/internal?page=2'],
    ['an escaped path parameter', ({ url }) => `${url}/fhir/..%3b/internal?page=2`],
    ['an empty segment', ({ url }) => `${url}/fhir//internal?page=2`],
    ['an overlong escape of a dot', ({ url }) => `${url}/fhir/%c0%ae%c0%ae/internal?page=2`],
    ['an escaped escape', ({ url }) => `${url}/fhir/%252e%252e/internal?page=2`],
    ['an invalid URL', () => 'http://['],
    ['nothing', () => ''],
    ['a number', () => 5],
  ])('with %s are refused and never called', async (_, link) => {
    const { read, server } = await readPaged(link, undefined, { knownAs: ['https://inner.example/r4'] });
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
    expect(server.received).toHaveLength(2);
  });

  test('that form a loop are refused', async () => {
    const { read } = await readPaged(() => 'AllergyIntolerance?page=2', linked('AllergyIntolerance?page=2'));
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
  });

  test('in an endless chain are refused after 500', async () => {
    let page = 2;
    const { read, server } = await readPaged(
      () => 'AllergyIntolerance?page=2',
      (_, response) => json(response, linked(`AllergyIntolerance?page=${++page}`)),
    );
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
    // The patient, and 500 pages.
    expect(server.received).toHaveLength(501);
  });

  test('with one missing fail the whole read', async () => {
    const { read } = await readPaged(() => 'AllergyIntolerance?page=2', status(410));
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
  });
});

describe('the base URL', () => {
  /** A server whose links and references are absolute, at the base URL that it is given when it has started. */
  const absolute = async () => {
    const base = Promise.withResolvers<string>();
    const answer: Answer = async ({ query }, response) => {
      const url = await base.promise;
      const link = [{ relation: 'next', url: `${url}/AllergyIntolerance?page=2` }];
      const one = allergy(query.get('page') ?? '1', { patient: { reference: `${url}/Patient/p1` } });
      json(response, bundle([one], query.has('page') ? {} : { link }));
    };
    const server = await fhirServer({ [signals]: answer });
    onTestFinished(server.close);
    return { server, setBase: base.resolve };
  };
  const ours = { AttentionSignalEHRExtract: [{ Patient: { PatientID: { extension: patient } } }] };

  const readAt = async (url: string, knownAs: string[] = []) => {
    const { read, close } = connect(url, { own: { knownAs } });
    onTestFinished(close);
    return (await read('attentionSignals')).map(({ record }) => record);
  };

  test('is not rewritten where it begins with another name of the server', async () => {
    const { server, setBase } = await absolute();
    setBase(`${server.url}/fhir`);
    expect(await readAt(`${server.url}/fhir`, [server.url])).toMatchObject([ours, ours]);
  });

  test('is recognized however the profile writes its host', async () => {
    const { server, setBase } = await absolute();
    const { port } = new URL(server.url);
    setBase(`http://localhost:${port}/fhir`);
    expect(await readAt(`http://LOCALHOST:${port}/fhir`)).toMatchObject([ours, ours]);
  });

  test('of several names that begin alike, the longest one is rewritten', async () => {
    const { server, setBase } = await absolute();
    setBase('https://inner.example/fhir/r4');
    const names = ['https://inner.example/fhir', 'https://INNER.example:443/fhir/r4'];
    expect(await readAt(`${server.url}/fhir`, names)).toMatchObject([ours, ours]);
  });
});

describe('the patient of a record', () => {
  const personal = 'http://electronichealth.se/identifier/personnummer';
  const foreign = (extension: string) => ({
    AttentionSignalEHRExtract: [{ Patient: { PatientID: { extension } } }],
  });

  test.each<[string, object | undefined, string]>([
    ['another id', { reference: 'Patient/p2' }, 'Patient:Patient/p2'],
    [
      'another server',
      { reference: 'https://elsewhere.example/Patient/p1' },
      'Patient:https://elsewhere.example/Patient/p1',
    ],
    ['the number as a reference', { reference: patient }, 'Patient:?'],
    ['a display name only', { display: 'Tolvan' }, 'Patient:?'],
    ['nobody', undefined, 'Patient:?'],
    ['another number', { identifier: { system: personal, value: other } }, 'Patient:?'],
    ['a number without a register', { identifier: { value: patient } }, 'Patient:?'],
    ['a number of another register', { identifier: { system: 'urn:x', value: patient } }, 'Patient:?'],
    ['a register without a number', { identifier: { system: personal } }, 'Patient:?'],
    [
      'a reference that is masked, with the number',
      { _reference: masked, identifier: { system: personal, value: patient } },
      'Patient:?',
    ],
    [
      'a reference that cannot be read, with the number',
      { reference: {}, identifier: { system: personal, value: patient } },
      'Patient:?',
    ],
    ['another resource with the id', { reference: 'Group/p1' }, 'Patient:Group/p1'],
    ['a text with a colon', { reference: '12 urn:x' }, 'Patient:?'],
    [
      'the id with another number',
      { reference: 'Patient/p1', identifier: { system: personal, value: other } },
      'Patient:Patient/p1',
    ],
  ])("%s: reported as another patient's", async (_, of, extension) => {
    const { read } = await open({ [signals]: bundle([allergy('1', { patient: of })]) });
    expect(await read('attentionSignals')).toEqual([{ record: foreign(extension), losses: [] }]);
  });

  test.each<[string, object]>([
    ['with its version', { reference: 'Patient/p1/_history/3' }],
    ['by number with a hyphen', { identifier: { system: personal, value: '19121212-1212' } }],
    [
      'by both',
      { reference: 'Patient/p1', identifier: { system: 'urn:oid:1.2.752.129.2.1.3.1', value: patient } },
    ],
  ])("%s: the patient's", async (_, of) => {
    const { read } = await open({ [signals]: bundle([allergy('1', { patient: of })]) });
    expect(await read('attentionSignals')).toMatchObject([
      { record: { AttentionSignalEHRExtract: [{ Patient: { PatientID: { extension: patient } } }] } },
    ]);
  });

  test('a Patient without the requested number is unusable: the server ignores the parameter', async () => {
    const { read } = await open({
      '/Patient': bundle([tolvan(), { ...tolvan(), id: 'p2', identifier: [] }]),
    });
    expect(await failed(read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
  });

  test('several unlinked Patients are unusable; linked ones are one person and are all searched', async () => {
    const second = (link: object[]) => bundle([tolvan({ link }), { ...tolvan(), id: 'p2' }]);
    const apart = await open({ '/Patient': second([]) });
    expect(await failed(apart.read('attentionSignals'))).toMatchObject({ code: 'ehr-unusable' });
    const linked = await open({
      '/Patient': second([{ type: 'replaced-by', other: { reference: 'Patient/p2' } }]),
      [signals]: ({ query }: Received, response: ServerResponse) =>
        json(
          response,
          bundle([
            allergy(String(query.get('patient')).slice(8), { patient: { reference: query.get('patient') } }),
          ]),
        ),
    });
    expect(await linked.read('attentionSignals')).toHaveLength(2);
  });
});

describe('withheld records', () => {
  const nopat = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] };
  test.each<[string, object]>([
    ['a security label', { meta: nopat }],
    ['a security label without a system', { meta: { security: [{ code: 'NOPAT' }] } }],
    [
      'a security label in the code system as STU3 wrote it',
      { meta: { security: [{ system: 'http://hl7.org/fhir/v3/ActCode', code: 'NOPAT' }] } },
    ],
    ['a security label whose system is a number', { meta: { security: [{ system: 7, code: 'NOPAT' }] } }],
    ['unreadable security labels', { meta: { security: 'NOPAT' } }],
    ['implicit rules', { implicitRules: 'http://region.example/rules' }],
    ['a modifier extension', { modifierExtension: [{ url: 'http://x', valueBoolean: true }] }],
    ['a nested modifier extension', { reaction: [{ modifierExtension: [{ url: 'http://x' }] }] }],
  ])('%s withholds the record', async (_, members) => {
    const { read } = await open({ [signals]: bundle([allergy('1', members)]) });
    expect(await read('attentionSignals')).toEqual([{ record: undefined, losses: [] }]);
  });

  test('protected identity is known even if the Patient is withheld', async () => {
    const se = 'http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel';
    const security = [...nopat.security, { system: se, code: 'sekretessmarkering' }];
    const { read } = await open({ '/Patient': bundle([tolvan({ meta: { security } })]) });
    expect(await read('patients')).toEqual([{ record: undefined, losses: [], isProtected: true }]);
  });

  const code = 'skyddadFolkbokforing';
  test.each<[string, object, string, unknown]>([
    ['a label says it', { meta: { security: [{ code }] } }, 'security-label', true],
    ['no label says it', {}, 'security-label', false],
    ['the labels cannot be read', { meta: { security: code } }, 'security-label', 'not-said'],
    [
      'rules may change what it says',
      { implicitRules: 'http://region.example/rules' },
      'security-label',
      'not-said',
    ],
    ['the server knows no such label', { meta: { security: [{ code }] } }, 'not-said', 'not-said'],
  ])(
    'every patient record states the protection (D27): %s',
    async (_, members, protectedIdentity, stated) => {
      const { read } = await open({ '/Patient': bundle([tolvan(members)]) }, { own: { protectedIdentity } });
      expect(await read('patients')).toMatchObject([{ isProtected: stated }]);
    },
  );
});

// The national contracts on the wire: requests, and the meaning of each failure.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { listed } from '../../../../support/listed.ts';
import { type EhrServer, ehrServer } from '../../../../support/servers/ehr-server.ts';
import { failureOf, newCall, requestId } from '../../calls.ts';
import { connect, patient } from '../support/connect.ts';
import { answerOf, contact, note, outcomeOf, resident, timeslot } from '../support/documents.ts';
import { askedOf, envelopeOf, faultOf, soap } from '../support/soap-server.ts';

/** A producer, and the adapter connected to it. */
const setUp = async (answer: EhrServer['answer'], options: Parameters<typeof connect>[1] = {}) => {
  const server = await ehrServer(answer);
  const connected = connect(server.url, options);
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return { server, connected };
};

const answering =
  (document: string, status = 200): EhrServer['answer'] =>
  (_received, response) =>
    soap(response, document, status);

/** Answers every contract with an empty list, and the register with the patient. */
const nothing: EhrServer['answer'] = (received, response) => {
  const { contract } = askedOf(received);
  const documents = contract === 'LookupResidentForFullProfile' ? [resident({ number: patient })] : [];
  soap(response, envelopeOf(answerOf(contract, documents)));
};

const who =
  '<q:patientId><core:id>191212121212</core:id><core:type>1.2.752.129.2.1.3.1</core:type></q:patientId>';
/** The longest period that the contracts allow, in an element with the given name. */
const always = (element: string) =>
  `<q:${element}><core:start>19000101</core:start><core:end>20991231</core:end></q:${element}>`;

type Sent = {
  readonly kind: SourceKind;
  readonly domain: string;
  readonly contract: string;
  readonly version: number;
  readonly body: string;
  readonly address?: string;
  /** What else is in the header. */
  readonly more?: string;
};

/** The exact envelope that must be sent. */
const envelopeSent = ({ domain, contract, version, body, address = 'SE2321000016-LA01', more = '' }: Sent) =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header><itr:LogicalAddress xmlns:itr="urn:riv:itintegration:registry:1">${address}</itr:LogicalAddress>${more}</soapenv:Header><soapenv:Body><q:${contract} xmlns:q="urn:riv:${domain}:${contract}Responder:${version}" xmlns:core="urn:riv:${domain}:${version}">${body}</q:${contract}></soapenv:Body></soapenv:Envelope>`;

const clinical = (
  kind: SourceKind,
  domain: string,
  contract: string,
  [version, period]: [number, string],
) => ({
  ...{ kind, domain, contract, version },
  body: who + always(period),
});

const requests: readonly Sent[] = [
  clinical('contacts', 'clinicalprocess:logistics:logistics', 'GetCareContacts', [3, 'datePeriod']),
  clinical('attentionSignals', 'clinicalprocess:healthcond:description', 'GetAlertInformation', [
    2,
    'timePeriod',
  ]),
  clinical('prescriptions', 'clinicalprocess:activityprescription:actoutcome', 'GetMedicationHistory', [
    2,
    'datePeriod',
  ]),
  clinical('journalNotes', 'clinicalprocess:healthcond:description', 'GetCareDocumentation', [
    2,
    'timePeriod',
  ]),
  {
    ...{ kind: 'appointments', domain: 'crm:scheduling', contract: 'GetSubjectOfCareSchedule', version: 1 },
    body: '<q:healthcare_facility>SE2321000016-1A2B</q:healthcare_facility><q:subject_of_care>191212121212</q:subject_of_care>',
    address: 'SE2321000016-1A2B',
    more: '<ih:Actor xmlns:ih="urn:riv:interoperability:headers:1"><ih:actorId>191212121212</ih:actorId><ih:actorType>subject_of_care</ih:actorType></ih:Actor>',
  },
  {
    ...{
      kind: 'patients',
      domain: 'population:residentmaster',
      contract: 'LookupResidentForFullProfile',
      version: 1,
    },
    body: '<q:personId>191212121212</q:personId><q:lookUpSpecification/>',
  },
];

describe('a request', () => {
  test.each(requests)('for $kind', async one => {
    const { domain, contract, version } = one;
    const { server, connected } = await setUp(nothing);
    await connected.read(one.kind);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/',
      body: envelopeSent(one),
      headers: {
        accept: 'text/xml',
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"urn:riv:${domain}:${contract}Responder:${version}:${contract}"`,
        'x-rivta-original-serviceconsumer-hsaid': 'SE2321000016-OC01',
        'x-skltp-correlation-id': requestId,
      },
    });
  });

  test('is escaped', async () => {
    const { server, connected } = await setUp(nothing, { own: { logicalAddress: 'SE<&>"\'1' } });
    await connected.read('contacts');
    expect(server.received[0]?.body).toContain('>SE&lt;&amp;&gt;&quot;&apos;1</itr:LogicalAddress>');
  });

  test.each([
    ['197010632391', '1.2.752.129.2.1.3.3'],
    ['19121212K123', '1.2.752.97.3.1.3'],
  ])('names the register of %s', async (number, root) => {
    const { server, connected } = await setUp(nothing);
    await connected.read('contacts', { patient: number as typeof patient });
    expect(server.received[0]?.body).toContain(`<core:id>${number}</core:id><core:type>${root}</core:type>`);
  });

  test('is sent to the endpoint of its contract: a path below the base URL, a URL, or the base URL itself', async () => {
    const elsewhere = await ehrServer(nothing);
    onTestFinished(elsewhere.close);
    const server = await ehrServer(nothing);
    const endpoints = {
      GetCareContacts: '/logistics/GetCareContacts/3',
      GetAlertInformation: 'description/GetAlertInformation/2',
      GetCareDocumentation: `${elsewhere.url}/GetCareDocumentation`,
    };
    const connected = connect(`${server.url}/vp`, { own: { endpoints } });
    onTestFinished(server.close);
    onTestFinished(connected.close);
    await connected.read('contacts');
    await connected.read('attentionSignals');
    await connected.read('journalNotes');
    await connected.read('prescriptions');
    expect(server.received.map(({ path }) => path)).toEqual([
      '/vp/logistics/GetCareContacts/3',
      '/vp/description/GetAlertInformation/2',
      '/vp',
    ]);
    expect(elsewhere.received.map(({ path }) => path)).toEqual(['/GetCareDocumentation']);
  });

  test('is retried while the producer is temporarily unavailable, because it only reads', async () => {
    const { server, connected } = await setUp((received, response) =>
      server.received.length < 3 ? soap(response, '', 503) : nothing(received, response),
    );
    expect(await connected.read('contacts')).toEqual([]);
    expect(server.received).toHaveLength(3);
  });
});

describe('the date filter', () => {
  const within = (start: string, end: string) =>
    `<core:start>${start}</core:start><core:end>${end}</core:end>`;
  const time = (digits: string) => digits as NonNullable<Interval['from']>;

  const bodyFor = async (kind: SourceKind, interval: Interval, passedOn: readonly SourceKind[]) => {
    const { server, connected } = await setUp(nothing, { members: { intervalAtEhr: new Set(passedOn) } });
    await connected.read(kind, { interval });
    return server.received[0]?.body;
  };

  test.each([
    ['both ends', { from: '20260115093000', to: '20260116000000' }, ['20260115', '20260116']],
    ['no end', { from: '20260115093000' }, ['20260115', '20991231']],
    ['no begin', { to: '20260115093000' }, ['19000101', '20260115']],
    ['neither end', {}, ['19000101', '20991231']],
    [
      'beyond what the contract allows',
      { from: '18500101000000', to: '21500101000000' },
      ['19000101', '20991231'],
    ],
    ['long ago', { from: '18000101000000', to: '18500101000000' }, ['19000101', '19000101']],
    ['far ahead', { from: '21000101000000' }, ['20991231', '20991231']],
  ])('of journal notes is widened to whole days: %s', async (_name, interval, [start = '', end = '']) => {
    const body = await bodyFor('journalNotes', interval as Interval, ['journalNotes']);
    expect(body).toContain(`<q:timePeriod>${within(start, end)}</q:timePeriod>`);
  });

  // Without a filter, or with one end of it, a producer may leave out what is old.
  test.each([
    ['contacts', 'datePeriod'],
    ['attentionSignals', 'timePeriod'],
    ['prescriptions', 'datePeriod'],
    ['journalNotes', 'timePeriod'],
  ] as const)('of %s is whole where the interval is not passed on', async (kind, element) => {
    for (const interval of [{}, { from: time('20260115093000') }, { to: time('20260115093000') }]) {
      expect(await bodyFor(kind, interval, [])).toContain(always(element));
    }
  });

  test.each(['contacts', 'prescriptions', 'attentionSignals'] as const)(
    'of %s differs from D8: it never gets the interval',
    async kind => {
      const body = await bodyFor(kind, { from: time('20260115093000') }, [kind]);
      expect(body).toContain(within('19000101', '20991231'));
    },
  );

  test('is not sent for bookings: their contract has none', async () => {
    const body = await bodyFor('appointments', { from: time('20260115093000') }, ['appointments']);
    expect(body).not.toMatch(/Period|20260115/);
  });
});

describe('a failure', () => {
  const documents = listed('GetCareContacts GetAlertInformation GetMedicationHistory GetCareDocumentation');
  const kinds = ['contacts', 'attentionSignals', 'prescriptions', 'journalNotes'] as const;
  const contracts = kinds.map((kind, at) => [kind, documents[at] as 'GetCareContacts'] as const);
  const everyKind = [...kinds, 'appointments', 'patients'] as const;

  /** The failure of a read: its code, and its detail for the log. */
  const failure = async (kind: SourceKind, answer: EhrServer['answer']) => {
    const { connected } = await setUp(answer);
    return connected.read(kind).then(
      found => ({ code: `no failure, but ${JSON.stringify(found)}`, message: '' }),
      ({ code, message }) => ({ code, message }),
    );
  };

  test.each(everyKind)('a Fault to %s, with 200 and with 500', async kind => {
    const expected = { code: 'ehr-unusable', message: 'a Fault (Server, VP007)' };
    expect(await failure(kind, answering(faultOf('VP007 not authorised')))).toEqual(expected);
    expect(await failure(kind, answering(faultOf('VP007 not authorised'), 500))).toEqual(expected);
  });

  // Texts of the EHR may name people: the log only has known codes of Faults and results.
  test.each([
    ['s:Client', 'no', 'a Fault (Client)'],
    ['server', 'no', 'a Fault (Server)'],
    ['VP004', 'no', 'a Fault (VP004)'],
    ['s:Server', 'VP009 Error connecting to service producer', 'a Fault (Server, VP009)'],
    ['s:Server', 'Tolvan Tolvansson (VP009)', 'a Fault (Server)'],
    ['s:Tolvan', 'Tolvansson', 'a Fault'],
    ['VP00412', '', 'a Fault'],
    ['', '', 'a Fault'],
  ])('for the Fault "%s", "%s", the log has: %s', async (code, words, logged) => {
    const fault = envelopeOf(
      `<s:Fault><faultcode>${code}</faultcode><faultstring>${words}</faultstring></s:Fault>`,
    );
    expect((await failure('contacts', answering(fault, 500))).message).toBe(logged);
  });

  test.each(contracts)('the result ERROR to %s', async (kind, contract) => {
    const document = answerOf(contract, [], outcomeOf(contract, 'ERROR', 'Fel för Tolvan 191212121212.'));
    expect(await failure(kind, answering(envelopeOf(document)))).toEqual({
      code: 'ehr-unusable',
      message: 'result ERROR',
    });
  });

  test.each([
    ['TRANSFORMATION_ERROR', 'result ERROR (TRANSFORMATION_ERROR)'],
    ['Tolvan Tolvansson', 'result ERROR'],
  ])('for the error code %s, the log has: %s', async (code, logged) => {
    const document = answerOf('GetCareContacts', [], outcomeOf('GetCareContacts', 'ERROR')).replace(
      '</c:resultCode>',
      `</c:resultCode><c:errorCode>${code}</c:errorCode>`,
    );
    expect((await failure('contacts', answering(envelopeOf(document)))).message).toBe(logged);
  });

  test.each(contracts)('an unknown result to %s', async (kind, contract) => {
    const document = answerOf(contract, [], outcomeOf(contract, 'FINE'));
    expect((await failure(kind, answering(envelopeOf(document)))).code).toBe('ehr-unusable');
  });

  test.each(['GetCareContacts', 'GetMedicationHistory'] as const)(
    'no result, where %s requires one',
    async name => {
      const kind = name === 'GetCareContacts' ? 'contacts' : 'prescriptions';
      expect((await failure(kind, answering(envelopeOf(answerOf(name, [], ''))))).code).toBe('ehr-unusable');
    },
  );

  test.each(['GetAlertInformation', 'GetCareDocumentation'] as const)(
    'a missing result is OK if %s allows it',
    async name => {
      const kind = name === 'GetAlertInformation' ? 'attentionSignals' : 'journalNotes';
      const { connected } = await setUp(answering(envelopeOf(answerOf(name, [], ''))));
      expect(await connected.read(kind)).toEqual([]);
    },
  );

  const empty = answerOf('GetCareContacts', []);
  test.each([
    ['an empty Body', envelopeOf('')],
    ['no Body', '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/></s:Envelope>'],
    [
      'an answer in the Header',
      `<s:Envelope xmlns:s="x"><s:Header>${empty}</s:Header><s:Body/></s:Envelope>`,
    ],
    ['another answer', envelopeOf(answerOf('GetCareDocumentation', []))],
    ['two answers', envelopeOf(empty + empty)],
    ['two Bodies', `<s:Envelope xmlns:s="x"><s:Body>${empty}</s:Body><s:Body>${empty}</s:Body></s:Envelope>`],
    ['an answer and a Fault', envelopeOf(`${empty}<Fault><faultstring>no</faultstring></Fault>`)],
    ['no envelope', empty],
    ['two results', envelopeOf(empty.replace(/<r:result>.*<\/r:result>/, '$&$&'))],
    ['a nil result', envelopeOf(empty.replace('<r:result>', '<r:result xsi:nil="true">'))],
    ['a document type', `<!DOCTYPE x>${envelopeOf(empty)}`],
    ['a cut envelope', envelopeOf(empty).slice(0, -10)],
    ['HTML', '<html><body>Not Found</body></html>'],
    ['an empty body', ''],
  ])('%s', async (_name, document) => {
    expect((await failure('contacts', answering(document))).code).toBe('ehr-unusable');
  });

  test('a login page: the log says as what it was sent', async () => {
    const { code, message } = await failure('contacts', (_received, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>hemligt');
    });
    expect(code).toBe('ehr-unusable');
    expect(message).toMatch(/^not well-formed: .*; it was sent as text\/html$/);
    expect(message).not.toContain('hemligt');
  });

  test('a control character in one note: the log says at which byte and in which element', async () => {
    const notes = [
      note({ id: '1', patient }, 'Klåda på\r\nhöger hand.'),
      note({ id: '2', patient }, 'Åter\u0001besök.'),
    ];
    const document = envelopeOf(answerOf('GetCareDocumentation', notes));
    const byte = Buffer.from(document).indexOf(1);
    const path = 'careDocumentation/careDocumentationBody/clinicalDocumentNote/clinicalDocumentNoteText';
    const { code, message } = await failure('journalNotes', answering(document));
    expect(code).toBe('ehr-unusable');
    expect(message).toMatch(new RegExp(`^not well-formed: .*, at byte ${byte} in ${path}$`));
    expect(message).not.toContain('besök');
  });

  test('a truncated list is never returned as a shorter one', async () => {
    const whole = envelopeOf(
      answerOf('GetCareContacts', [contact({ id: '1', patient }), contact({ id: '2', patient })]),
    );
    const cut = whole.slice(0, whole.lastIndexOf('<r:careContact>') + 40);
    expect((await failure('contacts', answering(cut))).code).toBe('ehr-unusable');
  });

  test.each([
    [429, 'ehr-unavailable'],
    [503, 'ehr-unavailable'],
    [504, 'ehr-too-slow'],
    [404, 'ehr-unusable'],
    [500, 'ehr-unusable'],
    [302, 'ehr-unusable'],
    [204, 'ehr-unusable'],
  ])('the status %s', async (status, code) => {
    const { message, ...failed } = await failure('contacts', (_received, response) => {
      response.writeHead(status).end();
    });
    expect(failed).toEqual({ code });
    expect(message).toBe(`status ${status}`);
  });

  test('the body of an answer with a failing status is not read', async () => {
    const document = envelopeOf(answerOf('GetCareContacts', [contact({ id: '1', patient })]));
    expect((await failure('contacts', answering(document, 500))).code).toBe('ehr-unusable');
  });

  test('no server at the address', async () => {
    const server = await ehrServer(nothing);
    await server.close();
    const connected = connect(server.url);
    onTestFinished(connected.close);
    expect(await failureOf(connected.read('contacts'))).toBe('ehr-unreachable');
  });

  test('INFO is not a failure: the documents are read', async () => {
    const document = answerOf(
      'GetCareDocumentation',
      [note({ id: '1', patient }, 'Hej.')],
      outcomeOf('GetCareDocumentation', 'INFO', 'Hemligt.'),
    );
    const { connected } = await setUp(answering(envelopeOf(document)));
    expect(await connected.read('journalNotes')).toHaveLength(1);
    // The id of the result's log entry is not a UUID here: it may be anything.
    expect(connected.logged).toEqual([
      {
        level: 'info',
        fields: { requestId, system: 'ehr', contract: 'GetCareDocumentation', resultCode: 'INFO' },
        message: 'the EHR answers with INFO',
      },
    ]);
  });

  test('the logId of an INFO is not logged: it may contain a person number', async () => {
    const logId = '00000000-0000-4000-8000-191212121212';
    const document = answerOf('GetCareContacts', [], outcomeOf('GetCareContacts', 'INFO')).replace(
      '<c:logId>1<',
      `<c:logId>${logId}<`,
    );
    const { connected } = await setUp(answering(envelopeOf(document)));
    await connected.read('contacts');
    expect(connected.logged).toHaveLength(1);
    expect(JSON.stringify(connected.logged)).not.toContain('191212121212');
  });
});

test('an answer that is not read to its end is discarded, and the next call can start', async () => {
  const one = contact({ id: '1', patient });
  const many = envelopeOf(
    answerOf(
      'GetCareContacts',
      Array.from({ length: 20_000 }, () => one),
    ),
  );
  const { connected } = await setUp(answering(many), {
    members: { maxConcurrent: 1, maxAnswerBytes: 100_000_000, timeoutMs: 10_000 },
  });
  const { contacts } = connected.ehr;
  if (contacts === undefined) throw new Error('not offered');
  for (let reads = 0; reads < 3; reads++) {
    for await (const one of contacts({ patient, interval: {}, call: newCall() })) {
      expect(one).toHaveProperty('record');
      break;
    }
  }
});

describe('bookings of several facilities', () => {
  const facilities = ['SE-A', 'SE-B', 'SE-C', 'SE-D', 'SE-E', 'SE-F'];
  const slot = (facility: string) => timeslot({ bookingId: facility, healthcare_facility: facility });
  const list = (documents: string[], outcome = '') =>
    envelopeOf(answerOf('GetSubjectOfCareSchedule', documents, outcome));

  /** Each facility answers with its own booking, except for the given ones. */
  const facilitiesThat = async (others: Readonly<Record<string, EhrServer['answer']>>) =>
    setUp(
      (received, response) => {
        const { facility = '' } = askedOf(received);
        const other = others[facility];
        return other === undefined ? soap(response, list([slot(facility)])) : other(received, response);
      },
      { own: { facilities } },
    );

  test('are one list, in the order of the profile', async () => {
    const { server, connected } = await facilitiesThat({});
    const [found, ...others] = await connected.read('appointments');
    expect(others).toEqual([]);
    expect(found?.record).toMatchObject({
      resultCode: 'OK',
      appointments: facilities.map(id => ({ booking: { ContactId: id, PerformingUnit: { HSAId: id } } })),
    });
    expect(server.received.map(({ body }) => /LogicalAddress [^>]*>([^<]*)</.exec(body)?.[1]).sort()).toEqual(
      facilities,
    );
  });

  test.each([
    ['a Fault', answering(faultOf('no'), 500), 'ehr-unusable'],
    ['a cut answer', answering(list([]).slice(0, -3)), 'ehr-unusable'],
    ['an unavailable one', answering('', 503), 'ehr-unavailable'],
  ])('fail together: %s', async (_name, answer, code) => {
    const { connected } = await facilitiesThat({ 'SE-E': answer });
    expect(await failureOf(connected.read('appointments'))).toBe(code);
  });

  const outcome = (code: string, message: string) =>
    `<r:result><c:resultCode>${code}</c:resultCode><c:logId>1</c:logId><c:message>${message}</c:message></r:result>`;

  test('an ERROR of one is the result of all: a list without its bookings would look complete', async () => {
    const { connected } = await facilitiesThat({
      'SE-B': answering(list([], outcome('ERROR', 'Stängt för underhåll.'))),
    });
    const [found] = await connected.read('appointments');
    expect(found?.record).toEqual({
      appointments: [],
      registered: [],
      patient: undefined,
      resultCode: 'ERROR',
      comment: 'Stängt för underhåll.',
      any: [],
    });
  });

  test('an INFO of one is passed on with all bookings', async () => {
    const { connected } = await facilitiesThat({
      'SE-B': answering(list([slot('SE-B')], outcome('INFO', 'Kom i tid.'))),
    });
    const [found] = await connected.read('appointments');
    expect(found?.record).toMatchObject({
      resultCode: 'INFO',
      comment: 'Kom i tid.',
      appointments: facilities.map(id => ({ booking: { ContactId: id } })),
    });
  });

  test('without facilities, bookings are not offered', async () => {
    const { connected } = await setUp(nothing, { own: { facilities: undefined } });
    expect(connected.ehr.appointments).toBeUndefined();
  });
});

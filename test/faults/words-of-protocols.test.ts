// Words of the EHR (D34) in the national contracts and in FHIR: whatever an answer has beside its data, wherever it stands,
// nothing of it comes into the service's logs, into its metrics or to the client. The legacy extracts are in words.test.ts.
import { afterEach, describe, test } from 'vitest';
import { payment } from '../adapters/ehr/fhir/support/connect.ts';
import { bundle } from '../adapters/ehr/fhir/support/fhir-server.ts';
import { ownMembers } from '../adapters/ehr/rivta/support/connect.ts';
import { envelopeOf, faultOf, sample } from '../adapters/ehr/rivta/support/soap-server.ts';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { subject } from './support/operations.ts';
import { type Behaviour, http, tcpServer } from './support/tcp-server.ts';
import { bytes, expectSilence, said } from './support/words.ts';

let service: TestService | undefined;

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(tcpServer(() => {}));
const token = await issuer.sign({ patient: subject, scope: everyScope });
afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** One service for each: a circuit that one answer has opened would keep the next one away. */
const expectSilenceOf = async (system: object, behaviour: Behaviour) => {
  service = await startService({
    issuer,
    ehr: `${ehr.url}/ehr`,
    system: system as Record<string, unknown>,
    settings: { ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
  });
  await expectSilence(service, { ehr, behaviour, token });
};

const sending =
  (type: string) =>
  (
    body: string,
    { status = '200 OK', headers = {} }: { status?: string; headers?: Record<string, string> } = {},
  ): Behaviour =>
  socket =>
    socket.write(http(body, { status, headers: { 'content-type': type, ...headers } }));

/** What is below the protocol. */
const belowProtocol: readonly [string, Behaviour][] = [
  ['a reason phrase', bytes(`HTTP/1.1 500 ${said}\r\ncontent-length: 0\r\n\r\n`)],
  ['an invalid status line', bytes(`HTTP/1.1 ${said}\r\n\r\n`)],
  ['a header without a colon', bytes(`HTTP/1.1 200 OK\r\n${said}\r\n\r\n`)],
  [
    'a redirect',
    sending('text/plain')('', { status: '302 Found', headers: { location: `http://${said}/` } }),
  ],
  ['a content encoding', sending('text/plain')('{}', { headers: { 'content-encoding': said } })],
  ['a media type', sending(`text/${said}`)(said)],
  ['a sign-in page', sending('text/html')(`<html><title>${said}</title></html>`)],
];

describe('RIV-TA', () => {
  const system = { adapter: 'rivta', ...ownMembers };
  const answer = sending('text/xml; charset=utf-8');
  const documented = sample('GetCareDocumentation');

  test.each<[string, Behaviour]>([
    ...belowProtocol,
    ['a charset', sending(`text/xml; charset=${said}`)(envelopeOf('<a/>'))],
    ['a Fault', answer(faultOf(said), { status: '500 Internal Server Error' })],
    ['a Fault with 200', answer(faultOf(said))],
    [
      'a Fault with a code and a detail',
      answer(
        envelopeOf(
          `<s:Fault><faultcode>s:${said}</faultcode><faultstring>x</faultstring><detail><${said}/></detail></s:Fault>`,
        ),
        { status: '500 Internal Server Error' },
      ),
    ],
    [
      'a header of the envelope',
      answer(envelopeOf('<a/>').replace('<s:Header/>', `<s:Header><${said}/></s:Header>`)),
    ],
    ['an element that the contract does not know', answer(envelopeOf(`<${said}>${said}</${said}>`))],
    ['a namespace', answer(envelopeOf(`<a xmlns="urn:${said}">${said}</a>`))],
    [
      'a result',
      answer(envelopeOf(documented).replace(/<([a-z\d]+:)?resultCode>[^<]*</, `<$1resultCode>${said}<`)),
    ],
    [
      // Its name is in the log (D29), because somebody must find it; what it holds is not.
      'an element that is not known',
      answer(envelopeOf(documented.replace(/<\/([^<>]+)>\s*$/, `<x a="${said}">${said}</x></$1>`))),
    ],
    ['a root', answer(`<${said}/>`)],
    ['a document type', answer(`<!DOCTYPE ${said}>${envelopeOf('<a/>')}`)],
    ['an entity', answer(envelopeOf(`<a>&${said};</a>`))],
    [
      'an attachment',
      sending(`multipart/related; boundary="${said}"; type="application/xop+xml"`)(
        `--${said}\r\nContent-ID: <${said}>\r\n\r\n${said}\r\n--${said}--`,
      ),
    ],
  ])('%s', (_, behaviour) => expectSilenceOf(system, behaviour));
});

describe('FHIR', () => {
  const system = {
    adapter: 'fhir',
    protectedIdentity: 'security-label',
    prescriptionNotes: 'patient',
    resources: listed(`
      Patient Appointment Encounter AllergyIntolerance Flag MedicationRequest Medication DocumentReference
      Binary Composition Organization Practitioner PaymentNotice
    `),
    payment,
  };
  const answer = sending('application/fhir+json');
  const json = (value: unknown, status?: string) =>
    answer(JSON.stringify(value), status === undefined ? {} : { status });
  const outcome = (severity: string, code: string, members: object = {}) => ({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity,
        code,
        details: { text: said, coding: [{ code: said }] },
        diagnostics: said,
        expression: [said],
        ...members,
      },
    ],
  });

  const person = {
    resourceType: 'Patient',
    id: 'p1',
    identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: subject }],
  };
  /** The patient is found; everything else answers with these resources, each of its own type. */
  const having =
    (...resources: object[]): Behaviour =>
    (socket, path) => {
      const type = path.split('/')[2];
      if (type === 'Patient') return json(bundle([person]))(socket, path);
      if (path.split('/').length > 3) return json(resources.find(one => 'id' in one) ?? {})(socket, path);
      const found = resources.filter(one => (one as { resourceType: string }).resourceType === type);
      return json(bundle(found.length > 0 ? found : resources))(socket, path);
    };
  const own = { reference: 'Patient/p1' };
  const unreadable = { [said]: said, extension: [{ url: said, valueString: said }] };
  const records = [
    { resourceType: 'AllergyIntolerance', id: 'a1', patient: own, recordedDate: said, code: { text: 'x' } },
    { resourceType: 'Encounter', id: 'e1', subject: own, period: { start: said, end: said } },
    {
      resourceType: 'MedicationRequest',
      id: 'm1',
      intent: 'order',
      subject: own,
      authoredOn: said,
      status: said,
    },
  ].map((record): object => ({ ...record, ...unreadable }));
  const content = [{ attachment: { contentType: said, url: `https://${said}/` } }];
  const [participant, meta] = [[{ actor: own }], { versionId: said }];
  records.push(
    { resourceType: 'DocumentReference', id: 'd1', subject: own, date: said, content },
    { resourceType: 'Appointment', id: '59062', status: 'booked', start: said, participant, meta },
  );

  test.each<[string, Behaviour]>([
    ...belowProtocol,
    ['no JSON', answer(said)],
    ['JSON that breaks off', answer(`{"${said}`)],
    ['a charset', sending(`application/fhir+json; charset=${said}`)('{}')],
    ['another resource', json({ resourceType: said, id: said })],
    ['another Bundle', json({ resourceType: 'Bundle', type: said })],
    ['an entry of no resource', json(bundle([], { entry: [{ [said]: said }] }))],
    [
      'a link that cannot be followed',
      json(bundle([person], { link: [{ relation: 'next', url: `https://${said}/fhir` }] })),
    ],
    ...[
      '400 Bad Request',
      '401 Unauthorized',
      '404 Not Found',
      '500 Internal Server Error',
      '503 Service Unavailable',
    ].map((status): [string, Behaviour] => [
      `an outcome with ${status}`,
      json(outcome('error', said), status),
    ]),
    ['an outcome in its place', json(outcome('fatal', 'exception'))],
    ['an outcome beside the patient', json(bundle([person, outcome('warning', said)]))],
    ['an outcome of an unknown severity', json(bundle([person, outcome(said, 'informational')]))],
    ['an outcome beside the records', having(...records, outcome('information', 'informational'))],
    ['records that are suppressed', having(outcome('information', 'suppressed'))],
    ['values that cannot be read', having(...records)],
    [
      'another patient',
      having({
        resourceType: 'AllergyIntolerance',
        id: 'a1',
        patient: { reference: `https://${said}/Patient/1`, display: said },
      }),
    ],
    [
      'a resource of an unknown type, which no patient may see',
      having({
        resourceType: 'AllergyIntolerance',
        id: 'a1',
        patient: own,
        recorder: { reference: '#c1' },
        contained: [{ resourceType: said, id: 'c1', meta: { security: [{ code: 'NOPAT' }] } }],
      }),
    ],
    ['a label of the patient', json(bundle([{ ...person, meta: { security: said } }]))],
  ])('%s', (_, behaviour) => expectSilenceOf(system, behaviour));
});

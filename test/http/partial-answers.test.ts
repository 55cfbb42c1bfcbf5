// What clients, the access log, the metrics and the service's log learn about source systems behind the EHR that could not
// be asked (D29): the whole service, at a producer of the national contracts.
import { afterEach, describe, expect, test } from 'vitest';
import { alert, answerOf, contact, resident } from '../adapters/ehr/rivta/support/documents.ts';
import { askedOf, soap } from '../adapters/ehr/rivta/support/soap-server.ts';
import { subject } from '../faults/support/operations.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { everyScope } from './contract.ts';

const issuer = await forThisFile(startIssuer());
let national: EhrServer;
let service: TestService;
afterEach(async () => {
  await service.close();
  await national.close();
});

const header = { id: 'D-1', patient: subject };
const documents = {
  GetCareContacts: [contact(header), contact({ ...header, approved: 'false' })],
  GetAlertInformation: [alert({ ...header, author: '20260231000000' }, 'Inget blod.')],
  GetMedicationHistory: [],
  GetCareDocumentation: [],
  GetSubjectOfCareSchedule: [],
  LookupResidentForFullProfile: [resident({ number: subject })],
};

const envelope = (codes: readonly string[], answer: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>
    <h:ProcessingStatus xmlns:h="urn:riv:interoperability:headers:1">${codes
      .map(code => `<h:ProcessingStatusList><h:statusCode>${code}</h:statusCode></h:ProcessingStatusList>`)
      .join('')}</h:ProcessingStatus>
  </s:Header><s:Body>${answer}</s:Body></s:Envelope>`;

/** The service at a producer whose sources are as these codes say. */
const start = async (codes: readonly string[], partialAnswers?: boolean) => {
  national = await ehrServer((received, response) => {
    const { contract } = askedOf(received);
    soap(response, envelope(codes, answerOf(contract, documents[contract])));
  });
  service = await startService({
    issuer,
    ehr: national.url,
    settings: { ADMIN_PORT: '0' },
    system: {
      adapter: 'rivta',
      logicalAddress: 'SE2321000016-LA01',
      originalConsumerHsaId: 'SE2321000016-OC01',
      facilities: ['SE2321000016-1A2B'],
      ...(partialAnswers === undefined ? {} : { partialAnswers }),
    },
  });
};
const ask = async (path: string) =>
  service.ask({ path, token: await issuer.sign({ scope: everyScope, patient: subject }) });
const metric = async (reason: string, kind: string) =>
  new RegExp(`^pdas_left_out_total\\{kind="${kind}",reason="${reason}",path="[^"]*"\\} (\\d+)$`, 'm').exec(
    await service.scrape(),
  )?.[1];

const paths = [
  '/patients/appointments/',
  '/patients/patient/',
  '/patients/patient/?api-version=v2',
  '/patients/contacts/',
  '/patients/attentionsignals/',
  '/patients/medications/',
  '/patients/journalnotes/',
];

describe('an unreachable source system', () => {
  test.each(paths)('%s: 503, and the log says why', async path => {
    await start(['DataFromSource', 'NoDataSynchFailed']);
    const answered = await ask(path);
    expect(answered.status).toBe(503);
    expect(answered.headers.get('retry-after')).toBe('5');
    expect(answered.headers.get('x-left-out')).toBeNull();
    expect(answered.text).toContain('The health record system is not available. Try again later.');
    expect(service.log()).toContainEqual(
      expect.objectContaining({ detail: '1 of 2 source systems could not be reached' }),
    );
    expect(service.entries()).toMatchObject([{ status: 503, leftOut: null }]);
  });

  test.each(paths)('%s: answered and counted if the profile allows partial answers', async path => {
    await start(['NoDataSynchFailed', 'DataFromSource', 'DataFromCacheSynchFailed'], true);
    const answered = await ask(path);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('x-left-out')).toMatch(/(^|, )sources=2$/);
    expect(service.entries()).toMatchObject([{ status: 200, leftOut: { sources: 2 } }]);
  });

  test('comes after the other counts in the header', async () => {
    await start(['NoDataSynchFailed', 'DataFromSource'], true);
    expect((await ask('/patients/contacts/')).headers.get('x-left-out')).toBe('records=1, sources=1');
    expect((await ask('/patients/attentionsignals/')).headers.get('x-left-out')).toBe('values=1, sources=1');
    expect(service.entries().map(({ leftOut }) => leftOut)).toEqual([
      { records: 1, values: 0, sources: 1, unmapped: 0 },
      { records: 0, values: 1, sources: 1, unmapped: 0 },
    ]);
    const lines = service.log().filter(({ msg }) => msg === 'answered');
    expect(lines.map(({ leftOut }) => leftOut)).toEqual(['records=1, sources=1', 'values=1, sources=1']);
  });

  test('is counted in the metrics, from zero, and is a warning in the log', async () => {
    await start(['NoDataSynchFailed', 'DataFromCacheSynchFailed', 'DataFromSource'], true);
    expect(await metric('source-unavailable', 'contacts')).toBe('0');
    await ask('/patients/contacts/');
    await ask('/patients/contacts/');
    expect(await metric('source-unavailable', 'contacts')).toBe('2');
    expect(await metric('source-outdated', 'contacts')).toBe('2');
    expect(service.log()).toContainEqual(
      expect.objectContaining({ level: 'warn', kind: 'contacts', reason: 'source-unavailable', count: 1 }),
    );
  });
});

test('no source at all: 503, even if partial answers are allowed', async () => {
  await start(['NoDataSynchFailed', 'NoDataSynchFailed'], true);
  expect((await ask('/patients/attentionsignals/')).status).toBe(503);
});

test('older data of a source are answered, and counted, in any region', async () => {
  await start(['DataFromCacheSynchFailed']);
  const answered = await ask('/patients/attentionsignals/');
  expect(answered.status).toBe(200);
  expect(answered.headers.get('x-left-out')).toBe('values=1, sources=1');
});

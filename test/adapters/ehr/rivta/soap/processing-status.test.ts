// The status of source systems behind an aggregating service (`ProcessingStatus`): an unreachable source is never an empty
// list.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { ehrServer } from '../../../../support/servers/ehr-server.ts';
import { failureOf, newCall } from '../../calls.ts';
import { connect, patient } from '../support/connect.ts';
import {
  alert,
  answerOf,
  contact,
  elements,
  group,
  note,
  outcomeOf,
  resident,
  timeslot,
} from '../support/documents.ts';
import { askedOf, soap } from '../support/soap-server.ts';

const headers = 'urn:riv:interoperability:headers:1';

/** A complete entry for one source system. */
const entry = (code: string) =>
  group(
    'ProcessingStatusList',
    elements(
      {
        logicalAddress: 'SE2321000016-SRC1',
        statusCode: code,
        isResponseFromCache: 'false',
        isResponseInSynch: 'false',
        lastSuccessfulSynch: '',
        lastUnsuccessfulSynch: '20260115101500',
      },
      'h',
    ) +
      group(
        'lastUnsuccessfulSynchError',
        elements({ causingAgent: 'service_producer', code: '1', text: 'Fel för Tolvan 191212121212' }, 'h'),
        'h',
      ),
    'h',
  );

const block = (content: string) => `<h:ProcessingStatus xmlns:h="${headers}">${content}</h:ProcessingStatus>`;
const statuses = (...codes: string[]) => block(codes.map(entry).join(''));

const envelope = (header: string, answer: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body>${answer}</s:Body></s:Envelope>`;

const header = { id: 'D-1', patient };
const answers = {
  contacts: answerOf('GetCareContacts', [contact(header)]),
  attentionSignals: answerOf('GetAlertInformation', [alert(header, 'Inget blod.')]),
  prescriptions: answerOf('GetMedicationHistory', []),
  journalNotes: answerOf('GetCareDocumentation', [note(header, 'Hej.')]),
  appointments: answerOf('GetSubjectOfCareSchedule', [
    timeslot({ bookingId: '1', subject_of_care: patient }),
  ]),
  patients: answerOf('LookupResidentForFullProfile', [resident({ number: patient })]),
} as const;
const kinds = Object.keys(answers) as (keyof typeof answers)[];

/** The adapter connected to a producer that sends this header, with its usual answer or the given one. */
const setUp = async (written: string, { own = {}, answer }: { own?: object; answer?: string } = {}) => {
  const server = await ehrServer((received, response) => {
    const kind = kinds.find(one => answers[one].includes(`${askedOf(received).contract}Response`));
    soap(response, envelope(written, answer ?? answers[kind ?? 'contacts']));
  });
  const connected = connect(server.url, { own });
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return connected;
};
const partial = { partialAnswers: true };
const record = { record: expect.anything(), losses: [] };
const missing = { omitted: 'source-unavailable' };
const outdated = { omitted: 'source-outdated' };

describe.each(kinds)('%s', kind => {
  const read = kind === 'patients' ? { ...record, isProtected: false } : record;
  const records = kind === 'prescriptions' ? [] : [read];

  test.each([
    ['nothing', []],
    ['that all were reached', ['DataFromSource', 'DataFromCache']],
  ])('an answer that says %s lacks nothing', async (_name, codes) => {
    const connected = await setUp(statuses(...codes));
    expect(await connected.readAll(kind)).toEqual(records);
  });

  test('an answer without the header lacks nothing', async () => {
    expect(await (await setUp('')).readAll(kind)).toEqual(records);
  });

  test('an unreachable source fails the whole answer', async () => {
    const connected = await setUp(statuses('DataFromSource', 'NoDataSynchFailed', 'NoDataSynchFailed'));
    const failed = connected.readAll(kind);
    await expect(failed).rejects.toMatchObject({
      code: 'ehr-unavailable',
      reason: 'ehr-source-unavailable',
      message: '2 of 3 source systems could not be reached (service_producer)',
    });
    expect(connected.isOpen()).toBe(false);
  });

  test('it is counted instead if the profile allows partial answers', async () => {
    const connected = await setUp(statuses('NoDataSynchFailed', 'DataFromSource', 'NoDataSynchFailed'), {
      own: partial,
    });
    expect(await connected.readAll(kind)).toEqual([...records, missing, missing]);
  });

  test('unless no source answered', async () => {
    const connected = await setUp(statuses('NoDataSynchFailed', 'NoDataSynchFailed'), { own: partial });
    expect(await failureOf(connected.readAll(kind))).toBe('ehr-unavailable');
  });

  test.each([{}, partial])('a source whose newest data may be missing is counted: %j', async own => {
    const connected = await setUp(statuses('DataFromCacheSynchFailed', 'DataFromSource'), { own });
    expect(await connected.readAll(kind)).toEqual([...records, outdated]);
  });

  test.each(['NoData', 'datafromsource', '', ' '])(
    'the unknown code "%s" means an unreachable source',
    async code => {
      const written = statuses('DataFromSource', code);
      expect(await failureOf((await setUp(written)).readAll(kind))).toBe('ehr-unavailable');
      expect(await (await setUp(written, { own: partial })).readAll(kind)).toEqual([...records, missing]);
    },
  );

  test.each([
    [
      'an entry without a code',
      block(entry('DataFromSource').replace(/<h:statusCode>.*<\/h:statusCode>/, '')),
    ],
    ['a repeated code', block(entry('DataFromSource').replace(/<h:statusCode>.*<\/h:statusCode>/, '$&$&'))],
    ['text in place of entries', block('DataFromSource')],
    ['entries by another name', block(entry('DataFromSource').replaceAll('ProcessingStatusList', 'Status'))],
    ['text in an entry', block('<h:ProcessingStatusList>DataFromSource</h:ProcessingStatusList>')],
    [
      'nil',
      `<h:ProcessingStatus xmlns:h="${headers}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`,
    ],
  ])('an unreadable header makes the answer unusable: %s', async (_name, written) => {
    expect(await failureOf((await setUp(written, { own: partial })).readAll(kind))).toBe('ehr-unusable');
  });
});

test('attributes and elements of other namespaces in the header say nothing of sources', async () => {
  const written = statuses('DataFromSource')
    .replace('<h:ProcessingStatus ', '<h:ProcessingStatus s:mustUnderstand="0" ')
    .replace('</h:ProcessingStatus>', '<x:any xmlns:x="urn:example">1</x:any></h:ProcessingStatus>');
  expect(written).toMatch(/ s:mustUnderstand="0".*<x:any /s);
  expect(await (await setUp(written)).readAll('contacts')).toEqual([record]);
});

test('the header is read among others, with white space, and without a namespace', async () => {
  const other = '<x:ProcessingStatus xmlns:x="urn:example"><x:ProcessingStatusList/></x:ProcessingStatus>';
  for (const written of [
    other + statuses(' NoDataSynchFailed\n'),
    `<ProcessingStatus><ProcessingStatusList><statusCode>NoDataSynchFailed</statusCode></ProcessingStatusList></ProcessingStatus>`,
    statuses('DataFromSource') + statuses('NoDataSynchFailed'),
  ]) {
    expect(await failureOf((await setUp(written)).readAll('contacts'))).toBe('ehr-unavailable');
  }
});

test('the same elements elsewhere say nothing about sources', async () => {
  const inBody = answers.contacts.replace(
    '</r:careContact>',
    `</r:careContact>${statuses('NoDataSynchFailed')}`,
  );
  expect(await failureOf((await setUp('', { answer: inBody })).readAll('contacts'))).toBe('ehr-unusable');
  const deeper = `<s:other>${statuses('NoDataSynchFailed')}</s:other>`;
  expect(await (await setUp(deeper)).readAll('contacts')).toEqual([record]);
});

test("a producer's ERROR takes precedence over the status of its sources", async () => {
  const answer = answerOf('GetCareContacts', [], outcomeOf('GetCareContacts', 'ERROR', 'Nej.'));
  const connected = await setUp(statuses('NoDataSynchFailed'), { answer });
  expect(await failureOf(connected.readAll('contacts'))).toBe('ehr-unusable');
});

test('a person is not reported as unknown while a source is missing', async () => {
  const answer = answerOf('LookupResidentForFullProfile', []);
  const read = async (...codes: string[]) =>
    failureOf((await setUp(statuses(...codes), { own: partial, answer })).readAll('patients'));
  expect(await read('DataFromSource')).toBe('patient-unknown');
  expect(await read('DataFromSource', 'NoDataSynchFailed')).toBe('ehr-unavailable');
  expect(await read('DataFromCacheSynchFailed')).toBe('ehr-unavailable');
});

test('texts of the sources are not logged: they may name people', async () => {
  const connected = await setUp(statuses('DataFromSource', 'NoDataSynchFailed'));
  const words = await connected.readAll('contacts').catch(error => String(error));
  for (const said of [words, JSON.stringify(connected.logged)]) expect(said).not.toMatch(/Tolvan|1912|SRC1/);
});

describe('bookings of several facilities', () => {
  const facilities = ['SE-A', 'SE-B', 'SE-C'];
  const read = async (codes: Readonly<Record<string, readonly string[]>>, own: object = partial) => {
    const server = await ehrServer((received, response) => {
      const { facility = '' } = askedOf(received);
      const said = codes[facility];
      const slots = said?.every(code => code === 'NoDataSynchFailed')
        ? []
        : [timeslot({ bookingId: facility })];
      soap(
        response,
        envelope(statuses(...(said ?? ['DataFromSource'])), answerOf('GetSubjectOfCareSchedule', slots)),
      );
    });
    const connected = connect(server.url, { own: { facilities, ...own } });
    onTestFinished(server.close);
    onTestFinished(connected.close);
    return connected.readAll('appointments');
  };

  test('are returned if one facility answered', async () => {
    expect(await read({ 'SE-A': ['NoDataSynchFailed'], 'SE-C': ['DataFromCacheSynchFailed'] })).toEqual([
      {
        record: expect.objectContaining({
          appointments: ['SE-B', 'SE-C'].map(id =>
            expect.objectContaining({ booking: expect.objectContaining({ ContactId: id }) }),
          ),
        }),
        losses: [],
      },
      missing,
      outdated,
    ]);
  });

  test('fail if one of them is missing and the profile does not allow partial answers', async () => {
    expect(await failureOf(read({ 'SE-B': ['NoDataSynchFailed'] }, {}))).toBe('ehr-unavailable');
  });

  test('fail if all of them are missing', async () => {
    const none = ['NoDataSynchFailed'];
    expect(await failureOf(read({ 'SE-A': none, 'SE-B': none, 'SE-C': none }))).toBe('ehr-unavailable');
  });
});

test.each(['NoDataSynchFailed', 'DataFromCacheSynchFailed'])(
  'a register with %s proves no guardianship: the missing data may be its end',
  async code => {
    const { relations } = await setUp(statuses('DataFromSource', code), { own: partial });
    const asked = relations?.({ patient: patient as PatientNumber, call: newCall() });
    expect(await failureOf(asked ?? Promise.resolve())).toBe('ehr-unavailable');
  },
);

test.each<SourceKind>(['contacts', 'appointments', 'patients'])(
  '%s: a Fault takes precedence over the header',
  async kind => {
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    const connected = await setUp(statuses('NoDataSynchFailed'), { answer: fault });
    expect(await failureOf(connected.readAll(kind))).toBe('ehr-unusable');
  },
);

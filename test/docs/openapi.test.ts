// Compares the API description of each operation with a hand-written copy of the contract's tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint, loadConfig } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordSchemas } from '../../src/domain/records/index.ts';
import { contactLayout } from '../../src/domain/records/shared/layout-v2.ts';
import { schemas as wholeSchemas } from '../../src/http/description/openapi/components.ts';
import { withNamedParts } from '../../src/http/description/openapi/named-components.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document whose structure the tests assert.
type Document = any;

/** Name, method, path, scope, query, error statuses, and the member of the error body that holds the text. */
const ofWrites = [400, 401, 403, 408, 413, 415, 429, 500, 502, 503, 504];
const ofReads = [400, 401, 403, 404, 429, 500, 501, 502, 503, 504];
const [interval, version] = [['fromDateTime', 'toDateTime'], ['api-version']];

/** Name, method, path and scope of each operation, its query, its error statuses, and the schema of its errors. */
const contract: readonly [operation: string, query: string[], errors: number[], shape: string][] = [
  ['paymentNotice post /patients/paymentnotice/ user/PaymentNotice-write', [], ofWrites, 'ErrorMessage'],
  ['appointmentChange put /patients/appointments/ user/Appointment-write', ['id'], ofWrites, 'ErrorMessage'],
  [
    'appointments get /patients/appointments/ user/Appointment-read',
    interval,
    [400, 401, 403, 429, 500, 501, 502, 503, 504],
    'ErrorMessage',
  ],
  ['patient get /patients/patient/ user/Patient-read', [], ofReads, 'ErrorMessage'],
  ['patientV2 get /patients/patient user/Patient-read', version, ofReads, 'ErrorMessage'],
  ['contacts get /patients/contacts/ user/Contact-read', [...version, ...interval], ofReads, 'ErrorResponse'],
  [
    'attentionSignals get /patients/attentionsignals/ user/AttentionSignal-read',
    interval,
    ofReads,
    'ErrorResponse',
  ],
  [
    'videoMeetings get /patients/videomeetings/ user/VideoMeeting-read',
    interval,
    [400, 401, 403, 404, 429, 500],
    'ErrorResponse',
  ],
  [
    'medications get /patients/medications/ user/MedicationPrescription-read',
    interval,
    ofReads,
    'ErrorMessage',
  ],
  ['journalNotes get /patients/journalnotes/ user/JournalNote-read', interval, ofReads, 'ErrorMessage'],
];

const issuer = await forThisFile(startIssuer());
const service = await forThisFile(
  startService({
    issuer,
    ehr: 'http://127.0.0.1:1',
    settings: {
      BASE_PATH: '/region/v1',
      DOCS_CONTACT: 'api@region.example',
      PUBLIC_URL: 'https://api.region.example/pda/v1',
    },
  }),
);
const description = (await service.ask({ path: '/region/v1/openapi.json', key: null })).body;

test.each(['openapi.json', 'openapi-v2.json'])('the linter reports nothing in %s', async name => {
  const { body } = await service.ask({ path: `/region/v1/${name}`, key: null });
  const path = join(service.folder, name);
  writeFileSync(path, JSON.stringify(body));
  const config = await loadConfig({ configPath: join(import.meta.dirname, '../../redocly.yaml') });
  const found = await lint({ ref: path, config });
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('it has exactly the ten operations, and the list of what is offered', () => {
  const ids = Object.values<Document>(description.paths).flatMap(path =>
    Object.values<Document>(path).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual([...contract.map(([operation]) => listed(operation)[0]), 'capabilities'].sort());
  expect(description.servers[0].url).toBe('/region/v1');
});

test('the description of the v2 layouts has operation 5 in the place of operation 4, and otherwise the same', async () => {
  const { body: v2 } = await service.ask({ path: '/region/v1/openapi-v2.json', key: null });
  const { '/patients/patient': patientV2, ...others } = description.paths;
  expect(v2.paths).toEqual({ ...others, '/patients/patient/': patientV2 });
  expect(v2.paths['/patients/patient/'].get.operationId).toBe('patientV2');
  // Parts of the older layout alone, by hand: what the v2 layout has under the same names stays.
  const own = listed(`
    PatientRecord PatientExtract PatientDetails PatientAddresses PatientRelatives PatientRelative
    PatientDataRegister PatientConnectedInactiveNumbers PatientConnectedActiveNumbers PatientPasses
    PatientPass PatientOtherIdentifiers PatientOtherIdentifier
  `);
  const { schemas } = description.components;
  for (const name of own) expect(schemas, name).toHaveProperty(name);
  expect(
    Object.keys(schemas)
      .filter(name => !(name in v2.components.schemas))
      .toSorted(),
  ).toEqual(own.toSorted());
  expect(v2.components).toEqual({
    ...description.components,
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !own.includes(name))),
  });
});

test('while the issuer has no known endpoints, it refers to its discovery document', () => {
  expect(description.components.securitySchemes.accessToken).toEqual({
    type: 'openIdConnect',
    description: expect.any(String),
    openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration`,
  });
});

test('says whom to ask, which operations are deprecated, and where the changes are', async () => {
  expect(description.info.contact).toEqual({
    name: 'The operator of this region',
    email: 'api@region.example',
  });
  expect(description.externalDocs.url).toBe('https://api.region.example/pda/v1/docs/');
  const versions = [...description.info.description.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(
    ([, one]) => one,
  );
  expect(versions[0]).toBe(description.info.version);
  const deprecated = Object.values<Document>(description.paths)
    .flatMap(path => Object.values<Document>(path))
    .filter((operation: Document) => operation.deprecated);
  expect(deprecated).toEqual([]);
  expect(description.info.description).toContain('No operation is deprecated');
});

test('without the settings, says that the operator is to be asked, and no address that it does not know', async () => {
  const plain = await startService({ issuer, ehr: 'http://127.0.0.1:1', settings: {} });
  onTestFinished(plain.close);
  const { info, externalDocs } = (await plain.ask({ path: '/openapi.json', key: null })).body;
  expect(info.contact).toEqual({ name: 'The operator of this region' });
  expect(externalDocs).toBeUndefined();
});

test('each error word of an answer leads to its explanation in the guide', async () => {
  /** The addresses to which the descriptions of the answers of operation 10 lead. */
  const linksOf = ({ paths }: Document): string[] =>
    Object.values<Document>(paths['/patients/journalnotes/'].get.responses).flatMap(({ description: text }) =>
      [...text.matchAll(/\]\(([^)]+)\): /g)].map(([, link = '']) => link),
    );
  const plain = await startService({ issuer, ehr: 'http://127.0.0.1:1', settings: {} });
  onTestFinished(plain.close);
  const words = linksOf((await plain.ask({ path: '/openapi.json', key: null })).body).map(link => {
    expect(link).toMatch(/^#description\/[a-z-]+$/);
    return link.replace('#description/', '');
  });
  expect(words.length).toBeGreaterThan(12);
  for (const word of words) expect(description.info.description).toContain(`\n### ${word}\n`);
  expect(linksOf(description)).toEqual(
    words.map(word => `https://api.region.example/pda/v1/docs/#description/${word}`),
  );
});

test('DOCS=off removes the page and the description', async () => {
  const silent = await startService({ issuer, ehr: 'http://127.0.0.1:1', settings: { DOCS: 'off' } });
  for (const path of ['/docs', '/docs/', '/openapi.json', '/openapi-v2.json', '/docs/js/scalar.js'])
    expect((await silent.ask({ path, key: null })).status, path).toBe(404);
  await silent.close();
});

test('the page is below BASE_PATH; other methods than GET are 405', async () => {
  const page = await service.ask({ path: '/region/v1/docs/', key: null });
  expect(page.status).toBe(200);
  expect(page.text).toContain('"/region/v1/openapi.json"');
  const bare = await service.ask({ path: '/region/v1/docs', key: null });
  expect([bare.status, bare.headers.get('location')]).toEqual([308, '/region/v1/docs/']);
  expect((await service.ask({ path: '/docs/', key: null })).status).toBe(404);
  expect((await service.ask({ path: '/region/v1/docs/', key: null, method: 'POST' })).status).toBe(405);
});

describe.each(contract)('%s', (written, query, errors, shape) => {
  const [name = '', method = '', path = '', scope = ''] = listed(written);
  const operation = (): Document => description.paths[path][method];

  test('has its name, its credentials and its parameters', () => {
    expect(operation().operationId).toBe(name);
    expect(operation().security).toEqual([{ subscriptionKey: [], accessToken: [scope] }]);
    const own = operation().parameters.filter((one: Document) => one.in === 'query');
    expect(own.map((one: Document) => one.name).sort()).toEqual([...query].sort());
    const shared = operation().parameters.flatMap((one: Document) => one.$ref ?? []);
    expect(shared).toEqual([
      '#/components/parameters/PatientHeader',
      '#/components/parameters/RequestIdHeader',
    ]);
  });

  test('has its statuses and error shape, each with a matching example', () => {
    const { 200: success, ...faults } = operation().responses as Document;
    expect(success.content['application/json'].example).toBeDefined();
    expect(Object.keys(faults).map(Number)).toEqual(errors);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isFault = ajv.compile(description.components.schemas[shape]);
    for (const [status, { content }] of Object.entries<Document>(faults)) {
      expect(content['application/json'].schema.$ref).toBe(`#/components/schemas/${shape}`);
      for (const { value } of Object.values<Document>(content['application/json'].examples)) {
        expect(isFault(value), JSON.stringify(value)).toBe(true);
        expect(value.statusCode ?? value.status).toBe(Number(status));
      }
    }
  });

  test('lists its decisions with their text', () => {
    const decided: string[] = operation()['x-decided'];
    expect(decided).toEqual(expect.arrayContaining(['D1', 'D2', 'D6', 'D12', 'D14']));
    for (const number of decided) expect(description['x-decisions'][number]).toMatch(/\.$/);
  });
});

test('every client-visible decision is explained, in order, and has its reason in docs/decisions.md', () => {
  const numbers = Object.keys(description['x-decisions']).map(name => Number(name.slice(1)));
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 29 }, (_, index) => index + 1)));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  const reasons = readFileSync(join(import.meta.dirname, '../../docs/decisions.md'), 'utf8');
  for (const number of numbers) expect(reasons).toContain(`<a id="d${number}"></a>D${number} |`);
});

test('says what each member of a body is for, in a sentence', () => {
  const { Payment, AppointmentChange } = description.components.schemas;
  expect(Payment.properties.contactId.description).toBe(
    'The booking that is paid: `ContactId` of the booked appointments.',
  );
  const members = [Payment, AppointmentChange].flatMap<Document>(({ properties }) =>
    Object.values(properties),
  );
  expect(members).toHaveLength(4);
  for (const { description: text } of members) expect(text).toMatch(/^[A-Z].*\.$/);
});

test('the objects of a booking’s `Any` have the type of its state, and others are free-form', () => {
  const { Booking, RegisteredBooking, BookingState } = description.components.schemas;
  expect(Booking.properties.Any.items).toEqual({ $ref: '#/components/schemas/BookingState' });
  expect(Booking.properties.Any).not.toHaveProperty('prefixItems');
  expect(RegisteredBooking.properties.Any.items).toEqual({ $ref: '#/components/schemas/AnyObject' });
  expect(BookingState.properties.Status.examples).toEqual(listed('BOOKED ARRIVED ONGOING PERFORMED UNKNOWN'));
  expect(BookingState.properties.PaymentStatus.examples).toEqual(['UNPAID', 'PAID', 'UNKNOWN']);
});

// Runs last: compiling the schemas blocks the service, which shares this process.
test('its examples match its schemas', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'api');
  const records = Object.entries<Document>(description.components.schemas).filter(
    ([, schema]) => schema.examples,
  );
  expect(records.length).toBeGreaterThanOrEqual(11);
  for (const [name, { examples }] of records) {
    const valid = ajv.compile({ $ref: `api#/components/schemas/${name}` });
    for (const example of examples)
      expect(valid(example), `${name} ${JSON.stringify(valid.errors)}`).toBe(true);
  }
});

describe('the parts of records', () => {
  /** Places of objects without a name of their own. */
  const anonymous = (schema: Document, place: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const inner = [
      ...Object.entries<Document>(schema.properties ?? {}).map(([name, member]) => [
        member,
        `${place}/${name}`,
      ]),
      ...(schema.items === undefined ? [] : [[schema.items, `${place}[]`]]),
    ] as const;
    return inner.flatMap(([part, at]) => [...(part.type === 'object' ? [at] : []), ...anonymous(part, at)]);
  };

  test('are all components', () => {
    const { schemas } = description.components;
    expect(Object.keys(schemas).length).toBeGreaterThan(150);
    expect(Object.entries(schemas).flatMap(([name, schema]) => anonymous(schema, name))).toEqual([]);
    expect(anonymous({ properties: { a: { items: { type: 'object' } } } }, 'Planted')).toEqual([
      'Planted/a[]',
    ]);
  });

  test('have short names, of which no two differ only by case', () => {
    const names = Object.keys(description.components.schemas);
    expect(names.filter(name => name.length > 33)).toEqual([]);
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length);
  });

  test('are the same component wherever they are the same, each place with its own description', () => {
    const { schemas } = description.components;
    const { CareUnit, HeadCareproviderUnit } = schemas.JournalNoteExtract.properties;
    expect(CareUnit).toEqual({
      $ref: '#/components/schemas/UnitReference',
      description: 'The unit where the note was written.',
    });
    expect(refOf(HeadCareproviderUnit)).toBe('UnitReference');
    expect(schemas.UnitReference.description).toBe('A unit, by its ids.');
    expect(Object.keys(schemas.UnitReference.properties)).toEqual(['UnitID', 'UnitLocalID']);
    for (const name of ['ExtractUnit', 'ExtractPatient', 'CareProvider', 'SecrecyLevels', 'TimedDose'])
      expect(schemas, name).toHaveProperty(name);
  });

  const refOf = (schema: Document): string => String(schema.$ref).replace('#/components/schemas/', '');

  test('have names of their own, for the types of generated clients', () => {
    const { schemas } = description.components;
    expect(refOf(schemas.BookedAppointmentsResult.properties.Booking.items)).toBe('Booking');
    expect(refOf(schemas.JournalNoteExtract.properties.Note)).toBe('JournalNote');
    expect(refOf(schemas.PrescriptionExtract.properties.Prescription)).toBe('Prescription');
    expect(refOf(schemas.PrescriptionDosages.properties.DosagePlugin.items)).toBe('Dosage');
    expect(refOf(schemas.Dosage.properties.NormalDosage)).toBe('NormalDosage');
    expect(refOf(schemas.DosePlugin.properties.NormalDosage)).toBe('NormalDosage');
    expect(Object.keys(schemas.Booking.properties)).toContain('ContactId');
    const records = Object.entries<Document>(schemas).filter(([name]) => /Record(V2)?$/.test(name));
    const extracts = records.flatMap(([, { properties }]) =>
      Object.entries<Document>(properties).filter(([name]) => /EHRExtract$/i.test(name)),
    );
    // The kinds whose records are extracts.
    const kinds = Object.values(recordSchemas).filter(({ properties }) =>
      Object.keys(properties).some(name => /EHRExtract$/i.test(name)),
    );
    expect(kinds.length).toBeGreaterThan(4);
    expect(extracts).toHaveLength(kinds.length);
    for (const [, { items }] of extracts) expect(refOf(items)).toMatch(/(?<!EHR)Extract(V2)?$/);
  });
});

describe('withNamedParts', () => {
  const part = { type: 'object', properties: { Id: { type: 'string' } } };
  /** All schemas with one more. */
  const named = (Planted: object) => () =>
    withNamedParts({ ...wholeSchemas, Planted: { type: 'object', ...Planted } });

  test.each([
    [
      'a name that another schema has, in any case',
      { properties: { ResultRECORD: part } },
      /ResultRECORD differs from ResultRecord: it needs another name/,
    ],
    [
      'one name for two objects',
      { properties: { Booking: part } },
      /two different objects are called Booking: one needs another name/,
    ],
    [
      'one object under two names',
      { properties: { One: part, Other: part } },
      /One and Other are the same object: give it one name/,
    ],
    [
      'one object with two descriptions',
      { properties: { One: { ...part, description: 'A.' }, ones: { items: { properties: { One: part } } } } },
      /the places of One describe it differently/,
    ],
  ])('refuses %s', (_, planted, message) => {
    expect(named(planted)).toThrow(message);
    expect(named({ properties: { Fine: part } })()).toHaveProperty('Fine');
  });

  test('every name that a layout gives is that of a component', () => {
    expect(Object.keys(withNamedParts(wholeSchemas))).toEqual(
      expect.arrayContaining(Object.values(contactLayout.components)),
    );
  });
});

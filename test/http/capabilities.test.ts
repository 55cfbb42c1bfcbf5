// GET /capabilities: what a region offers, without credentials (D24), and how the API description shows it.
import { describe, expect, test } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service/service.ts';
import { rows } from './contract.ts';

const nowhere = 'http://127.0.0.1:1';

const issuer = await forThisFile(startIssuer());
const withService = async <T>(
  options: Partial<ServiceOptions>,
  use: (service: TestService) => Promise<T>,
): Promise<T> => {
  const service = await startService({ issuer, ehr: nowhere, ...options });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
};

const read = (options: Partial<ServiceOptions>, path = '/capabilities') =>
  withService(options, service => service.ask({ path, key: null }));

type Listed = { readonly name: string; readonly offered: boolean };
const offeredIn = (operations: readonly Listed[]) =>
  operations.filter(({ offered }) => offered).map(({ name }) => name);

describe('a region of the first kind', () => {
  const layoutVersions: Readonly<Record<number, number>> = { 4: 0.43, 9: 0.32, 10: 0.23 };

  test('offers every operation, with paths, scopes, intervals and message layouts', async () => {
    const { status, headers, body } = await read({ settings: { BASE_PATH: '/v1' } }, '/v1/capabilities');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.operations).toEqual(
      rows.map(row => ({
        number: row.number,
        name: row.name,
        method: row.method,
        path: `/v1${row.path}`,
        apiVersions: [5, 6].includes(row.number) ? ['v2'] : [],
        scope: row.scope,
        offered: true,
        interval: row.interval,
        ...(row.number in layoutVersions ? { layoutVersion: layoutVersions[row.number] } : {}),
      })),
    );
    expect(body.timeZone).toBe('Europe/Stockholm');
    expect(body.boundTokens).toEqual({ dpop: false, certificate: false });
    expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('has the limits of the settings', async () => {
    const { body } = await read({
      settings: { RATE_LIMIT: '200', REQUEST_TIMEOUT_MS: '12000', ANSWER_BUDGET_BYTES: '80000000' },
    });
    expect(body.limits).toEqual({
      windowSeconds: 5,
      subscriptionCalls: 200,
      userCalls: 100,
      requestBytes: 65_536,
      answerMilliseconds: 12_000,
      answerBytes: 10_000_000,
      videoMeetings: 64,
    });
  });

  test.each([
    ['12', 12],
    ['30', 20],
    ['101', 50],
  ])('of %s calls, one user has %i', async (RATE_LIMIT, userCalls) => {
    const { body } = await read({ settings: { RATE_LIMIT } });
    expect(body.limits).toMatchObject({ subscriptionCalls: Number(RATE_LIMIT), userCalls });
  });
});

describe('a region without some kinds', () => {
  const profile = { sources: { patients: 'ehr', journalNotes: 'ehr' } };

  test('does not offer them', async () => {
    const { body } = await read({ profile });
    expect(offeredIn(body.operations)).toEqual(['patient', 'patientV2', 'journalNotes']);
  });

  test('says so in the description of each operation', async () => {
    const { body } = await read({ profile }, '/openapi.json');
    const medications = body.paths['/patients/medications/'].get;
    const notes = body.paths['/patients/journalnotes/'].get;
    expect(medications.summary).toBe('9. Medication list (not offered)');
    expect(medications.description).toMatch(/^\*\*This region does not offer this operation\.\*\*/);
    expect([medications['x-offered'], notes['x-offered']]).toEqual([false, true]);
    expect(notes.summary).toBe('10. Journal notes');
  });
});

test('a FHIR server has no writes without the resources for them, and a limit of notes', async () => {
  const system = {
    adapter: 'fhir',
    protectedIdentity: 'security-label',
    resources: ['Patient', 'DocumentReference'],
  };
  const { body } = await read({ system });
  expect(offeredIn(body.operations)).toEqual(['patient', 'patientV2', 'journalNotes']);
  expect(body.limits.notesWithSeparateText).toBe(200);
});

describe('callers', () => {
  test('are counted by address, as those of the API page and those without a key', async () => {
    const statuses = await withService({ settings: { RATE_LIMIT: '2' } }, async service => {
      const asked = [];
      for (const path of ['/capabilities', '/openapi.json', '/capabilities/']) {
        asked.push((await service.ask({ path, key: null })).status);
      }
      return asked;
    });
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('of a listed origin may read it; other methods are 405', async () => {
    const origin = 'https://app.example.test';
    await withService({ settings: { CORS_ORIGINS: origin } }, async service => {
      const { headers } = await service.ask({ path: '/capabilities', key: null, headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      const posted = await service.ask({ path: '/capabilities', key: null, method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    });
  });

  test('get it without the API page', async () => {
    expect((await read({ settings: { DOCS: 'off' } })).status).toBe(200);
  });
});

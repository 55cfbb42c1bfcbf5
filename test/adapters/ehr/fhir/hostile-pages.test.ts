// Pages that are small on the wire and large in memory (D32): they count together, and the request ends before the process does.
import { expect, test } from 'vitest';
import { Failure } from '../../../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { newCall } from '../calls.ts';
import { bundle, visit } from './support/fhir-server.ts';
import { openAt } from './support/read-all.ts';

const mebibyte = 1024 * 1024;

/** Another page follows each page, without an end. */
const endless = (baseUrl: string, page: number) => ({
  ...bundle([...'abcdefgh'].map(id => visit({ id: `${id}${page}`, language: Array(12_500).fill(0) }))),
  link: [{ relation: 'next', url: `${baseUrl}/fhir/Encounter?page=${page + 1}` }],
});

test('pages count together towards the budget for answers', async () => {
  let pages = 0;
  const { ehr, server } = await openAt({
    '/Encounter': (request, response) => {
      pages++;
      response.writeHead(200, { 'content-type': 'application/fhir+json' });
      response.end(JSON.stringify(endless(`http://${request.headers.host}`, pages)));
    },
  });
  expect(server.url).toMatch(/^http:/);
  let held = 0;
  const add = (bytes: number) => {
    if (held + bytes > 16 * mebibyte)
      throw new Failure('budget-exceeded', { reason: 'answer-share-exceeded' });
    held += bytes;
  };
  const query = {
    patient: '191212121212' as PatientNumber,
    interval: {},
    call: newCall({ memory: { add } }),
  };
  const read = async () => {
    for await (const _ of ehr.contacts?.(query) ?? []);
  };
  await expect(read()).rejects.toMatchObject({ code: 'budget-exceeded' });
  // 100,000 items of a page take about 2 MiB.
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThan(10);
  expect(held).toBeGreaterThan(4 * mebibyte);
});

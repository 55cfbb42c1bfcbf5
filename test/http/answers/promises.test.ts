// What a record costs on its way from the EHR's bytes to the answer, counted: promises, and bytes of the heap.
import { createHook } from 'node:async_hooks';
import { get } from 'node:http';
import { GCProfiler } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { extractLists } from '../../../sandbox/extracts/lists.ts';
import { encodings } from '../../../sandbox/extracts/xml/encode.ts';
import { plain } from '../../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../../sandbox/extracts/xml/write.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer } from '../../support/servers/ehr-server.ts';
import { startIssuer } from '../../support/servers/issuer.ts';
import { key, startService } from '../../support/service/service.ts';
import { call, everyScope, rowOf } from '../contract.ts';

const patient = '191212121212';
const note = (at: number) => ({
  Note: {
    NoteId: { root: '1.2.752.129.2.1.2.1', extension: `note-${at}` },
    Title: 'Besök',
    Records: { Record: [{ Keyword: 'Status', Value: [{ $self: 'u.a.', JournalValueType: 'Text' }] }] },
  },
  Patient: { PatientID: { root: '1.2.752.129.2.1.3.1', extension: patient } },
});

const notes = (count: number) =>
  writeExtracts({
    ...extractLists.journalNotes,
    version: 0.21,
    extracts: Array.from({ length: count }, (_, at) => note(at)),
    variation: plain,
    encoding: encodings.utf8,
  });

const issuer = await forThisFile(startIssuer());
let written = notes(1);
const ehr = await forThisFile(
  ehrServer((_asked, response) => {
    response.writeHead(200, { 'content-type': written.contentType }).end(written.bytes);
  }),
);
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const token = await issuer.sign({ patient, scope: everyScope });

/** Asks without promises of its own. */
const ask = (): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': key };
  get(`${service.url}${call(rowOf(10)).path}`, { headers }, response => {
    let text = '';
    response
      .setEncoding('utf8')
      .on('data', piece => {
        text += piece;
      })
      .on('end', () => resolve(text));
  }).on('error', reject);
  return promise;
};

const recordsOf = async (count: number): Promise<void> => {
  expect(JSON.parse(await ask())).toHaveLength(count);
};

/** Promises that are made while an answer of so many records is read and written. */
const promisesOf = async (count: number): Promise<number> => {
  let promises = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'PROMISE') promises += 1;
    },
  });
  hook.enable();
  await recordsOf(count);
  hook.disable();
  return promises;
};

/** Bytes that are allocated meanwhile: what the heap has more at the end, and what was freed. */
const bytesOf = async (count: number): Promise<number> => {
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  await recordsOf(count);
  const after = process.memoryUsage().heapUsed;
  const freed = profiler
    .stop()
    ?.statistics.reduce(
      (sum, { beforeGC, afterGC }) =>
        sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      0,
    );
  return after - before + (freed ?? 0);
};

/** What one record more costs. */
const perRecord = async (measured: (count: number) => Promise<number>): Promise<number> => {
  const [few, many] = [100, 400];
  const costs: number[] = [];
  for (const count of [few, many]) {
    written = notes(count);
    for (let warming = 0; warming < 3; warming++) await recordsOf(count);
    costs.push(await measured(count));
  }
  const [ofFew = 0, ofMany = 0] = costs;
  return (ofMany - ofFew) / (many - few);
};

test('a record costs at most 14 promises', async () => {
  // Work that takes long yields to the event loop, at two promises each: here none does.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const promises = await perRecord(promisesOf);
  clock.mockRestore();
  expect(promises).toBeGreaterThan(1);
  expect(promises).toBeLessThanOrEqual(14);
});

test('a record of 400 bytes costs at most 15,000 of the heap', async () => {
  const bytes = await perRecord(bytesOf);
  expect(bytes).toBeLessThanOrEqual(15_000);
});

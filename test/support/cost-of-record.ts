// What a record costs on its way from the EHR's bytes to the answer, counted: promises, and bytes of the heap.
import { createHook } from 'node:async_hooks';
import { get } from 'node:http';
import { GCProfiler } from 'node:v8';

import { ehrServer } from './servers/ehr-server.ts';
import { startIssuer } from './servers/issuer.ts';
import { key, startService } from './service/service.ts';
import { patientOfNotes, smallNotes } from './small-notes.ts';

/** The numbers of records of two answers, whose difference is what a record costs. */
const [few, many] = [100, 400];

/** Starts the service in this process, with an EHR whose records are journal notes of 400 bytes of XML. */
export const openCostOfRecord = async () => {
  const issuer = await startIssuer();
  let { bytes: written, contentType } = smallNotes({ records: 1 });
  const ehr = await ehrServer((_asked, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(written);
  });
  const service = await startService({ issuer, ehr: ehr.url });
  const token = await issuer.sign({ patient: patientOfNotes, scope: 'user/JournalNote-read' });
  const headers = { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': key };

  /** Asks without promises of its own. Resolves when the answer has been read, with its text. */
  const ask = (): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    get(`${service.url}/patients/journalnotes/`, { headers }, response => {
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

  const readRecords = async (count: number): Promise<void> => {
    const answer: unknown = JSON.parse(await ask());
    if (!Array.isArray(answer) || answer.length !== count)
      throw new Error(`expected ${count} records, but was answered ${JSON.stringify(answer).slice(0, 200)}`);
  };

  const promisesOf = async (count: number): Promise<number> => {
    let promises = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === 'PROMISE') promises += 1;
      },
    });
    // Work that takes long yields to the event loop, at two promises each: with this clock nothing takes long.
    const { now } = performance;
    performance.now = () => 0;
    hook.enable();
    try {
      await readRecords(count);
    } finally {
      hook.disable();
      performance.now = now;
    }
    return promises;
  };

  /** What the heap has more at the end, and what was freed meanwhile. */
  const bytesOf = async (count: number): Promise<number> => {
    const profiler = new GCProfiler();
    profiler.start();
    const before = process.memoryUsage().heapUsed;
    await readRecords(count);
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
    const costs: number[] = [];
    for (const count of [few, many]) {
      written = smallNotes({ records: count }).bytes;
      for (let warming = 0; warming < 3; warming++) await readRecords(count);
      costs.push(await measured(count));
    }
    const [ofFew = 0, ofMany = 0] = costs;
    return (ofMany - ofFew) / (many - few);
  };

  return {
    promises: () => perRecord(promisesOf),
    bytes: () => perRecord(bytesOf),
    close: async () => {
      await service.close();
      await ehr.close();
      await issuer.close();
    },
  };
};

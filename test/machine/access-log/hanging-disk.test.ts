// A disk that hangs (D34): nothing is answered, readiness reports it, writes are not sent, and SIGTERM is obeyed.
import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { rowOf } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { fullPipe } from '../../support/full-pipe.ts';
import { newFolder, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { unhurried, until } from '../../support/until.ts';
import { faultBody, notAvailable, startWorld } from '../world.ts';

vi.setConfig(unhurried);

const world = await forThisFile(startWorld());

const faultyDisk = join(import.meta.dirname, '../../support/faulty-disk.ts');

/** A process whose disk hangs with the next write to the access log. */
const within = async (
  work: (service: ServiceProcess, disk: { recover(): Promise<void> }) => Promise<void>,
) => {
  const folder = newFolder();
  const path = join(folder, 'hangs');
  try {
    await using service = await startProcess({
      ...world.here,
      folder,
      settings: { REQUEST_TIMEOUT_MS: '3000', FAULTY_DISK: path },
      node: ['--import', faultyDisk],
    });
    expect((await service.ask(world.usual(10))).status).toBe(200);
    const pipe = fullPipe(path);
    const recover = async () => {
      unlinkSync(path);
      await pipe.drain();
    };
    await work(service, { recover });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const ready = (service: ServiceProcess) => service.send({ path: '/health/ready', key: null });

test('requests are refused at their deadline, no write is sent, and the service recovers by itself', () =>
  within(async (service, { recover }) => {
    world.ehr.received.length = 0;
    const reading = service.send(world.usual(10));
    // Entries that come at the same time share one write: the second one comes when the first is being written.
    await until('the disk is found to hang', async () => (await ready(service)).status === 503);
    const write = await service.send(world.usual(2));
    const read = await reading;
    expect([read.status, read.body]).toEqual([503, faultBody(rowOf(10), 503, notAvailable)]);
    expect([write.status, write.body]).toEqual([503, faultBody(rowOf(2), 503, notAvailable)]);
    expect(world.writesReceived()).toEqual([]);
    const { status, body } = await ready(service);
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'not ready', missing: ['the access log'], profile: expect.any(String) },
    });
    expect((await service.send({ path: '/health/live', key: null })).status).toBe(200);
    await until('the reason is logged', () =>
      service.log().some(({ reason }) => reason === 'access-log-timeout'),
    );

    await recover();
    await until('it is ready again', async () => (await ready(service)).status === 200);
    expect((await service.ask(world.usual(10))).status).toBe(200);
    // The entry that was being written is in the log as well. The one that waited behind it was refused, and is not written later.
    expect(service.entries().map(({ operation, status }) => [operation, status])).toEqual([
      ['10 journalNotes', 200],
      ['10 journalNotes', 200],
      ['10 journalNotes', 200],
    ]);
  }));

test('SIGTERM ends the process without waiting for the blocked thread', () =>
  within(async service => {
    expect((await service.send(world.usual(10))).status).toBe(503);
    service.signal('SIGTERM');
    expect(await service.ended).toEqual({ status: null, signal: 'SIGKILL' });
    expect(service.log().map(({ msg }) => msg)).toContain(
      'the disk of the access log still does not respond: the service stops without it',
    );
  }));

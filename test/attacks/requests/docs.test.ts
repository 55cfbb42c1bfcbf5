// The API page and its description (D31f): they need no credentials, so they cost nobody anything: counted per address,
// and never copied for a request.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { sharedBytes } from '../../../src/http/description/shared-bytes.ts';
import { call, expectFault, rowOf } from '../../http/contract.ts';
import { startWorld } from '../../machine/world.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { send } from '../../support/send.ts';
import { startProcess } from '../../support/service/process.ts';
import { startService } from '../../support/service/service.ts';
import { unhurried, until } from '../../support/until.ts';

vi.setConfig(unhurried);

const paths = ['/docs/js/scalar.js', '/docs/', '/openapi.json'];

const world = await forThisFile(startWorld());

/** Megabytes that a process holds. */
const residentMb = (pid: number) => {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
};

describe.skipIf(process.platform !== 'linux')('who asks for it a thousand times and reads nothing', () => {
  it.each(paths)('%s: makes the service hold nothing more', async path => {
    await using service = await startProcess(world.here);
    // Made once, by a worker, whose memory is given back in its own time.
    expect((await service.ask({ path, key: null })).status).toBe(200);
    const before = residentMb(service.pid);
    const sockets: Socket[] = [];
    let heard = 0;
    for (let at = 0; at < 70; at++) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.once('readable', () => heard++);
      socket.on('error', () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(16));
      sockets.push(socket);
    }
    await until('all have begun to be answered', () => heard === sockets.length);
    expect((await service.ask(world.usual(10))).status).toBe(200);
    // 1,120 requests: a copy for each would be a gigabyte for the script.
    expect(residentMb(service.pid) - before).toBeLessThan(150);
    for (const socket of sockets) socket.destroy();
  });
});

describe('the same address', () => {
  it('is counted with its calls that have no key', async () => {
    const service = await startService({ ...world.here, settings: { RATE_LIMIT: '6' } });
    // Made by another client: that takes longer than a window of the rate limit.
    const other = { url: service.url, path: '/docs/', key: null, localAddress: '127.0.0.2' };
    expect((await send(other)).status).toBe(200);
    const statuses: number[] = [];
    for (const path of [...paths, call(rowOf(10)).path, ...paths]) {
      statuses.push((await service.ask({ path, key: null })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 401, 200, 200, 429]);
    const refused = await service.ask({ path: '/openapi.json', key: null });
    expectFault(refused, undefined, { status: 429, text: 'Rate limit is exceeded. Try again in 5 seconds.' });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await service.ask({ path: '/health/live', key: null })).status).toBe(200);
    expect((await send(other)).status).toBe(200);
    await service.close();
  });
});

describe('bytes that are shared', () => {
  it('are the same memory in chunks of 64 KiB', () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 150_000 }, (_, at) => at % 251));
    const { length, chunks } = sharedBytes(bytes);
    expect(length).toBe(150_000);
    expect(chunks.map(chunk => chunk.length)).toEqual([65_536, 65_536, 18_928]);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(chunks.every(chunk => chunk.buffer === bytes.buffer)).toBe(true);
  });
});

// V8 does not optimize undici's HTTP parser, which would take 20 MB. The flag that prevents it is V8's own: if an update of Node
// takes it away, this test fails.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const server = createServer((_request, response) => void response.end('x'.repeat(3000))).listen(
  0,
  '127.0.0.1',
);
await once(server, 'listening');
afterAll(() => server.close());

/** Runs a program that fetches 200 times; resolves with the most bytes that V8 has needed besides its heap. */
const peakOf = async (fetchFirst: string): Promise<number> => {
  const { port } = server.address() as { port: number };
  const program = `
    import { setTimeout as wait } from 'node:timers/promises';
    import { getHeapStatistics } from 'node:v8';
    import { request } from 'undici';
    import { withPlainParser } from './src/composition/parser-tier.ts';
    const fetchOnce = async () => (await request('http://127.0.0.1:${port}/')).body.dump();
    await ${fetchFirst};
    for (let left = 200; left > 0; left--) await fetchOnce();
    // Optimizing happens in another thread.
    await wait(500);
    process.stdout.write(String(getHeapStatistics().peak_malloced_memory));
    process.exit();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stderr).toBe('');
  return Number(stdout);
};

const limit = 15_000_000;

test('the parser is not optimized', async () => {
  expect(await peakOf('withPlainParser(fetchOnce)')).toBeLessThan(limit);
});

test('without that, it is', async () => {
  expect(await peakOf('fetchOnce()')).toBeGreaterThan(limit);
});

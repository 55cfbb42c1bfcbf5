// Builds the API page in a worker thread: Scalar's library is large, and loading it would block all requests meanwhile.
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const app = Fastify({ logger: false });
await app.register(scalar, { routePrefix: '/docs', configuration: workerData });
const [page, script] = await Promise.all([app.inject('/docs/'), app.inject('/docs/js/scalar.js')]);
const html = page.body
  .replace('<html>', '<html lang="en">')
  .replace('<head>', '<head>\n    <link rel="icon" href="data:," />');
parentPort?.postMessage({ html, script: await promisify(gzip)(script.rawPayload) });
await app.close();

// The floor: the same XML passed through. No token, no log, no translation; nothing that answers can cost much less.
import Fastify from 'fastify';
import { Pool } from 'undici';
import { EHR, kinds, PORT } from './kinds.js';

const app = Fastify();
const ehr = new Pool(EHR);

for (const { url, path } of kinds) {
  app.get(url, async (request, reply) => {
    const { statusCode, headers, body } = await ehr.request({
      method: 'GET',
      path: `${path}?patient=${request.headers.patient}`,
    });
    reply.code(statusCode).header('content-type', headers['content-type']);
    if (headers['content-length'] !== undefined) reply.header('content-length', headers['content-length']);
    return reply.send(body);
  });
}

await app.listen({ host: '127.0.0.1', port: Number(PORT) });

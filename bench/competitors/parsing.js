// The least that any translation needs: passes a Bundle on after parsing it and writing its resources as JSON again. Without token,
// log or translation.
import Fastify from 'fastify';
import { Pool } from 'undici';
import { EHR, kinds, PORT } from './environment.js';

const app = Fastify();
const ehr = new Pool(EHR);

for (const { url, path } of kinds) {
  app.get(url, async (request, reply) => {
    const { statusCode, body } = await ehr.request({
      method: 'GET',
      path: `${path}?patient=${request.headers.patient}`,
    });
    const { entry } = await body.json();
    const resources = entry.map(({ resource }) => resource);
    return reply.code(statusCode).type('application/json').send(JSON.stringify(resources));
  });
}

await app.listen({ host: '127.0.0.1', port: Number(PORT) });

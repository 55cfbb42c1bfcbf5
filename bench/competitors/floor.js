// The floor: passes the EHR's answer on without token, log or translation, at close to the lowest cost possible. As `parsing`, it does the
// least that any translation of a Bundle needs: it parses it, and writes its resources as JSON.
import Fastify from 'fastify';
import { Pool } from 'undici';
import { EHR, kinds, PORT, SERVER } from './environment.js';

const app = Fastify();
const ehr = new Pool(EHR);

// Buffered, because piping the body costs two to three times as much, and the floor must be as cheap as possible.
const passedOn = async body => Buffer.from(await body.arrayBuffer());

const parsed = async body => {
  const { entry } = await body.json();
  return JSON.stringify(entry.map(({ resource }) => resource));
};

const answerOf = SERVER === 'parsing' ? parsed : passedOn;

for (const { url, path } of kinds) {
  app.get(url, async (request, reply) => {
    const { statusCode, headers, body } = await ehr.request({
      method: 'GET',
      path: `${path}?patient=${request.headers.patient}`,
    });
    return reply
      .code(statusCode)
      .header('content-type', headers['content-type'])
      .send(await answerOf(body));
  });
}

await app.listen({ host: '127.0.0.1', port: Number(PORT) });

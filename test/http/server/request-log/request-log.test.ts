// The line of an answered request is logged without redaction, so it must have nothing to redact (D23).
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/adapters/telemetry/logger.ts';
import { RequestLog } from '../../../../src/http/server/request-log/request-log.ts';

const secret = '191212121212-is-secret';
const names = ['authorization', 'ocp-apim-subscription-key', 'patient', 'cookie', 'x-api-key'];
const headers = Object.fromEntries(names.map(name => [name, secret]));

/** What is logged while a request with secret headers is answered, as text and by line. */
const logged = async (handle: (request: FastifyRequest) => unknown, level = 'info') => {
  let text = '';
  const logger = createLogger(level, line => {
    text += line;
  });
  const app = Fastify({ loggerInstance: logger, logController: new RequestLog(logger) });
  app.get('/', async request => handle(request) ?? 'an answer');
  const { statusCode } = await app.inject({ path: `/?patient=${secret}`, headers });
  await app.close();
  const lines = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
  return { text, lines, statusCode };
};

test('the line has these members and no others, whatever the request carries', async () => {
  const { text, lines } = await logged(() => undefined);
  expect(lines.map(line => Object.keys(line))).toEqual([
    ['level', 'time', 'pid', 'hostname', 'requestId', 'status', 'durationMs', 'method', 'msg'],
  ]);
  expect(lines).toMatchObject([{ level: 'info', requestId: 'req-1', status: 200, msg: 'answered' }]);
  expect(text).not.toContain(secret);
});

test('a member that is added to the facts does not get into it', async () => {
  const { text, lines } = await logged(request => {
    request.refusal = 'unexpected';
    Object.assign(request, { subscription: secret, headers: secret });
  });
  expect(lines).toMatchObject([{ reason: 'unexpected', msg: 'answered' }]);
  expect(text).not.toContain(secret);
});

test('whatever a request logs otherwise is redacted', async () => {
  const { text, lines } = await logged(request => {
    request.log.info({ headers: request.headers, req: { headers: request.headers } }, 'a request');
  });
  expect(lines.map(({ msg }) => msg)).toEqual(['a request', 'answered']);
  expect(lines[0]).toMatchObject({ requestId: 'req-1', headers: { authorization: '[Redacted]' } });
  expect(text).not.toContain(secret);
});

test('the level counts', async () => {
  const { lines, statusCode } = await logged(() => undefined, 'warn');
  expect([statusCode, lines]).toEqual([200, []]);
});

// Stopping: on a signal the process reports that it is not ready, finishes accepted requests, and ends with status 0.
//
// A request is either accepted or not. An accepted request is answered in full and has its entry in the access log. For any
// other, the connection is refused or closed before the first byte of an answer; it has no entry and never reaches the EHR.
// There is no third outcome.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, type ExpectStatic, test, vi } from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { credentials, headerLines, rowOf } from '../http/contract.ts';
import { startLoad } from '../support/load.ts';
import {
  newFolder,
  type ProcessOptions,
  runRefused,
  type ServiceProcess,
  startProcess,
} from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { faultBody, notAvailable, startWorld, usualAnswer, type World } from './world.ts';

vi.setConfig(unhurried);

const ended = { status: 0, signal: null };

/** Starts an issuer, an EHR and a service for a single test. */
const within = async (
  more: Partial<ProcessOptions>,
  use: (world: World, service: ServiceProcess) => Promise<void>,
) => {
  const world = await startWorld();
  try {
    await using service = await startProcess({ ...world.here, ...more });
    await use(world, service);
  } finally {
    await world.close();
  }
};

/** Makes the EHR hold back its answers until they are released. */
const hold = ({ ehr }: World, holds: (method: string) => boolean = () => true) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let held = 0;
  ehr.answer = async (received, response) => {
    if (holds(received.method)) {
      held++;
      await promise;
    }
    return usualAnswer(received, response);
  };
  return { held: () => held, letGo };
};

/** Whether new connections are refused. */
const isClosed = async (service: ServiceProcess): Promise<boolean> => {
  const { error } = await service.send({ path: '/health/live', key: null });
  return error === 'ECONNREFUSED';
};

const expectAcceptedOrRefused = (
  expect: ExpectStatic,
  service: ServiceProcess,
  { outcomes, world }: { outcomes: Awaited<ReturnType<ReturnType<typeof startLoad>['stop']>>; world: World },
) => {
  // A request that is refused for overload counts as not accepted.
  const answered = outcomes.filter(({ sent }) => sent.status !== 0 && !sent.text.includes(notAvailable));
  expect(answered.filter(({ sent }) => sent.status !== 200 || sent.error !== undefined)).toEqual([]);
  expect(answered.filter(({ sent }) => sent.body === undefined)).toEqual([]);
  const done = service.entries().filter(({ phase }) => phase === 'done');
  const ids = answered.map(({ requestId }) => requestId);
  expect(done.map(({ requestId }) => requestId).sort()).toEqual(ids.sort());
  const heard = world.ehr.received.map(({ headers }) => String(headers['x-request-id']));
  expect(heard.filter(id => !ids.includes(id))).toEqual([]);
};

describe('a signal during the start', () => {
  const preload = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

  test.for(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the process before it serves',
    async (signal, { expect }) => {
      const world = await startWorld();
      const folder = newFolder();
      try {
        const node = preload(
          `process.on('newListener', name => {
          if (name === '${signal}') setImmediate(() => process.kill(process.pid, name));
        })`,
        );
        const { status, signal: by, stdout, stderr } = await runRefused({ ...world.here, folder, node });
        expect({ status, signal: by, stdout, stderr }).toEqual({ ...ended, stdout: '', stderr: '' });
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await world.close();
      }
    },
  );

  test('SIGHUP: the start continues, and the access log is reopened afterwards', async ({ expect }) => {
    // The first connection that it opens is one of the start.
    const node = preload(
      `import { subscribe, unsubscribe } from 'node:diagnostics_channel';
      const once = () => {
        unsubscribe('net.client.socket', once);
        process.kill(process.pid, 'SIGHUP');
      };
      subscribe('net.client.socket', once);`,
    );
    await within({ node, settings: { REDIS_URL: 'redis://127.0.0.1:1' } }, async (world, service) => {
      await until('it is reopened', () =>
        service.log().some(({ msg }) => msg === 'the access log was reopened'),
      );
      expect((await service.ask(world.usual(10))).status).toBe(200);
      expect(service.entries()).toHaveLength(1);
    });
  });
});

describe('a signal', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)('%s under load: no accepted request fails', (signal, { expect }) =>
    within({}, async (world, service) => {
      // The EHR answers late, so that requests are in flight at the signal.
      world.ehr.answer = async (received, response) => {
        await wait(50);
        return usualAnswer(received, response);
      };
      const load = startLoad({
        // As many as one user may have: the EHR calls of one more would be refused, and that refusal has an entry (D31).
        clients: 8,
        next: count => ({ url: service.url, ...world.usual([10, 2, 3, 1][count % 4] ?? 10) }),
      });
      await until('requests are answered', () => load.answered() > 50);
      service.signal(signal);
      expect(await service.ended).toEqual(ended);
      expectAcceptedOrRefused(expect, service, { outcomes: await load.stop(), world });
    }),
  );

  test('requests in flight are finished while new connections are refused, even if more signals follow', ({
    expect,
  }) =>
    within({}, async (world, service) => {
      const { held, letGo } = hold(world);
      // A busy machine may refuse a request for overload, and hear one twice: neither is what this test is about.
      const ask = async (number: number): ReturnType<typeof service.ask> => {
        const answer = await service.ask(world.usual(number));
        return answer.text.includes(notAvailable) ? ask(number) : answer;
      };
      const asked = [10, 3, 1, 2, 10, 10, 9, 8].map(ask);
      await until('all are in flight', () => held() >= asked.length);
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) service.signal(signal);
      await until('new connections are refused', () => isClosed(service));
      letGo();
      const answers = await Promise.all(asked);
      expect(answers.map(({ status, error }) => ({ status, error }))).toEqual(
        asked.map(() => ({ status: 200, error: undefined })),
      );
      expect(await service.ended).toEqual(ended);
      expect(service.entries().filter(({ phase }) => phase === 'done')).toHaveLength(asked.length);
    }));

  test('a write is finished even if its client disconnects, and its outcome is in the access log', ({
    expect,
  }) =>
    within({}, async (world, service) => {
      const { held, letGo } = hold(world, method => method !== 'GET');
      const agent = new Agent({ keepAlive: true });
      const asked = service.ask({ ...world.usual(2), agent });
      await until('the EHR has received the write', () => held() === 1);
      agent.destroy();
      expect((await asked).status).toBe(0);
      service.signal('SIGTERM');
      await until('new connections are refused', () => isClosed(service));
      letGo();
      expect(await service.ended).toEqual(ended);
      expect(service.entries().map(({ phase, result }) => ({ phase, result }))).toEqual([
        { phase: 'begun', result: null },
        { phase: 'done', result: 'OK' },
      ]);
    }));
});

// Concurrent, because each test waits for a time limit of the service.
/** Makes the process throw an error that nobody handles, on SIGUSR2. */
const failing = `--import=data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('sec' + 'ret'); });")}`;

test('after an unhandled error, requests in flight are finished, and the status is 70', ({ expect }) =>
  within({ node: [failing] }, async (world, service) => {
    const { held, letGo } = hold(world);
    const answered = service.send(world.usual(10));
    await until('the request is held', () => held() === 1);
    service.signal('SIGUSR2');
    await until('new connections are refused', () => isClosed(service));
    letGo();
    expect((await answered).status).toBe(200);
    expect(await service.ended).toEqual({ status: 70, signal: null });
    expect(service.entries().map(({ status }) => status)).toEqual([200]);
    const fatal = service.log().filter(({ level }) => level === 'fatal');
    expect(fatal.map(({ msg }) => msg)).toEqual(['unhandled error: the service stops']);
    expect(JSON.stringify(fatal)).not.toContain('secret');
  }));

describe.concurrent('time limits after a signal', () => {
  test('during SHUTDOWN_DELAY_MS the service is not ready but still answers', ({ expect }) =>
    within({ settings: { SHUTDOWN_DELAY_MS: '5000' } }, async (world, service) => {
      const agent = new Agent({ keepAlive: true });
      const before = await service.ask({ ...world.usual(10), agent });
      expect(before.headers.connection).toBe('keep-alive');
      service.signal('SIGTERM');
      const { body } = await until('it is not ready', async () => {
        const ready = await service.send({ path: '/health/ready', key: null });
        return ready.status === 503 ? ready : undefined;
      });
      expect(body).toEqual({
        status: 'not ready',
        missing: ['the service is stopping'],
        profile: expect.any(String),
      });
      expect((await service.ask(world.usual(10))).status).toBe(200);
      const kept = await service.ask({ ...world.usual(10), agent });
      // The client must open its next connection to another instance.
      expect({ status: kept.status, connection: kept.headers.connection }).toEqual({
        status: 200,
        connection: 'close',
      });
      expect((await service.send({ path: '/health/live', key: null })).status).toBe(200);
      expect(await service.ended).toEqual(ended);
      agent.destroy();
    }));

  test('an answer that takes longer than ten seconds is finished within REQUEST_TIMEOUT_MS', ({ expect }) =>
    within(
      { settings: { REQUEST_TIMEOUT_MS: '60000' }, system: { timeoutMs: 60_000 } },
      async (world, service) => {
        const { held, letGo } = hold(world);
        const asked = service.ask(world.usual(10));
        await until('it is in flight', () => held() === 1);
        service.signal('SIGTERM');
        await wait(11_000);
        letGo();
        expect((await asked).status).toBe(200);
        expect(await service.ended).toEqual(ended);
        expect(service.entries().map(({ status }) => status)).toEqual([200]);
      },
    ));

  test('what cannot be finished within SHUTDOWN_TIMEOUT_MS is a 503 with its entry in the access log', async ({
    expect,
  }) => {
    const port = await freePort();
    const settings = {
      REQUEST_TIMEOUT_MS: '600000',
      SHUTDOWN_TIMEOUT_MS: '500',
      ADMIN_PORT: String(port),
    };
    await within({ settings, system: { timeoutMs: 600_000 } }, async (world, service) => {
      const { held } = hold(world);
      const agent = new Agent({ keepAlive: true });
      const asked = [10, 3, 2, 8].map(number =>
        // A busy machine may refuse it as overload, which is a 503 too.
        until('it is not refused by overload', async () => {
          const sent = await service.send({ ...world.usual(number), agent });
          return sent.headers['x-error'] === 'overloaded' ? undefined : sent;
        }),
      );
      await until('all are in flight', () => held() === asked.length);
      // A body of which only a part arrives.
      const { path } = world.usual(1);
      const part = connect(Number(new URL(service.url).port), '127.0.0.1');
      const headers = [
        ['host', 'service.test'],
        ...credentials(world.token),
        ['content-type', 'application/json'],
        ['content-length', 99],
      ] as const;
      part.write(`POST ${path} HTTP/1.1\r\n${headerLines(headers)}\r\n{`);
      const partAnswered = text(part);
      // Load is what has passed the gates as a whole: the request whose body is awaited is not (D31g).
      await until('the others are load', async () =>
        /^pdas_requests_in_flight 4$/m.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
      service.signal('SIGTERM');
      const answers = await Promise.all(asked);
      expect(
        answers.map(({ status, body, headers }) => ({ status, body, retry: headers['retry-after'] })),
      ).toEqual(
        [10, 3, 2, 8].map(number => {
          // The contract of operation 8 has no 503.
          const status = number === 8 ? 500 : 503;
          return { status, body: faultBody(rowOf(number), status, notAvailable), retry: '5' };
        }),
      );
      expect(await partAnswered).toMatch(/^HTTP\/1.1 503 /);
      // The metrics can be scraped once more, for the alert.
      const scraped = await until('the last scrape', async () => {
        const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then(one => one.text());
        return metrics.includes('reason="service-stopping"') ? metrics : undefined;
      });
      expect(scraped).toMatch(/^pdas_refusals_total\{reason="service-stopping",subscription="app"\} 5$/m);
      expect(await service.ended).toEqual(ended);
      const done = service.entries().filter(({ phase }) => phase === 'done');
      expect(done.map(({ status }) => status).toSorted()).toEqual([500, 503, 503, 503, 503]);
      const lines503 = service.log().filter(({ reason }) => reason === 'service-stopping');
      expect(lines503.map(({ msg, status }) => `${msg} ${status}`).toSorted()).toEqual([
        'answered 500',
        ...Array(4).fill('answered 503'),
      ]);
      // The write did not begin.
      expect(world.writesReceived()).toEqual([]);
      agent.destroy();
    });
  });

  test('the process ends although idle connections are open', async ({ expect }) => {
    const port = await freePort();
    await within({ settings: { ADMIN_PORT: String(port) } }, async (world, service) => {
      const silent = [Number(new URL(service.url).port), port].map(to => connect(to, '127.0.0.1'));
      await Promise.all(silent.map(socket => once(socket, 'connect')));
      const { held, letGo } = hold(world);
      const asked = service.ask(world.usual(10));
      await until('it is in flight', () => held() === 1);
      service.signal('SIGTERM');
      // The request is released only when the silent connection to the patient interface is closed.
      if (silent[0]?.closed === false) await once(silent[0].resume(), 'close');
      letGo();
      expect((await asked).status).toBe(200);
      expect(await service.ended).toEqual(ended);
      for (const socket of silent) socket.destroy();
    });
  });
});

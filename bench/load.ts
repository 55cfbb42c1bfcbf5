// A load generator with a fixed concurrency.
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { key } from '../test/support/service/service.ts';
import type { Size } from './data/sizes.ts';
import type { Server } from './servers/servers.ts';
import type { Client } from './servers/world.ts';

/** The path at the service. */
type Asked = Pick<Size, 'url'>;

export type Caller = {
  /** Sends one request, for the next client in turn; resolves with its duration in milliseconds. */
  ask(asked: Asked): Promise<number>;
  /** Like `ask`, but resolves with the answer. */
  read(asked: Asked): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
};

/** How often a request is retried after a 503, because a busy machine can look like overload. */
const mostRefusals = 20;

export const callerOf = (
  { url, name }: Pick<Server, 'url' | 'name'>,
  clients: readonly Client[],
  connections: number,
): Caller => {
  const pool = new Pool(url, { connections, connect: { timeout: 0 }, bodyTimeout: 0, headersTimeout: 0 });
  let sent = 0;
  const send = ({ url: path }: Asked) => {
    const { token, patient } = clients[sent++ % clients.length] ?? {};
    return pool.request({
      method: 'GET',
      path,
      headers: {
        authorization: `Bearer ${token}`,
        'ocp-apim-subscription-key': key,
        patient,
        ...(name === 'gzip' ? { 'accept-encoding': 'gzip' } : {}),
      },
    });
  };
  return {
    ask: async asked => {
      const began = performance.now();
      for (let refusals = 0; refusals <= mostRefusals; refusals++) {
        const { statusCode, body } = await send(asked);
        for await (const _ of body) {
          // Only drained: same-json.ts has already compared the content.
        }
        if (statusCode === 200) return performance.now() - began;
        if (statusCode !== 503) throw new Error(`${url}${asked.url} answered ${statusCode}`);
        await wait(500);
      }
      throw new Error(`${url}${asked.url} is overloaded`);
    },
    read: async asked => {
      const { statusCode, body } = await send(asked);
      return { status: statusCode, text: await body.text() };
    },
    close: () => pool.close(),
  };
};

type Load = {
  readonly size: Asked;
  readonly concurrency: number;
  /** How much is sent: a number of requests, or what there is time for. In either case, each client sends one at least. */
  readonly send: { readonly requests: number } | { readonly seconds: number };
};

/** Sends requests with a fixed concurrency. Resolves with the duration of each in milliseconds. */
export const loop = async (caller: Caller, { size, concurrency, send }: Load): Promise<number[]> => {
  const latencies: number[] = [];
  let sent = 0;
  const began = performance.now();
  const goesOn = () =>
    'requests' in send ? sent < send.requests : performance.now() < began + send.seconds * 1000;
  const work = async () => {
    do {
      sent++;
      latencies.push(await caller.ask(size));
    } while (goesOn());
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return latencies;
};

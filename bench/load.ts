// A load generator with a fixed concurrency.
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { patients } from './data/people.ts';
import type { Size } from './data/sizes.ts';
import { type Server, subscriptionKey } from './servers/servers.ts';
import type { World } from './servers/world.ts';

export type Caller = {
  /** Sends one request, for the next patient in turn; resolves with its duration in milliseconds. */
  ask(size: Size): Promise<number>;
  /** Like `ask`, but resolves with the answer. */
  read(size: Size): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
};

/** How often a request is retried after a 503, because a busy machine can look like overload. */
const mostRefusals = 20;

export const callerOf = (
  { url, name }: Pick<Server, 'url' | 'name'>,
  { tokens }: World,
  connections: number,
): Caller => {
  const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  let sent = 0;
  const send = ({ url: path }: Size) => {
    const index = sent++ % patients.length;
    return pool.request({
      method: 'GET',
      path,
      headers: {
        authorization: `Bearer ${tokens[index]}`,
        'ocp-apim-subscription-key': subscriptionKey,
        patient: patients[index] ?? '',
        ...(name === 'gzip' ? { 'accept-encoding': 'gzip' } : {}),
      },
    });
  };
  return {
    ask: async size => {
      const began = performance.now();
      for (let refusals = 0; refusals <= mostRefusals; refusals++) {
        const { statusCode, body } = await send(size);
        for await (const _ of body) {
          // Only drained: same-json.ts has already compared the content.
        }
        if (statusCode === 200) return performance.now() - began;
        if (statusCode !== 503) throw new Error(`${url}${size.url} answered ${statusCode}`);
        await wait(500);
      }
      throw new Error(`${url}${size.url} is overloaded`);
    },
    read: async size => {
      const { statusCode, body } = await send(size);
      return { status: statusCode, text: await body.text() };
    },
    close: () => pool.close(),
  };
};

type Load = {
  readonly size: Size;
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

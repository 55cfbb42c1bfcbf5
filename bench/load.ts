// Load generators: with a fixed concurrency.
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

/** Sends a number of requests with a fixed concurrency. Resolves with the duration of each in milliseconds. */
export const closedLoop = async (
  caller: Caller,
  { size, requests, concurrency }: { size: Size; requests: number; concurrency: number },
): Promise<number[]> => {
  const latencies: number[] = [];
  let left = requests;
  const work = async () => {
    while (left-- > 0) latencies.push(await caller.ask(size));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, requests) }, work));
  return latencies;
};

/** Sends requests for a number of seconds, at least one per client. Resolves with the duration of each in milliseconds. */
export const timedLoop = async (
  caller: Caller,
  { size, seconds, concurrency }: { size: Size; seconds: number; concurrency: number },
): Promise<number[]> => {
  const latencies: number[] = [];
  const ends = performance.now() + seconds * 1000;
  const work = async () => {
    do latencies.push(await caller.ask(size));
    while (performance.now() < ends);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return latencies;
};

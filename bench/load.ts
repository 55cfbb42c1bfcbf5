// The callers: so many at a time, or so many a second.
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { patients } from './data/people.ts';
import type { Size } from './data/sizes.ts';
import { type Server, subscriptionKey } from './servers.ts';
import type { World } from './world.ts';

export type Caller = {
  /** Asks once, for one patient after the other; answers the milliseconds that it took. */
  ask(size: Size): Promise<number>;
  /** As `ask`, with the answer. */
  read(size: Size): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
};

/** How often a caller comes back who was told 503: a machine that others keep busy looks like overload. */
const mostRefusals = 20;

export const callerOf = ({ url }: Pick<Server, 'url'>, { tokens }: World, connections: number): Caller => {
  const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  let asked = 0;
  const send = ({ url: path }: Size) => {
    const index = asked++ % patients.length;
    return pool.request({
      method: 'GET',
      path,
      headers: {
        authorization: `Bearer ${tokens[index]}`,
        'ocp-apim-subscription-key': subscriptionKey,
        patient: patients[index] ?? '',
      },
    });
  };
  return {
    ask: async size => {
      const began = performance.now();
      for (let refusals = 0; refusals <= mostRefusals; refusals++) {
        const { statusCode, body } = await send(size);
        for await (const _ of body) {
          // Read to its end; what it holds has been looked at before (same-json.ts).
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

/** So many requests, so many of them at a time. Answers how long each took, in milliseconds. */
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

/** As many requests as are begun in so many seconds, at least one each. Answers how long each took, in milliseconds. */
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

/** So many requests, one every so many milliseconds, whether or not those before have been answered. */
export const fixedRate = async (
  caller: Caller,
  { size, requests, everyMs }: { size: Size; requests: number; everyMs: number },
): Promise<number[]> => {
  const began = performance.now();
  const answers: Promise<number>[] = [];
  for (let index = 0; index < requests; index++) {
    const due = began + index * everyMs;
    await wait(Math.max(0, due - performance.now()));
    // Counted from when it was due: a caller that is late itself must not make the server look better.
    const late = performance.now() - due;
    answers.push(caller.ask(size).then(took => took + late));
  }
  return Promise.all(answers);
};

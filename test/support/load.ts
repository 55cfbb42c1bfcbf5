// Load: clients that keep their connections, send requests, and record how each one ended.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sending, type Sent, send } from './send.ts';

export type Outcome = { readonly requestId: string; readonly asked: Sending; readonly sent: Sent };

export type Load = {
  /** The number of complete answers so far. */
  answered(): number;
  /** Lets every client finish its request. Resolves with all outcomes. */
  stop(): Promise<Outcome[]>;
};

/**
 * Starts clients.
 * @param next makes a client's next request.
 * @param pauseMs milliseconds between an answer and the client's next request.
 * @param endsWith whether a client stops after this outcome, because the server is gone.
 */
export const startLoad = ({
  clients,
  next,
  pauseMs = 0,
  endsWith = ({ error }) => error !== undefined,
}: {
  clients: number;
  pauseMs?: number;
  next: (count: number) => Sending;
  endsWith?: (sent: Sent) => boolean;
}): Load => {
  const outcomes: Outcome[] = [];
  let isStopped = false;
  let count = 0;

  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopped) {
      const requestId = randomUUID();
      const usual = next(count++);
      const asked = { ...usual, agent, headers: { ...usual.headers, 'x-request-id': requestId } };
      const sent = await send(asked);
      outcomes.push({ requestId, asked, sent });
      if (endsWith(sent)) break;
      if (pauseMs > 0) await wait(pauseMs);
    }
    agent.destroy();
  };

  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    answered: () => outcomes.filter(({ sent }) => sent.error === undefined).length,
    stop: async () => {
      isStopped = true;
      await all;
      return outcomes;
    },
  };
};

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered.
 * @param agent keeps the connections, as an app's gateway does.
 * @param next makes the next request.
 */
export const startPacedLoad = ({
  perSecond,
  agent,
  next,
}: {
  perSecond: number;
  agent: Sending['agent'] & object;
  next: (count: number) => Sending;
}): Load => {
  const outcomes: Outcome[] = [];
  const inFlight = new Set<Promise<void>>();
  const begin = performance.now();
  let count = 0;

  const ask = async (usual: Sending) => {
    const requestId = randomUUID();
    const asked = { ...usual, agent, headers: { ...usual.headers, 'x-request-id': requestId } };
    outcomes.push({ requestId, asked, sent: await send(asked) });
  };
  const timer = setInterval(() => {
    // A timer that fires late catches up.
    for (const due = ((performance.now() - begin) / 1000) * perSecond; count < due; count++) {
      const asked = ask(next(count)).finally(() => inFlight.delete(asked));
      inFlight.add(asked);
    }
  }, 1000 / perSecond);

  return {
    answered: () => outcomes.filter(({ sent }) => sent.error === undefined).length,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      agent.destroy();
      return outcomes;
    },
  };
};

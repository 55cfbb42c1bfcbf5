// The bulkhead of a system: limits the calls in flight and waiting, in total and per user and subscription, so no one
// can use up a system's capacity (D31).
import { Failure } from '../../../../domain/model/failure.ts';
import type { Consumer } from '../../../../ports/call.ts';

/** How many calls may wait, as a share of those in flight. */
const waitingShare = 0.5;
/** The most calls of one user, in flight or waiting. */
const maxPerUser = 8;
/** The share of one subscription in the calls in flight, and in all calls. */
const subscriptionShare = 0.75;

/** The most reads of one user in flight that wait for each other: fewer than the user's share, so a write has a place. */
const maxQueuedReads = 6;
/** The most reads of one user that may wait for the user's others. */
const maxWaitingReads = 64;

type Load = { inFlight: number; waiting: number };

/** A call that waits. `enter` is called at the moment when it may start. */
type Waiting = { readonly consumer: Consumer; readonly enter: () => void };

/** The reads of one user that wait for each other. */
type Reads = { inFlight: number; readonly waiting: Waiting[] };

const shareTaken = (whose: string) =>
  new Failure('ehr-unreachable', { reason: 'ehr-share-taken', detail: `too many calls of ${whose}` });

/** Waits in a queue until `enter` is called; resolves with what `start` returns then. Rejects with the signal's reason. */
const waitIn = <T>(
  queue: Waiting[],
  { consumer, signal, start }: { consumer: Consumer; signal: AbortSignal; start: () => T },
): Promise<T> =>
  new Promise((resolve, reject) => {
    const waiting: Waiting = {
      consumer,
      enter: () => {
        signal.removeEventListener('abort', giveUp);
        resolve(start());
      },
    };
    const giveUp = () => {
      queue.splice(queue.indexOf(waiting), 1);
      reject(signal.reason);
    };
    queue.push(waiting);
    signal.addEventListener('abort', giveUp, { once: true });
  });

/** A function that has an effect only when it is called first. */
const once = (effect: () => void) => {
  let isDone = false;
  return () => {
    if (!isDone) effect();
    isDone = true;
  };
};

/** Lets the reads of each user wait for each other. */
const readQueues = () => {
  const users = new Map<string, Reads>();

  const start = (user: string, reads: Reads) => {
    reads.inFlight++;
    users.set(user, reads);
    return once(() => {
      reads.inFlight--;
      const next = reads.waiting.shift();
      if (next !== undefined) next.enter();
      else if (reads.inFlight === 0) users.delete(user);
    });
  };

  return async (consumer: Consumer, signal: AbortSignal): Promise<() => void> => {
    const { user } = consumer;
    const reads = users.get(user) ?? { inFlight: 0, waiting: [] };
    if (reads.inFlight < maxQueuedReads) return start(user, reads);
    if (reads.waiting.length >= maxWaitingReads) throw shareTaken('one user');
    return waitIn(reads.waiting, { consumer, signal, start: () => start(user, reads) });
  };
};

/** @param maxInFlight the most concurrent calls. */
export const bulkhead = (maxInFlight: number) => {
  const all: Load = { inFlight: 0, waiting: 0 };
  const users = new Map<string, number>();
  const subscriptions = new Map<Consumer['subscription'], Load>();
  const queue: Waiting[] = [];
  const maxWaiting = Math.ceil(maxInFlight * waitingShare);
  const subscriptionLimits = {
    inFlight: Math.max(1, Math.floor(maxInFlight * subscriptionShare)),
    all: Math.max(1, Math.floor((maxInFlight + maxWaiting) * subscriptionShare)),
  };

  const loadOf = (subscription: Consumer['subscription']): Load =>
    subscriptions.get(subscription) ?? { inFlight: 0, waiting: 0 };

  const count = ({ user, subscription }: Consumer, kind: keyof Load, by: 1 | -1) => {
    all[kind] += by;
    const ofUser = (users.get(user) ?? 0) + by;
    if (ofUser === 0) users.delete(user);
    else users.set(user, ofUser);
    if (subscription === undefined) return;
    const held = loadOf(subscription);
    held[kind] += by;
    if (held.inFlight + held.waiting === 0) subscriptions.delete(subscription);
    else subscriptions.set(subscription, held);
  };

  const mayStart = ({ subscription }: Consumer): boolean =>
    all.inFlight < maxInFlight && loadOf(subscription).inFlight < subscriptionLimits.inFlight;

  const refuseBeyondShare = ({ user, subscription }: Consumer) => {
    if ((users.get(user) ?? 0) >= maxPerUser) throw shareTaken('one user');
    const { inFlight, waiting } = loadOf(subscription);
    if (inFlight + waiting >= subscriptionLimits.all) throw shareTaken('one subscription');
  };

  const release = (consumer: Consumer) => {
    count(consumer, 'inFlight', -1);
    const next = queue.findIndex(waiting => mayStart(waiting.consumer));
    if (next !== -1) queue.splice(next, 1)[0]?.enter();
  };

  const start = (consumer: Consumer): (() => void) => {
    count(consumer, 'inFlight', 1);
    return once(() => release(consumer));
  };

  const acquirePlace = async (consumer: Consumer, signal: AbortSignal): Promise<() => void> => {
    refuseBeyondShare(consumer);
    if (mayStart(consumer)) return start(consumer);
    if (all.waiting >= maxWaiting) {
      throw new Failure('ehr-unreachable', {
        reason: 'ehr-places-taken',
        detail: 'too many calls in flight',
      });
    }
    count(consumer, 'waiting', 1);
    const stopWaiting = once(() => count(consumer, 'waiting', -1));
    const enter = () => {
      stopWaiting();
      return start(consumer);
    };
    return waitIn(queue, { consumer, signal, start: enter }).finally(stopWaiting);
  };

  const ownTurn = readQueues();

  return {
    /**
     * Waits until the call may start and returns the function that ends it. Calls start in order of arrival, except that
     * others pass those whose subscription has its share in flight.
     * Throws `ehr-unreachable` if too many calls wait, or the share of the user or the subscription is used up; and the
     * signal's reason if it aborts while the call waits.
     * @param options.queues whether the call waits for the user's others, where it would be refused for the user's share: for
     * adapters that read with many calls for one request. Until its turn, it takes no place of the system.
     */
    acquire: async (
      consumer: Consumer,
      { signal, queues = false }: { signal: AbortSignal; queues?: boolean | undefined },
    ): Promise<() => void> => {
      signal.throwIfAborted();
      if (!queues) return acquirePlace(consumer, signal);
      const endTurn = await ownTurn(consumer, signal);
      try {
        const releasePlace = await acquirePlace(consumer, signal);
        return () => {
          releasePlace();
          endTurn();
        };
      } catch (error) {
        endTurn();
        throw error;
      }
    },
  };
};

export type Bulkhead = ReturnType<typeof bulkhead>;

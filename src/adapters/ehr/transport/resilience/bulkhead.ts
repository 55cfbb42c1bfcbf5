// The bulkhead of a system: limits the calls in flight and waiting, in total and per user and subscription, so that no one
// can use up a system's capacity (D31).
import { Failure } from '../../../../domain/model/failure.ts';
import type { Consumer } from '../../../../ports/call.ts';

/** How many calls may wait, as a share of those in flight. */
const waitingShare = 0.5;
/** The most calls of one user, in flight or waiting. */
const maxPerUser = 8;
/** The share of one subscription in the calls in flight, and in all calls. */
const subscriptionShare = 0.75;

type Load = { inFlight: number; waiting: number };

type Waiting = { readonly consumer: Consumer; readonly enter: () => void };

export type Bulkhead = {
  /**
   * Waits until the call may start and returns the function that ends it. Calls start in order of arrival, except that
   * others pass those whose subscription has its share in flight.
   * Throws `ehr-unreachable` if too many calls wait, or the share of the user or the subscription is used up; and the
   * signal's reason if it aborts while the call waits.
   */
  acquire(consumer: Consumer, signal: AbortSignal): Promise<() => void>;
};

const shareTaken = (whose: string) =>
  new Failure('ehr-unreachable', { reason: 'ehr-share-taken', detail: `too many calls of ${whose}` });

/** @param maxInFlight the most concurrent calls. */
export const bulkhead = (maxInFlight: number): Bulkhead => {
  const all: Load = { inFlight: 0, waiting: 0 };
  const users = new Map<string, number>();
  const subscriptions = new Map<string, Load>();
  const queue: Waiting[] = [];
  const maxWaiting = Math.ceil(maxInFlight * waitingShare);
  const subscriptionLimits = {
    inFlight: Math.max(1, Math.floor(maxInFlight * subscriptionShare)),
    all: Math.max(1, Math.floor((maxInFlight + maxWaiting) * subscriptionShare)),
  };

  const loadOf = (subscription: string | undefined): Load | undefined =>
    subscription === undefined ? undefined : subscriptions.get(subscription);

  const count = ({ user, subscription }: Consumer, kind: keyof Load, by: 1 | -1) => {
    all[kind] += by;
    const ofUser = (users.get(user) ?? 0) + by;
    if (ofUser === 0) users.delete(user);
    else users.set(user, ofUser);
    if (subscription === undefined) return;
    const held = subscriptions.get(subscription) ?? { inFlight: 0, waiting: 0 };
    held[kind] += by;
    if (held.inFlight + held.waiting === 0) subscriptions.delete(subscription);
    else subscriptions.set(subscription, held);
  };

  const mayStart = ({ subscription }: Consumer): boolean =>
    all.inFlight < maxInFlight && (loadOf(subscription)?.inFlight ?? 0) < subscriptionLimits.inFlight;

  const refuseBeyondShare = ({ user, subscription }: Consumer) => {
    if ((users.get(user) ?? 0) >= maxPerUser) throw shareTaken('one user');
    const { inFlight, waiting } = loadOf(subscription) ?? { inFlight: 0, waiting: 0 };
    if (inFlight + waiting >= subscriptionLimits.all) throw shareTaken('one subscription');
  };

  const release = (consumer: Consumer) => {
    count(consumer, 'inFlight', -1);
    const next = queue.findIndex(waiting => mayStart(waiting.consumer));
    if (next !== -1) queue.splice(next, 1)[0]?.enter();
  };

  const start = (consumer: Consumer): (() => void) => {
    count(consumer, 'inFlight', 1);
    let isHeld = true;
    return () => {
      if (isHeld) release(consumer);
      isHeld = false;
    };
  };

  const wait = (consumer: Consumer, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        signal.removeEventListener('abort', giveUp);
        count(consumer, 'waiting', -1);
      };
      const waiting: Waiting = {
        consumer,
        enter: () => {
          stopWaiting();
          resolve(start(consumer));
        },
      };
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1);
        stopWaiting();
        reject(signal.reason);
      };
      count(consumer, 'waiting', 1);
      queue.push(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    acquire: async (consumer, signal) => {
      signal.throwIfAborted();
      refuseBeyondShare(consumer);
      if (mayStart(consumer)) return start(consumer);
      if (all.waiting >= maxWaiting) {
        throw new Failure('ehr-unreachable', {
          reason: 'ehr-places-taken',
          detail: 'too many calls in flight',
        });
      }
      return wait(consumer, signal);
    },
  };
};

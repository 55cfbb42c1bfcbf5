// The places towards a system: how many calls are in flight and how many wait, and how many of them one user and one
// subscription may hold, so that nobody takes a system from the others (D31).
import { Failure } from '../../../../domain/model/failure.ts';
import type { Consumer } from '../../../../ports/call.ts';

/** Calls that wait for a place, as a share of those in flight. */
const waitingShare = 0.5;
/** Calls, in flight or waiting, that one user may have. */
const mostPerUser = 8;
/** What one of several subscriptions may hold of the calls in flight, and of all places. */
const subscriptionShare = 0.75;

type Held = { inFlight: number; waiting: number };

type Waiting = { readonly consumer: Consumer; readonly enter: () => void };

export type Places = {
  /**
   * Waits for a place and returns the function that gives it back. Calls are let in as they came, but for those whose
   * subscription has its share in flight: the others go before them.
   * Throws `ehr-unreachable` where all places, or the share of the user or the subscription, are taken; and the reason of
   * the signal when it aborts while the call waits.
   */
  take(consumer: Consumer, signal: AbortSignal): Promise<() => void>;
};

const shareTaken = (whose: string) =>
  new Failure('ehr-unreachable', { reason: 'ehr-share-taken', detail: `too many calls of ${whose}` });

/** @param most calls in flight at a time. */
export const places = (most: number): Places => {
  const all: Held = { inFlight: 0, waiting: 0 };
  const users = new Map<string, number>();
  const subscriptions = new Map<string, Held>();
  const queue: Waiting[] = [];
  const mostWaiting = Math.ceil(most * waitingShare);
  const ofOne = {
    inFlight: Math.max(1, Math.floor(most * subscriptionShare)),
    all: Math.max(1, Math.floor((most + mostWaiting) * subscriptionShare)),
  };

  const heldBy = (subscription: string | undefined): Held | undefined =>
    subscription === undefined ? undefined : subscriptions.get(subscription);

  const count = ({ user, subscription }: Consumer, kind: keyof Held, by: 1 | -1) => {
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
    all.inFlight < most && (heldBy(subscription)?.inFlight ?? 0) < ofOne.inFlight;

  const refuseBeyondShare = ({ user, subscription }: Consumer) => {
    if ((users.get(user) ?? 0) >= mostPerUser) throw shareTaken('one user');
    const { inFlight, waiting } = heldBy(subscription) ?? { inFlight: 0, waiting: 0 };
    if (inFlight + waiting >= ofOne.all) throw shareTaken('one subscription');
  };

  const leave = (consumer: Consumer) => {
    count(consumer, 'inFlight', -1);
    const next = queue.findIndex(waiting => mayStart(waiting.consumer));
    if (next !== -1) queue.splice(next, 1)[0]?.enter();
  };

  const start = (consumer: Consumer): (() => void) => {
    count(consumer, 'inFlight', 1);
    let isHeld = true;
    return () => {
      if (isHeld) leave(consumer);
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
    take: async (consumer, signal) => {
      signal.throwIfAborted();
      refuseBeyondShare(consumer);
      if (mayStart(consumer)) return start(consumer);
      if (all.waiting >= mostWaiting) {
        throw new Failure('ehr-unreachable', {
          reason: 'ehr-places-taken',
          detail: 'too many calls in flight',
        });
      }
      return wait(consumer, signal);
    },
  };
};

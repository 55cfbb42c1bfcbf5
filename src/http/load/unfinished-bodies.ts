// Request bodies that have not arrived as a whole: how many there may be, and how long they may take (D31g).
import { Failure } from '../../domain/model/failure.ts';
import type { ServerLimits } from '../request/limits.ts';

/** Whose body it is. */
export type BodySender = { readonly user: string; readonly subscription: string };

/** Counts the unfinished bodies of an instance. */
export const unfinishedBodies = ({ bodiesPerUser, bodiesPerSubscription, bodies }: ServerLimits) => {
  let all = 0;
  const users = new Map<string, number>();
  const subscriptions = new Map<string, number>();
  const change = (counts: Map<string, number>, key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  const add = ({ user, subscription }: BodySender, by: number) => {
    all += by;
    change(users, user, by);
    change(subscriptions, subscription, by);
  };
  return {
    /**
     * Counts a body until it has arrived. Throws `overloaded` if there are too many.
     * @returns ends the counting. It must be called once.
     */
    begin: (sender: BodySender): (() => void) => {
      const isFull =
        all >= bodies ||
        (users.get(sender.user) ?? 0) >= bodiesPerUser ||
        (subscriptions.get(sender.subscription) ?? 0) >= bodiesPerSubscription;
      if (isFull) {
        throw new Failure('overloaded', { reason: 'overload-bodies', detail: 'too many unfinished bodies' });
      }
      add(sender, 1);
      return () => add(sender, -1);
    },
  };
};

export type UnfinishedBodies = ReturnType<typeof unfinishedBodies>;

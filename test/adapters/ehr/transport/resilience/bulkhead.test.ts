// The bulkhead of a system, and the shares of users and subscriptions in it (D31).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bulkhead, bulkhead } from '../../../../../src/adapters/ehr/transport/resilience/bulkhead.ts';
import { Failure } from '../../../../../src/domain/model/failure.ts';
import type { Consumer } from '../../../../../src/ports/call.ts';
import { attempts } from '../../../../support/amount.ts';
import { consumerOf, failureOf } from '../../calls.ts';

const never = new AbortController().signal;
const clientGone = () => new Failure('client-gone', { reason: 'client-gone' });

let users = 0;
/** A user without other calls. */
const someone = (subscription?: string): Consumer => consumerOf({ user: `someone-${++users}`, subscription });

/** Acquires slots one after the other, records the outcome of each, and releases them. */
const askers = (of: Bulkhead, { queues = false } = {}) => {
  const entered: (() => void)[] = [];
  const outcomes: string[] = [];
  const ask = (consumer: Consumer, signal = never) => {
    const at = outcomes.push('waits') - 1;
    void of.acquire(consumer, { signal, queues }).then(
      leave => {
        outcomes[at] = 'entered';
        entered.push(leave);
      },
      error => {
        outcomes[at] = error instanceof Failure ? error.code : 'failed';
      },
    );
  };
  const settled = () => new Promise(resolve => setImmediate(resolve));
  return {
    ask: async (consumers: readonly Consumer[], signal = never) => {
      for (const consumer of consumers) ask(consumer, signal);
      await settled();
      return outcomes.slice(-consumers.length);
    },
    leave: async (count: number) => {
      for (const leave of entered.splice(0, count)) leave();
      await settled();
    },
    outcomes,
  };
};

const many = (count: number, next: () => Consumer) => Array.from({ length: count }, next);
const ends = ['entered', 'waits', 'ehr-unreachable'];
/** How many entered, wait and were refused, and any other outcomes. */
const counted = (outcomes: readonly string[]) => [
  ...ends.map(end => outcomes.filter(one => one === end).length),
  ...outcomes.filter(one => !ends.includes(one)),
];

describe('the bulkhead', () => {
  test('starts calls up to the limit, lets half as many wait, and refuses the rest', async () => {
    const { ask, leave, outcomes } = askers(bulkhead(4));
    expect(counted(await ask(many(10, () => someone())))).toEqual([4, 2, 4]);
    await leave(1);
    expect(counted(outcomes)).toEqual([5, 1, 4]);
  });

  test('starts waiting calls in order of arrival', async () => {
    const { ask, leave, outcomes } = askers(bulkhead(2));
    await ask(many(3, () => someone()));
    expect(outcomes).toEqual(['entered', 'entered', 'waits']);
    await leave(1);
    await ask([someone()]);
    expect(outcomes).toEqual(['entered', 'entered', 'entered', 'waits']);
    await leave(2);
    expect(outcomes).toEqual(['entered', 'entered', 'entered', 'entered']);
  });

  test('frees a slot only once, even if it is released twice', async () => {
    const of = bulkhead(1);
    const leave = await of.acquire(someone(), { signal: never });
    leave();
    leave();
    const { ask } = askers(of);
    expect(await ask(many(2, () => someone()))).toEqual(['entered', 'waits']);
  });

  test('removes an aborted call from the queue, with the reason', async () => {
    const of = bulkhead(2);
    const { ask, outcomes } = askers(of);
    await ask(many(2, () => someone()));
    const controller = new AbortController();
    const waiting = of.acquire(someone(), { signal: controller.signal });
    expect(await ask([someone()])).toEqual(['ehr-unreachable']);
    controller.abort(clientGone());
    expect(await failureOf(waiting)).toBe('client-gone');
    expect(await ask([someone()])).toEqual(['waits']);
    expect(outcomes).toEqual(['entered', 'entered', 'ehr-unreachable', 'waits']);
  });

  test('does not start a call that is already aborted', async () => {
    const of = bulkhead(1);
    expect(
      await failureOf(
        of.acquire(someone(), {
          signal: AbortSignal.abort(clientGone()),
        }),
      ),
    ).toBe('client-gone');
    expect(await askers(of).ask([someone()])).toEqual(['entered']);
  });
});

describe('a user', () => {
  const one = consumerOf({ user: 'one' });

  test('has at most 8 calls, and can start others when they end', async () => {
    const { ask, leave } = askers(bulkhead(64));
    expect(counted(await ask(many(20, () => one)))).toEqual([8, 0, 12]);
    expect(counted(await ask(many(20, () => someone())))).toEqual([20, 0, 0]);
    await leave(3);
    expect(counted(await ask(many(20, () => one)))).toEqual([3, 0, 17]);
  });

  test('has at most 8 calls, waiting ones included', async () => {
    const { ask } = askers(bulkhead(6));
    expect(counted(await ask(many(20, () => one)))).toEqual([6, 2, 12]);
    expect(await ask([someone()])).toEqual(['waits']);
  });
});

describe('a subscription', () => {
  test('has at most three quarters, in flight and in total, if it is one of several', async () => {
    const { ask } = askers(bulkhead(64));
    expect(counted(await ask(many(96, () => someone('one'))))).toEqual([48, 24, 24]);
    expect(counted(await ask(many(30, () => someone('two'))))).toEqual([16, 8, 6]);
  });

  test('has the whole capacity if it is the only one', async () => {
    const { ask } = askers(bulkhead(64));
    expect(counted(await ask(many(100, () => someone())))).toEqual([64, 32, 4]);
  });

  test('that has used its share waits, while others pass it', async () => {
    const { ask, leave, outcomes } = askers(bulkhead(4));
    expect(await ask(many(4, () => someone('one')))).toEqual(['entered', 'entered', 'entered', 'waits']);
    expect(await ask([someone('two')])).toEqual(['entered']);
    expect(await ask([someone('two')])).toEqual(['waits']);
    // The first call to end is one of the first: its slot goes to the call that waited longest.
    await leave(1);
    expect(outcomes).toEqual(['entered', 'entered', 'entered', 'entered', 'entered', 'waits']);
  });

  test.each([1, 2, 3, 5])('leaves capacity to the others if the limit is %i', async most => {
    const { ask } = askers(bulkhead(most));
    await ask(many(20, () => someone('one')));
    expect(await ask([someone('two')])).not.toEqual(['ehr-unreachable']);
  });
});

test('never exceeds a limit, and ends with every slot free, for any sequence of calls', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), user: fc.nat(5), subscription: fc.nat(2) }),
    fc.record({ kind: fc.constant('leave' as const), at: fc.nat(50) }),
    fc.record({ kind: fc.constant('abort' as const), at: fc.nat(50) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 120 }),
      async (most, steps) => {
        const of = bulkhead(most);
        const inFlight: { readonly consumer: Consumer; readonly leave: () => void }[] = [];
        const waiting = new Map<AbortController, Consumer>();
        for (const one of steps) {
          if (one.kind === 'ask') {
            const consumer = consumerOf({
              user: `user-${one.user} of ${one.subscription}`,
              subscription: `subscription-${one.subscription}`,
            });
            const controller = new AbortController();
            waiting.set(controller, consumer);
            void of
              .acquire(consumer, { signal: controller.signal })
              .then(
                leave => void inFlight.push({ consumer, leave }),
                () => undefined,
              )
              .finally(() => waiting.delete(controller));
          } else if (one.kind === 'leave') {
            inFlight.splice(one.at % (inFlight.length + 1), 1)[0]?.leave();
          } else {
            [...waiting.keys()][one.at % (waiting.size + 1)]?.abort(clientGone());
          }
          await new Promise(resolve => setImmediate(resolve));
          const held = [...inFlight.map(({ consumer }) => consumer), ...waiting.values()];
          expect(inFlight.length).toBeLessThanOrEqual(most);
          expect(waiting.size).toBeLessThanOrEqual(Math.ceil(most / 2));
          for (const { user } of held)
            expect(held.filter(other => other.user === user).length).toBeLessThanOrEqual(8);
          for (const { consumer } of inFlight) {
            const ofOne = inFlight.filter(other => other.consumer.subscription === consumer.subscription);
            expect(ofOne.length).toBeLessThanOrEqual(Math.max(1, (most * 3) / 4));
          }
        }
        while (inFlight.length > 0) {
          for (const { leave } of inFlight.splice(0)) leave();
          await new Promise(resolve => setImmediate(resolve));
        }
        expect(waiting.size).toBe(0);
        const { ask } = askers(of);
        expect(counted(await ask(many(most, () => someone())))).toEqual([most, 0, 0]);
      },
    ),
    { numRuns: attempts(60) },
  );
});

describe('operators learn whose share is used up', () => {
  const { signal } = new AbortController();
  /** Fills the bulkhead, and asks once more. */
  const refused = async (most: number, consumers: readonly Consumer[], queues: boolean) => {
    const of = bulkhead(most);
    const all = consumers.map(consumer => of.acquire(consumer, { signal, queues }));
    await expect(all.at(-1)).rejects.toMatchObject({ code: 'ehr-unreachable' });
    return all.at(-1)?.catch(({ reason, message }: Failure) => ({ reason, message }));
  };
  const ofOne = () => someone('one');

  test.each<[string, number, Consumer[], boolean, reason: string, message: string]>([
    ['a user', 64, many(9, () => consumerOf()), false, 'ehr-share-taken', 'too many calls of one user'],
    [
      'a user whose reads wait',
      64,
      many(71, () => consumerOf()),
      true,
      'ehr-share-taken',
      'too many calls of one user',
    ],
    ['a subscription', 2, many(3, ofOne), false, 'ehr-share-taken', 'too many calls of one subscription'],
    ['all', 2, many(4, () => someone()), false, 'ehr-places-taken', 'too many calls in flight'],
  ])('%s', async (_, most, consumers, queues, reason, message) => {
    expect(await refused(most, consumers, queues)).toEqual({ reason, message });
  });
});

describe('reads that wait for the others of their user', () => {
  const patient = consumerOf({ user: 'patient' });

  test('six are in flight; the others wait without a place of the system, and start in order', async () => {
    const { ask, leave, outcomes } = askers(bulkhead(64), { queues: true });
    await ask(many(8, () => patient));
    expect(outcomes).toEqual([...many(6, () => patient).map(() => 'entered'), 'waits', 'waits']);
    await leave(1);
    expect(outcomes.slice(6)).toEqual(['entered', 'waits']);
    await leave(1);
    expect(outcomes.slice(6)).toEqual(['entered', 'entered']);
  });

  test('leave places to other users, and to a write of the same user', async () => {
    const of = bulkhead(64);
    const { ask } = askers(of, { queues: true });
    await ask(many(20, () => patient));
    expect(await ask([someone()])).toEqual(['entered']);
    expect(await askers(of).ask([patient, patient, patient])).toEqual([
      'entered',
      'entered',
      'ehr-unreachable',
    ]);
  });

  test('one whose client leaves never starts, and the one behind it does', async () => {
    const { ask, leave, outcomes } = askers(bulkhead(64), { queues: true });
    const gone = new AbortController();
    await ask(many(6, () => patient));
    await ask([patient], gone.signal);
    await ask([patient]);
    gone.abort(clientGone());
    await leave(1);
    expect(outcomes.slice(6)).toEqual(['client-gone', 'entered']);
  });

  test('at most 64 wait', async () => {
    const { ask } = askers(bulkhead(64), { queues: true });
    expect(counted(await ask(many(71, () => patient)))).toEqual([6, 64, 1]);
  });

  test('one that the system refuses lets the next one try', async () => {
    const of = bulkhead(1);
    await askers(of).ask([someone(), someone()]);
    const { ask } = askers(of, { queues: true });
    expect(await ask(many(7, () => patient))).toEqual(many(7, () => patient).map(() => 'ehr-unreachable'));
  });
});

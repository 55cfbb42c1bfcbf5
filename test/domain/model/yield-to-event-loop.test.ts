// Long work gives way to other work, and short work does not wait.
import { expect, test } from 'vitest';
import { newYielding } from '../../../src/domain/model/yield-to-event-loop.ts';

const work = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** How often other work runs while the items are worked on. */
const turnsOfOthers = async (items: number, ms: number): Promise<number> => {
  const yieldToEventLoop = newYielding();
  let others = 0;
  let working = true;
  const other = () => {
    others++;
    if (working) setImmediate(other);
  };
  setImmediate(other);
  for (let item = 0; item < items; item++) {
    work(ms);
    await yieldToEventLoop();
  }
  working = false;
  return others;
};

test('others have their turn after each long item', async () => {
  expect(await turnsOfOthers(5, 11)).toBeGreaterThanOrEqual(5);
});

test('short items do not wait', () => {
  expect(newYielding()()).toBeUndefined();
});

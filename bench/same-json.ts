// Before anything is measured: the service and those who translate answer the same JSON.
import assert from 'node:assert/strict';
import { type Size, sizes } from './data/sizes.ts';
import { callerOf } from './load.ts';
import type { Server } from './servers.ts';
import type { World } from './world.ts';

/** How many patients are compared for each size. */
const compared = 5;

const answersOf = async (server: Server, world: World, size: Size): Promise<unknown[]> => {
  const caller = callerOf(server, world, 1);
  const answers: unknown[] = [];
  for (let count = 0; count < compared; count++) {
    const { status, text } = await caller.read(size);
    assert.equal(status, 200, `${server.name} answered ${status}: ${text.slice(0, 200)}`);
    answers.push(JSON.parse(text));
  }
  await caller.close();
  return answers;
};

/** Throws where two of the servers do not answer the same. */
export const checkSameJson = async (servers: readonly Server[], world: World): Promise<void> => {
  for (const size of [sizes.small, sizes.medium, sizes.large]) {
    await world.serve(size);
    const [first, ...others] = servers;
    if (first === undefined) return;
    const expected = await answersOf(first, world, size);
    for (const other of others) {
      const found = await answersOf(other, world, size);
      assert.deepEqual(
        found,
        expected,
        `${other.name} answers another JSON than ${first.name} (${size.name})`,
      );
    }
  }
};

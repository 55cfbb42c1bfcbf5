// Checks before measuring that the service and its competitors answer with the same JSON.
import assert from 'node:assert/strict';
import { type Size, sizes } from './data/sizes.ts';
import { callerOf } from './load.ts';
import type { Server } from './servers/servers.ts';
import type { World } from './servers/world.ts';

/** Number of patients to compare per size. */
const compared = 5;

const answersOf = async (server: Server, world: World, size: Size): Promise<unknown[]> => {
  const caller = callerOf(server, world.clients, 1);
  const answers: unknown[] = [];
  for (let count = 0; count < compared; count++) {
    const { status, text } = await caller.read(size);
    assert.equal(status, 200, `${server.name} answered ${status}: ${text.slice(0, 200)}`);
    answers.push(JSON.parse(text));
  }
  await caller.close();
  return answers;
};

/** Throws if the answers of two servers differ. */
export const checkSameJson = async (servers: readonly Server[], world: World): Promise<void> => {
  for (const size of [sizes.small, sizes.medium, sizes.large]) {
    await world.serve(size);
    const [first, ...others] = servers;
    if (first === undefined) return;
    const expected = await answersOf(first, world, size);
    for (const other of others) {
      const answers = await answersOf(other, world, size);
      assert.deepEqual(
        answers,
        expected,
        `${other.name} and ${first.name} answer with different JSON (${size.name})`,
      );
    }
  }
};

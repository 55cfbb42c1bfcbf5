import { expect, test } from 'vitest';

test('the tests run on the pinned Node, not on the one that the machine happens to have', () => {
  expect(process.versions.node).toMatch(/^24\./);
});

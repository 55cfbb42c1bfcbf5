// Servers that the tests of a file share.
import { afterAll } from 'vitest';

/** Starts something for the tests of a file. It is closed after them, before what was started earlier. */
export const forThisFile = async <T extends { close(): unknown }>(starting: Promise<T>): Promise<T> => {
  const started = await starting;
  afterAll(async () => {
    await started.close();
  });
  return started;
};

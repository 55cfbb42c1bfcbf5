// Counts how often the event loop gets to serve others while work is done: what a long stall would keep at zero.

/** The turns of the event loop until the work is done. */
export const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns++;
    timer = setImmediate(count);
  });
  try {
    await work();
  } finally {
    clearImmediate(timer);
  }
  return turns;
};

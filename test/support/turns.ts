// Counts the event loop's iterations while work is running. A long stall would keep the count at zero.

/** The number of event-loop iterations until the work is done. */
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

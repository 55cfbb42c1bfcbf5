// One timer, to the next thing that happens: a call may be joined, a day begins, the session ends.

/** The longest wait that a timer of a browser takes. */
const longest = 2 ** 31 - 1;

/**
 * @param {{ signal: AbortSignal }} options ends the timer.
 * @returns `at` sets what happens at a time (milliseconds since 1970), in the place of what was set by the same name; `ring` does what
 *   is due, which is late after a device has slept.
 */
export const alarmOf = ({ signal }) => {
  const set = new Map();
  let timer;
  const wait = () => {
    clearTimeout(timer);
    const next = Math.min(...[...set.values()].map(({ time }) => time));
    if (!signal.aborted && next < Infinity)
      timer = setTimeout(ring, Math.min(Math.max(next - Date.now(), 0), longest));
  };
  const ring = () => {
    for (const [name, { time, act }] of [...set]) {
      if (time > Date.now() || signal.aborted) continue;
      set.delete(name);
      act();
    }
    wait();
  };
  const at = (name, time, act) => {
    set.set(name, { time, act });
    wait();
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return { at, ring };
};

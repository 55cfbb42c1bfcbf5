// A progress line on the terminal. There is none if standard error is not a terminal.

/** Milliseconds until the line appears, and between updates. */
const interval = 1000;
const clearLine = '\r\u001b[K';

export type Progress = {
  /** Removes the line so that something else can be printed. It reappears with the next update. */
  clear(): void;
  /** Removes the line for good. */
  end(): void;
};

/** @param line returns the current text. */
export const progress = (line: () => string): Progress => {
  const { stderr } = process;
  if (!stderr.isTTY) return { clear: () => {}, end: () => {} };
  let isShown = false;
  const timer = setInterval(() => {
    stderr.write(`${clearLine}${line().slice(0, (stderr.columns ?? 80) - 1)}`);
    isShown = true;
  }, interval);
  const clear = () => {
    if (isShown) stderr.write(clearLine);
    isShown = false;
  };
  return {
    clear,
    end: () => {
      clearInterval(timer);
      clear();
    },
  };
};

// One line on the terminal that says how far a command has come. It is not there where standard error is not a terminal.

/** Milliseconds until the line is there, and between two versions of it. */
const pace = 1000;
const clearLine = '\r\u001b[K';

export type Progress = {
  /** Takes the line away, so that something else can be printed; it comes back by itself. */
  clear(): void;
  /** Ends it. */
  end(): void;
};

/** @param line what it says now. */
export const progress = (line: () => string): Progress => {
  const { stderr } = process;
  if (!stderr.isTTY) return { clear: () => {}, end: () => {} };
  let isShown = false;
  const timer = setInterval(() => {
    stderr.write(`${clearLine}${line().slice(0, (stderr.columns ?? 80) - 1)}`);
    isShown = true;
  }, pace);
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

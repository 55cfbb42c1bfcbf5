// Buffers and writes the lines of the service log. It never blocks the service (D34): lines that cannot be written wait, and
// beyond a limit they are dropped and counted.

/** The maximum number of waiting bytes. */
const maxWaitingBytes = 8 * 1024 * 1024;
/** Bytes that are written together: one system call per line would cost a request more than verifying its token. */
const block = 16 * 1024;
/** The maximum number of bytes in one write. */
const maxWriteBytes = 256 * 1024;
/** Milliseconds until an incomplete block is written, and until a failed write is retried. */
const flushIntervalMs = 1000;

/** Writes as many bytes as possible. Returns their number, and the error if not all were written. Never rejects. */
export type WriteText = (bytes: Buffer) => Promise<{
  readonly written: number;
  readonly error?: NodeJS.ErrnoException | undefined;
}>;

export type Recovery = {
  /** The number of lines dropped since the last recovery. */
  readonly lines: number;
  /** The code of the last error; undefined if there was none because nobody was reading. */
  readonly code: string | undefined;
};

/** @param onRecovered called once all waiting lines are written, if lines were dropped before. */
export const logOutput = (write: WriteText, onRecovered: (recovery: Recovery) => void) => {
  const lines: string[] = [];
  /** The size of the waiting lines and of the current write. */
  let bytes = 0;
  let beingWritten: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isUrgent = false;
  let dropped = 0;
  let reported = 0;
  let code: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flushed = new Set<() => void>();

  /** The next bytes to write: the rest of a failed write, otherwise as many lines as fit. */
  const next = (): Buffer => {
    if (beingWritten.length > 0) return beingWritten;
    let count = 0;
    for (let size = 0; count < lines.length && size < maxWriteBytes; count++)
      size += lines[count]?.length ?? 0;
    return Buffer.from(lines.splice(0, count).join(''));
  };

  /** Writes once. Returns whether all bytes were written. */
  const writeNext = async (): Promise<boolean> => {
    beingWritten = next();
    const { written, error } = await write(beingWritten);
    beingWritten = beingWritten.subarray(written);
    bytes -= written;
    code = error?.code ?? code;
    return beingWritten.length === 0;
  };

  const hasDrained = () => {
    for (const resolve of flushed) resolve();
    flushed.clear();
    const recovery = { lines: dropped - reported, code };
    code = undefined;
    if (recovery.lines === 0) return;
    reported = dropped;
    onRecovered(recovery);
  };

  const pump = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    clearTimeout(timer);
    timer = undefined;
    isUrgent = false;
    let goesOn = true;
    while (bytes > 0 && goesOn)
      goesOn = (await writeNext()) && (bytes >= block || isUrgent || flushed.size > 0);
    isWriting = false;
    if (bytes === 0) hasDrained();
    else schedule();
  };

  const schedule = () => {
    timer ??= setTimeout(() => void pump(), flushIntervalMs);
  };

  return {
    /** Takes a line, including its line break. An urgent line is written at once, together with those before it. */
    write: (line: string, urgent: boolean): void => {
      const size = Buffer.byteLength(line);
      if (bytes + size > maxWaitingBytes) {
        dropped++;
        return;
      }
      lines.push(line);
      bytes += size;
      isUrgent ||= urgent;
      if (isUrgent || bytes >= block) void pump();
      else schedule();
    },
    /** The number of dropped lines. */
    dropped: (): number => dropped,
    /** Resolves when no line is waiting, but after the given milliseconds at the latest. */
    flush: (withinMs: number): Promise<void> => {
      if (bytes === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      flushed.add(resolve);
      const late = setTimeout(resolve, withinMs);
      void pump();
      return promise.finally(() => clearTimeout(late));
    },
  };
};

export type LogOutput = ReturnType<typeof logOutput>;

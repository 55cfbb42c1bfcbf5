// Where the lines of the service's log go. They never stop the service (D34): while they cannot be written or nobody reads
// them they wait, and beyond a limit they are dropped and counted.

/** Bytes of lines that wait at most. */
const mostWaiting = 8 * 1024 * 1024;
/** Bytes that are written together: a system call for every line costs a request more than its token does. */
const block = 4096;
/** Bytes of one write at most. */
const largestWrite = 256 * 1024;
/** Milliseconds after which a block is written though it is not full, and after which a failed write is tried again. */
const patience = 1000;

/** Writes bytes as far as it can: how many have been written, and why not all of them. It never rejects. */
export type Write = (bytes: Buffer) => Promise<{
  readonly written: number;
  readonly error?: NodeJS.ErrnoException | undefined;
}>;

export type Recovery = {
  /** Lines that have been dropped since the last time. */
  readonly lines: number;
  /** Code of the last error; undefined where there was none and nobody read. */
  readonly code: string | undefined;
};

export type LogOutput = {
  /** Takes a line, with its end. One that is urgent is written at once, and those before it. */
  write(line: string, isUrgent: boolean): void;
  /** How many lines have been dropped. */
  dropped(): number;
  /** Resolves when nothing waits any more, and after the milliseconds at the latest. */
  flush(withinMs: number): Promise<void>;
};

/** @param onRecovered called when everything that waited has been written after lines were dropped. */
export const logOutput = (write: Write, onRecovered: (recovery: Recovery) => void): LogOutput => {
  const lines: string[] = [];
  /** Bytes of the lines, and of what is being written. */
  let bytes = 0;
  let beingWritten: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isUrgent = false;
  let dropped = 0;
  let reported = 0;
  let code: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flushed = new Set<() => void>();

  /** The next bytes to write: what a failed write has left, else as many lines as fit. */
  const next = (): Buffer => {
    if (beingWritten.length > 0) return beingWritten;
    let count = 0;
    for (let size = 0; count < lines.length && size < largestWrite; count++)
      size += lines[count]?.length ?? 0;
    return Buffer.from(lines.splice(0, count).join(''));
  };

  /** Writes once. Whether all of it was written. */
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
    if (dropped === reported) return;
    const recovery = { lines: dropped - reported, code };
    reported = dropped;
    code = undefined;
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
    timer ??= setTimeout(() => void pump(), patience);
  };

  return {
    write: (line, urgent) => {
      const size = Buffer.byteLength(line);
      if (bytes + size > mostWaiting) {
        dropped++;
        return;
      }
      lines.push(line);
      bytes += size;
      isUrgent ||= urgent;
      if (isUrgent || bytes >= block) void pump();
      else schedule();
    },
    dropped: () => dropped,
    flush: withinMs => {
      if (bytes === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      flushed.add(resolve);
      const late = setTimeout(resolve, withinMs);
      void pump();
      return promise.finally(() => clearTimeout(late));
    },
  };
};

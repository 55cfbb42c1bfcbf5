// The last line of an access log: repairs it, because a killed process may have left it incomplete, and reads it.
import type { FileHandle } from 'node:fs/promises';
import type { Log } from '../telemetry/service-log.ts';

const newline = 0x0a;
/** Bytes that are read at a time, from the end. */
const chunkBytes = 64 * 1024;

/** Where an incomplete last line begins; the size of the file if every line is complete. */
const endOfWholeLines = async (handle: FileHandle, size: number): Promise<number> => {
  const buffer = Buffer.alloc(chunkBytes);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - chunkBytes);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
};

/** The last line of a file whose lines are complete, without its newline; undefined if the file is empty. */
export const readLastLine = async (handle: FileHandle): Promise<string | undefined> => {
  const { size } = await handle.stat();
  if (size === 0) return undefined;
  const start = await endOfWholeLines(handle, size - 1);
  const line = Buffer.alloc(size - 1 - start);
  await handle.read(line, 0, line.length, start);
  return line.toString('utf8');
};

const isWhole = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/**
 * Repairs the last line. If only its newline is missing, it is added. A torn line is cut off: its request was never
 * answered, because an answer goes out only after its line is on disk.
 */
export const repairLastLine = async (handle: FileHandle, log: Log): Promise<void> => {
  const { size } = await handle.stat();
  const end = await endOfWholeLines(handle, size);
  if (end === size) return;
  const tail = Buffer.alloc(size - end);
  await handle.read(tail, 0, tail.length, end);
  const completed = isWhole(tail.toString('utf8'));
  if (completed) await handle.appendFile('\n');
  else await handle.truncate(end);
  await handle.datasync();
  log.warn(
    { bytes: tail.length, completed },
    'the last line of the access log was torn and has been repaired',
  );
};

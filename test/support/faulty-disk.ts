// A faulty disk, in the process that imports this before the code under test: each write to a file first writes a byte to what is
// at the path in FAULTY_DISK. At a full pipe it hangs until the pipe is drained; at /dev/full it fails. The access log itself
// must be a regular file: anything else is refused.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

const { existsSync, constants } = fs;
const [open, close, write] = [promisify(fs.open), promisify(fs.close), promisify(fs.write)];

const isStandardStream = (fd: number) => fd <= 2;

const meetFault = async () => {
  const path = process.env.FAULTY_DISK;
  if (path === undefined || !existsSync(path)) return;
  const fault = await open(path, constants.O_WRONLY);
  try {
    await write(fault, '\n');
  } finally {
    await close(fault);
  }
};

const faultyWrite: typeof write = async (fd: number, ...what: unknown[]) => {
  if (!isStandardStream(fd)) await meetFault();
  return Reflect.apply(write, undefined, [fd, ...what]);
};

fs.write = Object.assign(fs.write.bind(fs), { [promisify.custom]: faultyWrite }) as typeof fs.write;
syncBuiltinESMExports();

// Reads the files that commands are given.
import { existsSync, readFileSync } from 'node:fs';
import { Refusal, refusalBecause, visible } from '../command.ts';

/** @throws Refusal for a file that does not exist, cannot be read (a folder) or is empty. */
export const readFile = (path: string): Buffer => {
  if (path !== '-' && !existsSync(path)) throw new Refusal(`There is no file ${visible(path)}.`);
  const name = path === '-' ? 'Standard input' : path;
  const bytes = readBytes(path === '-' ? process.stdin.fd : path, name);
  if (bytes.length === 0) throw new Refusal(`${name} is empty.`);
  return bytes;
};

const readBytes = (from: string | number, name: string): Buffer => {
  try {
    return readFileSync(from);
  } catch (error) {
    throw refusalBecause(`${name} cannot be read`, error);
  }
};

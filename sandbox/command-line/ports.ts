// The sandbox's ports. All of them are checked before anything starts.
import { freePort, listen } from '../listen.ts';
import type { Ports } from './arguments.ts';

/** Distance between two attempts to find free ports. The README and the examples use ports up to 3200 themselves. */
const step = 1000;

const isFree = async (port: number): Promise<boolean> => {
  try {
    await (await listen(() => {}, port)).close();
    return true;
  } catch {
    return false;
  }
};

const takenOf = async (ports: readonly number[]): Promise<number[]> => {
  const free = await Promise.all(ports.map(isFree));
  return ports.filter((_, index) => free[index] === false);
};

/** The first of four consecutive free ports above the requested one; undefined if there are none. */
const firstFreeAbove = async (port: number): Promise<number | undefined> => {
  for (let first = port + step; first <= 65_532; first += step) {
    if ((await takenOf([first, first + 1, first + 2, first + 3])).length === 0) return first;
  }
  return undefined;
};

/**
 * The ports to use: the requested ones, or free ones if 0 was requested.
 * @throws Error that names every taken port and suggests free ones.
 */
export const reservedPorts = async (asked: Ports): Promise<Ports> => {
  if (asked.service === 0) return { ...asked, service: await freePort() };
  const taken = await takenOf(Object.values(asked));
  if (taken.length === 0) return asked;
  const names = taken.length === 1 ? `Port ${taken} is taken` : `Ports ${taken.join(', ')} are taken`;
  const other = await firstFreeAbove(asked.service);
  const hint = other === undefined ? '' : ` Try: npm run sandbox -- --port ${other}`;
  throw new Error(`${names} by another program.${hint}`);
};

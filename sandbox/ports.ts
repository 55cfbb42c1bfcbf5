// The ports of the sandbox, all checked before anything starts.
import type { Ports } from './arguments.ts';
import { freePort, listen } from './listen.ts';

/** Between the first ports of two attempts to find free ones. */
const step = 100;

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

/** The first of four free ports above one that was asked for; undefined where there are none. */
const firstFreeAbove = async (port: number): Promise<number | undefined> => {
  for (let first = port + step; first <= 65_532; first += step) {
    if ((await takenOf([first, first + 1, first + 2, first + 3])).length === 0) return first;
  }
  return undefined;
};

/**
 * The ports to use: those that were asked for, or free ones where 0 was.
 * @throws Error that names every port that another program has taken, and proposes others.
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

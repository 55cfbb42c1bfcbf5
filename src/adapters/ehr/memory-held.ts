// Counts what is being read towards the budget for answers (D32, what a document may hold).
import type { MemoryMeter } from '../../ports/call.ts';

/** Memory is counted in steps of this many bytes. Less than one step, which every request needs, is not counted. */
const step = 256 * 1024;

/** @param memory undefined where there is no budget. */
export const memoryHeld = (memory: MemoryMeter | undefined) => {
  let counted = 0;
  const count = (bytes: number) => {
    if (bytes !== counted) memory?.add(bytes - counted);
    counted = bytes;
  };
  return {
    /** States how many bytes are held now. Throws `Failure` `budget-exceeded`. */
    update: (bytes: number): void => count(bytes - (bytes % step)),
    /** Nothing is held any more. */
    release: (): void => count(0),
  };
};

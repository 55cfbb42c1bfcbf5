// Chooses between the forms that the legacy interface allows (extracts.md).

export type Variation = {
  /** One of the options. The first is the simplest. */
  pick<T>(first: T, ...others: readonly T[]): T;
  /** True with the given probability. */
  chance(share: number): boolean;
  /** The items in random order. */
  shuffle<T>(items: readonly T[]): T[];
};

/** Always chooses the simplest form. */
export const plain: Variation = { pick: first => first, chance: () => false, shuffle: items => [...items] };

/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
export const seededNumbers = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Chooses any form, pseudo-randomly for a seed. */
export const variationFor = (seed: number): Variation => {
  const next = seededNumbers(seed);
  const pick = <T>(first: T, ...others: readonly T[]): T =>
    others[Math.floor(next() * (others.length + 1)) - 1] ?? first;
  return {
    pick,
    chance: share => next() < share,
    shuffle: items =>
      items
        .map(item => ({ item, order: next() }))
        .sort((one, other) => one.order - other.order)
        .map(({ item }) => item),
  };
};

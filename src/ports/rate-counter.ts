/** Counts a call under a key, in a fixed window of 5 seconds from the first one; answers how many there are (D13). */
export type RateCounter = (key: string) => Promise<number>;

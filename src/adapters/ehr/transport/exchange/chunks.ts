// The chunks of a body.

/** A class, because V8 is slow to create literals with a symbol as a member, and each answer needs two. */
export class Chunks implements AsyncIterable<Uint8Array> {
  readonly #open: () => AsyncIterator<Uint8Array>;

  constructor(open: () => AsyncIterator<Uint8Array>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#open();
  }
}

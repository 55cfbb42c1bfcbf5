// What prefixes mean, where in a document we are: found at once, however many a document binds.

type Bound<T> = { readonly depth: number; readonly value: T };

export type Bindings<T> = {
  bind(prefix: string, value: T, depth: number): void;
  /** The element at a depth ends, and what it has bound with it. */
  leave(depth: number): void;
  /** What a prefix means here; undefined where it is not bound. */
  find(prefix: string): T | undefined;
};

export const bindings = <T>(): Bindings<T> => {
  /** Of each prefix, the innermost last. */
  const bound = new Map<string, Bound<T>[]>();
  /** The prefixes, in the order in which they were bound. */
  const order: { readonly depth: number; readonly prefix: string }[] = [];
  return {
    bind: (prefix, value, depth) => {
      const known = bound.get(prefix);
      if (known === undefined) bound.set(prefix, [{ depth, value }]);
      else known.push({ depth, value });
      order.push({ depth, prefix });
    },
    leave: depth => {
      for (let last = order[order.length - 1]; last?.depth === depth; last = order[order.length - 1]) {
        bound.get(last.prefix)?.pop();
        order.pop();
      }
    },
    find: prefix => {
      const known = bound.get(prefix);
      return known?.[known.length - 1]?.value;
    },
  };
};

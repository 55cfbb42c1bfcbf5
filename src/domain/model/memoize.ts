/**
 * Keeps every result of a function, by its argument: for functions that are called with the same few arguments again and
 * again. Nothing is ever dropped, so the arguments must be few, or the function must not live long.
 */
export const memoize = <K, V>(of: (key: K) => V): ((key: K) => V) => {
  const results = new Map<K, { readonly value: V }>();
  return key => {
    const result = results.get(key);
    if (result !== undefined) return result.value;
    const value = of(key);
    results.set(key, { value });
    return value;
  };
};

// Summary statistics.

const sorted = (values: readonly number[]) => [...values].sort((one, other) => one - other);

/** The quantile: the value that this share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const order = sorted(values);
  return order[Math.min(order.length - 1, Math.ceil(order.length * share) - 1)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A figure over several runs: median, minimum and maximum. */
export type Spread = { readonly middle: number; readonly least: number; readonly most: number };

/** The figure over the runs that measured it; undefined if none did. */
export const spreadOfMeasured = (values: readonly (number | undefined)[]): Spread | undefined => {
  const measured = values.filter(value => value !== undefined);
  if (measured.length === 0) return undefined;
  return { middle: median(measured), least: Math.min(...measured), most: Math.max(...measured) };
};

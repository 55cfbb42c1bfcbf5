// Renames the members of an extract to those of a v2 layout.
import { type Layout, nameIn, type Renamed } from '../../../domain/records/shared/layout-v2.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const memberIn = (layout: Layout, element: string, value: unknown): unknown => {
  if (layout.flatten.includes(element) && isObject(value)) {
    const [[inner, array] = ['', []]] = Object.entries(value);
    return memberIn(layout, inner, array);
  }
  return layout.keep.includes(element) ? value : valueIn(layout, value);
};

const valueIn = (layout: Layout, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(item => valueIn(layout, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([element, inner]) => [
      nameIn(layout, element),
      memberIn(layout, element, inner),
    ]),
  );
};

/** An extract with the member names of a v2 layout. Containers that the layout flattens become arrays. */
export const toV2Layout = <const L extends Layout, T>(layout: L, extract: T): Renamed<L, T> =>
  valueIn(layout, extract) as Renamed<L, T>;

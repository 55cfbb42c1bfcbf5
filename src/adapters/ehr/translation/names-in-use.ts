// Which given names are in use, where their positions say it: the mark of the population register (Tilltalsnamnsmarkering), and positions
// of an EHR's own.
import { definedItems } from '../values/values.ts';
import { limitedParts } from './parts-of-text.ts';

const hyphens = /[-\u2010\u2011]+/;

/** How many parts each name has, of which the register counts each: `Anna-Karin` has two. Undefined beyond the limit (D32). */
export const partsOfNames = (names: readonly string[]): readonly number[] | undefined => {
  const parts = definedItems(names.map(name => limitedParts(name, hyphens)?.length));
  return parts.length < names.length ? undefined : parts;
};

/**
 * Whether each name is in use, by the mark of the register: two digits, which are the positions of one or two names; 0 is none. The parts
 * of a hyphenated name are counted separately: in `Anna-Karin Maria`, `12` is `Anna-Karin` and `30` is `Maria`. A part of a hyphenated
 * name marks the whole name. Undefined for another mark, or a position beyond the names.
 * @param parts how many parts each name has.
 */
export const markedNames = (parts: readonly number[], mark: string): readonly boolean[] | undefined => {
  if (!/^[1-9]\d$/.test(mark)) return undefined;
  const places = Array.from(mark, Number).filter(place => place !== 0);
  let counted = 0;
  const marked = parts.map(count => {
    const first = counted + 1;
    counted += count;
    return places.some(place => first <= place && place <= counted);
  });
  return places.every(place => place <= counted) ? marked : undefined;
};

/**
 * Whether each name is in use, by the position of one: a digit. It may or may not count the parts of hyphenated names, so where that makes
 * another name of it, it is undefined, as it is for other texts and positions beyond the names.
 * @param first the position of the first name.
 */
export const nameAtPosition = (
  parts: readonly number[],
  position: string,
  first: 0 | 1,
): readonly boolean[] | undefined => {
  const at = /^\d$/.test(position) ? Number(position) - first : -1;
  const marked = markedNames(parts, `${at + 1}0`);
  return marked?.[at] === true ? marked : undefined;
};

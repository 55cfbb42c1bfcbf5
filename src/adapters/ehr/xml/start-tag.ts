// Start tags: a name and attributes, read as a whole or not at all.
import { code, isSpace, malformed, nameEnd, spaceEnd } from './chars.ts';
import { type Name, nameAt } from './names.ts';
import { resolved } from './references.ts';
import { type Window, windowOf } from './window.ts';

/** Not all of it is there yet. */
export const incomplete = -1;

const unnamed = nameAt(windowOf('-'), 0, 1);

/** What was read last; it is used again for the next tag. */
export type StartTag = {
  name: Name;
  /** `<a/>` */
  isEmpty: boolean;
  count: number;
  readonly names: Name[];
  readonly values: string[];
};

const spaces = /[\t\n]/g;

/** Attributes that are looked through one by one for a name that was there before; more of them go into a set. */
const few = 16;

const refuseRepeated = ({ names, count }: StartTag): void => {
  if (count > few) {
    if (new Set(names.slice(0, count).map(({ full }) => full)).size < count)
      throw malformed('an attribute twice');
    return;
  }
  for (let later = 1; later < count; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (names[later]?.full === names[earlier]?.full) throw malformed('an attribute twice');
    }
  }
};

export const startTagReader = () => {
  const tag: StartTag = { name: unnamed, isEmpty: false, count: 0, names: [], values: [] };

  /** Reads a value from its opening quote; answers the index after its closing one. */
  const readValue = ({ text, units, length }: Window, from: number): number => {
    const quote = units[from];
    if (quote !== code.quote && quote !== code.apostrophe) throw malformed('an attribute without quotes');
    let isPlain = true;
    let at = from + 1;
    for (let unit = units[at] as number; unit !== quote; unit = units[++at] as number) {
      if (unit === code.less) throw malformed('"<" in an attribute');
      if (unit === code.ampersand) isPlain = false;
      else if (unit < code.space) {
        if (at >= length) return incomplete;
        isPlain = false;
      }
    }
    const written = text.slice(from + 1, at);
    tag.values[tag.count++] = isPlain ? written : resolved(written.replace(spaces, ' '));
    return at + 1;
  };

  /** Reads `name = "value"`; answers the index after it. */
  const readAttribute = (window: Window, from: number): number => {
    const { units, length } = window;
    const end = nameEnd(window, from);
    const equals = spaceEnd(window, end);
    if (equals >= length) return incomplete;
    if (units[equals] !== code.equals) throw malformed('an attribute without a value');
    const quote = spaceEnd(window, equals + 1);
    if (quote >= length) return incomplete;
    tag.names[tag.count] = nameAt(window, from, end);
    return readValue(window, quote);
  };

  /** The end of the tag, `>` or `/>`; answers the index after it. */
  const readEnd = ({ units, length }: Window, at: number): number => {
    tag.isEmpty = units[at] === code.slash;
    const greater = tag.isEmpty ? at + 1 : at;
    if (greater >= length) return incomplete;
    if (units[greater] !== code.greater) throw malformed('a tag');
    if (tag.count > 1) refuseRepeated(tag);
    return greater + 1;
  };

  /** Reads the tag whose name begins at an index into `tag`; answers the index after it, or `incomplete`. */
  const read = (window: Window, from: number): number => {
    const { units, length } = window;
    let at = nameEnd(window, from);
    if (at >= length) return incomplete;
    tag.name = nameAt(window, from, at);
    tag.count = 0;
    while (isSpace(units[at] as number)) {
      at = spaceEnd(window, at + 1);
      if (at >= length) return incomplete;
      const unit = units[at];
      if (unit === code.greater || unit === code.slash) break;
      at = readAttribute(window, at);
      if (at === incomplete || at >= length) return incomplete;
    }
    return readEnd(window, at);
  };

  return { tag: tag as Readonly<StartTag>, read };
};

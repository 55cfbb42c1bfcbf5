// Start tags: a name and attributes, read as a whole or not at all.
import { code, isSpace, malformed, nameEnd, spaceEnd } from './chars.ts';
import { resolved } from './references.ts';

/** Not all of it is there yet. */
export const incomplete = -1;

/** What was read last; it is used again for the next tag. */
export type StartTag = {
  name: string;
  /** `<a/>` */
  isEmpty: boolean;
  count: number;
  readonly names: string[];
  readonly values: string[];
};

const spaces = /[\t\n]/g;

/** Attributes that are looked through one by one for a name that was there before; more of them go into a set. */
const few = 16;

const refuseRepeated = ({ names, count }: StartTag): void => {
  if (count > few) {
    if (new Set(names.slice(0, count)).size < count) throw malformed('an attribute twice');
    return;
  }
  for (let later = 1; later < count; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (names[later] === names[earlier]) throw malformed('an attribute twice');
    }
  }
};

export const startTagReader = () => {
  const tag: StartTag = { name: '', isEmpty: false, count: 0, names: [], values: [] };

  /** Reads a value from its opening quote; answers the index after its closing one. */
  const readValue = (text: string, from: number): number => {
    const quote = text.charCodeAt(from);
    if (quote !== code.quote && quote !== code.apostrophe) throw malformed('an attribute without quotes');
    const { length } = text;
    let isPlain = true;
    for (let at = from + 1; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        const written = text.slice(from + 1, at);
        tag.values[tag.count++] = isPlain ? written : resolved(written.replace(spaces, ' '));
        return at + 1;
      }
      if (unit === code.less) throw malformed('"<" in an attribute');
      if (unit === code.ampersand || unit < code.space) isPlain = false;
    }
    return incomplete;
  };

  /** Reads `name = "value"`; answers the index after it. */
  const readAttribute = (text: string, from: number): number => {
    const end = nameEnd(text, from);
    const equals = spaceEnd(text, end);
    if (equals >= text.length) return incomplete;
    if (text.charCodeAt(equals) !== code.equals) throw malformed('an attribute without a value');
    const quote = spaceEnd(text, equals + 1);
    if (quote >= text.length) return incomplete;
    tag.names[tag.count] = text.slice(from, end);
    return readValue(text, quote);
  };

  /** The end of the tag, `>` or `/>`; answers the index after it. */
  const readEnd = (text: string, at: number): number => {
    tag.isEmpty = text.charCodeAt(at) === code.slash;
    const greater = tag.isEmpty ? at + 1 : at;
    if (greater >= text.length) return incomplete;
    if (text.charCodeAt(greater) !== code.greater) throw malformed('a tag');
    if (tag.count > 1) refuseRepeated(tag);
    return greater + 1;
  };

  /** Reads the tag whose name begins at an index into `tag`; answers the index after it, or `incomplete`. */
  const read = (text: string, from: number): number => {
    let at = nameEnd(text, from);
    if (at >= text.length) return incomplete;
    tag.name = text.slice(from, at);
    tag.count = 0;
    while (isSpace(text.charCodeAt(at))) {
      at = spaceEnd(text, at + 1);
      if (at >= text.length) return incomplete;
      const unit = text.charCodeAt(at);
      if (unit === code.greater || unit === code.slash) break;
      at = readAttribute(text, at);
      if (at === incomplete || at >= text.length) return incomplete;
    }
    return readEnd(text, at);
  };

  return { tag: tag as Readonly<StartTag>, read };
};

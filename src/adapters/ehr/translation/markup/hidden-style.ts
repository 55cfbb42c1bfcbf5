// What CSS in a `style` attribute hides from readers.

/** An element that is not displayed, with all inside it. */
const removed = /(?:^|;)\s*(?:display\s*:\s*none|opacity\s*:\s*\+?(?:0+(?:\.0*)?|\.0+)%?\s*(?:!|;|$))/i;

/** Whether a style removes an element with all inside it. */
export const isRemovedBy = (style: string): boolean => style !== '' && removed.test(style);

const visibilities = /(?:^|;)\s*visibility\s*:\s*([a-z]+)/gi;
const fontSizes = /(?:^|;)\s*font-size\s*:\s*([^;\s!]{1,40})/gi;

const zero = /^\+?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/i;
/** A size that does not depend on that of the element around. */
const ownSize =
  /^(?:\+?(?:\d+\.?\d*|\.\d+)(?:px|pt|pc|cm|mm|in|q|rem|vw|vh|vmin|vmax)|x{1,3}-(?:small|large)|small|medium|large|initial)$/i;

/** The last value of a property in a style: it wins. */
const lastOf = (property: RegExp, style: string): string | undefined => {
  let value: string | undefined;
  for (const match of style.matchAll(property)) value = match[1];
  return value;
};

/** What an element inherits: its text is unseen if either is true. */
type Inherited = { readonly isInvisible: boolean; readonly hasNoSize: boolean };

const seen: Inherited = { isInvisible: false, hasNoSize: false };

const visibilityIn = (style: string, { isInvisible }: Inherited): boolean => {
  const value = lastOf(visibilities, style)?.toLowerCase();
  if (value === 'hidden' || value === 'collapse') return true;
  return value === 'visible' || value === 'initial' ? false : isInvisible;
};

const sizeIn = (style: string, { hasNoSize }: Inherited): boolean => {
  const value = lastOf(fontSizes, style);
  if (value === undefined) return hasNoSize;
  return zero.test(value) || (hasNoSize && !ownSize.test(value));
};

/** Follows what the open elements inherit: text that nobody sees, until an element inside shows its own again. */
export const unseenTexts = () => {
  const open: Inherited[] = [];
  return {
    /** Opens an element. @returns whether its text is unseen. */
    open: (style: string): boolean => {
      const around = open.at(-1) ?? seen;
      const own =
        style === ''
          ? around
          : { isInvisible: visibilityIn(style, around), hasNoSize: sizeIn(style, around) };
      open.push(own);
      return own.isInvisible || own.hasNoSize;
    },
    close: (): void => void open.pop(),
  };
};

// What CSS hides from readers, or strikes out: in a `style` attribute, and for classes in a style sheet.

const displays = /(?:^|;)\s*display\s*:\s*[a-z]+/gi;
const transparent = /(?:^|;)\s*(?:opacity\s*:\s*\+?(?:0+(?:\.0*)?|\.0+)%?\s*(?:!|;|$))/i;

const visibilities = /(?:^|;)\s*visibility\s*:\s*[a-z]+/gi;
const fontSizes = /(?:^|;)\s*font-size\s*:\s*[^;\s!]{1,40}/gi;

const zero = /^\+?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/i;
/** A size that does not depend on that of the element around. */
const ownSize =
  /^(?:\+?(?:\d+\.?\d*|\.\d+)(?:px|pt|pc|cm|mm|in|q|rem|vw|vh|vmin|vmax)|x{1,3}-(?:small|large)|small|medium|large|initial)$/i;

/** A style in which the last value of a property wins: what is important stands at its end once more. */
const inOrder = (style: string): string =>
  `${style};${style.match(/(?:^|;)[^;]*!\s*important\s*(?![^;])/gi)?.join('') ?? ''}`;

/** The value of a property in a style that wins. */
const lastOf = (property: RegExp, style: string): string | undefined =>
  inOrder(style).match(property)?.at(-1)?.split(':')[1]?.trim();

/** Whether a style removes an element with all inside it. */
export const isRemovedBy = (style: string): boolean =>
  style !== '' && (lastOf(displays, style)?.toLowerCase() === 'none' || transparent.test(style));

const decorations = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*[a-z-]+/gi;

/** Whether a style strikes out the text of an element, and does not take it back behind that. */
export const isStruckBy = (style: string): boolean =>
  /line-through/i.test(style) && !/^(?:none|initial)$/i.test(lastOf(decorations, style) ?? '');

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

/** The declarations that hide or strike out, each with its property. */
const decisive =
  /(?:^|;)\s*(display|visibility|opacity|font-size|text-decoration)(?:-line)?\s*:[^;]{1,100}/gi;

/** Of the declarations of each of these properties, the one that wins. */
const winning = (style: string): string => {
  const all = [...inOrder(style).matchAll(decisive)];
  const last = new Map(all.map(([declaration, property = '']) => [property.toLowerCase(), declaration]));
  return [...last.values(), ''].join(';');
};

/**
 * Adds the styles of the classes of a style sheet that hide or strike out, by `.class` and `element.class`. Other selectors, and rules of a
 * medium such as paper, are not read.
 */
export const addStylesOfClasses = (styles: Map<string, string>, sheet: string): void => {
  const [first = '', ...behindComments] = sheet.replace(/<!--|-->/g, '').split('/*');
  const rules = [first, ...behindComments.map(text => text.split('*/').slice(1).join(''))].join('');
  let isInMedium = false;
  for (const rule of rules.split('}').slice(0, -1)) {
    const [selectors = '', declarations = '', ...inner] = rule.split('{');
    const style = winning(declarations);
    if (inner.length > 0) isInMedium = true;
    else if (!rule.includes('{')) isInMedium = false;
    else if (!isInMedium && style !== '')
      for (const one of selectors.split(/[,;]/).map(written => written.trim()))
        if (/^\w*\.[\w-]+$/.test(one)) styles.set(one, winning(`${styles.get(one) ?? ''}${style}`));
  }
};

// What the elements of HTML mean to the text of a document, and those of narratives in clinical documents (CDA): systems write either
// where the other belongs. Names of elements and attributes are in small letters.
import type { MarkupElement, WriterOptions } from './plain-text-writer.ts';
import type { Attributes } from './read-markup.ts';
import { namesIn, type Role, rolesByName, struckElements, struckWord } from './roles.ts';
import { addStylesOfClasses, isRemovedBy, isStruckBy, unseenTexts } from './styles.ts';
import { spanIn } from './table-columns.ts';

/** The words of an element without a role do not touch those around it. */
export const htmlRoles = rolesByName({
  block:
    'p div li h1 h2 h3 h4 h5 h6 ul ol menu dir caption section article header footer main aside nav ' +
    'address figure figcaption fieldset legend details summary dialog search hgroup center form blockquote dl dt dd hr br ' +
    'body html noscript noframes paragraph list item',
  preformatted: 'pre listing xmp plaintext textarea',
  table: 'table',
  'row-group': 'thead tbody tfoot',
  row: 'tr',
  cell: 'td th',
  inline:
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong time tt u var ' +
    'wbr strikethrough content linkhtml',
  raised: 'sup',
  lowered: 'sub',
});

/** Elements whose text is not for readers. */
const withoutText = namesIn('script style head title template');

/** Elements that show something without a text. */
const pictures = namesIn('svg object embed video audio canvas iframe rendermultimedia');

/** Other elements without a role here, which are markup all the same. */
const others = namesIn(
  'img input select option optgroup button label datalist meta link base area map param source track col colgroup ruby rt rp rb ' +
    'rtc progress meter output slot picture math frameset frame keygen nobr blink marquee applet basefont bgsound footnote footnoteref',
);

/** A name in a namespace (`o:p`) or of a component (`x-y`): no address (`https:`, `x-y@z.se`), and no dose (`Waran:5`). */
const foreignName = /^[a-z][\w.]*[:-][a-z_][\w.:-]*$/;

/** The elements of HTML and CDA. */
export const elementNames: ReadonlySet<string> = new Set([
  ...htmlRoles.keys(),
  ...withoutText,
  ...pictures,
  ...others,
]);

/** Whether a name in small letters is that of an element: of HTML or CDA, of another language or of a component. */
export const isElementName = (name: string): boolean => elementNames.has(name) || foreignName.test(name);

/** Inputs whose value nobody sees as a text. */
const withoutValue = namesIn('hidden button submit reset image file password color range');

const lists = namesIn('ol ul menu dir');

const withoutMarkers = /(?:^|;)\s*list-style(?:-type)?\s*:\s*none/i;

const numberIn = (written: string | undefined): number | undefined =>
  /^\s*-?\d{1,9}\s*$/.test(written ?? '') ? Number(written) : undefined;

/** How a numbered list of CDA with letters is written. */
const letters: ReadonlyMap<string, 'a' | 'A'> = new Map([
  ['LittleAlpha', 'a'],
  ['BigAlpha', 'A'],
]);

const listOf = (name: string, attributes: Attributes): MarkupElement['list'] => {
  const { start, type, reversed, style = '', listtype, stylecode = '' } = attributes;
  if (name === 'list')
    return { first: listtype === 'ordered' ? 1 : undefined, letters: letters.get(stylecode.trim()) };
  if (!lists.has(name)) return undefined;
  // The first number of a list that counts down is known at its end.
  const isNumbered = name === 'ol' && reversed === undefined && !withoutMarkers.test(style);
  return {
    first: isNumbered ? (numberIn(start) ?? 1) : undefined,
    letters: type === 'a' || type === 'A' ? type : undefined,
  };
};

/** The text that an element shows without having one inside; undefined if it shows none. */
const shownText = (name: string, { type = '', checked, value, alt }: Attributes): string | undefined => {
  if (name === 'img') return alt;
  if (name !== 'input') return undefined;
  const kind = type.toLowerCase();
  if (kind === 'checkbox' || kind === 'radio') return checked === undefined ? '[ ]' : '[x]';
  return withoutValue.has(kind) ? undefined : value;
};

/** Why the text of an element is not published. Of a `select`, the selected options are. */
const omissionOf = (name: string, { hidden, style = '', selected }: Attributes): MarkupElement['omitted'] => {
  if (withoutText.has(name)) return 'not-text';
  if (hidden !== undefined || isRemovedBy(style)) return 'hidden';
  const isUnselected = name === 'option' && selected === undefined;
  return isUnselected || name === 'datalist' ? 'not-text' : undefined;
};

/** How the text of HTML is written. */
export const htmlWriting: WriterOptions = { linesInCells: false, blankLines: false, noBreakSpaces: true };

/** What the elements of one document mean. Each one that is opened is closed. */
export const htmlElements = () => {
  const unseen = unseenTexts();
  const styles = new Map<string, string>();
  /** An element's own style, behind those of its classes. */
  const styled = (name: string, attributes: Attributes): Attributes => {
    if (styles.size === 0 || attributes.class === undefined) return attributes;
    const classes = [...new Set(attributes.class.split(/\s+/))].flatMap(one => [`.${one}`, `${name}.${one}`]);
    const style = classes.map(one => styles.get(one) ?? '').join('');
    return style === '' ? attributes : { ...attributes, style: `${style}${attributes.style ?? ''}` };
  };
  /** Whether the open `select` shows its options as a list, not as one of them in its line. */
  let isListBox = false;

  const roleOf = (name: string): Role =>
    isListBox && (name === 'option' || name === 'optgroup') ? 'block' : (htmlRoles.get(name) ?? 'apart');

  return {
    /** Reads a style sheet for the elements that are opened after it. */
    addStyles: (sheet: string) => addStylesOfClasses(styles, sheet),
    open: (name: string, ownAttributes: Attributes): MarkupElement => {
      const attributes = styled(name, ownAttributes);
      if (name === 'select') isListBox = attributes.multiple !== undefined;
      const { style = '', stylecode = '', revised, colspan, rowspan } = attributes;
      const role = roleOf(name);
      const omitted = omissionOf(name, attributes);
      return {
        role,
        omitted,
        shown: omitted === undefined ? shownText(name, attributes) : undefined,
        isUnseen: unseen.open(style),
        isStruckOut:
          struckElements.has(name) || isStruckBy(style) || revised === 'delete' || struckWord.test(stylecode),
        spans: role === 'cell' ? { columns: spanIn(colspan), rows: spanIn(rowspan) } : undefined,
        list: listOf(name, attributes),
        item: name === 'li' || name === 'item' ? { number: numberIn(attributes.value) } : undefined,
        // A picture with an alternative text is a text.
        isPicture: (name === 'img' && attributes.alt === undefined) || pictures.has(name),
      };
    },
    close: unseen.close,
  };
};

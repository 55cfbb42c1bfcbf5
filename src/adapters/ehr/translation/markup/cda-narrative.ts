// What the elements of a narrative in a clinical document mean: those of CDA, and those of HTML, which systems write there too.
import { type ElementReader, htmlElements } from './html-elements.ts';
import type { MarkupElement } from './plain-text-writer.ts';
import { rolesByName } from './roles.ts';
import { struckWord } from './struck-out.ts';

/** Those that HTML does not have, or not in this meaning. */
export const narrativeRoles = rolesByName({ block: 'paragraph list item', inline: 'content linkHtml' });

/** How a numbered list with letters is written. */
const letters: ReadonlyMap<string, 'a' | 'A'> = new Map([
  ['LittleAlpha', 'a'],
  ['BigAlpha', 'A'],
]);

const listOf = (listType: string | undefined, styleCode: string): MarkupElement['list'] => ({
  first: listType === 'ordered' ? 1 : undefined,
  letters: letters.get(styleCode.trim()),
});

/** What the elements of one narrative mean. */
export const narrativeElements = (): ElementReader => {
  const html = htmlElements();
  return {
    open: (name, attributes) => {
      const element = html.open(name, attributes);
      const { styleCode = '', revised, listType } = attributes;
      const isStruckOut = revised === 'delete' || struckWord.test(styleCode);
      return {
        ...element,
        role: narrativeRoles.get(name) ?? element.role,
        isStruckOut: element.isStruckOut === true || isStruckOut,
        list: name === 'list' ? listOf(listType, styleCode) : element.list,
        item: name === 'item' ? {} : element.item,
        isPicture: element.isPicture === true || name === 'renderMultiMedia',
      };
    },
    close: html.close,
  };
};

// The markers of DocBook's ordered lists and steps.
import { listMarker } from '../../translation/list-marker.ts';

/** Each numbered list, and the name of its items. */
const itemNames: ReadonlyMap<string, string> = new Map([
  ['orderedlist', 'listitem'],
  ['procedure', 'step'],
  ['substeps', 'step'],
]);

type List = { number: number; first: 'a' | 'A' | undefined };

const firstLetters: ReadonlyMap<string, 'a' | 'A'> = new Map([
  ['loweralpha', 'a'],
  ['upperalpha', 'A'],
]);

/** Follows the lists of one document. */
export const listMarkers = () => {
  const lists: List[] = [];
  /** The last number of the list that ended last. A list may continue it. */
  let lastNumber = 0;

  return {
    /** Opens an element. @returns the marker of an item of a numbered list; undefined for any other element. */
    open: (name: string, parent: string | undefined): string | undefined => {
      if (itemNames.has(name)) lists.push({ number: 0, first: name === 'substeps' ? 'a' : undefined });
      const list = lists.at(-1);
      if (list === undefined || parent === undefined || itemNames.get(parent) !== name) return undefined;
      list.number++;
      return listMarker(list.number, list.first);
    },
    /** An attribute of the element that was opened last. */
    attribute: (element: string | undefined, name: string, value: string): void => {
      const list = lists.at(-1);
      if (list === undefined || element === undefined || !itemNames.has(element)) return;
      if (name === 'numeration') list.first = firstLetters.get(value.trim());
      if (name === 'continuation' && value.trim() === 'continues') list.number = lastNumber;
      if (name === 'startingnumber' && /^\d{1,9}$/.test(value.trim())) list.number = Number(value) - 1;
    },
    close: (name: string): void => {
      if (itemNames.has(name)) lastNumber = lists.pop()?.number ?? 0;
    },
  };
};

// The numbers of list items. They are not in the text of a document, but a list of steps means nothing without them.

type Letters = 'a' | 'A';

/** A list as its element describes it. */
export type ListStart = {
  /** The number of its first item; undefined if its items are not numbered. */
  readonly first?: number | undefined;
  /** Whether it continues the list before it, in place of `first`. */
  readonly continues?: boolean | undefined;
  /** The letter of the first item of a list with letters. Roman numerals are written as numbers. */
  readonly letters?: Letters | undefined;
};

type OpenList = { next: number | undefined; readonly letters: Letters | undefined };

/** `3.`, or `c.` in a list with letters. */
const markerOf = (number: number, letters: Letters | undefined): string => {
  const isLetter = letters !== undefined && number >= 1 && number <= 26;
  return `${isLetter ? String.fromCharCode(letters.charCodeAt(0) + number - 1) : number}.`;
};

/** Follows the lists of one document. */
export class NumberedLists {
  private readonly open: OpenList[] = [];
  /** What follows the last item of the list that was closed last. */
  private following = 1;
  /** Markers of the open items that have no text yet, outermost first. */
  private readonly pending: { readonly level: number; readonly marker: string }[] = [];

  openList({ first, continues, letters }: ListStart): void {
    this.open.push({ next: continues === true ? this.following : first, letters });
  }

  closeList(): void {
    this.following = this.open.pop()?.next ?? this.following;
  }

  /** Begins an item of the innermost list. @param number its own number, if it states one. */
  openItem(level: number, number: number | undefined): void {
    const list = this.open.at(-1);
    if (list?.next === undefined) return;
    const own = number ?? list.next;
    this.pending.push({ level, marker: markerOf(own, list.letters) });
    list.next = own + 1;
  }

  /** Ends an element. An item without text has no marker. */
  closeElement(level: number): void {
    if (this.pending.at(-1)?.level === level) this.pending.pop();
  }

  /** The markers of the items in which a text begins; empty if there are none. */
  take(): string {
    const begun = this.pending.splice(0);
    return begun.map(({ marker }) => marker).join(' ');
  }
}

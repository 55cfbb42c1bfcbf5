// The markers of the list items of an HTML document that have no text yet.
import { listMarker } from '../../translation/list-marker.ts';

type Attributes = Readonly<Record<string, string>>;

/** A list. `next` is undefined if its items are not numbered. */
type List = { next: number | undefined; readonly first: 'a' | 'A' | undefined };

const lists: ReadonlySet<string> = new Set(['ol', 'ul', 'menu', 'dir']);

const withoutMarkers = /(?:^|;)\s*list-style(?:-type)?\s*:\s*none/i;

const numberIn = (written: string | undefined): number | undefined =>
  /^\s*-?\d{1,9}\s*$/.test(written ?? '') ? Number(written) : undefined;

const listOf = (name: string, { start, type, reversed, style = '' }: Attributes): List => {
  // The first number of a list that counts down is known at its end.
  const isNumbered = name === 'ol' && reversed === undefined && !withoutMarkers.test(style);
  return {
    next: isNumbered ? (numberIn(start) ?? 1) : undefined,
    first: type === 'a' || type === 'A' ? type : undefined,
  };
};

export class ListMarkers {
  private readonly open: List[] = [];
  private pending: { readonly level: number; readonly marker: string }[] = [];

  openElement(name: string, attributes: Attributes, level: number): void {
    if (lists.has(name)) this.open.push(listOf(name, attributes));
    const list = this.open.at(-1);
    if (name !== 'li' || list?.next === undefined) return;
    const number = numberIn(attributes.value) ?? list.next;
    this.pending.push({ level, marker: listMarker(number, list.first) });
    list.next = number + 1;
  }

  closeElement(name: string, level: number): void {
    if (lists.has(name)) this.open.pop();
    if (this.pending.at(-1)?.level === level) this.pending.pop();
  }

  /** The markers of the items in which a text begins; empty if there are none. */
  take(): string {
    const markers = this.pending.map(({ marker }) => marker).join(' ');
    this.pending = [];
    return markers;
  }
}

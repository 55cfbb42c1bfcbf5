// Struck-out text. It is marked, because unmarked it would say the opposite.
import { lastOf } from './hidden-style.ts';

/** The published marks before and after struck-out text. */
export const struckMarks = { begin: '[överstruket:', end: ']' } as const;

/** Elements whose text is struck out: those of HTML. Editors also write them into DocBook, which has none of its own. */
export const struckElements: ReadonlySet<string> = new Set(['del', 's', 'strike', 'strikethrough']);

const decorations = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*([a-z-]+)/gi;

/** Whether a style of CSS strikes out the text of an element, and does not take it back behind that. */
export const isStruckBy = (style: string): boolean =>
  /line-through/i.test(style) && !/^(?:none|initial)$/i.test(lastOf(decorations, style) ?? '');

/** Words that editors write into an attribute of their own (`role` of DocBook, `styleCode`) for struck-out text. */
export const struckWord = /strike|struck|line-?through|överstruk|genomstruk/i;

// Text that is struck out, in DocBook and HTML. Shown like any other it would say the opposite, so it is marked.

/** Stand before and behind struck-out text in what is published. */
export const struckMarks = { begin: '[överstruket:', end: ']' } as const;

/** Elements whose text is struck out: those of HTML, and what editors write into DocBook, which has none. */
export const struckElements: ReadonlySet<string> = new Set(['del', 's', 'strike', 'strikethrough']);

/** The CSS that strikes out the text of any element of HTML. */
export const struckStyle = /line-through/i;

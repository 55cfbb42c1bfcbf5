// Struck-out text. It is marked, because unmarked it would say the opposite.

/** The published marks before and after struck-out text. */
export const struckMarks = { begin: '[överstruket:', end: ']' } as const;

/** Elements whose text is struck out: those of HTML. Editors also write them into DocBook, which has none of its own. */
export const struckElements: ReadonlySet<string> = new Set(['del', 's', 'strike', 'strikethrough']);

/** The CSS value that strikes out the text of any HTML element. */
export const struckStyle = /line-through/i;

/** Words that editors write into an attribute of their own (`role` of DocBook, `styleCode`) for struck-out text. */
export const struckWord = /strike|struck|line-?through|överstruk|genomstruk/i;

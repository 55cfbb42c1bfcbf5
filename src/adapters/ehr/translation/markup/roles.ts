// What the elements of a language are to the text around them and in them.

/**
 * `block`: lines of its own. `inline`: nothing. `apart`: inline, but its words do not touch those around it. `preformatted`: a block
 * whose white space is kept.
 */
export type Role =
  | 'block'
  | 'inline'
  | 'apart'
  | 'preformatted'
  | 'table'
  | 'row-group'
  | 'row'
  | 'cell'
  | 'raised'
  | 'lowered';

/** The names in a text, with blanks between them. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The roles of elements by their names. @param names role → the names of its elements. */
export const rolesByName = (names: Readonly<Partial<Record<Role, string>>>): ReadonlyMap<string, Role> =>
  new Map(
    Object.entries(names).flatMap(([role, text]) => Array.from(namesIn(text), name => [name, role as Role])),
  );

/** Elements whose text is struck out: those of HTML. Editors also write them into DocBook, which has none of its own. */
export const struckElements = namesIn('del s strike strikethrough');

/** Words that editors write into an attribute of their own (`role` of DocBook, `styleCode`) for struck-out text. */
export const struckWord = /strike|struck|line-?through|överstruk|genomstruk/i;

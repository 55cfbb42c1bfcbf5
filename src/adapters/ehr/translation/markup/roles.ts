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

export const namesIn = (text: string): string[] => text.split(' ');

/** The roles of elements by their names. @param names role → the names of its elements, with blanks between them. */
export const rolesByName = (names: Readonly<Partial<Record<Role, string>>>): ReadonlyMap<string, Role> =>
  new Map(
    Object.entries(names).flatMap(([role, text]) => namesIn(text).map(name => [name, role as Role] as const)),
  );

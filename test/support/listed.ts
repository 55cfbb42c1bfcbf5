/** The words of a text, for long lists of names: white space is between them. */
export const listed = (text: string): string[] => text.trim().split(/\s+/);

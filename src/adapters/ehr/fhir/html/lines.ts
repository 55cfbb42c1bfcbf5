// Lines of plain text: what is visible of a document.

/**
 * A text without these characters at its end. A regular expression would take quadratic time for a long run of them in the
 * middle of a line, which preformatted notes and empty table cells have.
 */
const trimmedEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};

/** Collects lines of text. Collapses white space, except in `pre` and for no-break spaces. */
export const lineWriter = () => {
  const lines: string[] = [];
  let line = '';
  /** Kept beside the line: to look at the end of a long line after each piece would copy it each time. */
  let isAfterTab = false;
  let isBlankPending = false;
  let isKept = false;

  const add = (text: string) => {
    if (text === '') return;
    line += text;
    isAfterTab = text.endsWith('\t');
  };
  const end = () => {
    // Most tags that end a line stand beside another one.
    if (line !== '') {
      const written = isKept ? line : line.replace(/^ +/, '');
      const text = trimmedEnd(trimmedEnd(written, ' \t').replaceAll('\u00a0', ' '), ' ');
      if (text.trim() !== '') lines.push(text);
      line = '';
    }
    isBlankPending = false;
    isKept = false;
  };
  const collapse = (text: string) => {
    const words = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
    const begin = words.startsWith(' ') ? 1 : 0;
    if (begin === 1) isBlankPending = line !== '' && !isAfterTab;
    if (words.length === begin) return;
    const end = words.endsWith(' ') ? words.length - 1 : words.length;
    add((isBlankPending ? ' ' : '') + words.slice(begin, end));
    isBlankPending = end < words.length;
  };
  const keep = (text: string) => {
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    add(first);
    isKept = true;
    for (const other of others) {
      end();
      add(other);
      isKept = true;
    }
  };
  return {
    end,
    collapse,
    keep,
    cell: () => {
      add('\t');
      isBlankPending = false;
    },
    text: () => lines.join('\n'),
  };
};
